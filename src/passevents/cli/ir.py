"""`passevents ir`: the program's text before or after an event."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from passevents.cli import formats
from passevents.cli.event_argument import EventArgument, event_argument
from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen

if TYPE_CHECKING:
    from passevents.journal import Moment


@click.command(
    "ir", epilog=example("passevents ir 17", "passevents ir mlp 17 --before", "passevents ir 17 > 17.py")
)
@event_argument
@click.option("--before", is_flag=True, help="Print the program that the event began with.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, event: EventArgument, before: bool, as_json: bool, store: Path) -> None:
    """Print the program before or after an event.

    SEQ is the number of the event, as `passevents tree` shows it; RUN is "latest", an id or the start of
    one, or a name. Texts are kept where the run was recorded with snapshots.
    """
    from passevents.cli.reading import chosen
    from passevents.query import EventStore

    moment: Moment = "before" if before else "after"
    with EventStore(store) as opened:
        run = chosen(opened, event.run)
        text = run.ir(event.sequence, moment)
    if as_json:
        screen.data("ir", {"run": run.id, "sequence": event.sequence, "moment": moment, "text": text})
    elif screen.human:
        for line in text.splitlines():
            screen.line(formats.visible(line))
    else:
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
