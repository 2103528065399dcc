"""Journals made of records in plain Python, in the form in which the store reads them.

They hold what real journals cannot be made to hold on purpose (lost frames, drops), and need no recorder.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from passevents.events import IRUnit, Location, PassEvent, PassKind, PassRecord, PassStatus

KINDS = list(PassKind)
STATUSES = list(PassStatus)
UNIT_KINDS = ["operation", "region", "block", "value"]


def record(
    name: str,
    sequence: int,
    parent: int | None = None,
    depth: int = 0,
    *,
    phase: str | None = None,
    start_ns: int | None = None,
    duration_ns: int | None = 100,
    kind: PassKind = PassKind.pass_,
    status: PassStatus = PassStatus.completed,
    **further: Any,
) -> PassRecord:
    start = sequence * 1_000 if start_ns is None else start_ns
    end = None if duration_ns is None else start + duration_ns
    event = PassEvent(name, sequence, depth, parent, phase)
    return PassRecord(event, kind, status, start, end, thread=7, **further)


class SyntheticJournal:
    """What `passevents.journal.read` returns, for `records` of a run whose tree order is its start order."""

    def __init__(self, records: Iterable[PassRecord], dropped: int = 0, **info: Any) -> None:
        self.kept = sorted(records, key=lambda record: record.event.sequence)
        self.dropped = dropped
        self.counts: dict[str, int] = {}
        self.info = {
            "id": str(uuid.uuid4()),
            "status": "completed",
            "started_at": "2026-01-02T03:04:05.000006+00:00",
            "finished_at": "2026-01-02T03:04:06.000006+00:00",
        } | info
        self.strings: list[str] = []
        self.locations: list[tuple[int | None, int | None, int | None, int]] = []
        self._rows = [self._row(record) for record in self.kept]

    def rows(self, run: int, ids: Sequence[int]) -> Iterator[tuple[Any, ...]]:
        ends = self._subtree_ends()
        for pre, (record, row) in enumerate(zip(self.kept, self._rows, strict=True)):
            texts = [None if index is None else ids[index] for index in row]
            tag, name, phase, op, file, detail, attributes, error = texts
            line, column, location = self._place(record)
            event = record.event
            changed = None if record.changed is None else int(record.changed)
            yield (
                *(run << 32 | event.sequence, event.parent_sequence, pre, ends[pre], event.depth),
                *(KINDS.index(record.kind), STATUSES.index(record.status), changed, record.iteration),
                *(tag, name, phase, record.thread, record.start_ns, record.end_ns, record.duration_ns),
                *(op, file, line, column, location, detail, attributes, error),
            )

    def snapshots(self) -> Iterator[Any]:
        return iter(())

    def units_rows(self, run: int, ids: Sequence[int]) -> Iterator[tuple[Any, ...]]:
        for record in self.kept:
            for ordinal, unit in enumerate(record.ir_units):
                if ordinal or not is_inline(unit):
                    location = unit.location or Location()
                    index = self._complex(location)
                    yield (
                        *(run << 32 | record.event.sequence, ordinal, UNIT_KINDS.index(unit.kind)),
                        *(self._id(unit.operation, ids), self._id(location.file, ids)),
                        *(location.line, location.column, index),
                    )

    def summary_rows(self, ids: Sequence[int]) -> list[tuple[Any, ...]]:
        sums: dict[tuple[Any, ...], list[int]] = {}
        for record, row in zip(self.kept, self._rows, strict=True):
            key = (ids[row[1]], self._map(row[2], ids), KINDS.index(record.kind), self._map(row[0], ids))
            count = sums.setdefault(key, [0, 0, 0])
            duration = record.duration_ns or 0
            count[:] = [count[0] + 1, count[1] + duration, count[2] + duration]
        return [(*key, *values) for key, values in sums.items()]

    def _row(self, record: PassRecord) -> list[int | None]:
        unit = record.ir_units[0] if record.ir_units else IRUnit("operation")
        unit = unit if is_inline(unit) else IRUnit("operation")
        for other in record.ir_units:
            self._string(other.operation)
            self._complex(other.location or Location())
        texts = [
            *(record.tag, record.event.name, record.event.phase),
            *(unit.operation, unit.location.file if unit.location else None, record.detail),
            *(json.dumps(record.attributes) if record.attributes else None, record.error),
        ]
        return [self._string(text) for text in texts]

    def _place(self, record: PassRecord) -> tuple[int | None, int | None, int | None]:
        if not record.ir_units or not is_inline(record.ir_units[0]):
            return (None, None, None)
        location = record.ir_units[0].location or Location()
        return (location.line, location.column, self._complex(location))

    def _complex(self, location: Location) -> int | None:
        file = self._string(location.file)
        text = self._string(location.text)
        if text is None:
            return None
        row = (file, location.line, location.column, text)
        if row not in self.locations:
            self.locations.append(row)
        return self.locations.index(row)

    def _string(self, text: str | None) -> int | None:
        if text is None:
            return None
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def _id(self, text: str | None, ids: Sequence[int]) -> int | None:
        return self._map(self._string(text), ids)

    @staticmethod
    def _map(index: int | None, ids: Sequence[int]) -> int | None:
        return None if index is None else ids[index]

    def _subtree_ends(self) -> list[int]:
        position = {record.event.sequence: pre for pre, record in enumerate(self.kept)}
        ends = list(range(len(self.kept)))
        for pre in reversed(range(len(self.kept))):
            parent = self.kept[pre].event.parent_sequence
            if parent is not None:
                ends[position[parent]] = max(ends[position[parent]], ends[pre])
        return ends


def is_inline(unit: IRUnit) -> bool:
    return unit.kind == "operation" and unit.operation is not None
