"""The entry point of the `passevents` command."""

from __future__ import annotations

from typing import Any, NoReturn

import click

from passevents.cli.options import debug_option, example
from passevents.cli.program import Program

_SUMMARIES = {
    "opt": "Run a pass pipeline over an MLIR file, and record it.",
    "runs": "List the recorded runs, the newest first.",
    "show": "Say what a run was, how it ended and where its time went.",
    "tree": "Show the events of a run inside one another.",
    "top": "Rank names, phases or places by the time they took.",
    "events": "Print the events of a run, filtered, as text, JSON or CSV.",
    "failures": "Tell what failed, the cause first, and what the compiler said.",
    "ir": "Print the program before or after an event.",
    "diff": "Show what an event changed in the program.",
    "search": "Find a text in names, details, errors and programs.",
    "merge": "Bring the runs of other stores into this one.",
    "pin": "Keep a run from being pruned.",
    "unpin": "Let a run be pruned again.",
    "prune": "Remove old runs, and give their space back.",
    "serve": "Show a store in a browser, with Datasette.",
    "export": "Write runs in the format of other tools.",
    "blame": "Tell which passes brought a text into the program, or worked on a line.",
    "compare": "Show two runs side by side; fail if the second is slower.",
    "recover": "Bring recordings of processes that died into the store.",
    "cache": "Look after a cache folder of the compilation runtime.",
    "doctor": "Tell which compilers are installed, and what can be observed.",
}


@click.command(
    "passevents",
    cls=Program,
    modules={name: (f"passevents.cli.{name}", summary) for name, summary in _SUMMARIES.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=example("passevents opt FILE --pass-pipeline='builtin.module(canonicalize)'", "passevents tree"),
)
@click.version_option(package_name="passevents", message="%(prog)s %(version)s")
@debug_option
def command(**_: Any) -> None:
    """Record what a compiler did, and ask about it.

    Recordings go to passevents.db in the current folder, or to --db or PASSEVENTS_DB.
    """


def main() -> NoReturn:
    """Run the command line of this process."""
    command.main()
