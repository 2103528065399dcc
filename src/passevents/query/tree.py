"""Records as a tree: any selection of a run's records, each below its nearest selected ancestor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from passevents.events import PassRecord
from passevents.query.answers import Answer, Layout
from passevents.query.html import tree_page
from passevents.query.records import RECORD_LAYOUT
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
    children: list[TreeNode] = attrs.field(factory=list, repr=lambda each: str(len(each)))  # a tree is deep

    def walk(self) -> Iterator[TreeNode]:
        """Yield this node and all below it, in tree order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


_Placed = tuple[int, TreeNode]

_TREE_LAYOUT: Layout[_Placed] = Layout(
    {"level": int, **RECORD_LAYOUT.columns, "hidden": int},
    lambda placed: (
        placed[0],
        *RECORD_LAYOUT.values((placed[1].record, placed[1].self_ns)),
        placed[1].hidden,
    ),
)


class Tree(Answer[TreeNode]):
    """The outermost nodes; as dictionaries or a data frame all of them, in tree order with their level."""

    def __init__(self, roots: Iterable[TreeNode]) -> None:
        super().__init__(roots, _TREE_LAYOUT)

    def walk(self) -> Iterator[tuple[int, TreeNode]]:
        """Yield every node with its level, 0 for the outermost, in tree order."""
        waiting = [(0, node) for node in reversed(self)]
        while waiting:
            level, node = waiting.pop()
            yield level, node
            waiting += [(level + 1, child) for child in reversed(node.children)]

    def _laid_out(self) -> Iterable[_Placed]:
        return self.walk()

    def _repr_html_(self) -> str:
        return tree_page(self.walk())


def grow(rows: Iterable[Sequence[Any]], records: Iterable[PassRecord]) -> Tree:
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
    return Tree(roots)


def _close(open_nodes: list[tuple[int, int, TreeNode]]) -> None:
    """Take off the innermost node; what its subtree shows, its parent does not hide."""
    _, descendants, node = open_nodes.pop()
    if open_nodes:
        open_nodes[-1][2].hidden -= descendants - node.hidden + 1
