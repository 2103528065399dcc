"""Attempts, matches and time of rewrite patterns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from passevents.events import PassKind, PassRecord
from passevents.query import EventStore, PatternTotal, Run

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record


def attempt(
    name: str,
    sequence: int,
    parent: int | None,
    changed: bool | None,
    duration_ns: int | None = 10,
    **further: Any,
) -> PassRecord:
    action: dict[str, Any] = {"kind": PassKind.action, "tag": "apply-pattern"}
    return record(name, sequence, parent, changed=changed, duration_ns=duration_ns, **action, **further)


RECORDS = [
    record("canonicalize", 0, duration_ns=5_000),
    record("greedy", 1, 0, kind=PassKind.action, tag="GreedyPatternRewriteIteration", duration_ns=4_000),
    attempt("FoldAdd", 2, 1, True),
    attempt("DropZero", 3, 1, False, 30),
    attempt("FoldAdd", 4, 1, False),
    attempt("FoldAdd", 5, 1, None),
    record("convert", 6, phase="late", duration_ns=900),
    attempt("FoldAdd", 7, 6, True, 100, phase="late"),
    # What a pattern made is legalized inside it.
    attempt("FoldAdd", 8, 7, True, 40, phase="late"),
    attempt("Unfinished", 9, 6, None, None, phase="late"),
    attempt("Alone", 10, None, False, 1),
]


@pytest.fixture(params=["natively", "through Python"])
def run(fill: Fill, request: pytest.FixtureRequest) -> Iterator[Run]:
    with fill(SyntheticJournal(RECORDS[:3]), SyntheticJournal(RECORDS, name="asked")) as store:
        if request.param == "through Python":
            store.connection.handle = None  # type: ignore[attr-defined]
        yield store.run("asked")


def by_name(totals: list[PatternTotal]) -> dict[Any, PatternTotal]:
    return {(total.name, total.pass_name): total for total in totals}


def test_attempts_matches_and_time_are_added_up(run: Run) -> None:
    totals = by_name(run.patterns())
    assert totals["DropZero", None] == PatternTotal(
        name="DropZero", attempts=1, misses=1, total_ns=30, self_ns=30, wasted_ns=30
    )
    assert (totals["DropZero", None].match_rate, totals["Unfinished", None].match_rate) == (0, None)
    folded = totals["FoldAdd", None]
    assert (folded.attempts, folded.matches, folded.misses, folded.wasted_ns) == (5, 3, 1, 10)
    assert folded.match_rate == 0.75


def test_an_attempt_inside_another_of_the_pattern_counts_once_in_the_total(run: Run) -> None:
    assert by_name(run.patterns())["FoldAdd", None].total_ns == 10 + 10 + 10 + 100


def test_the_longest_come_first(run: Run) -> None:
    times = [total.self_ns for total in run.patterns()]
    assert times == sorted(times, reverse=True)


def test_each_pass_may_have_its_own(run: Run) -> None:
    totals = by_name(run.patterns(by_pass=True))
    assert {key: total.attempts for key, total in totals.items()} == {
        ("FoldAdd", "canonicalize"): 3,
        ("DropZero", "canonicalize"): 1,
        ("FoldAdd", "convert"): 2,
        ("Unfinished", "convert"): 1,
        ("Alone", None): 1,
    }


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({"phase": "late"}, {"FoldAdd", "Unfinished"}),
        ({"under": 1}, {"FoldAdd", "DropZero"}),
        ({"tag": "x"}, set()),
    ],
)
def test_they_can_be_narrowed(run: Run, filters: dict[str, Any], names: set[str]) -> None:
    for by_pass in (False, True):
        assert {total.name for total in run.patterns(by_pass=by_pass, **filters)} == names


def test_a_run_without_patterns_has_none(store: EventStore) -> None:
    assert store.run("before").patterns(phase="") == []
