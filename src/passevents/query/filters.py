"""Which records of a run: the filters that every question takes, as SQL over `records r`.

No index is needed. A run is a range of ids; a subtree is a range of `pre`, and as its events start after its
root, reading from the root on until as many were found as it has is enough. Of a large run only the blocks
are read that can hold an answer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypedDict

import attrs

from passevents.errors import QueryError, did_you_mean
from passevents.query.location import WantedLocation, parse_location
from passevents.query.narrowing import SOURCE, Bounds, Narrowing
from passevents.query.rows import KINDS, SELECT_RECORDS, STATUSES
from passevents.store.schema import RUN_MASK, RUN_SHIFT, run_span
from passevents.store.strings import storable

Texts = str | Iterable[str] | None


class Filters(TypedDict, total=False):
    """What `Run.records` and the other questions can be narrowed by; several values mean any of them.

    An empty text stands for events that have none (no phase, no tag, no name). `location` is `file`,
    `file:line` or `file:line:column`; the file may be given by its last components, and a fused location or a
    call site counts for all its places. `changed` leaves out those of which it is not known. `under` is the
    sequence of an event whose descendants are wanted.
    """

    phase: Texts
    name: Texts
    kind: Texts
    tag: Texts
    status: Texts
    changed: bool | None
    operation: Texts
    location: Texts
    thread: int | Iterable[int] | None
    under: int | None
    min_duration_ns: int | None


@attrs.frozen
class Selection:
    """A `select` of records of one run and its parameters, still without an order.

    `bounds` are the blocks that can hold an answer, None where all is to be read.
    """

    sql: str
    parameters: tuple[Any, ...]
    bounds: Bounds | None = None
    _where: str = ""
    _where_parameters: tuple[Any, ...] = ()
    _narrowing: Narrowing | None = None

    def over(self, blocks: Iterable[int]) -> tuple[str, tuple[Any, ...]]:
        """Return the same for some of its blocks only, as SQL and parameters."""
        assert self._narrowing is not None
        sql = f"{SELECT_RECORDS} from {SOURCE} r where {self._where}"
        return sql, (self._narrowing.first_ids(blocks), *self._where_parameters)

    def every_bound(self, connection: sqlite3.Connection) -> Bounds | None:
        """Return `bounds`; where nothing narrows the selection, those of all blocks of the run."""
        if self.bounds is None and self._narrowing is not None and self._narrowing.is_empty:
            return self._narrowing.bounds(connection)
        return self.bounds


def as_texts(texts: str | Iterable[str]) -> list[str]:
    """Return the values of a filter as a list; one text is one value."""
    values = [texts] if isinstance(texts, str) or not isinstance(texts, Iterable) else list(texts)
    for value in values:
        if not isinstance(value, str):
            raise QueryError(f"A filter takes texts here, not {value!r}.")
    return values


def unknown(what: str, word: str, known: Sequence[str]) -> QueryError:
    """Return the error about a word that is none of those known: the closest of them, or all."""
    hint = did_you_mean(str(word), known) or f"; there are {', '.join(known)}."
    return QueryError(f"There is no {what} {str(word)!r}{hint}")


def check_filters(filters: Mapping[str, Any], allowed: type) -> None:
    """Raise `QueryError` for a filter that the typed dictionary `allowed` does not have."""
    names = list(allowed.__annotations__)
    for name in filters:
        if name not in names:
            raise unknown("filter", name, names)


def check_members(column: str, texts: Texts, members: Sequence[StrEnum]) -> list[str]:
    """Return the values of `members`; raise `QueryError` for a text that is none of them."""
    values = [member.value for member in members]
    for text in as_texts(texts or ()):
        if text not in values:
            raise unknown(column, text, values)
    return values


def whole_number(what: str, value: Any, least: int | None = None) -> int:
    """Return the value, bounded by what SQLite has; raises `QueryError` where it is no whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise QueryError(f"{what} must be a whole number, not {value!r}.")
    if least is not None and value < least:
        raise QueryError(f"{what} must be at least {least}, not {value}.")
    return max(-(2**63), min(value, 2**63 - 1))


def select_records(
    connection: sqlite3.Connection,
    run: int,
    filters: Filters,
    *,
    max_depth: int | None = None,
    with_root: bool = False,
) -> Selection:
    """Return the selection of records of the run numbered `run` that match.

    `with_root` adds the event that `under` names, whatever the other filters say. Raises `QueryError` for a
    kind or status that does not exist, a location that makes no sense, and an `under` that is not in the run.
    """
    check_filters(filters, Filters)
    narrowing = Narrowing(run)
    conditions = _Conditions(connection, narrowing)
    source, parameters, root = _source(connection, run, filters.get("under"), with_root)
    conditions.strings("name", filters.get("name"))
    conditions.strings("phase", filters.get("phase"))
    conditions.strings("tag", filters.get("tag"))
    conditions.strings("op", filters.get("operation"))
    conditions.members("kind", filters.get("kind"), KINDS)
    conditions.members("status", filters.get("status"), STATUSES)
    conditions.truth("changed", filters.get("changed"))
    conditions.locations(run, filters.get("location"))
    conditions.threads(filters.get("thread"))
    conditions.number("duration_ns", ">=", "min_duration_ns", filters.get("min_duration_ns"))
    conditions.number("depth", "<=", "max_depth", max_depth)
    if root is not None:
        where = f"(r.id = {root} or {conditions.sql})"
        return Selection(
            f"{SELECT_RECORDS} from {source} r where {where}", (*parameters, *conditions.parameters)
        )
    whole = Selection(
        f"{SELECT_RECORDS} from {source} r where {conditions.sql}", (*parameters, *conditions.parameters)
    )
    if filters.get("under") is not None:
        first_id, _, first_pre, last_pre, _ = parameters
        conditions.within(first_id, first_pre, last_pre)
    return _narrowed(connection, whole, conditions, narrowing)


def _narrowed(
    connection: sqlite3.Connection, whole: Selection, conditions: _Conditions, narrowing: Narrowing
) -> Selection:
    """The selection with what it takes to read only some of the run's blocks."""
    bounds = None if narrowing.is_empty else narrowing.bounds(connection)
    found = attrs.evolve(
        whole,
        bounds=bounds,
        where=conditions.sql,
        where_parameters=tuple(conditions.parameters),
        narrowing=narrowing,
    )
    if bounds is None:
        return found
    sql, parameters = found.over(bounds)
    return attrs.evolve(found, sql=sql, parameters=parameters)


def select_record(connection: sqlite3.Connection, run: int, sequence: int) -> Selection:
    """Return the selection of one record."""
    whole_number("The sequence", sequence)
    _source(connection, run, sequence, with_root=True)  # says where there is none
    return Selection(f"{SELECT_RECORDS} from records r where r.id = ?", (run << RUN_SHIFT | sequence,))


def select_children(connection: sqlite3.Connection, run: int, sequence: int | None) -> Selection:
    """Return the selection of the events directly inside one, or of the outermost ones."""
    source, parameters, _ = _source(connection, run, sequence, with_root=False)
    parent = "is null" if sequence is None else f"= {int(sequence)}"
    return Selection(f"{SELECT_RECORDS} from {source} r where r.parent_sequence {parent}", parameters)


def _source(
    connection: sqlite3.Connection, run: int, under: int | None, with_root: bool
) -> tuple[str, tuple[int, ...], int | None]:
    """What to select from, its parameters, and the id of a root that is always wanted."""
    first = run << RUN_SHIFT
    if under is None:
        return "(select * from records where id between ? and ?)", (first, first | RUN_MASK), None
    row = None
    if 0 <= whole_number("`under`", under) <= RUN_MASK:
        root = "select pre, descendants from records where id = ?"
        row = connection.execute(root, (first | under,)).fetchone()
    if row is None:
        raise QueryError(f"The run has no event with sequence {under}.")
    pre, descendants = row
    skipped = 0 if with_root else 1
    # `limit` ends the scan at the last descendant.
    return (
        "(select * from records where id between ? and ? and pre between ? and ? limit ?)",
        (
            (first | under) + skipped,
            first | RUN_MASK,
            pre + skipped,
            pre + descendants,
            descendants + 1 - skipped,
        ),
        first | under if with_root else None,
    )


# What a column's least or largest value in a block is called.
_OF_BLOCKS = {"duration_ns": "slowest_ns", "depth": "shallowest"}


class _Conditions:
    """A conjunction of conditions over `records r`."""

    def __init__(self, connection: sqlite3.Connection, narrowing: Narrowing) -> None:
        self._connection = connection
        self._narrowing = narrowing
        self._conditions: list[str] = []
        self.parameters: list[Any] = []

    @property
    def sql(self) -> str:
        return " and ".join(self._conditions) or "true"

    def number(self, column: str, comparison: str, name: str, value: int | None) -> None:
        if value is not None:
            number = whole_number(f"`{name}`", value)
            self._conditions.append(f"r.{column} {comparison} {number}")
            self._narrowing.where(f"{_OF_BLOCKS[column]} {comparison} {number}")

    def within(self, first_id: int, first_pre: int, last_pre: int) -> None:
        """Only the events of a subtree, which is a range of `pre` behind an id."""
        self._conditions.append(f"r.id >= {first_id} and r.pre between {first_pre} and {last_pre}")
        self._narrowing.where(f"last_pre >= {first_pre} and first_pre <= {last_pre}")

    def truth(self, column: str, value: bool | None) -> None:
        if value is None:
            return
        if not isinstance(value, bool):
            raise QueryError(f"`{column}` must be true or false, not {value!r}.")
        self._conditions.append(f"r.{column} = {int(value)}")

    def threads(self, threads: int | Iterable[int] | None) -> None:
        if threads is None:
            return
        numbers = [threads] if isinstance(threads, int) else list(threads)
        self._conditions.append(_any("r.thread", [whole_number("`thread`", each) for each in numbers]))

    def strings(self, column: str, texts: Texts) -> None:
        if texts is None:
            return
        wanted = as_texts(texts)
        ids = [key for text in wanted if text for key in self._string_ids("text = ?", text)]
        condition = _any(f"r.{column}", ids)
        if "" in wanted:
            condition = f"({condition} or r.{column} is null)"
        self._conditions.append(condition)
        self._narrowing.has(column, [*ids, *([0] if "" in wanted else [])])

    def members(self, column: str, texts: Texts, members: Sequence[StrEnum]) -> None:
        if texts is None:
            return
        values = check_members(column, texts, members)
        numbers = [values.index(text) for text in as_texts(texts)]
        self._conditions.append(_any(f"r.{column}", numbers))
        self._narrowing.has(column, numbers)

    def locations(self, run: int, texts: Texts) -> None:
        if texts is None:
            return
        wanted = [parse_location(text) for text in as_texts(texts)]
        span = run_span(run)
        files = [self._files(place) for place in wanted]
        has_units = self._has_units(span)
        places = [self._at(span, has_units, *each) for each in zip(wanted, files, strict=True)]
        self._conditions.append(f"({' or '.join(places) or 'false'})")
        if not has_units:  # of which blocks say nothing
            self._narrowing.has_place([(ids, place.line) for place, ids in zip(wanted, files, strict=True)])

    def _files(self, wanted: WantedLocation) -> list[int]:
        return self._string_ids("text = ?1 or substr(text, -length(?2)) = ?2", wanted.file, f"/{wanted.file}")

    def _at(self, span: tuple[int, int], has_units: bool, wanted: WantedLocation, files: list[int]) -> str:
        """The condition for one place: the first unit's, one of a composed location's, a further unit's."""
        composed = (
            f"select l.id & {RUN_MASK} from locations l where l.id between ? and ? and"
            f" ({_place('l', files, wanted)} or (select text from strings where id = l.text) || ' ' glob ?)"
        )
        self.parameters += [*span, wanted.glob]
        places = [_place("r", files, wanted), f"r.location in ({composed})"]
        if has_units:
            places.append(
                "r.id in (select u.record from ir_units u where u.record between ? and ?"
                f" and ({_place('u', files, wanted)} or u.location in ({composed})))"
            )
            self.parameters += [*span, *span, wanted.glob]
        return " or ".join(places)

    def _has_units(self, span: Sequence[int]) -> bool:
        statement = "select exists (select 1 from ir_units where record between ? and ?)"
        return bool(self._connection.execute(statement, span).fetchone()[0])

    def _string_ids(self, condition: str, *parameters: str) -> list[int]:
        # As they were stored: a name is found by what it was recorded with.
        rows = self._connection.execute(
            f"select id from strings where {condition}", [storable(text) for text in parameters]
        )
        return [key for (key,) in rows]


def _place(table: str, files: Sequence[int], wanted: WantedLocation) -> str:
    """The condition that the columns file, line and column of a table are the place wanted."""
    numbers = {"line": wanted.line, "column": wanted.column}
    parts = [f'{table}."{column}" = {value}' for column, value in numbers.items() if value is not None]
    return "(" + " and ".join([_any(f"{table}.file", files), *parts]) + ")"


def _any(expression: str, values: Sequence[int]) -> str:
    # Integers of our own, so no parameters: there may be more of them than SQLite has places.
    return f"{expression} in ({', '.join(map(str, values))})"
