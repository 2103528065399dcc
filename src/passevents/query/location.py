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

    @property
    def glob(self) -> str:
        """A pattern of SQLite's `glob` for compilers' spelling `"FILE":LINE:COLUMN`, with text after it."""
        file = re.sub(r"[*?\[]", r"[\g<0>]", self.file)
        numbers = "".join(f"{part}:" for part in (self.line, self.column) if part is not None)
        end = f"{numbers[:-1]}[^0-9]*" if numbers else "*"
        return f'*["/]{file}":{end}'


def parse_location(text: str) -> WantedLocation:
    """Read a location; raises `QueryError` for what is not one."""
    match = _LOCATION.fullmatch(text)
    if match is None:
        raise QueryError(f"{text!r} is not a location; write file, file:line or file:line:column.")
    line, column = match["line"], match["column"]
    return WantedLocation(match["file"], *(_bounded(number) for number in (line, column)))


def _bounded(digits: str | None) -> int | None:
    """The number, or the nearest that SQLite has."""
    return min(int(digits), 2**63 - 1) if digits else None
