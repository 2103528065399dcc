"""Records added up by what they have in common: any selection of a run's records, by any of their facets."""

from __future__ import annotations

import sqlite3
from typing import Any

import attrs

from passevents.errors import QueryError
from passevents.events import PassKind, PassStatus
from passevents.query.filters import Selection
from passevents.query.rows import KINDS, STATUSES
from passevents.store.schema import RUN_MASK, RUN_SHIFT

# By its name in the view `events`: the columns of `records` that make a facet. Grouped by integers first, the
# few groups get their texts.
_FACETS = {
    "name": ("name", "kind"),
    "phase": ("phase",),
    "kind": ("kind",),
    "tag": ("tag",),
    "op": ("op",),
    "thread": ("thread",),
    "location": ("file", "line", "column", "location"),
}
_TEXTS = ("name", "phase", "tag", "op")


@attrs.frozen
class Group:
    """The records that share `key` (None: those that have none); `kind` is set where grouped by name or kind.

    `self_ns` adds up the time in them less the time in which any of their children ran: unlike their
    durations it never counts time twice, but the threads' times add up.
    """

    key: str | int | None
    kind: PassKind | None
    count: int
    self_ns: int


def grouped(connection: sqlite3.Connection, run: int, selection: Selection, by: str) -> list[Group]:
    """Return the groups of the selected records, most self time first, or a `QueryError`."""
    if by not in _FACETS:
        raise QueryError(f"Events cannot be grouped by {by!r}; they can by {', '.join(_FACETS)}.")
    facets = ", ".join(f'c."{column}"' for column in _FACETS[by])
    rows = connection.execute(
        f"with g as (select {facets}, count(*) as n, coalesce(sum(c.self_ns), 0) as self_ns"
        f" from ({selection.sql}) c group by {facets}) {_resolved(by)}",
        (*selection.parameters, *([run << RUN_SHIFT] if by == "location" else [])),
    )
    groups: dict[tuple[Any, ...], Group] = {}
    for key, kind, count, self_ns in rows:
        # Several complex locations may have the same place.
        known = groups.get((key, kind), Group(None, None, 0, 0))
        member = None if kind is None else KINDS[kind]
        shown = member.value if by == "kind" and member else key
        groups[key, kind] = Group(shown, member, known.count + count, known.self_ns + self_ns)
    return sorted(groups.values(), key=lambda group: -group.self_ns)


def _resolved(by: str) -> str:
    if by == "location":
        return (
            "select coalesce(f.text || coalesce(':' || coalesce(g.line, l.line), '')"
            """ || coalesce(':' || coalesce(g."column", l."column"), ''), whole.text), null, g.n, g.self_ns"""
            " from g left join locations l on l.id = ? + g.location"
            " left join strings f on f.id = coalesce(g.file, l.file)"
            " left join strings whole on whole.id = l.text"
        )
    kind = "g.kind" if by in ("name", "kind") else "null"
    if by in _TEXTS:
        return f"select s.text, {kind}, g.n, g.self_ns from g left join strings s on s.id = g.{by}"
    return f"select g.{by}, {kind}, g.n, g.self_ns from g"


def counted(connection: sqlite3.Connection, run: int) -> dict[tuple[PassKind, PassStatus], int]:
    """Return how many records of the run there are of each kind and status."""
    first = run << RUN_SHIFT
    rows = connection.execute(
        "select kind, status, count(*) from records where id between ? and ? group by kind, status",
        (first, first | RUN_MASK),
    )
    return {(KINDS[kind], STATUSES[status]): count for kind, status, count in rows}
