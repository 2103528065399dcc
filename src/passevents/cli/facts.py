"""What a line says of one record: the piece of the program it worked on, and how it ended."""

from __future__ import annotations

from passevents.cli import styles
from passevents.cli.formats import visible
from passevents.cli.tables import Span
from passevents.events import IRUnit, PassRecord


def first_unit(record: PassRecord) -> IRUnit:
    """The piece of the program it worked on first; one that says nothing where there is none."""
    return record.ir_units[0] if record.ir_units else IRUnit("operation")


def location(record: PassRecord) -> str | None:
    """Where in the source that piece is."""
    place = first_unit(record).location
    return str(place) if place else None


def change(record: PassRecord) -> str:
    """The word for having changed something: a pattern matched."""
    return "matched" if record.tag == "apply-pattern" else "changed"


def outcome(record: PassRecord) -> list[Span] | None:
    """How it ended, where that is worth a word."""
    style = styles.status_style(record.status)
    if record.status != "completed":
        why = f": {visible(record.error)}" if record.error else ""
        return [(f"{record.status}{why}", style)]
    return [(change(record), style)] if record.changed else None


def options(record: PassRecord) -> str:
    """The options of a pass, as in a pipeline: `{a=1 b=2}`."""
    name, brace, options = str(record.attributes.get("pipeline", "")).partition("{")
    return f"{{{' '.join(options.split())}" if brace and name == record.event.name else ""
