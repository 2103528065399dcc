"""Counts of a cache folder over all processes, in one small file that is read, added to and replaced under
a lock."""

from __future__ import annotations

import json
from pathlib import Path

from .flight import Flights
from .folder import write_atomically
from .interface import Statistics

_FILE = "statistics.json"
_WAIT_SECONDS = 2.0


def read(root: Path) -> Statistics:
    """The saved counts; zeros where there are none or the file is damaged."""
    names = Statistics._fields
    try:
        data = json.loads((root / _FILE).read_bytes())
    except (OSError, ValueError):
        return Statistics()
    if not isinstance(data, dict):
        return Statistics()
    return Statistics(**{name: data[name] for name in names if isinstance(data.get(name), int)})


def add(root: Path, new: Statistics) -> None:
    """Add to the saved counts; OSError when the folder cannot be written."""
    with Flights(root / "locks", _WAIT_SECONDS).held("statistics"):
        total = read(root).plus(new)
        write_atomically(root / _FILE, json.dumps(total._asdict()).encode())
