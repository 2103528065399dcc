"""Two runs side by side: their times, what only one of them did, and where their programs part.

Passes are matched by their key (see `pass_times`), patterns by name, programs by their digests, so that the
runs may be in different stores. Whether a time differs by more than chance is asked of the runs like them
(see `noise`).
"""

from __future__ import annotations

import json
import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from passevents.journal import Moment
from passevents.query.answers import Answer
from passevents.query.comparison import (
    PASS_LAYOUT,
    PATTERN_LAYOUT,
    SETTING_LAYOUT,
    Comparison,
    Divergence,
    PassComparison,
    PatternComparison,
)
from passevents.query.kept_texts import digests, in_time, kept_texts
from passevents.query.noise import Repeats, is_significant
from passevents.query.pass_times import Key, PassTimes, pass_times
from passevents.query.patterns import PATTERN_TAG
from passevents.query.settings import Setting, are_alike, differing, runs_like
from passevents.store.connect import store_errors
from passevents.store.schema import RUN_MASK, run_span

if TYPE_CHECKING:
    from passevents.query.run import Run

# Runs like one of those compared that are looked at, the newest.
_MOST_REPEATS = 10

LEAST_NS = 100_000

_PATTERNS = (
    "select (select text from strings where id = r.name), count(*), sum(r.changed) from records r"
    " where r.id between ? and ? and r.tag = (select id from strings where text = ?)"
    " group by r.name"
)
# Attributes that say with which options a pass ran: MLIR's is the pass as a pipeline spells it.
_OPTION_KEYS = ("pipeline", "options")
_OPTIONS = (
    f"select r.id & {RUN_MASK}, t.text from records r join strings t on t.id = r.attributes"
    " where r.id in (select value from json_each(?))"
)


def compare(first: Run, second: Run, *, least_ns: int = LEAST_NS) -> Comparison:
    """Compare two runs; see `Comparison`. Times that differ by less than `least_ns` are never significant."""
    one, other = _Side(first), _Side(second)
    alike = are_alike(first, second) and first.name == second.name
    _find_repeats(one, other, alike)
    complete = first.status == second.status == "completed"

    def compared(path: Key) -> PassComparison:
        # What a compile had done until it failed says nothing of how long it takes.
        repeats = Repeats(one.repeated(path), other.repeated(path), alike) if complete else None
        return _compared(path, one.times.get(path), other.times.get(path), repeats, least_ns)

    both = [path for path in one.times if path in other.times]
    divergence, programs = _divergence(one, other, both)
    return Comparison(
        first=first,
        second=second,
        whole=compared(()),
        passes=_answer(map(compared, filter(None, both))),
        only_in_first=_answer(compared(path) for path in one.times if path not in other.times),
        only_in_second=_answer(compared(path) for path in other.times if path not in one.times),
        patterns=Answer(_patterns(one.patterns(), other.patterns()), PATTERN_LAYOUT),
        settings=Answer([*differing(first, second), *_options(one, other, both)], SETTING_LAYOUT),
        divergence=divergence,
        programs_compared=programs,
        first_repeats=len(one.repeats),
        second_repeats=len(other.repeats),
        alike=alike,
    )


def _find_repeats(one: _Side, other: _Side, alike: bool) -> None:
    first, second = (
        {
            run.id: run
            for run in runs_like(side.run, _MOST_REPEATS)
            if run.id not in (one.run.id, other.run.id)
        }
        for side in (one, other)
    )
    if alike:
        first = second = first | second
    known = {key: _times(run) for key, run in (first | second).items()}
    one.repeats = [known[key] for key in first]
    other.repeats = [known[key] for key in second]


def _answer(passes: Iterable[PassComparison]) -> Answer[PassComparison]:
    return Answer(passes, PASS_LAYOUT)


class _Side:
    """One of the runs, and those like it."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.connection: sqlite3.Connection = run._store.connection
        self.times = _times(run)
        self.repeats: list[dict[Key, PassTimes]] = []

    def repeated(self, path: Key) -> list[int]:
        return [times[path].own_ns for times in self.repeats if path in times]

    def patterns(self) -> dict[str, tuple[int, int | None]]:
        rows = self.connection.execute(_PATTERNS, (*run_span(self.run.number), PATTERN_TAG))
        return {name or "": (attempts, matches) for name, attempts, matches in rows}

    def programs(self) -> Iterator[tuple[int, Moment, bytes]]:
        """Yield the digest of every program that was kept, with its event and moment, as they followed."""
        known = digests(self.connection, self.run.number)
        for sequence, moment, number in in_time(kept_texts(self.connection, self.run.number)):
            yield sequence, moment, known[number]

    def options(self, sequences: Iterable[int]) -> dict[int, object]:
        """The options of the events with those numbers, where they are known."""
        first, _ = run_span(self.run.number)
        keys = json.dumps([first | sequence for sequence in sequences])
        found = {}
        for sequence, text in self.connection.execute(_OPTIONS, (keys,)):
            attributes = json.loads(text)
            options = [attributes.get(key) for key in _OPTION_KEYS if isinstance(attributes, dict)]
            if any(options):
                found[sequence] = next(filter(None, options))
        return found


def _times(run: Run) -> dict[Key, PassTimes]:
    """The times of a run's passes; the empty key is the run as a whole."""
    with store_errors(run._store.path):
        times = pass_times(run._store.connection, run.number)
    whole_ns = run.duration_ns or 0
    return {(): PassTimes(1, whole_ns, whole_ns), **times}


def _compared(
    path: Key, first: PassTimes | None, second: PassTimes | None, repeats: Repeats | None, least_ns: int
) -> PassComparison:
    one, other = first.own_ns if first else None, second.own_ns if second else None
    significant = None
    if repeats is not None and one is not None and other is not None:
        significant = is_significant(one, other, repeats, least_ns)
    return PassComparison(
        path=path,
        first_count=first.count if first else 0,
        second_count=second.count if second else 0,
        first_ns=one,
        second_ns=other,
        ratio=other / one if one and other is not None else None,
        significant=significant,
    )


def _patterns(
    first: Mapping[str, tuple[int, int | None]], second: Mapping[str, tuple[int, int | None]]
) -> Iterator[PatternComparison]:
    for name in sorted({*first, *second}):
        one, other = first.get(name, (0, None)), second.get(name, (0, None))
        yield PatternComparison(name, one[0], other[0], one[1], other[1])


def _options(one: _Side, other: _Side, both: Iterable[Key]) -> Iterator[Setting]:
    """The passes whose options differ."""
    pairs = [(path, one.times[path].sequences[0], other.times[path].sequences[0]) for path in both if path]
    first = one.options(sequence for _, sequence, _ in pairs)
    second = other.options(sequence for _, _, sequence in pairs)
    for path, left, right in pairs:
        if first.get(left) != second.get(right):
            name = " > ".join(map(str, path))
            yield Setting(f"{name} options", first.get(left), second.get(right))


def _divergence(one: _Side, other: _Side, both: Iterable[Key]) -> tuple[Divergence | None, int]:
    """Where the programs first differ, and of how many passes they were compared."""
    first, second = list(one.programs()), list(other.programs())
    theirs = {(sequence, moment): digest for sequence, moment, digest in second}
    befores = (_beginnings(first), _beginnings(second))
    opposite = {
        left: (path, right)
        for path in both
        for left, right in _paired(one.times[path].sequences, other.times[path].sequences, *befores)
    }
    compared = set()
    for sequence, moment, digest in first:
        path, right = opposite.get(sequence, ((), -1))
        if (right, moment) not in theirs:
            continue
        compared.add(sequence)
        if theirs[right, moment] != digest:
            parted = Divergence(path, moment, one.run.record(sequence), other.run.record(right))
            return parted, len(compared)
    return None, len(compared)


def _beginnings(programs: Iterable[tuple[int, Moment, bytes]]) -> dict[int, bytes]:
    """The digests of the programs that events began with."""
    return {sequence: digest for sequence, moment, digest in programs if moment == "before"}


def _paired(
    lefts: Iterable[int], rights: Iterable[int], before: Mapping[int, bytes], theirs: Mapping[int, bytes]
) -> Iterator[tuple[int, int]]:
    """Pair the events of one key: those that began with the same program, then the others in their order.

    A pass that runs on many functions takes them in another order every time where there are threads.
    """
    waiting: dict[bytes | None, deque[int]] = {}
    for right in rights:
        waiting.setdefault(theirs.get(right), deque()).append(right)
    left_over = []
    for left in lefts:
        same = waiting.get(before.get(left))
        if same and left in before:
            yield left, same.popleft()
        else:
            left_over.append(left)
    yield from zip(left_over, sorted(right for same in waiting.values() for right in same), strict=False)
