"""Which runs an export was asked for."""

from __future__ import annotations

from collections.abc import Iterable

from passevents.errors import ExportError
from passevents.query import Run


def as_runs(runs: Run | Iterable[Run]) -> list[Run]:
    """Return the runs as a list, each once, in the order given. Raises `ExportError` where there are none."""
    given = [runs] if isinstance(runs, Run) else list(runs)
    chosen = list({run.id: run for run in given}.values())
    if not chosen:
        raise ExportError("There are no runs to export: record one first.")
    return chosen
