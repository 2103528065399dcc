"""Runs as a list, as data, and as what a notebook shows."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from passevents.query.answers import Answer, Layout
from passevents.query.html import runs_page
from passevents.query.run import Run
from passevents.store.schema import RUN_COLUMNS

_TYPES: dict[str, type] = {
    "number": int,
    "started_at": datetime.datetime,
    "finished_at": datetime.datetime,
    "duration_ns": int,
    "event_count": int,
    "failed_count": int,
    "incomplete_count": int,
    "dropped": int,
    "pid": int,
    "argv": object,
    "metadata": object,
    "info": object,
    "clock_origin_ns": int,
    "pinned": bool,
    "stored_bytes": int,
}
_RUN_LAYOUT: Layout[Run] = Layout(
    {name: _TYPES.get(name, str) for name in RUN_COLUMNS},
    lambda run: [_plain(getattr(run, name)) for name in RUN_COLUMNS],
)


class RunList(Answer[Run]):
    """Runs, newest first: a list, and a table where a notebook shows it."""

    def __init__(self, runs: Iterable[Run]) -> None:
        super().__init__(runs, _RUN_LAYOUT)

    def _repr_html_(self) -> str:
        return runs_page(self)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value
