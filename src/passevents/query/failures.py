"""What failed in a run: where a compile went wrong, what was said about it, and what it was part of.

A compiler says that a pass failed (`failed`); or something is raised through passes that then never end
(`incomplete`, with an error), as in compilers driven by Python; or the process dies in them (`lost`). All are
failures here. An error that was said under no failed event is one of its own.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

import attrs

from passevents.events import Location, PassKind, PassRecord, PassStatus
from passevents.query.answers import Layout
from passevents.query.rows import KINDS, SELECT_RECORDS, STATUSES, RecordReader
from passevents.store.schema import RECORD_COLUMNS, RUN_SHIFT, run_span

Row = Sequence[Any]

_PRE = RECORD_COLUMNS.index("pre")
_DESCENDANTS = RECORD_COLUMNS.index("descendants")
_KIND = RECORD_COLUMNS.index("kind")
_DIAGNOSTIC = KINDS.index(PassKind.diagnostic)
_FAILED, _INCOMPLETE, _LOST = (
    STATUSES.index(status) for status in (PassStatus.failed, PassStatus.incomplete, PassStatus.lost)
)

# Both read the whole run: the first is asked only where the run says that something failed, the second where
# something was said. What was said is read for the failed events, or if it is an error: remarks may be many.
_FAILED_RECORDS = (
    f"{SELECT_RECORDS} from records r where r.id between ? and ?"
    f" and (r.status in ({_FAILED}, {_LOST}) or r.status = {_INCOMPLETE} and r.error is not null)"
    f" and r.kind <> {_DIAGNOSTIC} order by r.pre"
)
_DIAGNOSTICS = (
    f"{SELECT_RECORDS} from records r where r.id between ? and ? and r.kind = {_DIAGNOSTIC}"
    " and (r.pre between ? and ? or r.name = (select id from strings where text = 'error')) order by r.pre"
)
_HAS_DIAGNOSTICS = f"select exists (select 1 from summaries where run = ? and kind = {_DIAGNOSTIC})"


@attrs.frozen
class Failure:
    """One event that failed.

    `is_cause` is true of the innermost: nothing inside it failed, so it is where to look first. `error` is
    what it failed with: its own, else the first error said inside it, else that of the run where it is the
    only cause, else None. `operation` is what it worked on, `location` where that error is in the source,
    else where the operation is. `diagnostics` are the records of all that the compiler said inside it, in
    tree order; `path` those of the events around it, outermost first.
    """

    record: PassRecord
    is_cause: bool
    error: str | None
    operation: str | None
    location: Location | None
    diagnostics: tuple[PassRecord, ...]
    path: tuple[PassRecord, ...]


FAILURE_LAYOUT: Layout[Failure] = Layout(
    {
        "sequence": int,
        "is_cause": bool,
        "kind": str,
        "name": str,
        "phase": str,
        "status": str,
        "error": str,
        "op": str,
        "location": str,
        "attributes": object,
        "diagnostics": object,
        "path": object,
    },
    lambda failure: (
        failure.record.event.sequence,
        failure.is_cause,
        failure.record.kind.value,
        failure.record.event.name,
        failure.record.event.phase,
        failure.record.status.value,
        failure.error,
        failure.operation,
        str(failure.location) if failure.location else None,
        dict(failure.record.attributes) or None,
        [_said(record) for record in failure.diagnostics],
        [
            {"sequence": record.event.sequence, "kind": record.kind.value, "name": record.event.name}
            for record in failure.path
        ],
    ),
)


def _said(record: PassRecord) -> dict[str, Any]:
    place = _location(record)
    return {
        "sequence": record.event.sequence,
        "severity": record.event.name,
        "message": record.detail,
        "location": str(place) if place else None,
        "attributes": dict(record.attributes) or None,
    }


def failures(
    connection: sqlite3.Connection, run: int, unfinished: bool, run_error: str | None
) -> list[Failure]:
    """Return the failures of the run numbered `run`, in tree order, an outer one before those inside it.

    `unfinished` says whether any of its records failed or never ended, `run_error` what the run failed with.
    """
    span = run_span(run)
    rows = connection.execute(_FAILED_RECORDS, span).fetchall() if unfinished else []
    (has_diagnostics,) = connection.execute(_HAS_DIAGNOSTICS, (run,)).fetchone()
    inside = (min(row[_PRE] for row in rows), max(_end(row) for row in rows)) if rows else (0, -1)
    said = connection.execute(_DIAGNOSTICS, (*span, *inside)).fetchall() if has_diagnostics else []
    reader = RecordReader(connection, run)
    diagnostics = list(reader.records(said))
    errors_outside = _errors_outside(rows, said, diagnostics)
    found = _Finder(connection, run, reader, said, diagnostics).found(
        sorted([*rows, *errors_outside], key=lambda row: row[_PRE])
    )
    return _with_error_of_run(found, run_error)


def _with_error_of_run(found: list[Failure], error: str | None) -> list[Failure]:
    """What a run failed with is what its one cause failed with, where that did not say."""
    if error is None or sum(failure.is_cause for failure in found) != 1:
        return found
    return [
        attrs.evolve(failure, error=failure.error or error) if failure.is_cause else failure
        for failure in found
    ]


def _errors_outside(rows: Sequence[Row], said: Sequence[Row], records: Sequence[PassRecord]) -> list[Row]:
    """The rows of errors that were said inside none of the failed `rows`."""
    ranges = [(row[_PRE], _end(row)) for row in rows]
    return [
        row
        for row, record in zip(said, records, strict=True)
        if record.event.name == "error" and not any(first < row[_PRE] <= last for first, last in ranges)
    ]


class _Finder:
    """Makes failures of rows, with what was said in the run and the events around them."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        run: int,
        reader: RecordReader,
        said: Sequence[Row],
        diagnostics: Sequence[PassRecord],
    ) -> None:
        self._connection = connection
        self._first = run << RUN_SHIFT
        self._reader = reader
        self._places = [row[_PRE] for row in said]
        self._diagnostics = diagnostics
        self._around: dict[int, tuple[PassRecord, ...]] = {}

    def found(self, rows: Sequence[Row]) -> list[Failure]:
        records = self._reader.records(rows)
        following = [row[_PRE] for row in rows[1:]] + [None] * bool(rows)
        return [
            self._failure(row, record, following_pre)
            for row, record, following_pre in zip(rows, records, following, strict=True)
        ]

    def _failure(self, row: Row, record: PassRecord, following: int | None) -> Failure:
        first, last = row[_PRE], _end(row)
        said = self._diagnostics[bisect_left(self._places, first) : bisect_left(self._places, last + 1)]
        error = next((each for each in said if each.event.name == "error"), None)
        unit = record.ir_units[0] if record.ir_units else None
        return Failure(
            record=record,
            is_cause=following is None or following > last,
            error=record.error or (error.detail if error else None),
            operation=unit.operation if unit else None,
            location=(_location(error) if error else None) or _location(record),
            diagnostics=() if row[_KIND] == _DIAGNOSTIC else tuple(said),
            path=self._path(record.event.parent_sequence),
        )

    def _path(self, parent: int | None) -> tuple[PassRecord, ...]:
        """The event numbered `parent` and those around it, outermost first."""
        inner: list[PassRecord] = []
        while parent is not None and parent not in self._around:
            rows = self._connection.execute(
                f"{SELECT_RECORDS} from records r where r.id = ?", (self._first | parent,)
            )
            (record,) = self._reader.records(rows)
            inner.append(record)
            parent = record.event.parent_sequence
        path = () if parent is None else self._around[parent]
        for record in reversed(inner):
            path = (*path, record)
            self._around[record.event.sequence] = path
        return path


def _end(row: Row) -> int:
    """`pre` of the last event inside."""
    return int(row[_PRE] + row[_DESCENDANTS])


def _location(record: PassRecord) -> Location | None:
    return record.ir_units[0].location if record.ir_units else None
