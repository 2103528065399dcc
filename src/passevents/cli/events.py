"""`passevents events`: the events of a run one by one, for people, CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import facts, formats, styles
from passevents.cli.options import debug_option, example, filter_options, run_argument, store_option
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table, shown_name
from passevents.events import PassRecord

if TYPE_CHECKING:
    from passevents.query import Filters, Run
    from passevents.query.ordering import Order

ORDERS = ("start", "tree", "longest", "shortest")

# A terminal is read by a person; pipes, CSV and JSON get everything.
ON_A_TERMINAL = 50


# The columns of the store's view `events`, in its order, under its names.
COLUMNS = [
    Column("sequence", right=True),
    Column("parent_sequence", right=True),
    Column("depth", right=True),
    Column("kind"),
    Column("tag"),
    Column("name"),
    Column("phase"),
    Column("status"),
    Column("changed"),
    Column("iteration", right=True),
    Column("thread", right=True),
    Column("start_ns", right=True),
    Column("end_ns", right=True),
    Column("duration_ns", right=True),
    Column("self_ns", right=True),
    Column("op"),
    Column("file"),
    Column("line", right=True),
    Column("column", right=True),
    Column("location"),
    Column("detail"),
    Column("attributes"),
    Column("error"),
]
FOR_PEOPLE = [
    Column("sequence", "seq", style=styles.QUIET, right=True),
    Column("start_ns", "start", show=formats.since_start, style=styles.QUIET, right=True, spare=True),
    Column("duration_ns", "time", show=formats.duration, right=True),
    Column("kind", "kind", style=styles.QUIET, spare=True),
    Column("name", "name", show=shown_name, style=styles.NAME, flexible=True),
    Column("op", "operation", style=styles.OPERATION, flexible=True, optional=True),
    Column("place", "place", style=styles.PLACE, flexible=True, optional=True),
    Column("phase", "phase", style=styles.PHASE, optional=True, spare=True),
    Column("outcome", "outcome", flexible=True, optional=True),
]


@click.command(
    "events",
    epilog=example(
        "passevents events --kind pass --min-time 1ms",
        "passevents events --status failed --json",
        "passevents events matmul.mlir --tag apply-pattern --location matmul.mlir:7 --csv > patterns.csv",
    ),
)
@run_argument
@filter_options
@click.option("-n", "--limit", type=click.IntRange(min=0), metavar="N", help="Only the first N; 0 for all.")
@click.option("--offset", type=click.IntRange(min=0), default=0, metavar="N", help="Leave out the first N.")
@click.option(
    "--order", type=click.Choice(ORDERS), default="start", show_default=True, help="Which come first."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one event a line.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    run: str,
    filters: Filters,
    limit: int | None,
    offset: int,
    order: Order,
    as_json: bool,
    as_csv: bool,
    store: Path,
) -> None:
    """Print the events of a run, filtered, as text, JSON or CSV.

    A filter given several times means any of its values. A terminal shows the first 50.
    """
    from passevents.cli.reading import chosen, understood
    from passevents.query import EventStore

    if as_json and as_csv:
        raise click.UsageError("--json and --csv are two answers: ask for one")
    for_people = screen.human and not (as_json or as_csv)
    if limit is None and for_people:
        limit = ON_A_TERMINAL
    with EventStore(store) as opened:
        asked = chosen(opened, run)
        filters = understood(asked, filters)
        if for_people:
            records = list(asked.records(order=order, offset=offset, limit=limit or None, **filters))
            is_full = limit and len(records) == limit  # else there are no more
            _show(screen, asked, records, asked.count(**filters) - offset if is_full else 0)
            return
        events = asked.records(order=order, offset=offset, limit=limit or None, **filters).dicts()
        if as_json:
            screen.objects(events)
        elif as_csv:
            screen.csv(COLUMNS, (_as_texts(event) for event in events))
        else:
            screen.rows(COLUMNS, (_as_texts(event) for event in events))


def _as_texts(event: dict[str, Any]) -> list[Any]:
    attributes = event["attributes"]
    event["attributes"] = attributes and json.dumps(attributes, ensure_ascii=False)
    return [event[column.key] for column in COLUMNS]


def _show(screen: Screen, run: Run, records: Sequence[PassRecord], there: int) -> None:
    from passevents.cli.reading import no_events

    rows = [_row_for_people(record) for record in records]
    screen.table(Table(FOR_PEOPLE, rows))
    if not rows:
        screen.note(no_events(run))
    more = there - len(records)
    if more > 0:
        screen.note(f"and {formats.count(more)} more: add a filter, or -n 0 for all")


def _row_for_people(record: PassRecord) -> list[Any]:
    location = facts.location(record)
    return [
        record.event.sequence,
        record.start_ns,
        record.duration_ns,
        record.kind,
        record.event.name,
        facts.first_unit(record).operation,
        location and formats.place(location),
        record.event.phase,
        facts.outcome(record),
    ]
