"""The lines of `passevents top --patterns`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from passevents.cli import formats, styles
from passevents.cli.tables import Column, Table, shown_name

if TYPE_CHECKING:
    from passevents.query import PatternTotal

_MEASURES = {
    "self": "self_ns",
    "total": "total_ns",
    "count": "attempts",
    "matches": "matches",
    "wasted": "wasted_ns",
}
COLUMNS = (
    Column("self_ns", "self", show=formats.duration, style=styles.NAME, right=True),
    Column("total_ns", "total", show=formats.duration, right=True, spare=True),
    Column("wasted_ns", "wasted", show=formats.duration, right=True),
    Column("attempts", "attempts", show=formats.count, right=True),
    Column("matches", "matches", show=formats.count, right=True),
    Column("rate", "rate", show=formats.share, right=True),
    Column("unknown", "unknown", show=formats.count, right=True, optional=True),
    Column("pattern", "pattern", show=shown_name, style=styles.NAME, flexible=True),
)
PASS_COLUMN = Column("pass", "pass", show=shown_name, flexible=True)


def pattern_table(totals: Sequence[PatternTotal], sort: str, by_pass: bool) -> Table:
    """The patterns as a table, the biggest first; where nothing is known of their outcome it says nothing."""
    measure = _MEASURES[sort]
    ordered = sorted(totals, key=lambda total: getattr(total, measure), reverse=True)
    if not by_pass:
        return Table(COLUMNS, [_row(total) for total in ordered])
    return Table((*COLUMNS, PASS_COLUMN), [[*_row(total), total.pass_name] for total in ordered])


def _row(total: PatternTotal) -> list[Any]:
    known = total.matches + total.misses
    return [
        total.self_ns,
        total.total_ns,
        total.wasted_ns if known else None,
        total.attempts,
        total.matches if known else None,
        None if total.match_rate is None else round(total.match_rate, 4),
        total.attempts - known,
        total.name,
    ]


def summary(totals: Sequence[PatternTotal]) -> list[str]:
    """What all of it comes to, for whoever watches."""
    attempts = sum(total.attempts for total in totals)
    matches = sum(total.matches for total in totals)
    known = matches + sum(total.misses for total in totals)
    if not attempts:
        return []
    if not known:
        return ["whether patterns matched is not known of this build of the compiler"]
    whole, wasted = sum(total.self_ns for total in totals), sum(total.wasted_ns for total in totals)
    never = sum(1 for total in totals if not total.matches and total.misses == total.attempts)
    share = f" ({formats.share(wasted / whole)})" if whole else ""
    return [
        f"{formats.count(attempts)} attempts, {formats.count(matches)} matched; {formats.duration(wasted)}"
        f"{share} went into those that did not; {formats.count(never)} of {formats.count(len(totals))} never"
        " matched"
    ]
