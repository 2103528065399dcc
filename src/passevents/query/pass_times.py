"""The passes of a run, each under a key that means the same pass in another run of the same pipeline.

A key is the way from the outermost event to the pass: at each step the kind, the name, and the how-many-th it
is of that name there, on the same operation. So the second `canonicalize` of a pipeline is told from the
first; and a pass that runs on a hundred functions is one key, whose times are added up.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import attrs

from passevents.events import PassKind
from passevents.query.rows import KINDS
from passevents.store.schema import RUN_MASK, run_span
from passevents.store.strings import StringCache

_LEFT_OUT = ", ".join(str(KINDS.index(kind)) for kind in (PassKind.action, PassKind.diagnostic))
# Actions are left out: there are a thousand for each pass, and what they take is its time.
_PASSES = (
    f'select id & {RUN_MASK}, pre, pre + descendants, kind, name, op, file, line, "column", location,'
    " start_ns, duration_ns from records"
    f" where id between ? and ? and kind not in ({_LEFT_OUT}) order by pre"
)


class Step(NamedTuple):
    """One step on the way to a pass: the `occurrence`-th of that kind and name there, from 1."""

    kind: str
    name: str
    occurrence: int

    def __str__(self) -> str:
        return self.name if self.occurrence == 1 else f"{self.name}#{self.occurrence}"


Key = tuple[Step, ...]


@attrs.define
class PassTimes:
    """What a run spent under one key: `count` events, the numbers of which are `sequences`.

    `total_ns` is the time in them, `own_ns` that less the time in which passes inside them ran: of both,
    patterns are a part, and the times of threads that ran at once add up.
    """

    count: int = 0
    total_ns: int = 0
    own_ns: int = 0
    sequences: list[int] = attrs.field(factory=list)


def pass_times(connection: sqlite3.Connection, run: int) -> dict[Key, PassTimes]:
    """Return the times of the passes of the run numbered `run`, in tree order."""
    found: dict[Key, PassTimes] = {}
    rows = connection.execute(_PASSES, run_span(run))
    for key, sequence, duration_ns, inside in _walk(rows, StringCache(connection), found):
        times = found[key]
        times.count += 1
        times.sequences.append(sequence)
        times.total_ns += duration_ns
        times.own_ns += max(0, duration_ns - _union(inside))
    return found


class _Open:
    """A pass whose rows inside are still coming."""

    __slots__ = ("duration_ns", "end", "inside", "key", "names", "sequence")

    def __init__(self, key: Key, sequence: int, end: float, duration_ns: int) -> None:
        self.key = key
        self.sequence = sequence
        self.end = end
        self.duration_ns = duration_ns
        self.names: Counter[tuple[Any, ...]] = Counter()
        self.inside: list[tuple[int, int]] = []


def _walk(
    rows: Iterable[tuple[Any, ...]], text: StringCache, found: dict[Key, PassTimes]
) -> Iterator[tuple[Key, int, int, list[tuple[int, int]]]]:
    """Yield each pass with what ran inside it, when that is known; `found` gets the keys in tree order."""
    around = [_Open((), -1, float("inf"), 0)]
    for sequence, pre, end, kind, name, *unit, start_ns, duration_ns in rows:
        while around[-1].end < pre:
            done = around.pop()
            yield done.key, done.sequence, done.duration_ns, done.inside
        parent = around[-1]
        parent.names[kind, name, *unit] += 1
        step = Step(KINDS[kind].value, text[name] or "", parent.names[kind, name, *unit])
        key = (*parent.key, step)
        found.setdefault(key, PassTimes())
        took_ns = duration_ns or 0
        parent.inside.append((start_ns, start_ns + took_ns))
        around.append(_Open(key, sequence, end, took_ns))
    for done in reversed(around[1:]):
        yield done.key, done.sequence, done.duration_ns, done.inside


def _union(intervals: list[tuple[int, int]]) -> int:
    """The time covered by at least one of them."""
    covered, until = 0, 0
    for start, end in sorted(intervals):
        covered += max(0, end - max(start, until))
        until = max(until, end)
    return covered
