"""From a journal into the store: one run, in one transaction, once.

A run is known by its id, so that storing a journal again changes nothing: whoever is killed between the
commit and the removal of the journal has lost nothing and doubled nothing.
"""

from __future__ import annotations

import datetime
import sqlite3
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from passevents.journal.encoding import json_text
from passevents.journal.sqlite import insert_records
from passevents.store.blocks import store_blocks
from passevents.store.schema import RECORD_COLUMNS, RUN_COLUMNS, RUN_SHIFT, run_span
from passevents.store.snapshots import store_snapshots
from passevents.store.space import used_bytes
from passevents.store.strings import intern, storable
from passevents.store.transaction import transaction

if TYPE_CHECKING:
    from passevents.journal import JournalData

# Rows a statement: binding is the same work, but the statement starts over 16 times less often (1.25 times
# faster on records); more gain nothing.
_GROUP = 16

# A journal's row, and what the table keeps instead of the two larger ones: 5 bytes a row fewer.
_RECORD_FIELDS = tuple(
    {"descendants": "pre_end", "duration_ns": "end_ns"}.get(column, column) for column in RECORD_COLUMNS
)
_RECORD_COLUMNS = {column: f"{{{column}}}" for column in RECORD_COLUMNS} | {
    "descendants": "{pre_end} - {pre}",
    "duration_ns": "{end_ns} - {start_ns}",
}

_FAILED = 1
_OPEN = (3, 4)
# What a journal that lost a part counts: events whose begin is missing, and those that came back as roots.
_DAMAGES = {
    "ends_without_begin": "whose start is missing",
    "repeated": "with the number of another",
    "unreadable": "behind damage in their file",
    "lost_parents": "whose parent is missing (stored as outermost)",
}
_MISSING_EVENTS = ("ends_without_begin", "repeated", "unreadable")
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
    "status",
)


def ingest(connection: sqlite3.Connection, data: JournalData) -> int:
    """Store a journal's run, unless it is there already; return its number.

    `connection` must be the process's writer, outside a transaction. Raises `sqlite3.Error`; nothing is
    stored then.
    """
    with transaction(connection):
        number = run_number(connection, data.info["id"])
        return _store_run(connection, data) if number is None else number


def run_number(connection: sqlite3.Connection, run_id: str) -> int | None:
    """Return the number of the stored run with this id, or None."""
    row = connection.execute("select number from runs where id = ?", (run_id,)).fetchone()
    return None if row is None else int(row[0])


def _store_run(connection: sqlite3.Connection, data: JournalData) -> int:
    bytes_before = used_bytes(connection)
    number = next_number(connection)
    ids = intern(connection, data.strings)
    records = _statement("records", _RECORD_FIELDS, _RECORD_COLUMNS)
    if not insert_records(connection, data, records, _GROUP, number, ids):
        insert_rows(connection, "records", _RECORD_FIELDS, data.rows(number, ids), _RECORD_COLUMNS)
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
    insert_rows(connection, "run_strings", ("run", "string"), ((number, key) for key in sorted({*ids})))
    insert_rows(connection, "runs", RUN_COLUMNS, [_run_row(connection, number, data)])
    store_snapshots(connection, number, data.snapshots())
    store_blocks(connection, number, data, ids)
    grown = used_bytes(connection) - bytes_before
    connection.execute("update runs set stored_bytes = ? where number = ?", (grown, number))
    return number


def next_number(connection: sqlite3.Connection) -> int:
    """Return a number that no run has had yet, inside the transaction that stores the run."""
    connection.execute("update numbering set last_run = last_run + 1")
    return int(connection.execute("select last_run from numbering").fetchone()[0])


def insert_rows(
    connection: sqlite3.Connection,
    table: str,
    fields: Sequence[str],
    rows: Iterable[Sequence[Any]],
    columns: Mapping[str, str] | None = None,
) -> None:
    """Insert `rows`, whose values are called `fields`, several a statement.

    `columns` says what the columns of `table` are made of; without it they are the fields themselves.
    """
    statement = _statement(table, fields, columns or {field: f"{{{field}}}" for field in fields})
    rest: list[Sequence[Any]] = []
    connection.executemany(statement(_GROUP), _groups(rows, rest))
    connection.executemany(statement(1), rest)


def _statement(table: str, fields: Sequence[str], columns: Mapping[str, str]) -> Callable[[int], str]:
    """Return what makes the statement that inserts so many rows."""
    names = ", ".join(f'"{column}"' for column in columns)

    def statement(count: int) -> str:
        values = (_row_of_values(fields, columns, row * len(fields)) for row in range(count))
        return f"insert into {table} ({names}) values {', '.join(values)}"

    return statement


def _row_of_values(fields: Sequence[str], columns: Mapping[str, str], before: int) -> str:
    places = {field: f"?{before + position}" for position, field in enumerate(fields, start=1)}
    return f"({', '.join(expression.format(**places) for expression in columns.values())})"


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
    values: dict[str, Any] = {key: _text(info.get(key)) for key in _RUN_TEXTS}
    values |= _counts(connection, number)
    values["duration_ns"] = _integer(info.get("duration_ns")) or _last_moment(connection, number)
    dropped, reasons = _lost_events(data)
    values |= {
        "number": number,
        "id": info["id"],
        "status": values["status"] or "lost",
        "started_at": _time(values["started_at"]) or _time_of_id(info["id"]),
        "finished_at": _time(values["finished_at"]),
        "dropped": dropped,
        "dropped_reason": "; ".join(reasons) or None,
        "pid": _integer(info.get("pid")),
        "argv": json_text(info.get("argv") or []),
        "metadata": json_text(info.get("metadata") or {}),
        "info": json_text({key: value for key, value in info.items() if key not in RUN_COLUMNS}),
        "clock_origin_ns": _integer(info.get("clock_origin_ns")),
        "pinned": 0,
        "stored_bytes": None,  # known when all of it is there
    }
    return [values[column] for column in RUN_COLUMNS]


def _counts(connection: sqlite3.Connection, number: int) -> dict[str, Any]:
    run = run_span(number)
    (events,) = connection.execute("select count(*) from records where id between ? and ?", run).fetchone()
    # Most are completed (0): leaving them out first takes a third of the time of sums over all.
    found = connection.execute(
        "select status, count(*) from records where id between ? and ? and status > 0 group by status", run
    )
    counts = dict(found.fetchall())
    return {
        "event_count": events,
        "failed_count": counts.get(_FAILED, 0),
        "incomplete_count": sum(counts.get(status, 0) for status in _OPEN),
    }


def _last_moment(connection: sqlite3.Connection, number: int) -> int | None:
    """When the last event of a run began or ended, for a run that did not say how long it took."""
    (moment,) = connection.execute(
        "select max(start_ns + coalesce(duration_ns, 0)) from records where id between ? and ?",
        run_span(number),
    ).fetchone()
    return None if moment is None else int(moment)


def _lost_events(data: JournalData) -> tuple[int, list[str]]:
    """How many events the journal should have and has not, and why, for people."""
    dropped = data.dropped
    reasons = [str(data.info.get("dropped_reason") or "no room")] if dropped else []
    for key, reason in _DAMAGES.items():
        count = data.counts.get(key, 0)
        if count:
            reasons.append(f"{count} {reason}")
            dropped += count if key in _MISSING_EVENTS else 0
    return dropped, reasons


def _text(value: object) -> str | None:
    return None if value is None else storable(str(value))


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) and -(2**63) <= value < 2**63 else None


def _time(text: str | None) -> str | None:
    """The text where it is a time: of a journal that was cut, or told nonsense, a run must still come."""
    try:
        datetime.datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return text


def _time_of_id(run_id: str) -> str:
    """When the id was made, as it says itself (UUIDv7: milliseconds in its first 48 bits); else now."""
    try:
        milliseconds = uuid.UUID(run_id).int >> 80
        time = datetime.datetime.fromtimestamp(milliseconds / 1_000, datetime.UTC)
    except (ValueError, OverflowError, OSError):
        time = datetime.datetime.now(datetime.UTC)
    return time.isoformat()
