"""The events of a run as branches of a tree, with like siblings folded into one.

A greedy rewrite tries the same patterns thousands of times under one parent, and a pass runs on every
function. Siblings of one kind, name, phase and outcome are merged into one branch once there are more of them than the
reader wants to see, and so are their children.
"""

from collections.abc import Iterable, Sequence

import attrs

from passevents.events import PassRecord


@attrs.define
class Branch:
    """One event, or `count` like siblings. `record` is the first of them; times in ns are sums, None where
    an event never ended; `changed` counts those that changed something; `inside` counts all events below."""

    record: PassRecord
    self_ns: int | None
    duration_ns: int | None
    count: int = 1
    changed: int = 0
    inside: int = 0
    operation: str | None = None
    location: str | None = None
    children: list["Branch"] = attrs.field(factory=list)

    @property
    def key(self) -> tuple[object, ...]:
        """What siblings have in common that are folded into one."""
        record = self.record
        return record.kind, record.tag, record.event.name, record.event.phase, record.status


@attrs.frozen
class Folding:
    """How many like siblings stay apart: patterns and other actions are many and short, passes are few."""

    actions: int = 1
    passes: int = 8

    def keeps_apart(self, group: Sequence[Branch]) -> bool:
        """Whether the like siblings are few enough to be shown one by one."""
        return len(group) <= (self.actions if group[0].record.kind == "action" else self.passes)


def grown(branches: Iterable[Branch]) -> list[Branch]:
    """The roots among the branches, which come in sequence order, with their children attached.

    A branch whose parent is not among them (a filter, a lost parent) is a root.
    """
    known: dict[int, Branch] = {}
    roots: list[Branch] = []
    for branch in branches:
        event = branch.record.event
        known[event.sequence] = branch
        parent = None if event.parent_sequence is None else known.get(event.parent_sequence)
        (roots if parent is None else parent.children).append(branch)
    for branch in reversed(known.values()):
        branch.inside = len(branch.children) + sum(child.inside for child in branch.children)
    return roots


def folded(siblings: Sequence[Branch], folding: Folding) -> list[Branch]:
    """The siblings with like ones merged where there are too many, all the way down, in start order."""
    roots = _level(siblings, folding)
    waiting = list(roots)
    while waiting:
        branch = waiting.pop()
        branch.children = _level(branch.children, folding)
        waiting += branch.children
    return roots


def _level(siblings: Sequence[Branch], folding: Folding) -> list[Branch]:
    groups: dict[tuple[object, ...], list[Branch]] = {}
    for branch in siblings:
        groups.setdefault(branch.key, []).append(branch)
    result: list[Branch] = []
    for group in groups.values():
        result += group if folding.keeps_apart(group) else [_merged(group)]
    return sorted(result, key=lambda branch: branch.record.event.sequence)


def _merged(group: Sequence[Branch]) -> Branch:
    first = group[0]
    return Branch(
        record=first.record,
        self_ns=_sum(branch.self_ns for branch in group),
        duration_ns=_sum(branch.duration_ns for branch in group),
        count=sum(branch.count for branch in group),
        changed=sum(branch.changed for branch in group),
        inside=sum(branch.inside for branch in group),
        operation=_shared(branch.operation for branch in group),
        location=_shared(branch.location for branch in group),
        children=[child for branch in group for child in branch.children],
    )


def _sum(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _shared(values: Iterable[str | None]) -> str | None:
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None
