"""The schema is what its documentation says, and ordinary SQLite tools can read it."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from passevents.store import migrations, schema
from passevents.store.connect import open_for_writing


@pytest.fixture
def db(path: Path) -> Iterator[Database]:
    with closing(open_for_writing(path)) as connection:
        yield Database(connection)


def test_every_table_and_column_is_documented_in_its_order(db: Database) -> None:
    tables = {table.name: [column.name for column in table.columns] for table in db.tables}
    del tables["_sqlite_migrations"]
    assert {name: list(columns) for name, (_, columns) in schema.TABLES.items()} == tables


def test_every_view_and_column_is_documented_in_its_order(db: Database) -> None:
    views = {view.name: [column.name for column in view.columns] for view in db.views}
    assert {name: list(columns) for name, (_, columns) in schema.VIEWS.items()} == views


def test_the_columns_that_the_code_uses_are_the_documented_ones() -> None:
    assert list(schema.TABLES["records"][1]) == list(schema.RECORD_COLUMNS)
    assert set(schema.TABLES["runs"][1]) == set(schema.RUN_COLUMNS)


def test_every_table_is_strict(db: Database) -> None:
    assert [table.name for table in db.tables if not table.strict] == ["_sqlite_migrations"]


def test_records_have_no_index_to_keep_up_while_they_are_stored(db: Database) -> None:
    assert db["records"].indexes == []


def test_a_migration_that_fails_leaves_no_trace(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "_VIEWS_1", ("create view nonsense as select * from nowhere)",))
    with pytest.raises(Exception, match="syntax error"):
        open_for_writing(path)
    connection = sqlite3.connect(path)
    assert connection.execute("select count(*) from sqlite_master").fetchone() == (0,)
    assert connection.execute("pragma user_version").fetchone() == (0,)
    connection.close()
    monkeypatch.undo()
    open_for_writing(path).close()


def test_sqlite_utils_lists_the_tables(path: Path) -> None:
    open_for_writing(path).close()
    command = [sys.executable, "-m", "sqlite_utils", "tables", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    names = {row["table"] for row in json.loads(done.stdout)}
    assert set(schema.TABLES) <= names


def test_processes_that_make_the_same_store_at_once_make_one(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from passevents.store.connect import open_for_writing\n"
        "sys.stdin.readline(); open_for_writing(Path(sys.argv[1])).close()"
    )
    command = [sys.executable, "-c", code, str(path)]
    processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    outputs = []
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    outputs = [process.communicate(timeout=60)[1] for process in processes]
    assert outputs == [b""] * 4
    steps = sqlite3.connect(path)
    names = [name for (name,) in steps.execute("select name from _sqlite_migrations order by name")]
    assert [name[:5] for name in names] == [f"m{n:03}_" for n in range(1, migrations.SCHEMA_VERSION + 1)]
    steps.close()
