"""Stores of every earlier version open and are brought up to date, whatever happens meanwhile."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from passevents.errors import SchemaVersionError, StoreError
from passevents.events import IRUnit, Location
from passevents.query import EventStore, record
from passevents.store.migrations import SCHEMA_VERSION, migrations

from .processes import finish, run, start
from .versions import VERSIONS, write_store

KILLED_MIGRATING = """
from passevents.store import migrations
unindented = migrations._unindented
left = int(sys.argv[2])
def die_at_last(statement):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return unindented(statement)
migrations._unindented = die_at_last
EventStore(path)
"""
OPENS = """
print("ready", flush=True)
sys.stdin.readline()
EventStore(path).close()
"""


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("pragma user_version").fetchone()[0])


def check(path: Path) -> None:
    """The store at `path` is of this version, and has what the earlier one had."""
    with EventStore(path) as store:
        first, inner, failing = (store.run(name) for name in ("first", "inner", "failing"))
        names = [(one.event.name, one.event.parent_sequence) for one in first.records()]
        (canonicalize,) = first.records(name="canonicalize", location="a.mlir:1")
        assert (first.status, first.compiler, first.metadata) == ("completed", "mlir", {"commit": "a1"})
        assert (inner.parent_run, inner.ir(0, "before"), inner.ir(0)) == (
            first.id,
            "module { before }",
            "module { after }",
        )
        assert (failing.status, failing.error, failing.failed_count) == ("failed", "ValueError: boom", 1)
        assert [total.count for total in first.totals(name="cse")] == [1]
    assert version_of(path) == SCHEMA_VERSION
    assert names == [
        ("mlir::detail::OpToOpPassAdaptor", None),
        ("canonicalize", 0),
        ("GreedyPatternRewriteIteration", 1),
        ("GreedyPatternRewriteIteration", 1),
        ("cse", 0),
        ("lower", None),
    ]
    assert canonicalize.ir_units == (
        IRUnit("operation", "func.func", Location("a.mlir", 1, 2, 'fused["a.mlir":1:2]')),
        IRUnit("region", "func.func", Location("a.mlir", 3, 4)),
    )


def test_there_is_a_store_of_every_earlier_version() -> None:
    assert list(range(1, SCHEMA_VERSION)) == VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_an_earlier_store_is_brought_up_to_date(path: Path, version: int) -> None:
    assert version_of(write_store(path, version)) == version
    check(path)


@pytest.mark.parametrize("version", VERSIONS)
def test_it_can_be_recorded_into_at_once(path: Path, version: int) -> None:
    write_store(path, version)
    with record(path, name="new") as recording, recording.span("cse"):
        pass
    check(path)
    with EventStore(path) as store:
        assert (store.run("latest").name, store.run("new").number) == ("new", 4)


@pytest.mark.parametrize("version", VERSIONS)
def test_of_an_earlier_store_only_what_is_not_used_is_removed(path: Path, version: int) -> None:
    with EventStore(write_store(path, version)) as store:
        store.pin("first")
        done = store.prune(keep=0)
        assert sorted(run.name or "" for run in done.runs) == ["failing", "inner"]
        assert (done.strings, done.snapshots) == (3, 2)
        # All its texts are still there.
        assert len(list(store.run("first").records())) == 6
        assert {one.event.name for one in store.run("first").records()} >= {"canonicalize", "lower"}
        store.unpin("first")
        store.prune(keep=0)
        assert store.db["strings"].count == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_an_earlier_store_is_merged_and_stays_as_it_is(path: Path, tmp_path: Path, version: int) -> None:
    other = write_store(tmp_path / "other.db", version)
    before = other.read_bytes()
    with record(path, name="here"):
        pass
    with EventStore(path) as store:
        assert len(store.merge(other).runs) == 3
    check(path)
    assert other.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["events.db", "other.db"]


def test_a_pin_of_an_earlier_version_holds(path: Path) -> None:
    with EventStore(write_store(path, 2)) as store:
        assert [run.name for run in store.runs() if run.pinned] == ["first"]


@pytest.mark.parametrize("statements", [0, 3, 7])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_killed_migration_leaves_the_earlier_version(path: Path, version: int, statements: int) -> None:
    write_store(path, version)
    with closing(sqlite3.connect(path)) as connection:
        before = list(connection.iterdump())
    status, _ = run(KILLED_MIGRATING, path, min(statements, 1) if version == 2 else statements)
    assert status == -9
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (version,)
        assert list(connection.iterdump()) == before
    check(path)


@pytest.mark.parametrize("version", VERSIONS)
def test_processes_that_open_an_earlier_store_at_once_update_it_once(path: Path, version: int) -> None:
    write_store(path, version)
    processes = [start(OPENS, path) for _ in range(3)]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [finish(process) for process in processes] == [(0, "")] * 3
    check(path)
    with closing(sqlite3.connect(path)) as connection:
        steps = [name for (name,) in connection.execute("select name from _sqlite_migrations order by 1")]
    assert steps == sorted(step.name for step in migrations()._migrations)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_reader_of_an_earlier_store_goes_on_while_it_is_updated(path: Path, version: int) -> None:
    write_store(path, version)
    with closing(sqlite3.connect(path)) as reader:
        rows = reader.execute("select name from runs order by number")
        assert rows.fetchone() == ("inner",)
        check(path)
        assert rows.fetchall() == [("first",), ("failing",)]


def test_a_newer_store_is_refused_and_left_alone(path: Path) -> None:
    with record(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(SchemaVersionError, match=f"version {SCHEMA_VERSION + 1}.*up to {SCHEMA_VERSION}"):
        EventStore(path)
    with pytest.raises(StoreError, match="Install a newer passevents"), record(path):
        pass
    assert path.read_bytes() == before
