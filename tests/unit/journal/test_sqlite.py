"""Filling SQLite natively gives what Python's executemany gives."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from passevents.journal import RunJournal, sqlite

from .callbacks import Info, nest

COLUMNS = 24


def statement(table: str) -> Callable[[int], str]:
    def insert(count: int) -> str:
        rows = (
            f"({', '.join(f'?{row * COLUMNS + column + 1}' for column in range(COLUMNS))})"
            for row in range(count)
        )
        return f"insert into {table} values {', '.join(rows)}"

    return insert


def filled(run: RunJournal) -> RunJournal:
    instrument = run.instrument()
    for number in range(37):
        nest(instrument, f"outer {number}", "inner")
    with run.span("compile", file="a.mlir") as span:
        span.note(size=1)
    run.instrument().run_before_pass(None, Info("open"))
    return run


@pytest.fixture
def connection() -> sqlite.ReachableConnection:
    connection = sqlite.connect(":memory:", isolation_level=None)
    for table in ("natively", "through_python"):
        connection.execute(f"create table {table} ({', '.join(f'c{n}' for n in range(COLUMNS))})")
    return connection


def test_native_rows_are_those_of_python(run: RunJournal, connection: sqlite.ReachableConnection) -> None:
    data = filled(run).read()
    ids = range(100, 100 + len(data.strings))
    connection.execute("begin")
    assert sqlite.insert_records(connection, data, statement("natively"), 16, 5, ids)
    connection.executemany(statement("through_python")(1), data.rows(5, ids))
    connection.execute("commit")
    natively, through_python = (
        connection.execute(f"select * from {table} order by 1").fetchall()
        for table in ("natively", "through_python")
    )
    assert len(natively) == 76
    assert natively == through_python
    connection.close()


def test_an_error_of_sqlite_is_raised_as_pythons_with_its_code(
    run: RunJournal, connection: sqlite.ReachableConnection
) -> None:
    data = filled(run).read()
    connection.execute("create unique index only_one on natively (c4)")
    with pytest.raises(sqlite3.OperationalError, match="UNIQUE constraint failed") as caught:
        sqlite.insert_records(connection, data, statement("natively"), 16, 1, range(len(data.strings)))
    assert caught.value.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_UNIQUE
    connection.close()


def test_a_wrong_number_of_texts_is_an_error(run: RunJournal, connection: sqlite.ReachableConnection) -> None:
    data = filled(run).read()
    with pytest.raises(ValueError, match="a value for each text"):
        sqlite.insert_records(connection, data, statement("natively"), 16, 1, [])
    connection.close()


def test_a_connection_of_another_kind_or_closed_is_not_reached(
    run: RunJournal, connection: sqlite.ReachableConnection
) -> None:
    data = run.read()
    other = sqlite3.connect(":memory:")
    connection.close()
    for each in (other, connection):
        assert not sqlite.insert_records(each, data, statement("natively"), 16, 1, [])
    other.close()
