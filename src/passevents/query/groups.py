"""Records added up by what they have in common: any selection of a run's records, by any of their facets.

Of events of one group that lie inside one another only the outermost one's time counts. As an event starts
before those inside it, reading the records once in start order is enough to tell.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from passevents.events import PassKind, PassStatus
from passevents.journal.sqlite import sum_groups
from passevents.query.answers import Layout
from passevents.query.filters import Selection, select_records, unknown
from passevents.query.rows import KINDS, STATUSES, RecordReader
from passevents.store.strings import StringCache

# The columns of `records` that make a facet; texts and locations are ids there.
FACETS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "kind"),
    "phase": ("phase",),
    "kind": ("kind",),
    "tag": ("tag",),
    "status": ("status",),
    "operation": ("op",),
    "location": ("file", "line", "column", "location"),
    "thread": ("thread",),
}
Key = tuple[int, ...]

# No id and no number of the facets is negative.
_NONE = -1


@attrs.frozen
class Group:
    """The records that share `key` (None: those that have none); `kind` is set where grouped by name or kind.

    `total_ns` is the time in them, where one inside another of the group counts once; `self_ns` leaves out
    the time in which any of their children ran. The times of threads that ran at once add up. `changed`
    counts those known to have changed something (patterns: to have matched), `unchanged` those known not to.
    """

    key: str | int | None
    kind: PassKind | None
    count: int
    total_ns: int
    self_ns: int
    changed: int
    unchanged: int


GROUP_LAYOUT: Layout[Group] = Layout(
    {
        "key": str,
        "kind": str,
        "count": int,
        "total_ns": int,
        "self_ns": int,
        "changed": int,
        "unchanged": int,
    },
    lambda group: (
        None if group.key is None else str(group.key),
        group.kind and group.kind.value,
        *attrs.astuple(group, recurse=False)[2:],
    ),
)


def grouped(connection: sqlite3.Connection, run: int, selection: Selection, by: str) -> list[Group]:
    """Return the groups of the selected records, most self time first, or a `QueryError`."""
    if by not in FACETS:
        raise unknown("way to add up events", by, list(FACETS))
    columns = FACETS[by]
    name = _Names(connection, run, by)
    groups: dict[tuple[Any, ...], Group] = {}
    for row in group_rows(connection, selection, columns):
        shown = name.of(row[: len(columns)])
        one = Group(*shown, *row[len(columns) : -1])
        # Several composed locations may have the same place.
        groups[shown] = _sum(groups[shown], one) if shown in groups else one
    return sorted(groups.values(), key=lambda group: -group.self_ns)


def group_rows(
    connection: sqlite3.Connection, selection: Selection, columns: Sequence[str]
) -> list[tuple[int, ...]]:
    """Return a row for each group: its `columns`, -1 for none, then its sums.

    The sums are count, total_ns, self_ns, changed and unchanged, as in `Group`, and the self_ns of the
    unchanged ones.
    """
    group = ", ".join(f'r."{column}"' for column in columns)
    query = (
        f"select r.id, r.pre, r.descendants, r.duration_ns, r.self_ns, r.changed, {group}"
        f" from ({selection.sql}) r"
    )
    rows = sum_groups(connection, query, selection.parameters, len(columns))
    return _added_up(connection, query, selection.parameters) if rows is None else rows


def _sum(one: Group, other: Group) -> Group:
    first, second = attrs.astuple(one)[2:], attrs.astuple(other)[2:]
    return Group(one.key, one.kind, *(a + b for a, b in zip(first, second, strict=True)))


def _added_up(connection: sqlite3.Connection, query: str, parameters: Sequence[Any]) -> list[tuple[int, ...]]:
    """What `sum_groups` gives, where SQLite cannot be reached natively."""
    sums: dict[Key, list[int]] = {}
    open_until: dict[Key, int] = {}
    for _, pre, descendants, duration_ns, self_ns, changed, *columns in connection.execute(
        f"{query} order by r.pre", parameters
    ):
        key = tuple(_NONE if column is None else column for column in columns)
        outermost = pre > open_until.get(key, -1)
        if outermost:
            open_until[key] = pre + descendants
        spent = self_ns or 0
        total_ns = (duration_ns or 0) if outermost else 0
        added = (1, total_ns, spent, changed == 1, changed == 0, spent if changed == 0 else 0)
        sums[key] = [one + other for one, other in zip(sums.get(key, (0,) * 6), added, strict=True)]
    return [(*key, *numbers) for key, numbers in sums.items()]


class _Names:
    """What people call a group: its key, and the kind where that is a part of it."""

    def __init__(self, connection: sqlite3.Connection, run: int, by: str) -> None:
        self._by = by
        self._strings = StringCache(connection)
        self._reader = RecordReader(connection, run)

    def of(self, key: Key) -> tuple[str | int | None, PassKind | None]:
        parts = [None if part == _NONE else part for part in key]
        if self._by == "location":
            place = self._reader.location(*parts)
            return (None if place is None else str(place), None)
        if self._by == "name":
            return (self._strings[parts[0]], KINDS[key[1]])
        if self._by == "kind":
            return (KINDS[key[0]].value, KINDS[key[0]])
        if self._by == "status":
            return (STATUSES[key[0]].value, None)
        return (parts[0] if self._by == "thread" else self._strings[parts[0]], None)


def counted(connection: sqlite3.Connection, run: int) -> dict[tuple[PassKind, PassStatus], int]:
    """Return how many records of the run there are of each kind and status."""
    totals = connection.execute("select kind, sum(count) from summaries where run = ? group by kind", (run,))
    counts = {(kind, 0): number for kind, number in totals}
    # Most are completed (0): only the others are looked for.
    others = select_records(connection, run, {"status": STATUSES[1:]})
    rows = connection.execute(
        f"select kind, status, count(*) from ({others.sql}) group by kind, status", others.parameters
    )
    for kind, status, number in rows:
        counts[kind, 0] -= number
        counts[kind, status] = number
    return {(KINDS[key[0]], STATUSES[key[1]]): counts[key] for key in sorted(counts) if counts[key]}
