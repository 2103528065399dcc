"""Records added up by what they have in common: any selection of a run's records, by any of their facets.

The rows are added up by SQLite. What it cannot tell is which of them lie inside another one of the same
group, whose time must not be counted again: that is worked out here, for the few events that have others
inside them, and given back to it as a table of which groups are open inside each of those.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any

import attrs

from passevents.events import PassKind, PassStatus
from passevents.query.answers import Layout
from passevents.query.filters import Selection, select_records, unknown
from passevents.query.rows import KINDS, STATUSES, RecordReader
from passevents.store.schema import RUN_MASK, RUN_SHIFT
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
_TABLES = count()


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
    keys = [f'coalesce(r."{column}", {_NONE})' for column in FACETS[by]]
    columns, width = ", ".join(keys), len(keys)
    outermost, around = _nesting(connection, run, selection, columns)
    with _table(connection, width, around) as table:
        same = " and ".join(f"a.k{place} = {key}" for place, key in enumerate(keys))
        rows = connection.execute(
            f"select {columns}, count(*), coalesce(sum(r.self_ns), 0),"
            " coalesce(sum(r.changed = 1), 0), coalesce(sum(r.changed = 0), 0),"
            " coalesce(sum(case when r.descendants = 0 and a.parent is null then r.duration_ns end), 0)"
            f" from ({selection.sql}) r left join {table} a on a.parent = r.parent_sequence and {same}"
            f" group by {columns}",
            selection.parameters,
        ).fetchall()
    name = _Names(connection, run, by)
    groups: dict[tuple[Any, ...], Group] = {}
    for row in rows:
        key, (number, self_ns, changed, unchanged, leaves_ns) = row[:width], row[width:]
        shown = name.of(key)
        group = Group(*shown, number, leaves_ns + outermost.get(key, 0), self_ns, changed, unchanged)
        # Several composed locations may have the same place.
        groups[shown] = _sum(groups[shown], group) if shown in groups else group
    return sorted(groups.values(), key=lambda group: -group.self_ns)


def _sum(one: Group, other: Group) -> Group:
    first, second = attrs.astuple(one)[2:], attrs.astuple(other)[2:]
    return Group(one.key, one.kind, *(a + b for a, b in zip(first, second, strict=True)))


def _nesting(
    connection: sqlite3.Connection, run: int, selection: Selection, columns: str
) -> tuple[dict[Key, int], list[tuple[int, ...]]]:
    """The time of the outermost selected events that have others inside them, by group; and which groups are
    open inside each event that has.
    """
    first = run << RUN_SHIFT
    selected = {
        sequence: (tuple(key), duration_ns or 0)
        for sequence, duration_ns, *key in connection.execute(
            f"select r.id & {RUN_MASK}, r.duration_ns, {columns} from ({selection.sql}) r"
            " where r.descendants > 0",
            selection.parameters,
        )
    }
    outermost: dict[Key, int] = {}
    around: list[tuple[int, ...]] = []
    open_events: list[tuple[int, frozenset[Key]]] = []
    rows = connection.execute(
        f"select id & {RUN_MASK}, pre, descendants from records"
        " where id between ? and ? and descendants > 0 order by pre",
        (first, first | RUN_MASK),
    )
    for sequence, pre, descendants in rows:
        while open_events and open_events[-1][0] < pre:
            open_events.pop()
        keys = open_events[-1][1] if open_events else frozenset()
        key, duration_ns = selected.get(sequence, (None, 0))
        if key is not None and key not in keys:
            keys |= {key}
            outermost[key] = outermost.get(key, 0) + duration_ns
        around += [(sequence, *key) for key in keys]
        open_events.append((pre + descendants, keys))
    return outermost, around


@contextmanager
def _table(connection: sqlite3.Connection, width: int, rows: list[tuple[int, ...]]) -> Iterator[str]:
    """A temporary table of which groups are open inside an event; other threads may be making theirs."""
    name = f"temp.open_groups_{next(_TABLES)}"
    keys = [f"k{place}" for place in range(width)]
    connection.execute(
        f"create table {name} (parent integer, {', '.join(f'{key} integer' for key in keys)},"
        f" primary key (parent, {', '.join(keys)})) without rowid"
    )
    try:
        connection.executemany(f"insert into {name} values ({', '.join('?' * (width + 1))})", rows)
        yield name
    finally:
        connection.execute(f"drop table {name}")


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
