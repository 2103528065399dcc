"""The colours of statuses and places: one meaning, one colour, in every command."""

from __future__ import annotations

from typing import Any

_STATUSES = {
    "completed": "green",
    "failed": "bold red",
    "skipped": "yellow",
    "incomplete": "magenta",
    "lost": "bold magenta",
}

NAME = "bold"
OPERATION = "cyan"
PLACE = "blue"
PHASE = "yellow"
QUIET = "dim"
COUNT = "bold cyan"


def status_style(value: Any) -> str:
    """The style of a run's or an event's status."""
    return _STATUSES.get(str(value), "")
