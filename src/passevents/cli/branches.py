"""A tree of events with like siblings folded into one.

A greedy rewrite tries the same patterns thousands of times under one parent, and a pass runs on every
function. Siblings of one kind, tag, name, phase and outcome become one branch once there are more of them
than the reader wants to see, and so do their children.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from passevents.events import PassKind, PassRecord
from passevents.query import TreeNode


@attrs.define
class Branch:
    """One event, or `count` like siblings.

    `record` is the first of them. Times are sums in ns, None where no event of them ended; `changed` counts
    those that changed something; `operation` and `location` are what they all have, else None; `hidden`
    counts the events below that no branch stands for.
    """

    record: PassRecord
    duration_ns: int | None
    self_ns: int | None
    operation: str | None
    location: str | None
    hidden: int
    count: int = 1
    changed: int = 0
    children: list[Branch] = attrs.field(factory=list)
    nodes: list[TreeNode] = attrs.field(factory=list, repr=False)

    @property
    def left_out(self) -> int:
        """The hidden events that are directly this branch's, and in no child of it."""
        return self.hidden - sum(child.hidden for child in self.children)

    @property
    def key(self) -> tuple[object, ...]:
        """What siblings have in common that are folded into one."""
        record = self.record
        return record.kind, record.tag, record.event.name, record.event.phase, record.status


@attrs.frozen
class Folding:
    """How many like siblings stay apart: patterns and other actions are many and short, passes are few."""

    actions: int = 1
    others: int = 8

    def keeps_apart(self, group: Sequence[Branch]) -> bool:
        """Whether the like siblings are few enough to be shown one by one."""
        return len(group) <= (self.actions if is_action(group[0].record) else self.others)


UNFOLDED = Folding(actions=2**63, others=2**63)


def is_action(record: PassRecord) -> bool:
    """Whether it is an action below the passes: a pattern, an iteration."""
    return record.kind is PassKind.action


def folded(roots: Iterable[TreeNode], folding: Folding) -> list[Branch]:
    """The trees as branches in start order, like siblings merged where there are too many, at every level."""
    branches = _level(roots, folding)
    waiting = list(branches)
    while waiting:
        branch = waiting.pop()
        branch.children = _level((child for node in branch.nodes for child in node.children), folding)
        waiting += branch.children
    return branches


def walk(branches: Iterable[Branch]) -> Iterator[tuple[int, Branch]]:
    """Every branch with its level, 0 for the outermost, in tree order."""
    waiting = [(0, branch) for branch in branches][::-1]
    while waiting:
        level, branch = waiting.pop()
        yield level, branch
        waiting += [(level + 1, child) for child in reversed(branch.children)]


def _level(nodes: Iterable[TreeNode], folding: Folding) -> list[Branch]:
    groups: dict[tuple[object, ...], list[Branch]] = {}
    for node in nodes:
        branch = _branch(node)
        groups.setdefault(branch.key, []).append(branch)
    result: list[Branch] = []
    for group in groups.values():
        result += group if folding.keeps_apart(group) else [_merged(group)]
    return sorted(result, key=lambda branch: branch.record.event.sequence)


def _branch(node: TreeNode) -> Branch:
    record = node.record
    unit = record.ir_units[0] if record.ir_units else None
    return Branch(
        record=record,
        duration_ns=record.duration_ns,
        self_ns=node.self_ns,
        operation=unit.operation if unit else None,
        location=str(unit.location) if unit and unit.location else None,
        hidden=node.hidden,
        changed=int(record.changed is True),
        nodes=[node],
    )


def _merged(group: Sequence[Branch]) -> Branch:
    return Branch(
        record=group[0].record,
        duration_ns=_sum(branch.duration_ns for branch in group),
        self_ns=_sum(branch.self_ns for branch in group),
        operation=_shared(branch.operation for branch in group),
        location=_shared(branch.location for branch in group),
        hidden=sum(branch.hidden for branch in group),
        count=len(group),
        changed=sum(branch.changed for branch in group),
        nodes=[node for branch in group for node in branch.nodes],
    )


def _sum(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _shared(values: Iterable[str | None]) -> str | None:
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None
