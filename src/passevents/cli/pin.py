"""`passevents pin`: a run that pruning leaves alone."""

from __future__ import annotations

from pathlib import Path

import click

from passevents.cli.options import debug_option, example, json_option, run_argument, store_option
from passevents.cli.screen import Screen


@click.command("pin", epilog=example("passevents pin", "passevents pin baseline --db nightly.db"))
@run_argument
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, run: str, as_json: bool, store: Path) -> None:
    """Keep a run from being pruned.

    It stays until `passevents unpin` lets it go.
    """
    set_pin(screen, run, store, pinned=True, as_json=as_json)


def set_pin(screen: Screen, key: str, store: Path, *, pinned: bool, as_json: bool) -> None:
    """Pin or unpin the run that the key means, and say so."""
    from passevents.cli.reading import chosen
    from passevents.cli.runs import run_data
    from passevents.query import EventStore

    with EventStore(store) as opened:
        run_id = chosen(opened, key).id
        run = opened.pin(run_id) if pinned else opened.unpin(run_id)
    done = "pin" if pinned else "unpin"
    if as_json:
        screen.data(done, run_data(run))
    else:
        screen.line(f"{done}ned {run.id}{f' ({run.name})' if run.name else ''}")
