"""`passevents prune`: a store that does not grow for ever."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import formats
from passevents.cli.options import AGE, SIZE, debug_option, example, json_option, store_option
from passevents.cli.screen import Screen

if TYPE_CHECKING:
    from passevents.query import Pruning

_STATUSES = ("completed", "failed", "lost")  # of runs


@click.command(
    "prune",
    epilog=example(
        "passevents prune --older-than 30d --keep 10",
        "passevents prune --max-bytes 2GB",
        "passevents prune --status lost --dry-run",
    ),
)
@click.option("--older-than", type=AGE, metavar="AGE", help="Only runs begun before: 12h, 30d, 2026-01-31.")
@click.option("--keep", type=click.IntRange(min=0), metavar="N", help="Leave the newest N.")
@click.option(
    "--max-bytes", type=SIZE, metavar="SIZE", help="Only until the store has this size, such as 2GB."
)
@click.option("--status", multiple=True, type=click.Choice(_STATUSES), help="Only runs that ended like this.")
@click.option("-n", "--dry-run", is_flag=True, help="Only say what would be removed.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    older_than: datetime.timedelta | datetime.datetime | None,
    keep: int | None,
    max_bytes: int | None,
    status: tuple[str, ...],
    dry_run: bool,
    as_json: bool,
    store: Path,
) -> None:
    """Remove old runs, and give their space back.

    At least one limit has to be given; of several, all have to agree. Pinned runs and recordings in progress
    are left alone, and others may record into the store meanwhile.
    """
    from passevents.query import EventStore

    if older_than is None and keep is None and max_bytes is None and not status:
        raise click.UsageError("say which runs: --older-than, --keep, --max-bytes or --status")
    with EventStore(store) as opened:
        done = opened.prune(
            older_than=older_than, keep=keep, max_bytes=max_bytes, status=status or None, dry_run=dry_run
        )
    if as_json:
        screen.data("prune", pruning_data(done))
    else:
        _tell(screen, done)


def pruning_data(done: Pruning) -> dict[str, Any]:
    """What was removed, for JSON."""
    import attrs

    from passevents.cli.runs import run_data

    data = attrs.asdict(done, recurse=False)
    return data | {"runs": [run_data(run) for run in done.runs]}


def _tell(screen: Screen, done: Pruning) -> None:
    verb = "would remove" if done.dry_run else "removed"
    for run in done.runs:
        name = f" ({run.name})" if run.name else ""
        screen.line(f"{verb} {run.id}{name}: {run.status}, {run.event_count} events")
    if not done.runs:
        screen.line("nothing to remove")
    if done.pinned:
        screen.line(f"{done.pinned} more would go but for their pins")
    approximately = "about " if done.dry_run else ""
    before, after = formats.size(done.bytes_before), formats.size(done.bytes_after)
    screen.line(f"the store: {before}, {'then' if done.dry_run else 'now'} {approximately}{after}")
