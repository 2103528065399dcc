"""Source locations as people write them: `file`, `file:line`, `file:line:column`."""

from __future__ import annotations

import re

import attrs

from passevents.errors import QueryError

_LOCATION = re.compile(r"(?P<file>.+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?", re.DOTALL)


@attrs.frozen
class WantedLocation:
    """A location to look for; None is anything."""

    file: str
    line: int | None
    column: int | None


def parse_location(text: str) -> WantedLocation:
    """Read a location; raises `QueryError` for what is not one."""
    match = _LOCATION.fullmatch(text)
    if match is None:
        raise QueryError(f"{text!r} is not a location; write file, file:line or file:line:column.")
    line, column = match["line"], match["column"]
    return WantedLocation(match["file"], int(line) if line else None, int(column) if column else None)
