"""`passevents diff`: what an event changed in the program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import formats, styles
from passevents.cli.event_argument import EventArgument, event_argument
from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen

if TYPE_CHECKING:
    from passevents.cli.tables import Span
    from passevents.query import Run
    from passevents.query.diffs import Piece

_STYLES = {"-": "red", "+": "green", "@": "cyan"}
# Without colour the marks that git writes.
_WORD_MARKS = {"same": ("", ""), "removed": ("[-", "-]"), "added": ("{+", "+}")}
_WORD_STYLES = {"same": "", "removed": "red", "added": "green"}


@click.command(
    "diff", epilog=example("passevents diff 17", "passevents diff mlp 17 --word", "passevents diff 17 | less")
)
@event_argument
@click.option("--word", is_flag=True, help="Compare word by word, instead of line by line.")
@click.option(
    "-U", "--unified", "context", type=click.IntRange(min=0), default=3, show_default=True, metavar="N",
    help="Show N unchanged lines around each change.",
)  # fmt: skip
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen, event: EventArgument, word: bool, context: int, as_json: bool, store: Path
) -> None:
    """Show what an event changed in the program.

    SEQ is the number of the event, as `passevents tree` shows it; RUN is "latest", an id or the start of
    one, or a name. Texts are kept where the run was recorded with snapshots. In a pipe the output is a
    unified diff.
    """
    from passevents.cli.reading import chosen
    from passevents.query import EventStore

    with EventStore(store) as opened:
        run = chosen(opened, event.run)
        text = run.diff(event.sequence, context=context)
        if as_json:
            screen.data("diff", _data(run, event.sequence, text))
        elif not text:
            click.echo(f"passevents: event {event.sequence} changed nothing", err=True)
        elif word:
            _show_words(screen, run, event.sequence, context)
        else:
            _show_lines(screen, text)


def _data(run: Run, sequence: int, text: str) -> dict[str, Any]:
    return {"run": run.id, "sequence": sequence, "changed": bool(text), "diff": text}


def _show_lines(screen: Screen, text: str) -> None:
    if not screen.human:
        sys.stdout.write(text)
        return
    for line in text.splitlines():
        style = "bold" if line.startswith(("--- ", "+++ ")) else _STYLES.get(line[:1], "")
        screen.line((formats.visible(line), style))


def _show_words(screen: Screen, run: Run, sequence: int, context: int) -> None:
    from passevents.query.diffs import word_diff

    for pieces in word_diff(run.ir(sequence, "before"), run.ir(sequence, "after"), context=context):
        if pieces is None:
            screen.line(("...", styles.QUIET))
        else:
            screen.line(*_spans(pieces, screen.colour))


def _spans(pieces: list[Piece], colour: bool) -> Iterator[Span]:
    for piece in pieces:
        before, after = ("", "") if colour else _WORD_MARKS[piece.change]
        yield f"{before}{formats.visible(piece.text)}{after}", _WORD_STYLES[piece.change]
