"""With what a run was compiled, and in which of that two runs differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from passevents.query.run import Run

# Runs that agree in these should take equally long. The host is not among them: machines of a CI system have
# another name every time, and what they differ in speed is part of the noise.
ALIKE = ("pipeline", "input_digest", "compiler", "compiler_version", "build", "tool")
_SHOWN = (*ALIKE, "host", "argv", "cwd")


@attrs.frozen
class Setting:
    """Something that differs between two runs; None where a run does not have it.

    `name` is an attribute of `Run`, `metadata.KEY`, or `PATH options` for those of a pass.
    """

    name: str
    first: Any
    second: Any


def are_alike(first: Run, second: Run) -> bool:
    """Whether nothing that is known of the two runs should make one take longer."""
    return all(getattr(first, name) == getattr(second, name) for name in ALIKE)


def runs_like(run: Run, limit: int) -> list[Run]:
    """Return the newest completed runs of the run's name and settings in its store, itself among them."""
    from passevents.query.run import run_from_row

    if run.name is None:
        return []
    rows = run._store.run_rows("name = ? and status = 'completed'", run.name)
    found = (each for row in rows if are_alike(run, each := run_from_row(row, run._store)))
    return list(islice(found, limit))


def differing(first: Run, second: Run) -> Iterator[Setting]:
    """Yield what differs between the runs as wholes."""
    for name in _SHOWN:
        one, other = getattr(first, name), getattr(second, name)
        if one != other:
            yield Setting(name, _plain(one), _plain(other))
    for key in sorted({*first.metadata, *second.metadata}):
        one, other = first.metadata.get(key), second.metadata.get(key)
        if one != other:
            yield Setting(f"metadata.{key}", one, other)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def as_text(value: Any) -> str | None:
    """Return a setting as text, None for none."""
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
