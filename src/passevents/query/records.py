"""Records as they are read: one at a time, however many a run has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from passevents.events import Location, PassRecord
from passevents.query.answers import Answer, Layout

if TYPE_CHECKING:
    import pandas
    import polars

Read = tuple[PassRecord, int | None]

_COLUMNS: dict[str, type] = {
    "sequence": int,
    "parent_sequence": int,
    "depth": int,
    "kind": str,
    "tag": str,
    "name": str,
    "phase": str,
    "status": str,
    "changed": bool,
    "iteration": int,
    "thread": int,
    "start_ns": int,
    "end_ns": int,
    "duration_ns": int,
    "self_ns": int,
    "op": str,
    "file": str,
    "line": int,
    "column": int,
    "location": str,
    "detail": str,
    "attributes": object,
    "error": str,
}


def _values(read: Read) -> Sequence[Any]:
    record, self_ns = read
    event = record.event
    unit = record.ir_units[0] if record.ir_units else None
    place = (unit and unit.location) or Location()
    return (
        event.sequence,
        event.parent_sequence,
        event.depth,
        record.kind.value,
        record.tag,
        event.name,
        event.phase,
        record.status.value,
        record.changed,
        record.iteration,
        record.thread,
        record.start_ns,
        record.end_ns,
        record.duration_ns,
        self_ns,
        unit and unit.operation,
        place.file,
        place.line,
        place.column,
        place.text,
        record.detail,
        dict(record.attributes) or None,
        record.error,
    )


RECORD_LAYOUT: Layout[Read] = Layout(_COLUMNS, _values)


class Records(Iterator[PassRecord]):
    """The records of an answer, read from the store as they are asked for, once.

    What is held is one record, however many there are; `to_dicts` and the data frames hold all that is left.
    Their columns are those of the view `events`, the place being that of the first IR unit.
    """

    def __init__(self, reads: Iterator[Read]) -> None:
        self._reads = reads

    def __next__(self) -> PassRecord:
        return next(self._reads)[0]

    def with_self_ns(self) -> Iterator[tuple[PassRecord, int | None]]:
        """Yield each record with its duration less the time in which any of its children ran."""
        return self._reads

    def dicts(self) -> Iterator[dict[str, Any]]:
        """Yield a dictionary for each record as it is read."""
        return RECORD_LAYOUT.dicts(self._reads)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a dictionary for each record."""
        return list(self.dicts())

    def to_pandas(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` of nullable types; raises `MissingPackageError` without pandas."""
        return RECORD_LAYOUT.pandas(self._reads)

    def to_polars(self) -> polars.DataFrame:
        """Return a polars `DataFrame`; raises `MissingPackageError` without polars."""
        return RECORD_LAYOUT.polars(self._reads)


class RecordList(Answer[PassRecord]):
    """Records that were all read; the dictionaries and frames have `self_ns`, too, which a record has not."""

    def __init__(self, reads: Iterable[Read]) -> None:
        known = list(reads)
        super().__init__((record for record, _ in known), RECORD_LAYOUT)
        self._self_ns = {record.event.sequence: self_ns for record, self_ns in known}

    def _laid_out(self) -> Iterable[Read]:
        return ((record, self._self_ns.get(record.event.sequence)) for record in self)
