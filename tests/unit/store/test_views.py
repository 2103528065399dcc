"""The views, as somebody sees them who has only the sqlite3 command."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from passevents.events import IRUnit, Location, PassKind, PassStatus
from passevents.store.ingest import ingest
from passevents.store.writer import writer

from .journals import SyntheticJournal, record

FUNC = IRUnit("operation", "func.func", Location("a.mlir", 3, 4))
FUSED = IRUnit("operation", "arith.addi", Location("a.mlir", 5, 6, 'fused["a.mlir":5:6, "b.mlir":1:1]'))


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    records = [
        record("lower", 0, duration_ns=12_345_678, kind=PassKind.stage),
        record("canonicalize", 1, 0, 1, phase="opt", ir_units=(FUNC,), changed=True),
        record("fold", 2, 1, 2, kind=PassKind.action, tag="apply-pattern", iteration=0, detail="`fold`"),
        record("cse", 3, 0, 1, duration_ns=None, status=PassStatus.lost, ir_units=(FUSED,), error="boom"),
    ]
    for name, kept in (("matmul", records), ("other", records[:1])):
        with writer(path) as opened:
            ingest(opened, SyntheticJournal(kept, name=name))
    with closing(sqlite3.connect(path)) as reader:
        yield reader


def test_events_resolves_every_text(connection: sqlite3.Connection) -> None:
    columns = "sequence, kind, tag, name, phase, status, op, file, line, column, location, detail, error"
    rows = connection.execute(f"select {columns} from events where run = 1").fetchall()
    fused = 'fused["a.mlir":5:6, "b.mlir":1:1]'
    func = ("func.func", "a.mlir", 3, 4, None)
    none = (None,) * 5
    assert rows == [
        (0, "stage", None, "lower", None, "completed", *none, None, None),
        (1, "pass", None, "canonicalize", "opt", "completed", *func, None, None),
        (2, "action", "apply-pattern", "fold", None, "completed", *none, "`fold`", None),
        (3, "pass", None, "cse", None, "lost", "arith.addi", "a.mlir", 5, 6, fused, None, "boom"),
    ]


def test_events_says_where_each_is_in_the_tree_and_when(connection: sqlite3.Connection) -> None:
    columns = (
        "parent_sequence, pre, pre_end, depth, start_ns, end_ns, duration_ns, self_ns, changed, iteration"
    )
    rows = connection.execute(f"select {columns} from events where run = 1").fetchall()
    assert rows == [
        (None, 0, 3, 0, 0, 12_345_678, 12_345_678, 12_345_678, None, None),
        (0, 1, 2, 1, 1_000, 1_100, 100, 100, 1, None),
        (1, 2, 2, 2, 2_000, 2_100, 100, 100, None, 0),
        (0, 3, 3, 1, 3_000, None, None, None, None, None),
    ]


def test_totals_shows_the_newest_run_first_and_times_for_people(connection: sqlite3.Connection) -> None:
    rows = connection.execute("select * from totals").fetchall()
    assert rows[0] == (
        2,
        "other",
        None,
        "stage",
        "lower",
        1,
        "12.346 ms",
        "12.346 ms",
        12345678,
        12345678,
        None,
    )
    assert [row[4] for row in rows[1:]] == ["lower", "canonicalize", "fold", "cse"]


def test_incomplete_says_where_a_compile_stopped(connection: sqlite3.Connection) -> None:
    rows = connection.execute(
        "select run_name, sequence, name, status, started, op, location, error from incomplete"
    )
    fused = 'fused["a.mlir":5:6, "b.mlir":1:1]'
    assert rows.fetchall() == [("matmul", 3, "cse", "lost", "0.003 ms", "arith.addi", fused, "boom")]


def test_a_run_of_the_events_view_is_read_without_reading_the_others(connection: sqlite3.Connection) -> None:
    plan = connection.execute(
        "explain query plan select * from events where run = 2 and name = 'cse'"
    ).fetchall()
    assert [step for *_, step in plan[:2]] == [
        "SEARCH runs USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH r USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
    ]
