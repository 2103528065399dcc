"""`passevents export`: runs as files of other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from passevents.cli import formats
from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen
from passevents.export.formats import FORMATS

if TYPE_CHECKING:
    from passevents.export import Written
    from passevents.query import EventStore, Run


@click.command(
    "export",
    epilog=example(
        "passevents export --format jsonl -o events.jsonl",
        "passevents export --all --format parquet -o lake",
    ),
)
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option("--all", "every", is_flag=True, help="All runs of the store.")
@click.option("--format", "name", type=click.Choice(list(FORMATS)), required=True, help="What to write.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="PATH", help="Where to write it.")
@click.option("--force", is_flag=True, help="Replace what is there.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    runs: tuple[str, ...],
    every: bool,
    name: str,
    output: Path | None,
    force: bool,
    as_json: bool,
    store: Path,
) -> None:
    """Write runs in the format of other tools.

    jsonl is one JSON object an event. parquet is a folder of two tables, events and runs, partitioned by run;
    exporting into it again adds the runs that it does not have. Files appear whole or not at all.
    """
    from passevents.export import export
    from passevents.query import EventStore

    if output is None:
        raise click.UsageError(f"say where to write the {name} with -o PATH")
    with EventStore(store) as opened:
        written = export(_chosen(opened, runs, every), output, name, force=force)
    if as_json:
        import attrs

        screen.data("export", attrs.asdict(written))
    else:
        screen.line(_sentence(written))


def _chosen(store: EventStore, keys: tuple[str, ...], every: bool) -> list[Run]:
    from passevents.cli.reading import chosen

    if every and keys:
        raise click.UsageError("--all means every run: name none, or leave --all out")
    return store.runs() if every else [chosen(store, key) for key in keys or ("latest",)]


def _sentence(written: Written) -> str:
    runs, events = _counted(len(written.runs), "run"), _counted(written.events, "event")
    parts = [
        f"{written.to}: {runs}, {events}, {formats.size(written.bytes)}",
        f"{formats.count(len(written.present))} were there already" if written.present else "",
    ]
    return "; ".join(filter(None, parts))


def _counted(number: int, what: str) -> str:
    return f"{formats.count(number)} {what}{'' if number == 1 else 's'}"
