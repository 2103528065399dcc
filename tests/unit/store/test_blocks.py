"""What is kept of each block of a large run is what stands in its records."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from passevents._native import Recorder
from passevents.events import PassEvent, PassKind
from passevents.journal import RunJournal, memory_run
from passevents.store import blocks
from passevents.store.blocks import BLOCK_SHIFT, FACETS
from passevents.store.ingest import ingest
from passevents.store.writer import writer

EVENTS = 300


def recorded() -> RunJournal:
    """Three events in four inside the fourth, some without an end, with names and places that repeat."""
    run = memory_run()
    for number in range(EVENTS):
        parent = number - number % 4 if number % 4 else None
        phase = "late" if number > 200 else None
        event = PassEvent(f"pass {number % 7}", run.next_sequence(), int(parent is not None), parent, phase)
        recorder = Recorder(run.native, list(PassKind).index(PassKind.action))
        recorder.start_with(
            event,
            tag="apply-pattern" if number % 5 == 0 else None,
            operation=f"op.{number % 3}",
            file="a.mlir" if number % 2 else None,
            line=number % 11,
            location="fused" if number == 150 else None,
        )
        if number % 50:
            recorder.finish(event, number % 3 == 0, None, None, None)
    run.close()
    return run


@pytest.fixture(params=["natively", "through Python"])
def connection(
    path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[sqlite3.Connection]:
    monkeypatch.setattr(blocks, "SMALLEST_RUN", EVENTS)
    with writer(path) as opened:
        if request.param == "through Python":
            opened.handle = None  # type: ignore[attr-defined]
        ingest(opened, recorded().read())
    with closing(sqlite3.connect(path)) as reader:
        yield reader


def test_a_block_says_where_it_is_in_the_tree_and_what_was_slowest(connection: sqlite3.Connection) -> None:
    expected = f"""
        select id >> 32, (id & 4294967295) >> {BLOCK_SHIFT} as block, min(pre), max(pre), min(depth),
          coalesce(max(duration_ns), 0)
        from records group by block order by block
    """
    found = connection.execute("select * from blocks order by run, block").fetchall()
    assert found == connection.execute(expected).fetchall()
    assert len(found) == EVENTS // 128 + 1


@pytest.mark.parametrize("facet", FACETS)
def test_every_value_of_a_block_is_there_with_its_slowest(connection: sqlite3.Connection, facet: str) -> None:
    column = "location is not null" if facet == "whole_location" else f"coalesce({facet}, 0)"
    expected = f"""
        select {column} as value, (id & 4294967295) >> {BLOCK_SHIFT} as block, coalesce(max(duration_ns), 0)
        from records group by value, block order by value, block
    """
    found = connection.execute(
        "select value, block, slowest_ns from block_values where facet = ? order by value, block",
        (FACETS[facet],),
    ).fetchall()
    assert found == connection.execute(expected).fetchall()


def test_a_small_run_has_no_blocks(path: Path) -> None:
    with writer(path) as opened:
        ingest(opened, recorded().read())
        assert opened.execute("select count(*) from blocks").fetchone() == (0,)
