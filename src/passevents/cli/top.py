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
from passevents.cli.pattern_table import pattern_table, summary
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table, shown_name

if TYPE_CHECKING:
    from passevents.query import Filters, Run
    from passevents.query.totals import TotalFilters

# What a line may have in common, and the filters that the sums kept with each run can answer.
KEYS = ("name", "phase", "kind", "tag", "op", "location", "thread")
SORTS = ("self", "total", "count")
PATTERN_SORTS = (*SORTS, "matches", "wasted")
SUMMED = {"name", "phase", "kind", "tag"}


@attrs.define
class Line:
    """The events that have one thing in common.

    `total_ns` counts what lies inside another event of the line once.
    """

    key: Any
    kind: str | None
    count: int
    total_ns: int | None
    self_ns: int


@click.command(
    "top",
    epilog=example(
        "passevents top",
        "passevents top --by op -n 5",
        "passevents top --kind pass",
        "passevents top --patterns --sort wasted",
    ),
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
    type=click.Choice(PATTERN_SORTS),
    default="self",
    show_default=True,
    help="What to rank by; matches and wasted only with --patterns.",
)
@click.option("--patterns", is_flag=True, help="Rank rewrite patterns: attempts, matches, wasted time.")
@click.option("--by-pass", is_flag=True, help="With --patterns: those of each pass apart.")
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
    patterns: bool,
    by_pass: bool,
    filters: Filters,
    as_json: bool,
    store: Path,
) -> None:
    """Rank names, phases or places by the time they took.

    "self" is the time in events of that line less the time inside their children, and never counts twice;
    "share" is its part of the whole. Threads add up.

    With --patterns each line is a rewrite pattern: how often it was tried, how often it matched, and what
    the attempts took; "wasted" is the time of those that did not match.
    """
    from passevents.cli.reading import chosen, no_events, understood
    from passevents.query import EventStore

    _check(by, sort, patterns, by_pass)
    with EventStore(store) as opened:
        asked = chosen(opened, run)
        filters = understood(asked, filters)
        if patterns:
            totals = asked.patterns(by_pass=by_pass, **filters)
            table, notes = pattern_table(totals, sort, by_pass), summary(totals)
        else:
            table, notes = ranking(asked, by, sort, filters), []
    if as_json:
        screen.data("top", Table(table.columns, table.rows[:limit]).objects())
        return
    screen.table(Table(table.columns, table.rows[:limit]))
    if not table.rows:
        screen.note(no_events(asked))
    if len(table.rows) > limit:
        screen.note(f"and {len(table.rows) - limit} more: -n {len(table.rows)} shows all")
    for note in notes:
        screen.note(note)


def _check(by: str, sort: str, patterns: bool, by_pass: bool) -> None:
    if not patterns and (by_pass or sort not in SORTS):
        raise click.UsageError(f"{'--by-pass' if by_pass else f'--sort {sort}'} goes with --patterns")
    if patterns and by != "name":
        raise click.UsageError("--by does not go with --patterns, whose lines are patterns; --by-pass does")


def ranking(run: Run, by: str, sort: str, filters: Filters) -> Table:
    """The lines of a run as a table."""
    lines = ranked(run, by, sort, filters)
    whole = sum(line.self_ns for line in lines)
    return Table(columns(by), [row(line, whole) for line in lines])


def ranked(run: Run, by: str, sort: str, filters: Filters) -> list[Line]:
    """The lines of a run, the biggest first."""
    if by == "name" and not filters.keys() - SUMMED:
        lines = _summed(run, cast("TotalFilters", filters))
    else:
        lines = [
            Line(group.key, group.kind, group.count, group.total_ns, group.self_ns)
            for group in run.totals(by={"op": "operation"}.get(by, by), **filters)
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
