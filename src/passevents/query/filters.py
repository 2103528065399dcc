"""Which records of a run: the filters that every question takes, as SQL over `records r`.

No index is needed. A run is a range of ids; a subtree is a range of `pre`, and as its events start after its
root, reading from the root on until as many were found as it has is enough.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypedDict

import attrs

from passevents.errors import QueryError
from passevents.query.location import parse_location
from passevents.query.rows import KINDS, SELECT_RECORDS, STATUSES
from passevents.store.schema import RUN_MASK, RUN_SHIFT
from passevents.store.strings import storable

Texts = str | Iterable[str] | None


class Filters(TypedDict, total=False):
    """What `Run.records` and the other questions can be narrowed by; several values mean any of them.

    An empty text stands for events that have none (no phase, no tag, no name). `location` is `file`,
    `file:line` or `file:line:column`; the file may be given by its last components. `under` is the sequence
    of an event whose descendants are wanted.
    """

    phase: Texts
    name: Texts
    kind: Texts
    tag: Texts
    status: Texts
    operation: Texts
    location: str | None
    under: int | None
    min_duration_ns: int | None


@attrs.frozen
class Selection:
    """A `select` of records of one run and its parameters, still without an order."""

    sql: str
    parameters: tuple[Any, ...]


def as_texts(texts: str | Iterable[str]) -> list[str]:
    """Return the values of a filter as a list; one text is one value."""
    return [texts] if isinstance(texts, str) else list(texts)


def check_filters(filters: Mapping[str, Any], allowed: type) -> None:
    """Raise `QueryError` for a filter that the typed dictionary `allowed` does not have."""
    names = list(allowed.__annotations__)
    for name in filters:
        if name not in names:
            raise QueryError(f"There is no filter {name!r}; there are {', '.join(names)}.")


def check_members(column: str, texts: Texts, members: Sequence[StrEnum]) -> list[str]:
    """Return the values of `members`; raise `QueryError` for a text that is none of them."""
    values = [member.value for member in members]
    for text in as_texts(texts or ()):
        if text not in values:
            raise QueryError(f"There is no {column} {str(text)!r}; there are {', '.join(values)}.")
    return values


def select_records(
    connection: sqlite3.Connection,
    run: int,
    filters: Filters,
    *,
    max_depth: int | None = None,
) -> Selection:
    """Return the selection of records of the run numbered `run` that match.

    Raises `QueryError` for a kind or status that does not exist, a location that makes no sense, and an
    `under` that is not in the run.
    """
    check_filters(filters, Filters)
    conditions = _Conditions(connection)
    source, parameters = _source(connection, run, filters.get("under"))
    conditions.strings("name", filters.get("name"))
    conditions.strings("phase", filters.get("phase"))
    conditions.strings("tag", filters.get("tag"))
    conditions.strings("op", filters.get("operation"))
    conditions.members("kind", filters.get("kind"), KINDS)
    conditions.members("status", filters.get("status"), STATUSES)
    conditions.location(run, filters.get("location"))
    conditions.number("r.duration_ns >= ?", filters.get("min_duration_ns"))
    conditions.number("r.depth <= ?", max_depth)
    return Selection(
        f"{SELECT_RECORDS} from {source} r where {conditions.sql}", (*parameters, *conditions.parameters)
    )


def _source(connection: sqlite3.Connection, run: int, under: int | None) -> tuple[str, tuple[int, ...]]:
    first = run << RUN_SHIFT
    if under is None:
        return "(select * from records where id between ? and ?)", (first, first | RUN_MASK)
    row = None
    if 0 <= under <= RUN_MASK:
        root = "select pre, descendants from records where id = ?"
        row = connection.execute(root, (first | under,)).fetchone()
    if row is None:
        raise QueryError(f"The run has no event with sequence {under}.")
    pre, descendants = row
    # `limit` ends the scan at the last descendant.
    return (
        "(select * from records where id between ? and ? and pre between ? and ? limit ?)",
        ((first | under) + 1, first | RUN_MASK, pre + 1, pre + descendants, descendants),
    )


def _bounded(number: int) -> int:
    """The number, or the nearest that SQLite has."""
    return max(-(2**63), min(number, 2**63 - 1))


class _Conditions:
    """A conjunction of conditions over `records r`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._conditions: list[str] = []
        self.parameters: list[Any] = []

    @property
    def sql(self) -> str:
        return " and ".join(self._conditions) or "true"

    def number(self, condition: str, value: int | None) -> None:
        if value is not None:
            self._conditions.append(condition)
            self.parameters.append(_bounded(value))

    def strings(self, column: str, texts: Texts) -> None:
        if texts is None:
            return
        wanted = as_texts(texts)
        ids = [key for text in wanted if text for key in self._string_ids("text = ?", text)]
        condition = self._any(f"r.{column}", ids)
        if "" in wanted:
            condition = f"({condition} or r.{column} is null)"
        self._conditions.append(condition)

    def members(self, column: str, texts: Texts, members: Sequence[StrEnum]) -> None:
        if texts is None:
            return
        values = check_members(column, texts, members)
        self._conditions.append(self._any(f"r.{column}", [values.index(text) for text in as_texts(texts)]))

    def location(self, run: int, text: str | None) -> None:
        if text is None:
            return
        wanted = parse_location(text)
        files = self._string_ids(
            "text = ?1 or substr(text, -length(?2)) = ?2", wanted.file, f"/{wanted.file}"
        )
        in_record = [self._any("r.file", files)]
        in_locations = [self._any("l.file", files)]
        values = []
        for column, value in (("line", wanted.line), ("column", wanted.column)):
            if value is not None:
                in_record.append(f'r."{column}" = ?')
                in_locations.append(f'l."{column}" = ?')
                values.append(_bounded(value))
        first = run << RUN_SHIFT
        self._conditions.append(
            f"(({' and '.join(in_record)}) or r.location in (select l.id & {RUN_MASK} from locations l"
            f" where l.id between ? and ? and {' and '.join(in_locations)}))"
        )
        self.parameters += [*values, first, first | RUN_MASK, *values]

    def _string_ids(self, condition: str, *parameters: str) -> list[int]:
        # As they were stored: a name is found by what it was recorded with.
        rows = self._connection.execute(
            f"select id from strings where {condition}", [storable(text) for text in parameters]
        )
        return [key for (key,) in rows]

    @staticmethod
    def _any(expression: str, values: Sequence[int]) -> str:
        # Integers of our own, so no parameters: there may be more of them than SQLite has places.
        return f"{expression} in ({', '.join(map(str, values))})"
