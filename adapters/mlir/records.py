"""From what a journal's cursor gives to the objects that users get."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import attrs

from passevents.events.model import IRUnit, Location, PassEvent, PassKind, PassRecord, PassStatus

_KINDS = tuple(PassKind)
_STATUSES = tuple(PassStatus)
_UNIT_KINDS = ("operation", "region", "block", "value")


class ActionEvent(NamedTuple):
    """One side of an action in the flat sequence of action tracing.

    ``phase`` is ``"before"`` or ``"after"``; ``time_ns`` counts from the start of the recording; ``status``
    is None before.
    """

    phase: str
    tag: str
    name: str
    depth: int
    sequence: int
    parent_sequence: int | None
    thread: int
    time_ns: int
    detail: str | None
    iteration: int | None
    operation: str | None
    location: Location | None
    status: PassStatus | None


class RecordStream:
    """Pairs begins and ends as they come; remembers the open ones."""

    def __init__(self) -> None:
        self._open: dict[int, PassRecord] = {}

    def feed(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[bool, PassRecord]]:
        """(is it the begin, the record so far) of each row; an end without its begin gives nothing."""
        for row in rows:
            if row[0]:
                record = _begun(row)
                self._open[record.event.sequence] = record
                yield True, record
            elif (begun := self._open.pop(row[1], None)) is not None:
                yield False, _ended(begun, row)

    def open_records(self) -> list[PassRecord]:
        """Those without an end, in the order in which they started, as incomplete."""
        return [self._open[sequence] for sequence in sorted(self._open)]


def action_event(is_begin: bool, record: PassRecord) -> ActionEvent:
    """One side of a record, in the flat form."""
    unit = record.ir_units[0] if record.ir_units else None
    end_ns = record.start_ns if record.end_ns is None else record.end_ns
    return ActionEvent(
        phase="before" if is_begin else "after",
        tag=record.tag or "",
        name=record.event.name,
        depth=record.event.depth,
        sequence=record.event.sequence,
        parent_sequence=record.event.parent_sequence,
        thread=record.thread,
        time_ns=record.start_ns if is_begin else end_ns,
        detail=record.detail,
        iteration=record.iteration,
        operation=unit.operation if unit else None,
        location=unit.location if unit else None,
        status=None if is_begin else record.status,
    )


def _begun(row: tuple[Any, ...]) -> PassRecord:
    (_, sequence, parent, depth, kind, name, tag, phase, detail, iteration, attributes) = row[:11]
    operation, *place = row[11:16]
    more, thread, start_ns, _ = row[16:]
    return PassRecord(
        event=PassEvent(name or "", sequence, depth, parent, phase),
        kind=_KINDS[kind],
        status=PassStatus.incomplete,
        start_ns=start_ns,
        end_ns=None,
        thread=thread,
        tag=tag,
        iteration=iteration,
        detail=detail,
        ir_units=_units(operation, place, more),
        attributes={} if attributes is None else json.loads(attributes),
    )


def _ended(begun: PassRecord, row: tuple[Any, ...]) -> PassRecord:
    _, _, status, changed, error, attributes, _, end_ns = row
    merged = begun.attributes if attributes is None else {**begun.attributes, **json.loads(attributes)}
    return attrs.evolve(
        begun, status=_STATUSES[status], changed=changed, error=error, attributes=merged, end_ns=end_ns
    )


def _units(operation: str | None, place: list[Any], more: tuple[Any, ...]) -> tuple[IRUnit, ...]:
    further = tuple(IRUnit(_UNIT_KINDS[kind], name, _location(*at)) for kind, name, *at in more)
    location = _location(*place)
    if operation is None and location is None:
        return further
    return (IRUnit("operation", operation, location), *further)


def _location(file: str | None, line: int | None, column: int | None, text: str | None) -> Location | None:
    if file is None and line is None and text is None:
        return None
    return Location(file, line, column, text)
