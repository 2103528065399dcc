"""A run as a tree with like siblings folded into one, made in one pass over its rows.

A greedy rewrite tries the same patterns thousands of times under one parent, and a pass runs on every
function. Siblings of one kind, tag, name, phase and status become one branch once there are more of them than
a reader wants to see, and so do their children. Rows come in tree order and are added up as they come: what
is held is the folded tree, not the run.
"""

from __future__ import annotations

import math
import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from passevents.events import PassKind, PassRecord
from passevents.journal.sqlite import fold_leaves
from passevents.query.filters import Selection
from passevents.query.rows import KINDS, records_of
from passevents.store.schema import RUN_MASK

_COLUMNS = (
    "id, pre, descendants, kind, status, tag, name, phase, changed, duration_ns, self_ns,"
    ' op, file, line, "column", location'
)
Row = tuple[Any, ...]

_KEY = slice(3, 8)
_OPERATION = 11
_PLACE = slice(12, 16)
_COUNT, _SAME_OP, _SAME_PLACE = 16, 17, 18


@attrs.frozen
class Folding:
    """How many like siblings stay apart: patterns and other actions are many and short, passes are few."""

    actions: int = 1
    others: int = 8

    def apart(self, row: Row) -> int:
        """How many siblings like this one stay apart."""
        return self.actions if KINDS[row[3]] is PassKind.action else self.others


@attrs.frozen
class Branch:
    """One event, or `count` like siblings.

    `record` is the first of them. `duration_ns` and `self_ns` are sums, None where none of them ended;
    `changed` counts those known to have changed something; `operation` and `location` are what they all
    have, else None; `left_out` counts the events inside that no branch stands for.
    """

    record: PassRecord
    count: int
    changed: int
    duration_ns: int | None
    self_ns: int | None
    operation: str | None
    location: str | None
    left_out: int
    children: tuple[Branch, ...]


def walk(branches: Iterable[Branch]) -> Iterator[tuple[int, Branch]]:
    """Yield every branch with its level, 0 for the outermost, in tree order."""
    waiting = [(0, branch) for branch in branches][::-1]
    while waiting:
        level, branch = waiting.pop()
        yield level, branch
        waiting += [(level + 1, child) for child in reversed(branch.children)]


def fold(connection: sqlite3.Connection, run: int, selection: Selection, folding: Folding) -> list[Branch]:
    """Return the outermost branches of the selected records."""
    nodes = list(_grow(_rows(connection, selection, folding), folding).below())
    records = records_of(connection, run, [node.row[0] & RUN_MASK for node in nodes])
    return _branches(nodes, records)


def _rows(connection: sqlite3.Connection, selection: Selection, folding: Folding) -> Iterable[Row]:
    """The rows in tree order, each with how many it stands for, and whether those have the same operation
    and place.

    Most events of a large run are attempts of patterns with nothing inside them. Where only one of a kind is
    to stay, and start order is tree order, they are folded natively, before they become rows of Python.
    """
    query = f"select {_COLUMNS} from ({selection.sql})"
    if folding.actions == 1:
        rows = fold_leaves(connection, query, selection.parameters, KINDS.index(PassKind.action))
        if rows is not None:
            return rows
    return connection.execute(
        f"select {_COLUMNS}, 1, 1, 1 from ({selection.sql}) order by pre", selection.parameters
    )


class _Node:
    """A branch while rows are still coming.

    Its groups are like children that stay apart, as a list, or the one node that they have become.
    """

    __slots__ = (
        "changed",
        "children",
        "count",
        "duration_ns",
        "groups",
        "left_out",
        "row",
        "same_op",
        "same_place",
        "self_ns",
    )

    def __init__(self, row: Row) -> None:
        self.row = row
        self.count: int = row[_COUNT]
        self.changed = row[8] or 0
        self.duration_ns: int | None = row[9]
        self.self_ns: int | None = row[10]
        self.left_out: int = row[2]
        self.same_op, self.same_place = bool(row[_SAME_OP]), bool(row[_SAME_PLACE])
        self.children: list[_Node] = []
        self.groups: dict[Row, list[_Node] | _Node] = {}

    def add(self, row: Row, folding: Folding) -> _Node:
        """Take in a row that is directly inside; return the node that its own children belong to."""
        self.left_out -= row[_COUNT] + row[2]
        group = self.groups.get(row[_KEY])
        node = _Node(row)
        if isinstance(group, _Node):
            group.take(node)
            return group
        return self.adopt(node, folding)

    def take(self, node: _Node) -> None:
        """Add up a like node, without its children."""
        self.count += node.count
        self.changed += node.changed
        self.duration_ns = _sum(self.duration_ns, node.duration_ns)
        self.self_ns = _sum(self.self_ns, node.self_ns)
        self.left_out += node.left_out
        self.same_op = self.same_op and node.same_op and self.row[_OPERATION] == node.row[_OPERATION]
        self.same_place = self.same_place and node.same_place and self.row[_PLACE] == node.row[_PLACE]

    def adopt(self, node: _Node, folding: Folding) -> _Node:
        """Take in a node with its children, beside its likes or into them; return where it went."""
        waiting: deque[tuple[_Node, _Node]] = deque()
        place = self._settle(node, folding, waiting)
        while waiting:  # in start order, so that the first of a kind stays the first
            parent, child = waiting.popleft()
            parent._settle(child, folding, waiting)
        return place

    def _settle(self, node: _Node, folding: Folding, waiting: deque[tuple[_Node, _Node]]) -> _Node:
        key = node.row[_KEY]
        group = self.groups.setdefault(key, [])
        if isinstance(group, _Node):
            first, others = group, [node]
        elif len(group) < folding.apart(node.row):
            group.append(node)
            self.children.append(node)
            return node
        else:
            first, others = group[0], [*group[1:], node]
            self.groups[key] = first
            self.children = [child for child in self.children if child not in others]
        for other in others:
            first.take(other)
            waiting += [(first, child) for child in other.children]
        return first

    def below(self) -> Iterator[_Node]:
        """Yield all nodes below, in tree order."""
        waiting = self.children[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += sorted(node.children, key=lambda child: child.row[1], reverse=True)


def _sum(one: int | None, other: int | None) -> int | None:
    return one if other is None else other if one is None else one + other


def _grow(rows: Iterable[Row], folding: Folding) -> _Node:
    root = _Node((None,) * 2 + (0,) + (None,) * 13 + (1, 1, 1))
    # Outermost first: the nodes whose range holds the current row, and where it ends.
    open_nodes: list[tuple[float, _Node]] = [(math.inf, root)]
    for row in rows:
        pre, descendants = row[1:3]
        while open_nodes[-1][0] < pre:
            open_nodes.pop()
        node = open_nodes[-1][1].add(row, folding)
        if descendants:
            open_nodes.append((pre + descendants, node))
    return root


def _branches(nodes: Sequence[_Node], records: dict[int, PassRecord]) -> list[Branch]:
    """Make the branches of nodes in tree order: children come after their parents, so from the end."""
    made: dict[int, Branch] = {}
    inner: set[int] = set()
    for node in reversed(nodes):
        children = sorted(node.children, key=lambda child: child.row[1])
        inner.update(id(child) for child in children)
        inside = tuple(made[id(child)] for child in children)
        made[id(node)] = _branch(node, records[node.row[0] & RUN_MASK], inside)
    return [made[id(node)] for node in nodes if id(node) not in inner]


def _branch(node: _Node, record: PassRecord, children: tuple[Branch, ...]) -> Branch:
    unit = record.ir_units[0] if record.ir_units else None
    return Branch(
        record=record,
        count=node.count,
        changed=node.changed,
        duration_ns=node.duration_ns,
        self_ns=node.self_ns,
        operation=unit.operation if unit and node.same_op else None,
        location=str(unit.location) if unit and unit.location and node.same_place else None,
        left_out=node.left_out,
        children=children,
    )
