"""Writes docs/reference/cli.md from the commands themselves: `python -m passevents.cli.reference > FILE`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from passevents.cli.main import command as program

_INTRODUCTION = """\
# The command line

Written by `python -m passevents.cli.reference` from the commands' own help.

`RUN` names a recording in the store: `latest` (the default), an id or the start of one, or a name, which
means the newest run of that name. Every command reads and writes `passevents.db` in the current folder, or
the file that `--db` or the environment variable `PASSEVENTS_DB` names.

## Output

On a terminal the output is for people: times in the unit that suits them, colours, lines cut to the
terminal's width. In a pipe it is stable: times in whole nanoseconds under headings that end in `_ns`, whole
ids, nothing cut. `NO_COLOR` switches colours off, and `FORCE_COLOR` treats a pipe as a terminal of any width
(`FORCE_COLOR=1 passevents tree | less -RS`). What acts on a terminal is printed as an escape.

`--json` prints one document, `{"format": 1, "command": ..., "data": ...}`. Times are whole nanoseconds,
points in time ISO 8601 in UTC, and what is not known is `null`. `passevents events --json` prints one
object a line instead, with the columns of the view `events`; `--csv` has the same columns.

| command | `data` |
|---|---|
| `runs`, `recover` | a list of runs, each with the columns of the table `runs` |
| `show` | `run`; `counts` by kind and status; `failed` (causes), `incomplete` and `hottest` events |
| `tree` | a list in tree order; `level` is the indentation, `count` how many siblings a line stands for |
| `top` | a list, the biggest first |
| `failures` | a list in tree order; each has `is_cause`, `error`, its `diagnostics` and its `path` |
| `ir` | `run`, `sequence`, `moment` and the `text` |
| `blame` | `text`, how often at `start` and `end`, the `transitions`; with `--location` a list |
| `compare` | `first`, `second`, `noise`, `whole`, `passes`, `patterns`, `settings`, `divergence` and so on |
| `diff` | `run`, `sequence`, whether it `changed` anything, and the `diff` |
| `opt`, `pin`, `unpin` | the run recorded or named, as in `runs` |
| `search` | a list: `run`, `run_id`, `field`, `sequence`, `moment`, `count`, `snippet` |
| `merge` | for each store its `path`, the `runs` taken and how many were `present` |
| `prune` | `runs` gone, `events`, `strings`, `snapshots` counted, `bytes_before`, `bytes_after`, `pinned` |
| `serve` | the `url` and the `store`, printed once it answers there |
| `export` | `to`, `runs`, those `present` already; `events`, `bytes`, `truncated`, `rejected` counted |
| `cache` ... | `cache stats` and the like as `command`; counts, a list of entries, or what was removed |
| `doctor` | versions, the state of the store, `compilers`, and `failures` of adapters |

## Exit status

| status | meaning |
|---|---|
| 0 | done |
| 1 | it failed: the compiler refused its input, a run is not there, a store cannot be used |
| 2 | the command line was not understood; nothing was done |
| 130 | interrupted |
| 141 | nobody read the output to its end, as in `passevents events \\| head` |

An error is one line on standard error that begins with `passevents:`; `--debug` adds the traceback. What a
compiler said about its input is printed as it says it: `FILE:LINE:COLUMN: error: MESSAGE`.
"""
_WIDTH = 100


def reference() -> str:
    """The page as text."""
    return "\n".join([_INTRODUCTION, *_sections()])


def _sections() -> Iterator[str]:
    yield f"## passevents\n\n{_help(program, 'passevents', None)}"
    with click.Context(program, info_name="passevents") as parent:
        for name in program.list_commands(parent):
            command = program.get_command(parent, name)
            assert command is not None
            yield f"## passevents {name}\n\n{_help(command, name, parent)}"
            yield from _subcommands(command, name, parent)


def _subcommands(group: click.Command, name: str, parent: click.Context) -> Iterator[str]:
    if not isinstance(group, click.Group):
        return
    with click.Context(group, info_name=name, parent=parent) as context:
        for inner, command in group.commands.items():
            yield f"### passevents {name} {inner}\n\n{_help(command, inner, context)}"


def _help(command: click.Command, name: str, parent: click.Context | None) -> str:
    names = ["-h", "--help"]
    with click.Context(
        command, info_name=name, parent=parent, terminal_width=_WIDTH, help_option_names=names
    ) as context:
        return f"```text\n{command.get_help(context)}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(reference())
