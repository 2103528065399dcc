"""Like siblings folded into one line."""

from __future__ import annotations

from passevents.cli.branches import UNFOLDED, Branch, Folding, folded, walk
from passevents.events import IRUnit, Location, PassKind, PassStatus
from passevents.query import TreeNode

from ..store.journals import record


def node(
    name: str,
    sequence: int,
    *children: TreeNode,
    action: bool = False,
    status: str = "completed",
    line: int = 1,
) -> TreeNode:
    kind = PassKind.action if action else PassKind.pass_
    unit = IRUnit("operation", "func.func", Location("a.mlir", line, 1))
    made = record(
        name, sequence, kind=kind, status=PassStatus(status), ir_units=(unit,), changed=action or None
    )
    return TreeNode(made, 10, 0, list(children))


def shape(branches: list[Branch]) -> list[tuple[int, str, int]]:
    return [(level, branch.record.event.name, branch.count) for level, branch in walk(branches)]


def test_patterns_that_alternate_become_one_line_each() -> None:
    tried = [node(name, sequence, action=True) for sequence, name in enumerate(["Fold", "Drop", "Fold"])]
    assert shape(folded(tried, Folding())) == [(0, "Fold", 2), (0, "Drop", 1)]


def test_a_few_like_passes_stay_apart() -> None:
    assert shape(folded([node("cse", 0), node("cse", 1)], Folding())) == [(0, "cse", 1), (0, "cse", 1)]


def test_many_like_passes_become_one_with_their_children_folded_too() -> None:
    passes = [node("cse", i * 10, node("Fold", i * 10 + 1, action=True)) for i in range(9)]
    assert shape(folded(passes, Folding())) == [(0, "cse", 9), (1, "Fold", 9)]


def test_a_failed_pass_is_not_folded_into_those_that_went_well() -> None:
    tried = [node("Fold", 0, action=True), node("Fold", 1, action=True, status=PassStatus.failed)]
    assert shape(folded(tried, Folding())) == [(0, "Fold", 1), (0, "Fold", 1)]


def test_branches_stay_in_the_order_of_their_first_event() -> None:
    mixed = [node("a", 0), node("Fold", 1, action=True), node("b", 2), node("Fold", 3, action=True)]
    assert shape(folded(mixed, Folding())) == [(0, "a", 1), (0, "Fold", 2), (0, "b", 1)]


def test_a_fold_adds_up_times_and_changes() -> None:
    [branch] = folded([node("Fold", i, action=True) for i in range(3)], Folding())
    assert (branch.duration_ns, branch.self_ns, branch.changed) == (300, 30, 3)


def test_a_fold_says_only_what_all_of_it_have_in_common() -> None:
    [branch] = folded([node("Fold", i, action=True, line=i + 1) for i in range(3)], Folding())
    assert (branch.operation, branch.location) == ("func.func", None)


def test_nothing_is_folded_on_request() -> None:
    tried = [node("Fold", i, action=True) for i in range(3)]
    assert shape(folded(tried, UNFOLDED)) == [(0, "Fold", 1)] * 3


def test_a_tree_deeper_than_pythons_stack_is_no_difficulty() -> None:
    tree = node("leaf", 5_000)
    for sequence in reversed(range(5_000)):
        tree = node("nested", sequence, tree)
    assert len(shape(folded([tree], Folding()))) == 5_001


def test_what_was_left_out_is_told_once_and_next_to_where_it_was() -> None:
    child = TreeNode(record("child", 1), 10, 7)
    [parent] = folded([TreeNode(record("parent", 0), 10, 9, [child])], Folding())
    assert [(branch.record.event.name, branch.left_out) for _, branch in walk([parent])] == [
        ("parent", 2),
        ("child", 7),
    ]
