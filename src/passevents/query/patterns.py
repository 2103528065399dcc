"""How often each rewrite pattern of a run was tried, how often it matched, and what that cost.

A rewrite driver tries patterns by the thousand, and most attempts match nothing. Read in one pass over the
attempts, in tree order where the pass around each is asked for: what is held is one line for each pattern.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from passevents.events import PassKind
from passevents.journal.sqlite import fold_leaves
from passevents.query.filters import Selection
from passevents.query.groups import group_rows
from passevents.query.rows import KINDS
from passevents.store.schema import run_span
from passevents.store.strings import StringCache

PATTERN_TAG = "apply-pattern"

_OF_PATTERNS = "select * from ({0}) where tag = (select id from strings where text = ?)"
# The columns that `fold_leaves` takes: attempts of one outcome under one parent become one row.
_ATTEMPTS = (
    "select id, pre, descendants, kind, changed, parent_sequence, name, null, null, coalesce(duration_ns, 0),"
    " coalesce(self_ns, 0), null, null, null, null, null{1} from ({0})"
)
_PASSES = "select pre, descendants, name from records where id between ? and ? and kind = ? order by pre"


@attrs.define(kw_only=True)
class PatternTotal:
    """All attempts of one pattern, or those in one pass.

    `matches` and `misses` count the attempts that are known to have matched and not to have; of the others
    nothing is known. `total_ns` counts an attempt inside another of the same pattern once, `self_ns` leaves
    out what ran inside, and `wasted_ns` is that of the misses alone. The times of threads add up.
    `pass_name` is set where passes were asked for, None for attempts outside any.
    """

    name: str
    pass_name: str | None = None
    attempts: int = 0
    matches: int = 0
    misses: int = 0
    total_ns: int = 0
    self_ns: int = 0
    wasted_ns: int = 0

    @property
    def match_rate(self) -> float | None:
        """The part of the attempts whose outcome is known that matched; None where none is."""
        known = self.matches + self.misses
        return self.matches / known if known else None


def pattern_totals(
    connection: sqlite3.Connection, run: int, selection: Selection, *, by_pass: bool = False
) -> list[PatternTotal]:
    """Return the totals of the selected attempts, most self time first."""
    attempts = Selection(_OF_PATTERNS.format(selection.sql), (*selection.parameters, PATTERN_TAG))
    totals = _by_pass(connection, run, attempts) if by_pass else _by_pattern(connection, attempts)
    return sorted(totals, key=lambda total: -total.self_ns)


def _by_pattern(connection: sqlite3.Connection, attempts: Selection) -> list[PatternTotal]:
    texts = StringCache(connection)
    return [
        PatternTotal(
            name=(texts[name] or "") if name >= 0 else "",
            attempts=count,
            matches=changed,
            misses=unchanged,
            total_ns=total_ns,
            self_ns=self_ns,
            wasted_ns=wasted_ns,
        )
        for name, count, total_ns, self_ns, changed, unchanged, wasted_ns in group_rows(
            connection, attempts, ("name",)
        )
    ]


def _by_pass(connection: sqlite3.Connection, run: int, attempts: Selection) -> list[PatternTotal]:
    enclosing = _Enclosing(_passes(connection, run))
    totals: dict[tuple[int | None, int | None], PatternTotal] = {}
    # One past the subtree of the last outermost attempt, by pattern.
    open_until: dict[int | None, int] = {}
    texts = StringCache(connection)
    for row in _attempt_rows(connection, attempts):
        _, pre, descendants, _, changed, _, name, _, _, duration_ns, self_ns, *_, count, _, _ = row
        around = enclosing.name_at(pre)
        total = totals.get((name, around))
        if total is None:
            total = totals[name, around] = PatternTotal(name=texts[name] or "", pass_name=texts[around])
        total.attempts += count
        total.self_ns += self_ns
        if pre >= open_until.get(name, 0):
            total.total_ns += duration_ns
            open_until[name] = pre + descendants + 1
        if changed == 1:
            total.matches += count
        elif changed == 0:
            total.misses += count
            total.wasted_ns += self_ns
    return list(totals.values())


def _attempt_rows(connection: sqlite3.Connection, attempts: Selection) -> Iterable[Sequence[Any]]:
    """The attempts in tree order, each row with how many like ones it stands for."""
    query = _ATTEMPTS.format(attempts.sql, "")
    rows = fold_leaves(connection, query, attempts.parameters, KINDS.index(PassKind.action))
    if rows is not None:
        return rows
    return connection.execute(
        _ATTEMPTS.format(attempts.sql, ", 1, 1, 1") + " order by pre", attempts.parameters
    )


def _passes(connection: sqlite3.Connection, run: int) -> Iterator[tuple[int, int, int | None]]:
    return connection.execute(_PASSES, (*run_span(run), KINDS.index(PassKind.pass_)))


class _Enclosing:
    """The innermost pass around each place in tree order, asked for in that order."""

    def __init__(self, passes: Iterable[tuple[int, int, int | None]]) -> None:
        self._passes = iter(passes)
        self._next = next(self._passes, None)
        self._open: list[tuple[int, int | None]] = []

    def name_at(self, pre: int) -> int | None:
        while self._next is not None and self._next[0] < pre:
            begin, descendants, name = self._next
            self._close(begin)
            self._open.append((begin + descendants, name))
            self._next = next(self._passes, None)
        self._close(pre)
        return self._open[-1][1] if self._open else None

    def _close(self, pre: int) -> None:
        while self._open and self._open[-1][0] < pre:
            self._open.pop()
