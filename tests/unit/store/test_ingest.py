"""Journals become runs: all of a journal or nothing, once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from passevents.errors import StoreError
from passevents.store.connect import open_for_writing
from passevents.store.ingest import ingest, insert_rows
from passevents.store.strings import StringCache, intern, storable
from passevents.store.writer import writer

from .journals import SyntheticJournal, record


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_for_writing(path)) as opened:
        yield opened


def test_a_text_is_stored_once_and_ids_come_in_the_order_of_the_texts(connection: sqlite3.Connection) -> None:
    first = intern(connection, ["b", "a", "b"])
    second = intern(connection, ["c", "a"])
    texts = dict(connection.execute("select id, text from strings"))
    assert [texts[key] for key in first] == ["b", "a", "b"]
    assert [texts[key] for key in second] == ["c", "a"]
    assert sorted(texts.values()) == ["a", "b", "c"]


def test_a_cache_of_texts_forgets_rather_than_grow(connection: sqlite3.Connection) -> None:
    keys = intern(connection, ["a", "b", "c"])
    cache = StringCache(connection, limit=2)
    assert [cache[key] for key in (*keys, *keys)] == ["a", "b", "c", "a", "b", "c"]
    assert len(cache) <= 2


@pytest.mark.parametrize(
    ("text", "stored"), [("caf\u00e9", "caf\u00e9"), ("a\0b", r"a\x00b"), ("\udcff", r"\udcff"), ("", "")]
)
def test_text_that_sqlite_cannot_hold_is_escaped(text: str, stored: str) -> None:
    assert storable(text) == stored


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 40])
def test_rows_are_inserted_whatever_their_number(connection: sqlite3.Connection, count: int) -> None:
    rows = [(key, f"text {key}") for key in range(1, count + 1)]
    insert_rows(connection, "strings", ("id", "text"), iter(rows))
    assert connection.execute("select id, text from strings order by id").fetchall() == rows


def test_storing_a_journal_again_changes_nothing(connection: sqlite3.Connection) -> None:
    journal = SyntheticJournal([record("cse", 0)])
    numbers = [ingest(connection, journal), ingest(connection, journal)]
    counts = [connection.execute(f"select count(*) from {table}").fetchone() for table in ("runs", "records")]
    assert (numbers, counts) == ([1, 1], [(1,), (1,)])


class Breaking(SyntheticJournal):
    """A journal that cannot be read to its end."""

    def summary_rows(self, ids: Any) -> Any:
        raise StoreError("broken")


def test_a_journal_that_fails_half_way_leaves_nothing(connection: sqlite3.Connection) -> None:
    with pytest.raises(StoreError, match="broken"):
        ingest(connection, Breaking([record("cse", 0)]))
    counts = [
        connection.execute(f"select count(*) from {table}").fetchone()
        for table in ("runs", "records", "strings")
    ]
    assert (counts, connection.in_transaction) == ([(0,)] * 3, False)


def test_a_full_disk_leaves_nothing(path: Path, connection: sqlite3.Connection) -> None:
    (pages,) = connection.execute("pragma page_count").fetchone()
    connection.execute(f"pragma max_page_count = {pages + 2}")
    records = [record(f"pass {number}", number, detail="x" * 1_000) for number in range(100)]
    with pytest.raises(sqlite3.OperationalError, match="full"):
        ingest(connection, SyntheticJournal(records))
    connection.execute("pragma max_page_count = 1000000")
    assert connection.execute("select count(*) from records").fetchone() == (0,)
    ingest(connection, SyntheticJournal(records))
    assert connection.execute("select count(*) from records").fetchone() == (100,)


def test_a_journal_without_an_outcome_is_a_lost_run(connection: sqlite3.Connection) -> None:
    ingest(connection, SyntheticJournal([record("cse", 3, start_ns=500)], status=None, finished_at=None))
    row = connection.execute("select status, finished_at, duration_ns from runs").fetchone()
    assert row == ("lost", None, 600)


def test_what_a_damaged_journal_lost_is_counted_with_the_reason(connection: sqlite3.Connection) -> None:
    journal = SyntheticJournal([record("cse", 0)], dropped=2, dropped_reason="max_bytes")
    journal.counts = {"ends_without_begin": 3, "lost_parents": 1, "repeated": 0}
    ingest(connection, journal)
    dropped, reason = connection.execute("select dropped, dropped_reason from runs").fetchone()
    assert dropped == 5
    assert reason == "max_bytes; 3 whose start is missing; 1 whose parent is missing (stored as outermost)"


def test_what_is_known_of_a_run_is_kept_where_the_schema_has_no_column_for_it(
    connection: sqlite3.Connection,
) -> None:
    ingest(connection, SyntheticJournal([], python="3.13", metadata={"a": [1]}, cwd="/x\udcff"))
    row = connection.execute("select info, metadata, cwd from runs").fetchone()
    assert row == ('{"python": "3.13"}', '{"a": [1]}', r"/x\udcff")


def test_the_writer_is_closed_after_its_work(path: Path) -> None:
    with writer(path) as opened:
        opened.execute("select 1")
    with pytest.raises(sqlite3.ProgrammingError):
        opened.execute("select 1")
    assert not path.with_name(path.name + "-wal").exists()
