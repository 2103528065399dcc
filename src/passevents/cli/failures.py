"""`passevents failures`: what failed in a run, what was said about it, and where in the compile that was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from passevents.cli import facts, formats, styles
from passevents.cli.options import debug_option, example, json_option, run_argument, store_option
from passevents.cli.screen import Screen
from passevents.cli.tables import Span
from passevents.events.names import short_name

if TYPE_CHECKING:
    from passevents.events import PassRecord
    from passevents.query import Failure

INDENT = "  "


@click.command(
    "failures",
    epilog=example("passevents failures", "passevents failures matmul.mlir", "passevents failures --json"),
)
@run_argument
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, run: str, as_json: bool, store: Path) -> None:
    """Tell what failed, the cause first, and what the compiler said.

    A cause is an event in which nothing else failed. What is around it and failed with it is only named in
    the line "inside"; --json has it too.
    """
    from passevents.cli.reading import chosen
    from passevents.query import EventStore

    with EventStore(store) as opened:
        asked = chosen(opened, run)
        found = asked.failures()
    if as_json:
        screen.data("failures", found.to_dicts())
        return
    for number, failure in enumerate(cause for cause in found if cause.is_cause):
        if number:
            screen.line()
        for spans in failure_lines(failure, screen.human):
            screen.line(*spans)
    if not found:
        screen.note(f"nothing failed in this run{f', but it did: {asked.error}' if asked.error else ''}")


def failure_lines(failure: Failure, human: bool) -> Iterator[list[Span]]:
    """The lines for a cause: what was said as compilers write it, then the event and those around it."""
    said = failure.diagnostics if failure.record.kind != "diagnostic" else (failure.record,)
    errors = [record for record in said if record.detail]
    if errors:
        for record in errors:
            yield from _diagnostic_lines(record)
    elif ": error: " in (failure.error or "").partition("\n")[0]:
        # As the compiler has written it, its place included.
        yield from ([(formats.visible(line), "")] for line in (failure.error or "").splitlines())
    else:
        yield from _message_lines(str(failure.location or ""), "error", failure.error or _unsaid(failure))
    if failure.record.kind != "diagnostic":
        yield [(INDENT, ""), ("in ", styles.QUIET), *_event(failure.record, human)]
    if failure.path:
        yield [(INDENT, ""), ("inside ", styles.QUIET), *_path(failure.path, human)]


def _unsaid(failure: Failure) -> str:
    return "the process died here" if failure.record.status == "lost" else "failed, and did not say why"


def _diagnostic_lines(record: PassRecord) -> Iterator[list[Span]]:
    yield from _message_lines(facts.location(record) or "", record.event.name, record.detail or "")
    notes = record.attributes.get("notes")
    for note in notes if isinstance(notes, list) else []:
        if isinstance(note, dict):
            place = [note[key] for key in ("file", "line", "column") if note.get(key)]
            yield from _message_lines(":".join(map(str, place)), "note", str(note.get("message")))


def _message_lines(place: str, severity: str, message: str) -> Iterator[list[Span]]:
    first, *others = message.splitlines() or [""]
    where = [(f"{formats.visible(place)}: ", styles.PLACE)] if place else []
    style = "bold red" if severity == "error" else styles.NAME
    yield [*where, (f"{severity}: ", style), (formats.visible(first), "")]
    yield from ([(formats.visible(line), "")] for line in others)


def _event(record: PassRecord, human: bool) -> Iterator[Span]:
    name, operation, place = record.event.name, facts.first_unit(record).operation, facts.location(record)
    yield _name(name, human)
    yield f" {record.event.sequence}", styles.QUIET
    details = [(operation, "on", styles.OPERATION), (place, "at", styles.PLACE)]
    for text, word, style in [*details, (record.event.phase, "in phase", styles.PHASE)]:
        if text:
            yield f" {word} ", styles.QUIET
            yield formats.visible(text), style
    if record.attributes.get("failure") == "verifier":
        yield " (what it made is not valid)", styles.QUIET
    if record.status != "failed":
        yield f" ({record.status})", styles.status_style(record.status)


def _path(path: tuple[PassRecord, ...], human: bool) -> Iterator[Span]:
    for number, record in enumerate(path):
        if number:
            yield " > ", styles.QUIET
        yield _name(record.event.name, human)
        yield f" {record.event.sequence}", styles.QUIET


def _name(name: str, human: bool) -> Span:
    return formats.visible(short_name(name) if human else name) or "-", styles.NAME
