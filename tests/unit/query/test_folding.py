"""Trees with like siblings folded into one branch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from passevents.events import IRUnit, Location, PassKind, PassRecord, PassStatus
from passevents.query import Branch, Folding
from passevents.query.folding import walk

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record

Fold = Callable[..., list[Branch]]


def action(name: str, sequence: int, parent: int | None, **further: Any) -> PassRecord:
    return record(name, sequence, parent, kind=PassKind.action, tag="apply-pattern", **further)


def like(names: list[str], **further: Any) -> list[PassRecord]:
    """Actions one after another, none inside another."""
    return [action(name, sequence, None, **further) for sequence, name in enumerate(names)]


@pytest.fixture(params=["natively", "through Python"])
def branches(fill: Fill, request: pytest.FixtureRequest) -> Fold:
    """Store the records, and fold the tree of them."""

    def folded(records: list[PassRecord], folding: Folding | None = None, **filters: Any) -> list[Branch]:
        with fill(SyntheticJournal(records)) as store:
            if request.param == "through Python":
                store.connection.handle = None  # type: ignore[attr-defined]
            return store.run().branches(folding, **filters)

    return folded


def shape(branches: list[Branch]) -> list[tuple[int, str, int]]:
    return [(level, branch.record.event.name, branch.count) for level, branch in walk(branches)]


def test_patterns_that_alternate_become_one_branch_each(branches: Fold) -> None:
    assert shape(branches(like(["Fold", "Drop", "Fold"]))) == [(0, "Fold", 2), (0, "Drop", 1)]


def test_a_few_like_passes_stay_apart(branches: Fold) -> None:
    assert shape(branches([record("cse", 0), record("cse", 1)])) == [(0, "cse", 1), (0, "cse", 1)]


def test_many_like_passes_become_one_with_their_children_folded_too(branches: Fold) -> None:
    records: list[PassRecord] = []
    for first in range(0, 27, 3):
        records += [record("cse", first), action("Fold", first + 1, first), action("Drop", first + 2, first)]
    assert shape(branches(records)) == [(0, "cse", 9), (1, "Fold", 9), (1, "Drop", 9)]


def test_children_that_stay_apart_are_counted_over_all_folded_parents(branches: Fold) -> None:
    """Two parents of two like children each: folding the parents brings four together."""
    records = [record("outer", 0), record("in", 1, 0), record("in", 2, 0)]
    records += [record("outer", 3), record("in", 4, 3), record("in", 5, 3)]
    assert shape(branches(records, Folding(others=3))) == [
        (0, "outer", 1),
        (1, "in", 1),
        (1, "in", 1),
        (0, "outer", 1),
        (1, "in", 1),
        (1, "in", 1),
    ]
    assert shape(branches(records, Folding(others=1))) == [(0, "outer", 2), (1, "in", 4)]


def test_a_failed_event_is_not_folded_into_those_that_went_well(branches: Fold) -> None:
    tried = [action("Fold", 0, None), action("Fold", 1, None, status=PassStatus.failed)]
    assert shape(branches(tried)) == [(0, "Fold", 1), (0, "Fold", 1)]


def test_events_of_another_phase_are_not_folded_together(branches: Fold) -> None:
    tried = [action("Fold", 0, None, phase="a"), action("Fold", 1, None, phase="b")]
    assert shape(branches(tried)) == [(0, "Fold", 1), (0, "Fold", 1)]


def test_branches_stay_in_the_order_of_their_first_event(branches: Fold) -> None:
    mixed = [record("a", 0), action("Fold", 1, None), record("b", 2), action("Fold", 3, None)]
    assert shape(branches(mixed)) == [(0, "a", 1), (0, "Fold", 2), (0, "b", 1)]


def test_a_fold_adds_up_times_and_changes(branches: Fold) -> None:
    [branch] = branches(like(["Fold"] * 3, duration_ns=100, changed=True))
    assert (branch.duration_ns, branch.self_ns, branch.changed) == (300, 300, 3)


def test_a_fold_of_what_never_ended_has_no_time(branches: Fold) -> None:
    [branch] = branches(like(["Fold"] * 2, duration_ns=None, status=PassStatus.lost))
    assert (branch.count, branch.duration_ns) == (2, None)


@pytest.mark.parametrize(("lines", "location"), [([7, 7], "a.mlir:7:1"), ([7, 8], None)])
def test_a_fold_says_only_what_all_of_it_have_in_common(
    branches: Fold, lines: list[int], location: str | None
) -> None:
    units = [IRUnit("operation", "arith.addi", Location("a.mlir", line, 1)) for line in lines]
    [branch] = branches([action("Fold", i, None, ir_units=(unit,)) for i, unit in enumerate(units)])
    assert (branch.operation, branch.location) == ("arith.addi", location)


def test_nothing_is_folded_on_request(branches: Fold) -> None:
    assert shape(branches(like(["Fold"] * 3), Folding(actions=99))) == [(0, "Fold", 1)] * 3


def test_what_is_filtered_out_leaves_its_children_at_the_nearest_branch(branches: Fold) -> None:
    records = [record("outer", 0), action("Rewrite", 1, 0), record("inner", 2, 1)]
    assert shape(branches(records, kind="pass")) == [(0, "outer", 1), (1, "inner", 1)]


def test_what_was_left_out_is_told_next_to_where_it_was(branches: Fold) -> None:
    records = [record("outer", 0), record("inner", 1, 0, 1), record("deep", 2, 1, 2), record("last", 3, 0, 1)]
    told = [(branch.record.event.name, branch.left_out) for _, branch in walk(branches(records, max_depth=1))]
    assert told == [("outer", 0), ("inner", 1), ("last", 0)]


def test_a_tree_deeper_than_pythons_stack_folds_into_its_like(branches: Fold) -> None:
    """Two chains of 2,000, equal in everything: each level of the second becomes part of the first's."""
    depth = 2_000
    records = [
        record(f"level {i % depth}", i, i - 1 if i % depth else None, i % depth) for i in range(2 * depth)
    ]
    folded = shape(branches(records, Folding(others=1)))
    assert folded == [(level, f"level {level}", 2) for level in range(depth)]
