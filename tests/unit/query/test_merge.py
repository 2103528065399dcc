"""Stores of several machines become one."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from passevents.errors import SchemaVersionError, StoreError
from passevents.events import IRUnit, Location
from passevents.query import EventStore, record
from passevents.store import merge as merging
from passevents.store.ingest import ingest
from passevents.store.migrations import SCHEMA_VERSION
from passevents.store.writer import writer

from ..store.journals import SyntheticJournal
from ..store.journals import record as event
from .runs import RECORDS
from .test_prune import WithProgram

FUSED = IRUnit("operation", "arith.addi", Location("z.mlir", 5, 6, 'fused["z.mlir":5:6]'))
REGION = IRUnit("region", None, Location("y.mlir", 1, 1))


def make(path: Path, *journals: SyntheticJournal) -> Path:
    for journal in journals:
        with writer(path) as connection:
            ingest(connection, journal)
    return path


def journals() -> list[SyntheticJournal]:
    parent = SyntheticJournal(RECORDS, name="asked", metadata={"commit": "abc"}, status="failed", dropped=2)
    child = SyntheticJournal(
        [event("other", 0, ir_units=(FUSED, REGION))], name="child", parent_run=parent.info["id"]
    )
    return [parent, child, WithProgram(b"one", b"two", name="program")]


@pytest.fixture
def other(tmp_path: Path) -> Path:
    (tmp_path / "elsewhere").mkdir()
    return make(
        tmp_path / "elsewhere" / "other.db", SyntheticJournal([event("zero", 0)], name="zero"), *journals()
    )


@pytest.fixture
def store(path: Path) -> Iterator[EventStore]:
    make(path, SyntheticJournal([event("cse", 0), event("other", 1)], name="here"), WithProgram(b"two"))
    with EventStore(path) as opened:
        yield opened


def told(run: Any) -> tuple[Any, ...]:
    """All that a store says of a run, but for where in the file it is."""
    known = {key: value for key, value in run_values(run).items() if key not in ("number", "stored_bytes")}
    return known, list(run.records()), run.totals(), [node.self_ns for node in run.tree()]


def run_values(run: Any) -> dict[str, Any]:
    import attrs

    return attrs.asdict(run, recurse=False, filter=lambda field, _: field.name != "_store")


def fingerprint(path: Path) -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(path.parent.iterdir())
    }


def programs(store: EventStore, run: Any) -> list[Any]:
    return store.connection.execute(
        "select record & 4294967295, moment, digest, data from record_snapshots s"
        " join snapshots on snapshots.id = snapshot where record >> 32 = ? order by 1, 2",
        (run.number,),
    ).fetchall()


def test_every_run_comes_as_it_was(store: EventStore, other: Path) -> None:
    done = store.merge(other)
    with EventStore(other) as theirs:
        assert [run.name for run in done.runs] == ["zero", "asked", "child", "program"]
        for run in done.runs:
            assert told(run) == told(theirs.run(run.id))
            assert programs(store, run) == programs(theirs, theirs.run(run.id))
    assert done.present == 0
    assert store.run("child").parent_run == store.run("asked").id
    assert [one.event.name for one in store.run("here").records()] == ["cse", "other"]


def test_texts_and_programs_that_are_here_already_are_shared(store: EventStore, other: Path) -> None:
    store.merge(other)
    assert store.db["snapshots"].count == 2
    texts = [text for (text,) in store.connection.execute("select text from strings")]
    assert len(texts) == len(set(texts))
    assert store.prune(keep=0).strings == len(texts)


def test_done_twice_changes_nothing(store: EventStore, other: Path) -> None:
    store.merge(other)
    before = "\n".join(store.connection.iterdump())
    assert store.merge(other) == type(store.merge(other))([], 4)
    assert "\n".join(store.connection.iterdump()) == before


def test_the_other_store_is_not_changed(store: EventStore, other: Path) -> None:
    before = fingerprint(other)
    store.merge(other)
    assert fingerprint(other) == before


def test_a_store_that_is_being_written_is_merged_as_it_stands(store: EventStore, other: Path) -> None:
    with closing(sqlite3.connect(other, isolation_level=None)) as connection:
        connection.execute("begin immediate")
        connection.execute("delete from runs")
        assert len(store.merge(other).runs) == 4
        connection.execute("rollback")


def test_it_is_all_or_nothing(store: EventStore, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = merging._take_run

    def fail(connection: Any, there: int, here: int) -> None:
        if there == 3:
            raise StoreError("no more")
        taken(connection, there, here)

    before = "\n".join(store.connection.iterdump())
    monkeypatch.setattr(merging, "_take_run", fail)
    with pytest.raises(StoreError, match="no more"):
        store.merge(other)
    assert "\n".join(store.connection.iterdump()) == before


def test_a_store_cannot_be_merged_into_itself(store: EventStore) -> None:
    with pytest.raises(StoreError, match="into itself"):
        store.merge(os.path.relpath(store.path))


def test_a_newer_store_is_refused(store: EventStore, other: Path) -> None:
    with closing(sqlite3.connect(other)) as connection:
        connection.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(SchemaVersionError, match="Install a newer passevents"):
        store.merge(other)


@pytest.mark.parametrize("content", [None, b"no database" * 100])
def test_what_is_no_store_is_refused(store: EventStore, tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "nothing").write_bytes(content)
    with pytest.raises(StoreError):
        store.merge(tmp_path / "nothing")


def test_a_large_run_brings_its_blocks(store: EventStore, tmp_path: Path) -> None:
    """They name texts, whose ids differ here."""
    with record(tmp_path / "large.db", name="large") as recording:
        for number in range(9_000):
            with recording.span(f"span {number % 5}"):
                pass
    store.merge(tmp_path / "large.db")
    blocks = """
        select facet, coalesce(text, value), block, slowest_ns from {0}.block_values
        left join {0}.strings on facet = 4 and strings.id = value order by 1, 2, 3
    """
    store.connection.execute("attach ? as large", (str(tmp_path / "large.db"),))
    found = store.connection.execute(blocks.format("main")).fetchall()
    assert found == store.connection.execute(blocks.format("large")).fetchall()
    assert len(found) > 9_000 // 128
