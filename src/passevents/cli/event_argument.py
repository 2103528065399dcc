"""The argument of commands about one event: `[RUN] SEQ`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs
import click

F = TypeVar("F", bound=Callable[..., Any])


@attrs.frozen
class EventArgument:
    """An event: which run, and its number in it."""

    run: str
    sequence: int


def _parse(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> EventArgument:
    if len(words) > 2:
        raise click.UsageError(f"one run and one event are asked for, not {' '.join(words)}", ctx)
    *run, sequence = words
    if not (sequence.isascii() and sequence.isdigit()):
        raise click.UsageError(f"{sequence!r} is not the number of an event: write [RUN] SEQ", ctx)
    return EventArgument(run[0] if run else "latest", int(sequence))


def event_argument(function: F) -> F:
    """`[RUN] SEQ` as the argument `event`."""
    argument = click.argument("event", nargs=-1, required=True, metavar="[RUN] SEQ", callback=_parse)
    return argument(function)
