"""Rows of `records` back to the classes that went in."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from passevents.events import IRUnit, Location, PassEvent, PassKind, PassRecord, PassStatus
from passevents.store.schema import RECORD_COLUMNS, RUN_MASK, RUN_SHIFT
from passevents.store.strings import StringCache

Key = TypeVar("Key")
Value = TypeVar("Value")

KINDS = tuple(PassKind)
STATUSES = tuple(PassStatus)
UNIT_KINDS = ("operation", "region", "block", "value")

_SELF_NS = RECORD_COLUMNS.index("self_ns")
SELECT_RECORDS = "select " + ", ".join(f'r."{column}"' for column in RECORD_COLUMNS)

# Records handled at a time: enough to make one look-up for their further IR units worth it, few enough that a
# million are read in bounded memory.
_BATCH = 1_000
_CACHED = 100_000

_CHANGED = {None: None, 0: False, 1: True}

# Columns op, file, line, column, location.
_Place = tuple[int | None, int | None, int | None, int | None, int | None]


class RecordReader:
    """Makes `PassRecord`s of rows selected by `SELECT_RECORDS`, with the texts of one connection."""

    def __init__(self, connection: sqlite3.Connection, run: int) -> None:
        self._connection = connection
        self._first = run << RUN_SHIFT
        self._strings = StringCache(connection)
        self._locations = _Made(self._whole_location)
        self._inline_units = _Made(self._inline)
        (self._has_units,) = connection.execute(
            "select exists (select 1 from ir_units where record between ? and ?)",
            (self._first, self._first | RUN_MASK),
        ).fetchone()

    def records(self, rows: Iterable[Sequence[Any]]) -> Iterator[PassRecord]:
        """Yield the records of `rows`, in their order."""
        return (record for record, _ in self.reads(rows))

    def reads(self, rows: Iterable[Sequence[Any]]) -> Iterator[tuple[PassRecord, int | None]]:
        """Yield the records of `rows`, each with its self time."""
        if not self._has_units:
            for row in rows:
                yield self._record(row, ()), row[_SELF_NS]
            return
        source = iter(rows)
        while batch := list(islice(source, _BATCH)):
            units = self._units(row[0] for row in batch)
            for row in batch:
                yield self._record(row, units.get(row[0], ())), row[_SELF_NS]

    def _record(self, row: Sequence[Any], further: Sequence[IRUnit]) -> PassRecord:
        # fmt: off
        (key, parent, _, _, depth, kind, status, changed, iteration, tag, name, phase, thread,
         start_ns, duration_ns, _, op, file, line, column, location, detail, attributes, error) = row
        # fmt: on
        text = self._strings
        return PassRecord(
            event=PassEvent(text[name] or "", key & RUN_MASK, depth, parent, text[phase]),
            kind=KINDS[kind],
            status=STATUSES[status],
            start_ns=start_ns,
            end_ns=None if duration_ns is None else start_ns + duration_ns,
            thread=thread,
            tag=text[tag],
            changed=_CHANGED[changed],
            iteration=iteration,
            detail=text[detail],
            ir_units=(*self._inline_units[op, file, line, column, location], *further),
            attributes={} if attributes is None else _attributes(text[attributes]),
            error=text[error],
        )

    def _inline(self, place: _Place) -> tuple[IRUnit, ...]:
        unit = self._unit(0, *place)
        return () if unit.operation is None and unit.location is None else (unit,)

    def _unit(
        self,
        kind: int,
        op: int | None,
        file: int | None,
        line: int | None,
        column: int | None,
        whole: int | None,
    ) -> IRUnit:
        location = self.location(file, line, column, whole)
        return IRUnit(UNIT_KINDS[kind], self._strings[op], location)

    def location(
        self, file: int | None, line: int | None, column: int | None, whole: int | None
    ) -> Location | None:
        """Return the place that those columns of a row mean."""
        if whole is not None:
            return self._locations[whole]
        if file is None and line is None:
            return None
        return Location(self._strings[file], line, column)

    def _whole_location(self, index: int) -> Location:
        file, line, column, text = self._connection.execute(
            'select file, line, "column", text from locations where id = ?', (self._first | index,)
        ).fetchone()
        return Location(self._strings[file], line, column, self._strings[text])

    def _units(self, keys: Iterable[int]) -> dict[int, list[IRUnit]]:
        units: dict[int, list[IRUnit]] = {}
        rows = self._connection.execute(
            'select record, kind, op, file, line, "column", location from ir_units'
            " where record in (select value from json_each(?)) order by record, ordinal",
            (json.dumps(list(keys)),),
        )
        for record, *unit in rows:
            units.setdefault(record, []).append(self._unit(*unit))
        return units


class _Made(dict[Key, Value]):
    """What `make` makes of a key, made once; bounded, as a long read may meet many."""

    def __init__(self, make: Callable[[Key], Value]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Key) -> Value:
        if len(self) >= _CACHED:
            self.clear()
        self[key] = value = self._make(key)
        return value


def _attributes(text: str | None) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except ValueError:
        # Bytes that were no text were escaped when the journal was read.
        return {"text": text}
    return value if isinstance(value, dict) else {"value": value}


def records_of(connection: sqlite3.Connection, run: int, sequences: Iterable[int]) -> dict[int, PassRecord]:
    """Return the records of these events of a run, by sequence."""
    first = run << RUN_SHIFT
    rows = connection.execute(
        f"{SELECT_RECORDS} from records r where r.id in (select value from json_each(?))",
        (json.dumps([first | sequence for sequence in sequences]),),
    )
    return {record.event.sequence: record for record in RecordReader(connection, run).records(rows)}
