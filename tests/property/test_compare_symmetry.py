"""Comparing the other way round says the same the other way round."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passevents.query import Comparison, EventStore, PassComparison
from passevents.query.noise import NEEDED, Repeats, is_significant
from passevents.store.ingest import ingest
from passevents.store.writer import writer

from ..unit.query.pipelines import journal, pipeline

PASSES = st.lists(st.tuples(st.sampled_from(["cse", "inline", "dce"]), st.integers(1, 40)), max_size=4)
RUNS = st.lists(st.tuples(PASSES, st.sampled_from(["a", "b"])), min_size=2, max_size=7)
TIMES = st.integers(0, 10**9)


@settings(deadline=None, max_examples=30)
@given(RUNS)
def test_a_comparison_is_symmetric(
    tmp_path_factory: pytest.TempPathFactory, runs: list[tuple[list[tuple[str, int]], str]]
) -> None:
    path = tmp_path_factory.mktemp("compare") / "events.db"
    for number, (passes, setting) in enumerate(runs):
        with writer(path) as connection:
            ingest(connection, journal(pipeline(*passes), number, pipeline=setting))
    with EventStore(path) as store:
        first, second = store.runs()[:2]
        there, back = first.compare(second), second.compare(first)
    assert names(there.only_in_first) == names(back.only_in_second)
    assert {turned(each) for each in there.passes} == {seen(each) for each in back.passes}
    assert turned(there.whole) == seen(back.whole)
    assert [(each.name, each.second, each.first) for each in there.settings] == [
        (each.name, each.first, each.second) for each in back.settings
    ]
    assert not slower(there) & slower(back)


def names(passes: Sequence[PassComparison]) -> list[str]:
    return sorted(each.name for each in passes)


def slower(comparison: Comparison) -> set[str]:
    return {each.name for each in comparison.slower()}


def seen(each: PassComparison) -> tuple[object, ...]:
    return (each.name, each.first_count, each.second_count, each.first_ns, each.second_ns, each.significant)


def turned(each: PassComparison) -> tuple[object, ...]:
    return (each.name, each.second_count, each.first_count, each.second_ns, each.first_ns, each.significant)


@given(TIMES, TIMES, st.lists(TIMES, max_size=6), st.lists(TIMES, max_size=6), st.booleans())
def test_significance_does_not_depend_on_which_comes_first(
    first: int, second: int, like_first: list[int], like_second: list[int], alike: bool
) -> None:
    if alike:
        like_second = like_first
    answer = is_significant(first, second, Repeats(like_first, like_second, alike))
    assert answer == is_significant(second, first, Repeats(like_second, like_first, alike))
    assert (answer is None) == (max(len(like_first), len(like_second)) + 1 < NEEDED)


@given(TIMES, TIMES, st.lists(TIMES, min_size=3, max_size=6))
def test_times_within_all_that_was_seen_are_never_significant(
    first: int, second: int, others: list[int]
) -> None:
    low, high = min(others), max(others)
    inside = [min(max(time, low), high) for time in (first, second)]
    assert is_significant(inside[0], inside[1], Repeats(others, others, alike=True)) is False
