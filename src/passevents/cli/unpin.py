"""`passevents unpin`: a run that may be pruned again."""

from __future__ import annotations

from pathlib import Path

import click

from passevents.cli.options import debug_option, example, json_option, run_argument, store_option
from passevents.cli.pin import set_pin
from passevents.cli.screen import Screen


@click.command("unpin", epilog=example("passevents unpin", "passevents unpin baseline --db nightly.db"))
@run_argument
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, run: str, as_json: bool, store: Path) -> None:
    """Let a run be pruned again."""
    set_pin(screen, run, store, pinned=False, as_json=as_json)
