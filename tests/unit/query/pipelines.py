"""Runs of a small pipeline with given times, to compare."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from passevents.events import IRUnit, Location, PassKind, PassRecord
from passevents.journal import Moment
from passevents.journal.snapshots import Link, Text

from ..store.journals import SyntheticJournal, record

MS = 1_000_000


def function(line: int) -> IRUnit:
    return IRUnit("operation", "func.func", Location("f.mlir", line, 1))


def pipeline(
    *passes: tuple[str, int], functions: int = 1, patterns: Mapping[str, int] | None = None
) -> list[PassRecord]:
    """The passes (name, milliseconds) on each of the functions, inside a pipeline; then pattern attempts."""
    whole = 2 + functions * sum(ms for _, ms in passes)
    records = [record("pipeline", 0, start_ns=0, duration_ns=whole * MS, kind=PassKind.pipeline)]
    now = MS
    for line in range(functions):
        for name, ms in passes:
            unit = (function(line + 1),)
            records.append(record(name, len(records), 0, 1, start_ns=now, duration_ns=ms * MS, ir_units=unit))
            now += ms * MS
    for name, count in (patterns or {}).items():
        records += [attempt(name, len(records) + number, number == 0) for number in range(count)]
    return records


def attempt(name: str, sequence: int, matched: bool) -> PassRecord:
    action: dict[str, Any] = {"kind": PassKind.action, "tag": "apply-pattern", "changed": matched}
    return record(name, sequence, None, 0, start_ns=0, duration_ns=1, **action)


class JournalWithPrograms(SyntheticJournal):
    """The same with the program before and after some events."""

    programs: Mapping[tuple[int, Moment], str]

    def snapshots(self) -> Iterator[Text | Link]:
        for index, ((sequence, moment), text) in enumerate(self.programs.items()):
            data = text.encode()
            yield Text(hashlib.sha256(data).digest(), len(data), zlib.compress(data))
            yield Link(sequence, moment, index)


def journal(
    records: Sequence[PassRecord],
    number: int = 0,
    programs: Mapping[tuple[int, Moment], str] | None = None,
    **info: Any,
) -> SyntheticJournal:
    """The run of that number of a day; it takes as long as its first record."""
    took = records[0].duration_ns if records else 0
    times = {"started_at": f"2026-01-02T03:04:{number:02d}+00:00", "duration_ns": took}
    made = JournalWithPrograms(records, **{"name": "nightly", **times, **info})
    made.programs = programs or {}
    return made
