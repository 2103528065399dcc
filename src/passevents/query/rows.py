"""Rows of `records` back to the classes that went in."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from passevents.events import IRUnit, Location, PassEvent, PassKind, PassRecord, PassStatus
from passevents.store.schema import RECORD_COLUMNS, RUN_MASK, RUN_SHIFT
from passevents.store.strings import StringCache

KINDS = tuple(PassKind)
STATUSES = tuple(PassStatus)
UNIT_KINDS = ("operation", "region", "block", "value")

SELECT_RECORDS = "select " + ", ".join(f'r."{column}"' for column in RECORD_COLUMNS)

# Records handled at a time: enough to make one look-up for their further IR units worth it, few enough that a
# million are read in bounded memory.
_BATCH = 1_000

_CHANGED = {None: None, 0: False, 1: True}

_UnitRow = tuple[int, int | None, int | None, int | None, int | None, int | None]


class RecordReader:
    """Makes `PassRecord`s of rows selected by `SELECT_RECORDS`, with the texts of one connection."""

    def __init__(self, connection: sqlite3.Connection, run: int) -> None:
        self._connection = connection
        self._first = run << RUN_SHIFT
        self._strings = StringCache(connection)
        self._locations: dict[int, Location] = {}
        (self._has_units,) = connection.execute(
            "select exists (select 1 from ir_units where record between ? and ?)",
            (self._first, self._first | RUN_MASK),
        ).fetchone()

    def records(self, rows: Iterable[Sequence[Any]]) -> Iterator[PassRecord]:
        """Yield the records of `rows`, in their order."""
        if not self._has_units:
            for row in rows:
                yield self._record(row, ())
            return
        source = iter(rows)
        while batch := list(islice(source, _BATCH)):
            units = self._units(row[0] for row in batch)
            for row in batch:
                yield self._record(row, units.get(row[0], ()))

    def _record(self, row: Sequence[Any], units: Sequence[tuple[int, IRUnit]]) -> PassRecord:
        # fmt: off
        (key, parent, _, _, depth, kind, status, changed, iteration, tag, name, phase, thread,
         start_ns, end_ns, _, op, file, line, column, location, detail, attributes, error) = row
        # fmt: on
        text = self._strings.optional
        return PassRecord(
            event=PassEvent(self._strings.text(name), key & RUN_MASK, depth, parent, text(phase)),
            kind=KINDS[kind],
            status=STATUSES[status],
            start_ns=start_ns,
            end_ns=end_ns,
            thread=thread,
            tag=text(tag),
            changed=_CHANGED[changed],
            iteration=iteration,
            detail=text(detail),
            ir_units=self._all_units((0, op, file, line, column, location), units),
            attributes={} if attributes is None else json.loads(self._strings.text(attributes)),
            error=text(error),
        )

    def _all_units(self, inline: _UnitRow, further: Sequence[tuple[int, IRUnit]]) -> tuple[IRUnit, ...]:
        units = tuple(unit for _, unit in further)
        if inline[1] is None or (further and further[0][0] == 0):
            return units
        return (self._unit(*inline), *units)

    def _unit(
        self,
        kind: int,
        op: int | None,
        file: int | None,
        line: int | None,
        column: int | None,
        whole: int | None,
    ) -> IRUnit:
        location = self._location(file, line, column, whole)
        return IRUnit(UNIT_KINDS[kind], self._strings.optional(op), location)

    def _location(
        self, file: int | None, line: int | None, column: int | None, whole: int | None
    ) -> Location | None:
        if whole is not None:
            return self._whole_location(whole)
        if file is None and line is None and column is None:
            return None
        return Location(self._strings.optional(file), line, column)

    def _whole_location(self, index: int) -> Location:
        found = self._locations.get(index)
        if found is None:
            file, line, column, text = self._connection.execute(
                'select file, line, "column", text from locations where id = ?', (self._first | index,)
            ).fetchone()
            found = Location(self._strings.optional(file), line, column, self._strings.text(text))
            self._locations[index] = found
        return found

    def _units(self, keys: Iterable[int]) -> dict[int, list[tuple[int, IRUnit]]]:
        units: dict[int, list[tuple[int, IRUnit]]] = {}
        rows = self._connection.execute(
            'select record, ordinal, kind, op, file, line, "column", location from ir_units'
            " where record in (select value from json_each(?)) order by record, ordinal",
            (json.dumps(list(keys)),),
        )
        for record, ordinal, *unit in rows:
            units.setdefault(record, []).append((ordinal, self._unit(*unit)))
        return units
