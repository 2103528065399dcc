"""`passevents blame`: which pass brought a text into the program, or worked on a line of the source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import formats, styles
from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table, shown_name

if TYPE_CHECKING:
    from passevents.query import Blame, Run, Touch

_CHANGES = {"appeared": "bold green", "more": "green", "disappeared": "bold red", "fewer": "red"}

TRANSITIONS = [
    Column("sequence", "seq", style=styles.QUIET, right=True),
    Column("change", "change", style=lambda change: _CHANGES.get(change, "")),
    Column("before", "before", show=formats.count, right=True),
    Column("after", "after", show=formats.count, right=True),
    Column("outside", "outside", show=lambda outside: "before it" if outside else "", optional=True),
    Column("name", "name", show=shown_name, style=styles.NAME, flexible=True),
    Column("phase", "phase", style=styles.PHASE, optional=True),
]
TOUCHES = [
    Column("sequence", "first", style=styles.QUIET, right=True),
    Column("count", "count", show=formats.count, right=True),
    Column("changed", "changed", show=formats.count, right=True),
    Column("unchanged", "not", show=formats.count, right=True),
    Column("self_ns", "self", show=formats.duration, right=True),
    Column("kind", "kind", style=styles.QUIET),
    Column("name", "name", show=shown_name, style=styles.NAME, flexible=True),
    Column("pass", "in pass", show=shown_name, flexible=True, optional=True),
]


@click.command(
    "blame",
    epilog=example(
        "passevents blame linalg.matmul -w",
        "passevents blame nightly '@softmax'",
        "passevents blame --location matmul.mlir:7",
    ),
)
@click.argument("words", nargs=-1, metavar="[RUN] TEXT")
@click.option("-w", "--word", "match", flag_value="word", help="TEXT is a whole word: arith.addi, @main.")
@click.option("-E", "--regex", "match", flag_value="regex", help="TEXT is a regular expression (Python's).")
@click.option("--location", metavar="PLACE", help="What worked on FILE[:LINE[:COLUMN]], instead of TEXT.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    words: tuple[str, ...],
    match: str | None,
    location: str | None,
    as_json: bool,
    store: Path,
) -> None:
    """Tell which passes brought a text into the program, or worked on a line.

    TEXT is counted in the program before and after each pass, so the run has to be recorded with snapshots;
    what a pass changed by the passes inside it is told of those. A line marked "before it" was changed
    between two passes. With --location it is every pass and pattern that worked on that place, and no
    snapshots are needed.
    """
    from passevents.cli.reading import chosen
    from passevents.query import EventStore

    run, text = _asked(words, location, match)
    with EventStore(store) as opened:
        asked = chosen(opened, run)
        if location is not None:
            _show_touches(screen, asked, location, as_json)
        else:
            _show_transitions(screen, asked, text, match or "text", as_json)


def _asked(words: tuple[str, ...], location: str | None, match: str | None) -> tuple[str, str]:
    """The run and the text of the command line."""
    if location is not None and (len(words) > 1 or match):
        raise click.UsageError("--location takes the place of TEXT, and -w and -E are about TEXT")
    if location is not None:
        return (words[0] if words else "latest"), ""
    if not 1 <= len(words) <= 2:
        raise click.UsageError("say which TEXT, or --location FILE:LINE: write [RUN] TEXT")
    return ("latest", words[0]) if len(words) == 1 else (words[0], words[1])


def _show_transitions(screen: Screen, run: Run, text: str, match: Any, as_json: bool) -> None:
    blame = run.blame(text, match=match)
    if as_json:
        screen.data("blame", _data(blame))
        return
    rows = blame.transitions.to_dicts()
    if rows:
        screen.table(Table(TRANSITIONS, [[row[column.key] for column in TRANSITIONS] for row in rows]))
    else:
        screen.note(_why_nothing(blame))


def _data(blame: Blame) -> dict[str, Any]:
    return {
        "text": blame.text,
        "start": blame.start,
        "end": blame.end,
        "texts": blame.texts,
        "transitions": blame.transitions.to_dicts(),
    }


def _why_nothing(blame: Blame) -> str:
    where = f"{formats.count(blame.texts)} program texts of this run"
    if not blame.start:
        return f"{blame.text!r} is in none of the {where}"
    return (
        f"{blame.text!r} was there {formats.count(blame.start)} times at the start, and no pass changed that"
    )


def _show_touches(screen: Screen, run: Run, location: str, as_json: bool) -> None:
    touches = run.blame(location=location)
    if as_json:
        screen.data("blame", touches.to_dicts())
        return
    if touches:
        rows = touches.to_dicts()
        screen.table(Table(TOUCHES, [[row[column.key] for column in TOUCHES] for row in rows]))
        screen.note(_unknown(touches))
    else:
        screen.note(f"nothing in this run worked on {location}")


def _unknown(touches: list[Touch]) -> str:
    unknown = sum(touch.count - touch.changed - touch.unchanged for touch in touches)
    everything = sum(touch.count for touch in touches)
    return (
        f"of {formats.count(unknown)} of {formats.count(everything)} it is not known whether they changed it"
    )
