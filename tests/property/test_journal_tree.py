"""Whatever is written, in whatever order: the reader's tree is what a plain reckoning gives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from passevents._native import Recorder
from passevents.journal import JournalData, memory_run


@st.composite
def forests(draw: st.DrawFn) -> list[int | None]:
    """For each event the index of its parent, an earlier one, or None."""
    parents: list[int | None] = []
    for index in range(draw(st.integers(0, 20))):
        parents.append(draw(st.none() | st.integers(0, index - 1)) if index else None)
    return parents


def recorded(parents: list[int | None], ends: list[int], names: list[str]) -> JournalData:
    run = memory_run()
    recorder = Recorder(run.native, 0)
    events = []
    for index, parent in enumerate(parents):
        events.append((names[index % len(names)], run.next_sequence(), 0, parent, None))
        recorder.start(events[index])
    for index in ends:
        if index < len(events):
            recorder.complete(events[index])
    return run.read()


def in_tree_order(parents: list[int | None]) -> list[int]:
    children: dict[int | None, list[int]] = {}
    for index, parent in enumerate(parents):
        children.setdefault(parent, []).append(index)
    order: list[int] = []
    waiting = list(reversed(children.get(None, [])))
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(children.get(order[-1], []))
    return order


def union(intervals: list[tuple[int, int]]) -> int:
    covered, until = 0, 0
    for start, end in sorted(intervals):
        covered += max(0, end - max(start, until))
        until = max(until, end)
    return covered


@given(forests(), st.permutations(range(20)), st.integers(0, 20), st.lists(st.text(), min_size=1, max_size=3))
def test_order_self_time_and_totals(
    parents: list[int | None], ends: list[int], ended: int, names: list[str]
) -> None:
    data = recorded(parents, ends[:ended], names)
    rows = list(data.rows(0, data.strings))
    assert [row[1] for row in rows] == parents
    assert sorted(range(len(rows)), key=lambda index: rows[index][2]) == in_tree_order(parents)
    for index, row in enumerate(rows):
        subtree = {index}
        for other, parent in enumerate(parents):
            if parent in subtree:
                subtree.add(other)
        assert {other for other in range(len(rows)) if row[2] <= rows[other][2] <= row[3]} == subtree
        if row[14] is None:
            assert row[15] is None
            continue
        inside = [
            (rows[child][13], min(row[14], row[14] if rows[child][14] is None else rows[child][14]))
            for child, parent in enumerate(parents)
            if parent == index and rows[child][13] < row[14]
        ]
        assert row[15] == row[14] - row[13] - union(inside)
    totals = data.summary_rows(data.strings)
    assert sum(total[4] for total in totals) == len(rows)
    assert sum(total[6] for total in totals) == sum(row[15] or 0 for row in rows)
