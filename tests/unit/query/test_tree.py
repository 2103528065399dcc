"""The tree of a run, whole and of a selection."""

from __future__ import annotations

from typing import Any

import pytest

from passevents.errors import QueryError
from passevents.query import Run, TreeNode

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record


def shape(nodes: list[TreeNode]) -> list[Any]:
    return [(node.record.event.sequence, shape(node.children)) for node in nodes]


def test_the_whole_tree(run: Run) -> None:
    assert shape(run.tree()) == [(0, [(1, [(2, []), (3, [])]), (4, []), (5, [])]), (6, [])]


def test_what_is_deeper_is_left_out_and_counted(run: Run) -> None:
    roots = run.tree(max_depth=1)
    assert shape(roots) == [(0, [(1, []), (4, []), (5, [])]), (6, [])]
    assert [(node.record.event.sequence, node.hidden) for node in roots[0].walk()] == [
        (0, 2),
        (1, 2),
        (4, 0),
        (5, 0),
    ]


def test_what_matches_hangs_below_its_nearest_ancestor_that_matches(run: Run) -> None:
    assert shape(run.tree(kind=("stage", "action"))) == [(0, [(2, []), (3, [])])]


def test_a_subtree_is_without_its_root(run: Run) -> None:
    assert shape(run.tree(under=1)) == [(2, []), (3, [])]


def test_walking_is_in_tree_order(run: Run) -> None:
    assert [node.record.event.sequence for node in run.tree()[0].walk()] == [0, 1, 2, 3, 4, 5]


def test_filters_are_checked(run: Run) -> None:
    with pytest.raises(QueryError, match="no kind"):
        run.tree(kind="nothing")


def test_a_tree_may_be_deeper_than_python_recurses(fill: Fill) -> None:
    records = [record("p", number, number - 1 if number else None, number) for number in range(3_000)]
    with fill(SyntheticJournal(records)) as store:
        (root,) = store.run().tree()
    assert sum(1 for _ in root.walk()) == 3_000
    assert "children=1" in repr(root)
