"""`passevents top`: where the time of a run went."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import attrs
import click

from passevents.cli import formats, styles
from passevents.cli.options import (
    debug_option,
    example,
    filter_options,
    json_option,
    run_argument,
    store_option,
)
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table, shown_name

if TYPE_CHECKING:
    from passevents.query import Filters, Run
    from passevents.query.totals import TotalFilters

# What a line may have in common, and the filters that the sums kept with each run can answer.
KEYS = ("name", "phase", "kind", "tag", "op", "location", "thread")
SUMMED = {"name", "phase", "kind", "tag"}


@attrs.define
class Line:
    """The events that have one thing in common.

    `total_ns` counts what lies inside another event of the same name once; it is None where there is no
    telling, and `self_ns`, which never counts time twice, is the measure.
    """

    key: Any
    kind: str | None
    count: int
    total_ns: int | None
    self_ns: int


@click.command(
    "top", epilog=example("passevents top", "passevents top --by op -n 5", "passevents top --kind pass")
)
@run_argument
@click.option(
    "--by",
    type=click.Choice(KEYS),
    default="name",
    show_default=True,
    help="What the events ranked together have in common.",
)
@click.option(
    "--sort",
    type=click.Choice(["self", "total", "count"]),
    default="self",
    show_default=True,
    help="What to rank by.",
)
@click.option(
    "-n", "--limit", type=click.IntRange(min=1), default=20, show_default=True, metavar="N", help="Show N."
)
@filter_options
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    run: str,
    by: str,
    sort: str,
    limit: int,
    filters: Filters,
    as_json: bool,
    store: Path,
) -> None:
    """Rank names, phases or places by the time they took.

    "self" is the time in events of that line less the time inside their children, and never counts twice;
    "share" is its part of the whole. Threads add up.
    """
    from passevents.cli.reading import chosen, no_events, understood
    from passevents.query import EventStore

    with EventStore(store) as opened:
        asked = chosen(opened, run)
        filters = understood(asked, filters)
        lines = ranked(asked, by, sort, filters)
    whole = sum(line.self_ns for line in lines)
    shown = lines[:limit]
    table = Table(columns(by), [row(line, whole) for line in shown])
    if as_json:
        screen.data("top", table.objects())
        return
    screen.table(table)
    if not shown:
        screen.note(no_events(asked))
    if len(lines) > limit:
        screen.note(f"and {len(lines) - limit} more: -n {len(lines)} shows all")


def ranked(run: Run, by: str, sort: str, filters: Filters) -> list[Line]:
    """The lines of a run, the biggest first."""
    if by == "name" and not filters.keys() - SUMMED:
        lines = _summed(run, cast("TotalFilters", filters))
    else:
        lines = [
            Line(group.key, group.kind, group.count, None, group.self_ns)
            for group in run.groups(by, **filters)
        ]
    measure = "count" if sort == "count" else f"{sort}_ns"
    return sorted(lines, key=lambda line: getattr(line, measure) or 0, reverse=True)


def _summed(run: Run, filters: TotalFilters) -> list[Line]:
    lines: dict[tuple[str, str], Line] = {}
    for total in run.totals(**filters):
        line = lines.setdefault((total.name, total.kind), Line(total.name, total.kind, 0, 0, 0))
        line.count += total.count
        line.total_ns = (line.total_ns or 0) + total.total_ns
        line.self_ns += total.self_ns
    return list(lines.values())


def columns(by: str) -> list[Column]:
    """The columns of a ranking by `by`."""
    return [
        Column("self_ns", "self", show=formats.duration, style=styles.NAME, right=True),
        Column("share", "share", show=formats.share, right=True),
        Column("total_ns", "total", show=formats.duration, right=True, optional=True),
        Column("count", "count", show=formats.count, right=True),
        Column("kind", "kind", style=styles.QUIET, optional=True),
        Column(by, by, show=shown_name, style=styles.NAME, flexible=True),
    ]


def row(line: Line, whole: int) -> list[Any]:
    """A line under those columns; `whole` is the self time of all lines."""
    part = round(line.self_ns / whole, 4) if whole else None
    return [line.self_ns, part, line.total_ns, line.count, line.kind, line.key]
