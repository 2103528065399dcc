"""Sums by name and phase, read from the summary that was made when the run was stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any, TypedDict

import attrs

from passevents.events import PassKind
from passevents.query.answers import Layout
from passevents.query.filters import Texts, as_texts, check_filters, check_members
from passevents.query.rows import KINDS


@attrs.frozen
class Total:
    """All events of one name, phase, kind and tag.

    `total_ns` is the time in them, where one inside another of the same name counts once; `self_ns` leaves
    out the time in which any of their children ran. The times of threads that ran at once add up.
    """

    name: str
    phase: str | None
    kind: PassKind
    tag: str | None
    count: int
    total_ns: int
    self_ns: int


TOTAL_LAYOUT: Layout[Total] = Layout(
    {"name": str, "phase": str, "kind": str, "tag": str, "count": int, "total_ns": int, "self_ns": int},
    lambda total: (total.name, total.phase, total.kind.value, *attrs.astuple(total, recurse=False)[3:]),
)


class TotalFilters(TypedDict, total=False):
    """What `Run.totals` can be narrowed by, with the meaning of `Filters`."""

    phase: Texts
    name: Texts
    kind: Texts
    tag: Texts


def totals(connection: sqlite3.Connection, run: int, filters: TotalFilters) -> list[Total]:
    """Return the totals of the run numbered `run`, longest first."""
    check_filters(filters, TotalFilters)
    check_members("kind", filters.get("kind"), KINDS)
    wanted = [_matcher(filters.get(column)) for column in ("name", "phase", "kind", "tag")]
    rows = connection.execute(
        "select name.text, phase.text, s.kind, tag.text, s.count, s.total_ns, s.self_ns from summaries s"
        " left join strings name on name.id = s.name left join strings phase on phase.id = s.phase"
        " left join strings tag on tag.id = s.tag where s.run = ? order by s.position",
        (run,),
    )
    found = (Total(row[0] or "", row[1], KINDS[row[2]], *row[3:]) for row in rows)
    return [total for total in found if _matches(total, wanted)]


def _matches(total: Total, wanted: list[Callable[[Any], bool]]) -> bool:
    texts = (total.name, total.phase, total.kind, total.tag)
    return all(match(text) for match, text in zip(wanted, texts, strict=True))


def _matcher(texts: Any) -> Callable[[Any], bool]:
    if texts is None:
        return lambda text: True
    wanted = set(as_texts(texts))
    return lambda text: (text or "") in wanted
