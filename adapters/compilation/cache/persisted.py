"""Counts of a cache folder over all processes, in one small file that is read, added to and replaced under
a lock."""

from __future__ import annotations

import json

from .flight import Flights
from .folder import write_atomically
from .interface import Statistics

_FILE = "statistics.json"
_WAIT_SECONDS = 2.0


def read(root: str) -> Statistics:
    """The saved counts; zeros where there are none or the file is damaged."""
    names = Statistics._fields
    try:
        with open(f"{root}/{_FILE}", "rb") as file:
            data = json.loads(file.read())
    except (OSError, ValueError):
        return Statistics()
    if not isinstance(data, dict):
        return Statistics()
    return Statistics(**{name: data[name] for name in names if isinstance(data.get(name), int)})


def add(root: str, new: Statistics) -> None:
    """Add to the saved counts; OSError when the folder cannot be written."""
    with Flights(f"{root}/locks", _WAIT_SECONDS).held("statistics"):
        total = read(root).plus(new)
        write_atomically(f"{root}/{_FILE}", json.dumps(total._asdict()).encode())
