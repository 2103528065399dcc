"""Runs that are not wanted any more leave the store, with what only they needed."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from passevents.errors import QueryError
from passevents.journal.snapshots import Link, Text
from passevents.query import EventStore, Pruning
from passevents.store import space
from passevents.store.ingest import ingest
from passevents.store.writer import writer

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record

Make = Callable[..., SyntheticJournal]


class WithProgram(SyntheticJournal):
    """A run whose events began with the given texts of the program."""

    def __init__(self, *texts: bytes, **info: Any) -> None:
        super().__init__([record("cse", number) for number in range(len(texts))], **info)
        self.texts = texts

    def snapshots(self) -> Any:
        for number, text in enumerate(self.texts):
            yield Text(text.ljust(32), len(text), text)
            yield Link(number, "before", number)


def journal(name: str, day: int, records: int = 1, **info: Any) -> SyntheticJournal:
    started = f"2026-01-{day:02}T00:00:00+00:00"
    kept = [record(f"{name} {number}", number, detail="shared") for number in range(records)]
    return SyntheticJournal(kept, name=name, started_at=started, **info)


def names(done: Pruning) -> list[str | None]:
    return [run.name for run in done.runs]


def left(store: EventStore) -> list[str | None]:
    return [run.name for run in store.runs()]


@pytest.fixture
def store(fill: Fill) -> EventStore:
    return fill(
        journal("a", 1), journal("b", 2, status="failed"), journal("c", 3), journal("d", 4, status="lost")
    )


def test_all_but_the_newest_are_removed_oldest_first(store: EventStore) -> None:
    assert names(store.prune(keep=1)) == ["a", "b", "c"]
    assert left(store) == ["d"]


def test_keep_counts_the_runs_of_the_status(store: EventStore) -> None:
    assert names(store.prune(status="completed", keep=1)) == ["a"]


def test_runs_begun_before_a_moment_are_removed(store: EventStore) -> None:
    moment = datetime.datetime(2026, 1, 2, 12, tzinfo=datetime.UTC)
    assert names(store.prune(older_than=moment)) == ["a", "b"]


def test_an_age_counts_from_now(store: EventStore) -> None:
    now = datetime.datetime.now(datetime.UTC)
    age = now - datetime.datetime(2026, 1, 2, 12, tzinfo=datetime.UTC)
    assert names(store.prune(older_than=age)) == ["a", "b"]
    assert names(store.prune(older_than=datetime.timedelta(days=10_000))) == []


def test_of_several_limits_all_have_to_agree(store: EventStore) -> None:
    moment = datetime.datetime(2026, 1, 3, 12, tzinfo=datetime.UTC)
    assert names(store.prune(older_than=moment, status=["failed", "lost"], keep=1)) == ["b"]


def test_a_pinned_run_stays_until_it_is_unpinned(store: EventStore) -> None:
    assert store.pin("a").pinned
    done = store.prune(keep=0)
    assert (names(done), done.pinned, left(store)) == (["b", "c", "d"], 1, ["a"])
    assert not store.unpin("a").pinned
    assert names(store.prune(keep=0)) == ["a"]


def test_a_dry_run_removes_nothing(store: EventStore) -> None:
    done = store.prune(keep=1, dry_run=True)
    assert (names(done), done.dry_run, done.strings) == (["a", "b", "c"], True, None)
    assert left(store) == ["d", "c", "b", "a"]


def test_the_file_shrinks_to_the_size_that_was_asked_for(fill: Fill) -> None:
    store = fill(*(journal(f"run {day}", day, records=3_000) for day in range(1, 9)))
    before = store.path.stat().st_size
    done = store.prune(max_bytes=before // 2)
    assert names(done) == [f"run {day}" for day in range(1, len(done.runs) + 1)]
    assert store.path.stat().st_size <= before // 2
    assert (done.bytes_before, done.bytes_after) == (before, store.path.stat().st_size)
    # No more than it takes: with the next oldest still there it would have been too large.
    assert store.path.stat().st_size + before // 8 > before // 2


def test_a_store_that_fits_loses_nothing(store: EventStore) -> None:
    assert names(store.prune(max_bytes=10**9)) == []


def test_what_only_a_removed_run_needed_goes_with_it(path: Path) -> None:
    for each in (WithProgram(b"one", b"two", name="first"), WithProgram(b"two", b"three", name="second")):
        with writer(path) as connection:
            ingest(connection, each)
    with writer(path) as connection:
        ingest(connection, journal("third", 1))
    with EventStore(path) as store:
        store.pin("second")
        done = store.prune(keep=0)
        counts = {table.name: table.count for table in store.db.tables}
        texts = {text for (text,) in store.connection.execute("select text from strings")}
    assert (done.strings, done.snapshots) == (2, 1)
    assert texts == {"cse"}
    expected = {
        "runs": 1,
        "records": 2,
        "snapshots": 2,
        "record_snapshots": 2,
        "run_strings": 1,
        "strings": 1,
    }
    assert {name: counts[name] for name in expected} == expected


def test_texts_that_a_killed_pruning_left_go_with_the_next(store: EventStore) -> None:
    with writer(store.path) as connection:
        connection.execute("insert into strings (text) values ('left over')")
    assert store.prune(status="failed").strings == 2
    assert store.prune(status="failed").strings == 0


def test_the_number_of_a_removed_run_is_not_given_again(store: EventStore) -> None:
    gone = store.run("d")
    store.prune(keep=0)
    with writer(store.path) as connection:
        ingest(connection, journal("e", 5))
    assert store.run("e").number == gone.number + 1
    assert list(gone.records()) == []


def test_a_run_that_was_pinned_meanwhile_stays(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = store.runs()
    store.pin("a")
    monkeypatch.setattr(store, "runs", lambda: runs)
    assert names(store.prune(keep=2)) == ["b"]


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({}, "Say which runs to remove"),
        ({"keep": -1}, "keep must be at least 0, not -1"),
        ({"keep": True}, "keep must be a whole number, not True"),
        ({"max_bytes": -1}, "max_bytes must be at least 0, not -1"),
        ({"max_bytes": float("nan")}, "max_bytes must be a whole number, not nan"),
        ({"older_than": datetime.timedelta(-1)}, "older_than cannot be negative"),
        ({"older_than": "30d"}, "older_than must be a timedelta or a datetime, not '30d'"),
        ({"status": "open"}, "no run status 'open'"),
    ],
)
def test_limits_that_make_no_sense_are_refused(
    store: EventStore, limits: dict[str, Any], message: str
) -> None:
    with pytest.raises(QueryError, match=message):
        store.prune(**limits)


def test_no_run_is_older_than_the_calendar(store: EventStore) -> None:
    assert names(store.prune(older_than=datetime.timedelta(days=999_999))) == []


def test_free_pages_are_given_back_in_large_steps(fill: Fill) -> None:
    store = fill(journal("a", 1, records=3_000), journal("b", 2))
    with writer(store.path) as connection:
        connection.execute("delete from records where id >> 32 = ?", (store.run("a").number,))
        (free,) = connection.execute("pragma freelist_count").fetchone()
    assert free > 10
    assert not space._free_some(store.path)  # nothing is left for another step
    with writer(store.path) as connection:
        assert connection.execute("pragma freelist_count").fetchone() == (0,)


def test_a_store_made_without_page_accounts_is_rewritten(path: Path) -> None:
    import sqlite3

    bare = sqlite3.connect(path)
    bare.execute("pragma journal_mode = wal")
    bare.close()
    for day in (1, 2):
        with writer(path) as connection:
            ingest(connection, journal(f"run {day}", day, records=3_000))
    before = path.stat().st_size
    with EventStore(path) as store:
        assert store.connection.execute("pragma auto_vacuum").fetchone() == (0,)
        store.prune(keep=1)
        assert len(list(store.run().records())) == 3_000
    assert path.stat().st_size < before * 2 // 3


def test_a_reader_in_the_middle_of_a_question_goes_on_and_is_not_waited_for(fill: Fill) -> None:
    """SQLite would wait for it a minute, and keep everybody from writing meanwhile."""
    store = fill(journal("a", 1, records=2_000), journal("b", 2, records=2_000))
    with EventStore(store.path) as reader:
        records = iter(reader.run("b").records())
        next(records)
        assert store.prune(keep=1).events == 2_000
        assert sum(1 for _ in records) == 1_999
