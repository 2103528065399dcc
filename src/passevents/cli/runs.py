"""`passevents runs`: what the store holds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import formats, styles
from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table

if TYPE_CHECKING:
    from passevents.query import Run

COLUMNS = [
    Column("id", "run", style=styles.NAME),
    Column("name", "name", flexible=True, optional=True),
    Column("status", "status", style=styles.status_style),
    Column("started_at", "started", show=formats.ago),
    Column("duration_ns", "time", show=formats.duration, right=True),
    Column("events", "events", show=formats.count, right=True),
    Column("failed", "failed", show=formats.some, style="red", right=True, optional=True, spare=True),
    Column("dropped", "dropped", show=formats.some, style="red", right=True, optional=True),
    Column("compiler", "compiler", optional=True, spare=True),
    Column("compiler_version", "version", optional=True, spare=True),
    Column("pinned", "pinned", show=lambda pinned: "pinned" if pinned else "", optional=True),
]


@click.command("runs", epilog=example("passevents runs", "passevents runs --name matmul.mlir --json"))
@click.option("--name", metavar="TEXT", help="Only runs of this name.")
@click.option("-n", "--limit", type=click.IntRange(min=1), metavar="N", help="Only the newest N.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, name: str | None, limit: int | None, as_json: bool, store: Path) -> None:
    """List the recorded runs, the newest first.

    The short ids shown on a terminal are as good as whole ones for other commands.
    """
    from passevents.cli.reading import check_run_name, short_ids
    from passevents.query import EventStore

    with EventStore(store) as opened:
        known = opened.runs()
    if name is not None:
        check_run_name(name, known)
    wanted = [run for run in known if name in (None, run.name)][:limit]
    if as_json:
        screen.data("runs", [run_data(run) for run in wanted])
    elif not wanted:
        screen.note(f"passevents: no runs in {store} yet")
    else:
        ids = short_ids(known) if screen.human else {run.id: run.id for run in known}
        screen.table(Table(COLUMNS, _rows(wanted, ids)))


def _rows(runs: Sequence[Run], ids: dict[str, str]) -> list[list[Any]]:
    return [
        [
            ids[run.id],
            run.name,
            run.status,
            run.started_at,
            run.duration_ns,
            run.event_count,
            run.failed_count,
            run.dropped,
            run.compiler,
            run.compiler_version,
            run.pinned,
        ]
        for run in runs
    ]


def run_data(run: Run) -> dict[str, Any]:
    """Everything known of a run, for JSON."""
    import attrs

    data = attrs.asdict(run, filter=lambda field, _: not field.name.startswith("_"))
    for moment in ("started_at", "finished_at"):
        data[moment] = data[moment] and data[moment].isoformat()
    return data
