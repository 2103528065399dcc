"""`passevents recover`: recordings whose process died, brought into the store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen

if TYPE_CHECKING:
    from passevents.query import Run


def make_store(store: Path) -> None:
    """Make an empty store."""
    from passevents.store.writer import writer

    with writer(store):
        pass


@click.command("recover", epilog=example("passevents recover", "passevents recover --db runs.db"))
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, as_json: bool, store: Path) -> None:
    """Bring recordings of processes that died into the store.

    Every command that reads the store does this by itself; this one says what it found, and waits longer for
    a store that is busy. Recordings of living processes are left alone.
    """
    from passevents.cli.runs import run_data
    from passevents.errors import StoreError
    from passevents.query import EventStore
    from passevents.store.file import journals_folder

    if not store.exists() and journals_folder(store).is_dir():
        make_store(store)  # it was removed, but not what waits for it
    with EventStore(store, recover=False) as opened:
        recovered, errors = opened.recover_journals()
        found = [opened.run(key) for key in sorted(recovered)]
    if as_json:
        screen.data("recover", [run_data(run) for run in found])
    else:
        _tell(screen, found, store, errors)
    if errors:
        raise StoreError(f"{len(errors)} recordings were left where they are; the first one: {errors[0]}")


def _tell(screen: Screen, found: list[Run], store: Path, errors: list[Exception]) -> None:
    from passevents.cli.reading import command_line

    for run in found:
        name = f" ({run.name})" if run.name else ""
        screen.line(f"recovered {run.id}{name}: {run.status}, {run.event_count} events")
    if found:
        screen.note(f"next: {command_line('show', found[-1].id, store=store)}")
    elif not errors:
        screen.line("nothing to recover")
