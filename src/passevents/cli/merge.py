"""`passevents merge`: one store of the runs of several machines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen

if TYPE_CHECKING:
    from passevents.query import Merging


@click.command(
    "merge", epilog=example("passevents merge node1.db node2.db", "passevents merge --db all.db *.db")
)
@click.argument("others", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="OTHER...")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, others: tuple[Path, ...], as_json: bool, store: Path) -> None:
    """Bring the runs of other stores into this one.

    Of each store all runs are taken that are not here yet, or none where that fails; doing it again changes
    nothing. The other stores are only read, and may have been written by earlier versions. The store is made
    where there is none.
    """
    from passevents.cli.recover import make_store
    from passevents.cli.runs import run_data
    from passevents.query import EventStore

    if not store.exists():
        make_store(store)
    answers = []
    with EventStore(store) as opened:
        for other in others:
            done = opened.merge(other)
            answers.append(
                {"path": other, "runs": [run_data(run) for run in done.runs], "present": done.present}
            )
            if not as_json:
                _tell(screen, other, done)
    if as_json:
        screen.data("merge", answers)


def _tell(screen: Screen, other: Path, done: Merging) -> None:
    from passevents.store.file import journals_folder

    events = sum(run.event_count for run in done.runs)
    screen.line(f"{other}: {len(done.runs)} runs taken, {events} events; {done.present} were here already")
    if any(journals_folder(other).glob("*/")):
        screen.note(f"{other}: recordings wait beside it; `passevents recover --db {other}` stores them")
