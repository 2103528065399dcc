"""However many records a run has, reading them one after another takes the memory of a few."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from passevents import _native
from passevents.events import PassEvent
from passevents.journal import memory_run
from passevents.query import EventStore, Run
from passevents.store.ingest import ingest
from passevents.store.writer import writer

RECORDS = 330_000
BOUND_BYTES = 4_000_000


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A pass with 330,000 events inside it."""
    journal = memory_run()
    recorder = _native.Recorder(journal.native, 0)
    for sequence in range(RECORDS):
        parent, depth = (0, 1) if sequence else (None, 0)
        name = f"pattern {sequence % 100}"
        recorder.start(PassEvent(name, journal.next_sequence(), depth, parent, None))
        if sequence:
            recorder.complete(PassEvent(name, sequence, depth, parent, None))
    recorder.complete(PassEvent("pattern 0", 0, 0, None, None))
    journal.close()
    path: Path = tmp_path_factory.mktemp("large") / "events.db"
    with writer(path) as connection:
        ingest(connection, journal.read())
    return EventStore(path).run()


def peak_of(read: Callable[[], Iterable[Any]]) -> tuple[int, int]:
    """How many there were, and the most memory that was held meanwhile."""
    tracemalloc.start()
    try:
        count = sum(1 for _ in read())
        return count, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(lambda run: run.records(), id="all"),
        pytest.param(lambda run: run.records(order="tree"), id="in tree order"),
        pytest.param(lambda run: run.records(under=0, kind="pass"), id="filtered"),
        pytest.param(lambda run: run.records().dicts(), id="as dictionaries"),
    ],
)
def test_memory_does_not_grow_with_the_run(run: Run, read: Callable[[Run], Iterable[Any]]) -> None:
    count, peak = peak_of(lambda: read(run))
    assert count >= RECORDS - 1
    assert peak < BOUND_BYTES


def test_the_first_are_there_before_the_others_are_read(run: Run) -> None:
    first = list(itertools.islice(run.records(), 3))
    assert [record.event.sequence for record in first] == [0, 1, 2]
