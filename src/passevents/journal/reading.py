"""Reading a journal: of this process, of another that closed it, or of one that died."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from passevents._native import JournalReader, SqliteHandle, blocks_of, insert_blocks, insert_rows
from passevents.events.model import IRUnit, Location, PassEvent, PassKind, PassRecord, PassStatus
from passevents.journal import native_snapshots
from passevents.journal.folder import read_info
from passevents.journal.snapshots import Link, Text, contents_of, entries

_KINDS = tuple(PassKind)
_STATUSES = tuple(PassStatus)
_UNIT_KINDS = ("operation", "region", "block", "value")


class JournalData:
    """A journal, paired and put into tree order.

    ``info`` is what is known of the run. ``counts`` are of the journal: ``events``; ``open``, those without
    an end; and what is not as it should be: ``ends_without_begin``, ``lost_parents`` (events made roots),
    ``repeated`` numbers, and ``unreadable`` events behind damage in their file. ``dropped`` events found no
    room. Times are nanoseconds since the start of the recording.

    ``strings`` are all texts; two of them may be equal, where bytes that are no text were escaped. Whoever
    stores them gives a value for each, in order, to :meth:`rows`. Open events have the status
    ``incomplete`` where the run was closed, else ``lost``.
    """

    def __init__(
        self,
        reader: JournalReader,
        info: dict[str, Any],
        snapshots: bytes = b"",
        native: native_snapshots.Contents = b"",
    ) -> None:
        self._reader = reader
        self._snapshots = snapshots
        self._native_snapshots = native
        self.info = info
        self.counts = reader.counts()
        self.dropped = int(info.get("dropped") or 0)
        self.clock_origin_ns = int(info.get("clock_origin_ns") or reader.origin_ns)

    @property
    def closed(self) -> bool:
        """Whether the run was closed by its owner; a process that died did not get to it."""
        return "status" in self.info

    @property
    def open_status(self) -> PassStatus:
        """What became of events that have no end."""
        return PassStatus.incomplete if self.closed else PassStatus.lost

    @cached_property
    def strings(self) -> list[str]:
        """Every text; invalid UTF-8, lone surrogates and NUL are shown as backslash escapes."""
        strings = self._reader.strings()
        strings += [_merged(strings[begin], strings[end]) for begin, end in self._reader.attribute_pairs()]
        return strings

    @cached_property
    def locations(self) -> list[tuple[int | None, int | None, int | None, int]]:
        """Locations that are more than file, line and column, as (file, line, column, text) with indices of
        ``strings``.
        """
        return self._reader.locations()

    def rows(
        self, run_number: int, string_ids: Sequence[Any], location_ids: Sequence[Any] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Every event, in the order of sequence numbers, as a row of 24 columns.

        (run_number << 32 | sequence, parent_sequence, pre, pre_end, depth, kind, status, changed,
        iteration, tag, name, phase, thread, start_ns, end_ns, self_ns, operation, file, line, column,
        location, detail, attributes, error). A subtree is the rows whose ``pre`` lies in ``pre..pre_end``
        of its root. Texts are the values given in ``string_ids``, ``location`` is one of ``location_ids``
        (without them: an index of ``locations``), only where the location is more than file, line and
        column.
        """
        open_status = _STATUSES.index(self.open_status)
        return self._reader.rows(run_number, string_ids, location_ids, open_status)

    def insert_into(
        self,
        handle: SqliteHandle,
        grouped: str,
        group: int,
        single: str,
        run_number: int,
        string_ids: list[int],
    ) -> None:
        """Insert what :meth:`rows` gives natively; see :func:`passevents.journal.sqlite.insert_records`."""
        open_status = _STATUSES.index(self.open_status)
        insert_rows(handle, self._reader, grouped, group, single, run_number, string_ids, open_status)

    def units_rows(
        self, run_number: int, string_ids: Sequence[Any], location_ids: Sequence[Any] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """The IR units beyond each event's first, as (id of the event, position from 1, kind, operation,
        file, line, column, location).
        """
        return self._reader.units_rows(run_number, string_ids, location_ids)

    def summary_rows(self, string_ids: Sequence[Any]) -> list[tuple[Any, Any, int, Any, int, int, int]]:
        """For each name, phase, kind and tag: (name, phase, kind, tag, count, total_ns, self_ns).

        The total is of the outermost events of that name only: a pass within itself is not counted twice.
        """
        return self._reader.totals(string_ids)

    def blocks(
        self, run_number: int, string_ids: Sequence[int], shift: int
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """What stands in each block of ``1 << shift`` sequence numbers.

        (run_number, block, first pre, last pre, least depth, longest duration) of each block, and
        (run_number, facet, value, block, longest duration) of each distinct value in it; facets are those of
        ``passevents.store.blocks``.
        """
        open_status = _STATUSES.index(self.open_status)
        return blocks_of(self._reader, run_number, list(string_ids), shift, open_status)

    def insert_blocks_into(
        self,
        handle: SqliteHandle,
        block: str,
        value: str,
        run_number: int,
        string_ids: Sequence[int],
        shift: int,
    ) -> None:
        """Insert what :meth:`blocks` gives natively, by two statements that take its columns."""
        open_status = _STATUSES.index(self.open_status)
        insert_blocks(handle, self._reader, block, value, run_number, list(string_ids), shift, open_status)

    def snapshots(self) -> Iterator[Text | Link]:
        """The texts of the program that were kept, and which events began and ended with them."""
        texts = 0
        for entry in entries(self._snapshots):
            texts += isinstance(entry, Text)
            yield entry
        for entry in native_snapshots.entries(self._native_snapshots):
            yield entry if isinstance(entry, Text) else attrs.evolve(entry, text=entry.text + texts)

    def records(self) -> Iterator[PassRecord]:
        """Every event as an object, in the order of sequence numbers; open ones have no end."""
        places = [self._location(place) for place in self.locations]
        units: dict[int, list[IRUnit]] = {}
        for sequence, _, kind, operation, *place in self.units_rows(0, self.strings, places):
            units.setdefault(sequence, []).append(IRUnit(_UNIT_KINDS[kind], operation, _location(*place)))
        for row in self.rows(0, self.strings, places):
            yield _record(row, units)

    def _location(self, place: tuple[int | None, int | None, int | None, int]) -> Location:
        file, line, column, text = place
        return Location(None if file is None else self.strings[file], line, column, self.strings[text])


def read(directory: str | Path) -> JournalData:
    """Read the journal in this folder. Raises JournalError where there is none, or one of an unknown version.

    Everything that was committed is there, whatever happened to the process that wrote it.
    """
    directory = Path(directory)
    info = read_info(directory)
    reader = JournalReader.of_directory(str(directory))
    return JournalData(reader, info, contents_of(directory), native_snapshots.contents_of(directory))


def _merged(begin: str, end: str) -> str:
    """The attributes known at the end, over those known at the start."""
    try:
        return json.dumps({**json.loads(begin), **json.loads(end)})
    except (ValueError, TypeError):
        return end


def _location(
    file: str | None, line: int | None, column: int | None, complex_place: Location | None
) -> Location | None:
    if complex_place is not None:
        return complex_place
    return None if file is None and line is None else Location(file, line, column)


def _record(row: tuple[Any, ...], units: dict[int, list[IRUnit]]) -> PassRecord:
    sequence, parent, _, _, depth, kind, status, changed, iteration, tag, name, phase = row[:12]
    thread, start_ns, end_ns, _ = row[12:16]
    operation, file, line, column, place, detail, attributes, error = row[16:]
    location = _location(file, line, column, place)
    first = [] if operation is None and location is None else [IRUnit("operation", operation, location)]
    return PassRecord(
        event=PassEvent(name or "", sequence, depth, parent, phase),
        kind=_KINDS[kind],
        status=_STATUSES[status],
        start_ns=start_ns,
        end_ns=end_ns,
        thread=thread,
        tag=tag,
        changed=None if changed is None else bool(changed),
        iteration=iteration,
        detail=detail,
        ir_units=(*first, *units.get(sequence, ())),
        attributes=_attributes(attributes),
        error=error,
    )


def _attributes(text: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    try:
        value = json.loads(text)
    except ValueError:
        return {"text": text}
    return value if isinstance(value, dict) else {"value": value}
