"""Records as a tree: any selection of a run's records, each below its nearest selected ancestor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from passevents.events import PassRecord
from passevents.store.schema import RECORD_COLUMNS

_PRE = RECORD_COLUMNS.index("pre")
_DESCENDANTS = RECORD_COLUMNS.index("descendants")
_SELF_NS = RECORD_COLUMNS.index("self_ns")


@attrs.define
class TreeNode:
    """A record and those inside it, in tree order.

    `self_ns` is its duration less the time in which any of its children (shown here or not) ran; None while
    it is open. `hidden` counts its descendants that are not in this tree.
    """

    record: PassRecord
    self_ns: int | None
    hidden: int
    children: list[TreeNode] = attrs.field(factory=list)

    def walk(self) -> Iterator[TreeNode]:
        """Yield this node and all below it, in tree order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


def grow(rows: Iterable[Sequence[Any]], records: Iterable[PassRecord]) -> list[TreeNode]:
    """Return the roots of the tree of `records`, made of `rows` sorted by `pre`."""
    roots: list[TreeNode] = []
    # Outermost first: the nodes whose range holds the current row, where it ends and how much is in it.
    open_nodes: list[tuple[int, int, TreeNode]] = []
    for row, record in zip(rows, records, strict=True):
        while open_nodes and open_nodes[-1][0] < row[_PRE]:
            _close(open_nodes)
        node = TreeNode(record, row[_SELF_NS], hidden=row[_DESCENDANTS])
        (open_nodes[-1][2].children if open_nodes else roots).append(node)
        open_nodes.append((row[_PRE] + row[_DESCENDANTS], row[_DESCENDANTS], node))
    while open_nodes:
        _close(open_nodes)
    return roots


def _close(open_nodes: list[tuple[int, int, TreeNode]]) -> None:
    """Take off the innermost node; what its subtree shows, its parent does not hide."""
    _, descendants, node = open_nodes.pop()
    if open_nodes:
        open_nodes[-1][2].hidden -= descendants - node.hidden + 1
