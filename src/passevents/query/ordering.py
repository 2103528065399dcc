"""The rows of a selection in an order: a page of them, or the longest, out of as few blocks as it takes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice
from typing import Any, Literal, get_args

from passevents.query.filters import Selection, unknown
from passevents.query.narrowing import Bounds
from passevents.store.schema import RECORD_COLUMNS

Order = Literal["start", "tree", "longest", "shortest"]
Row = tuple[Any, ...]

_ORDERS: Mapping[str, str] = {
    "start": "r.id",
    "tree": "r.pre",
    "longest": "r.duration_ns desc, r.id",
    "shortest": "r.duration_ns is null, r.duration_ns, r.id",
}
_DURATION = RECORD_COLUMNS.index("duration_ns")

# The first answers are to come at once; later ones are read in statements of up to 30,000 records.
_FIRST_CHUNK, _GROWTH, _LARGEST_CHUNK = 16, 4, 256
# More of the longest than this are sorted by SQLite, out of all.
_MOST_OF_LONGEST = 10_000


def check_order(order: str) -> None:
    """Raise `QueryError` for what is no `Order`."""
    if order not in _ORDERS:
        raise unknown("order", order, get_args(Order))


def ordered_rows(
    connection: sqlite3.Connection, selection: Selection, order: Order, limit: int, offset: int
) -> Iterable[Row]:
    """Return a page of the selection's rows; a `limit` below 0 is none."""
    if order == "start" and selection.bounds is not None:
        return _in_start_order(connection, selection, selection.bounds, limit, offset)
    if order == "longest" and limit >= 0 and limit + offset <= _MOST_OF_LONGEST:
        bounds = selection.every_bound(connection)
        if bounds is not None:
            return _longest(connection, selection, bounds, limit + offset)[offset:]
    statement = f"{selection.sql} order by {_ORDERS[order]} limit ? offset ?"
    return connection.execute(statement, (*selection.parameters, limit, offset))


def _in_start_order(
    connection: sqlite3.Connection, selection: Selection, bounds: Bounds, limit: int, offset: int
) -> Iterator[Row]:
    """Yield the rows of a page of the selection, block after block."""
    rows = _rows_of_blocks(connection, selection, list(bounds), limit, offset)
    return rows if limit < 0 else islice(rows, limit)


def _rows_of_blocks(
    connection: sqlite3.Connection, selection: Selection, blocks: Sequence[int], limit: int, offset: int
) -> Iterator[Row]:
    for chunk in _chunks(blocks):
        sql, parameters = selection.over(chunk)
        if offset:
            # What comes before the page is counted by SQLite, not made into rows.
            (count,) = connection.execute(f"select count(*) from ({sql})", parameters).fetchone()
            if count <= offset:
                offset -= count
                continue
        yield from connection.execute(f"{sql} order by r.id limit ? offset ?", (*parameters, limit, offset))
        offset = 0


def _longest(connection: sqlite3.Connection, selection: Selection, bounds: Bounds, count: int) -> list[Row]:
    """Return the `count` rows of the longest duration, longest first, then in start order.

    The blocks with the highest bounds are read first, until no other can hold a longer one.
    """
    found: list[Row] = []
    for chunk in _chunks(sorted(bounds, key=lambda block: -bounds[block])):
        if len(found) == count and (shortest := found[-1][_DURATION]) is not None:
            chunk = [block for block in chunk if bounds[block] >= shortest]
            if not chunk:
                break
        sql, parameters = selection.over(chunk)
        rows = connection.execute(f"{sql} order by r.duration_ns desc, r.id limit ?", (*parameters, count))
        found = list(islice(merge(found, rows, key=_longest_first), count))
    return found


def _longest_first(row: Row) -> tuple[bool, int, int]:
    duration = row[_DURATION]
    return (duration is None, -(duration or 0), row[0])


def _chunks(blocks: Sequence[int]) -> Iterator[list[int]]:
    size = _FIRST_CHUNK
    rest = iter(blocks)
    while chunk := list(islice(rest, size)):
        yield chunk
        size = min(size * _GROWTH, _LARGEST_CHUNK)
