"""From a journal into the store: one run, in one transaction, once.

A run is known by its id, so that storing a journal again changes nothing: whoever is killed between the
commit and the removal of the journal has lost nothing and doubled nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from passevents.store.schema import RECORD_COLUMNS, RUN_COLUMNS, RUN_MASK, RUN_SHIFT
from passevents.store.strings import intern, storable

if TYPE_CHECKING:
    from passevents.journal import JournalData

# Rows a statement: binding is the same work, but the statement starts over 16 times less often (1.25 times
# faster on records); more gain nothing.
_GROUP = 16

_FAILED = 1
_OPEN = (3, 4)
_RUN_STATUSES = ("completed", "failed")
# Written as they come from the journal's information; the rest is worked out here.
_RUN_TEXTS = (
    "name",
    "tool",
    "compiler",
    "compiler_version",
    "build",
    "pipeline",
    "input_digest",
    "error",
    "parent_run",
    "host",
    "cwd",
    "started_at",
    "finished_at",
    "dropped_reason",
)


def ingest(connection: sqlite3.Connection, data: JournalData) -> int:
    """Store a journal's run, unless it is there already; return its number.

    `connection` must be the process's writer, outside a transaction. Raises `sqlite3.Error`; nothing is
    stored then.
    """
    connection.execute("begin immediate")
    try:
        number = run_number(connection, data.info["id"])
        if number is None:
            number = _store_run(connection, data)
        connection.execute("commit")
        return number
    except BaseException:
        # The error may have ended the transaction already (a full disk does).
        if connection.in_transaction:
            connection.execute("rollback")
        raise


def run_number(connection: sqlite3.Connection, run_id: str) -> int | None:
    """Return the number of the stored run with this id, or None."""
    row = connection.execute("select number from runs where id = ?", (run_id,)).fetchone()
    return None if row is None else int(row[0])


def _store_run(connection: sqlite3.Connection, data: JournalData) -> int:
    (number,) = connection.execute("select coalesce(max(number), 0) + 1 from runs").fetchone()
    ids = intern(connection, data.strings)
    insert_rows(connection, "records", RECORD_COLUMNS, data.rows(number, ids))
    insert_rows(
        connection,
        "locations",
        ("id", "file", "line", "column", "text"),
        _location_rows(number, ids, data.locations),
    )
    insert_rows(
        connection,
        "ir_units",
        ("record", "ordinal", "kind", "op", "file", "line", "column", "location"),
        data.units_rows(number, ids),
    )
    insert_rows(
        connection,
        "summaries",
        ("run", "position", "name", "phase", "kind", "tag", "count", "total_ns", "self_ns"),
        _summary_rows(number, data.summary_rows(ids)),
    )
    insert_rows(connection, "runs", RUN_COLUMNS, [_run_row(connection, number, data)])
    return int(number)


def insert_rows(
    connection: sqlite3.Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert `rows` into `columns` of `table`, several a statement."""
    names = ", ".join(f'"{column}"' for column in columns)
    one = f"({', '.join('?' * len(columns))})"
    insert = f"insert into {table} ({names}) values "
    rest: list[Sequence[Any]] = []
    connection.executemany(insert + ", ".join([one] * _GROUP), _groups(rows, rest))
    connection.executemany(insert + one, rest)


def _groups(rows: Iterable[Sequence[Any]], rest: list[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """Yield `_GROUP` rows at a time as one flat tuple; put what is over into `rest`."""
    source = iter(rows)
    while True:
        group = list(islice(source, _GROUP))
        if len(group) < _GROUP:
            rest.extend(group)
            return
        yield tuple(chain.from_iterable(group))


def _location_rows(
    number: int, ids: Sequence[int], locations: Iterable[tuple[int | None, int | None, int | None, int]]
) -> Iterator[tuple[int | None, ...]]:
    for index, (file, line, column, text) in enumerate(locations):
        yield (
            number << RUN_SHIFT | index,
            None if file is None else ids[file],
            line,
            column,
            ids[text],
        )


def _summary_rows(number: int, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    longest_first = sorted(rows, key=lambda row: -row[5])
    for position, row in enumerate(longest_first):
        yield (number, position, *row)


def _run_row(connection: sqlite3.Connection, number: int, data: JournalData) -> list[Any]:
    info = data.info
    first, last = number << RUN_SHIFT, number << RUN_SHIFT | RUN_MASK
    events, failed, unfinished, last_ns = connection.execute(
        "select count(*), total(status = ?), total(status in (?, ?)), max(coalesce(end_ns, start_ns))"
        " from records where id between ? and ?",
        (_FAILED, *_OPEN, first, last),
    ).fetchone()
    values: dict[str, Any] = {key: _text(info.get(key)) for key in _RUN_TEXTS}
    values |= {
        "number": number,
        "id": info["id"],
        "status": info["status"] if info.get("status") in _RUN_STATUSES else "lost",
        "started_at": values["started_at"] or "",
        "duration_ns": info.get("duration_ns", last_ns),
        "event_count": events,
        "failed_count": int(failed),
        "incomplete_count": int(unfinished),
        "dropped": data.dropped,
        "pid": info.get("pid"),
        "argv": json.dumps(info.get("argv") or []),
        "metadata": json.dumps(info.get("metadata") or {}),
        "clock_origin_ns": info.get("clock_origin_ns"),
    }
    return [values[column] for column in RUN_COLUMNS]


def _text(value: object) -> str | None:
    return None if value is None else storable(str(value))
