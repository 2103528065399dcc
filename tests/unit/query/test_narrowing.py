"""Passing over blocks of a large run changes no answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from passevents._native import Recorder
from passevents.events import PassEvent, PassKind
from passevents.journal import RunJournal, memory_run
from passevents.query import EventStore, Run, ordering
from passevents.query.filters import select_records
from passevents.store import blocks
from passevents.store.ingest import ingest
from passevents.store.writer import writer

EVENTS = 2_000
RARE = 1_500


def recorded(name: str) -> RunJournal:
    """A pass, its patterns, and so on; one event is like no other. Times come from the clock."""
    run = memory_run({"name": name})
    outer = None
    for number in range(EVENTS):
        is_pass = number % 40 == 0
        parent = None if is_pass else outer
        label = "rare" if number == RARE else f"name {number % 3}"
        phase = "late" if number > EVENTS // 2 else None
        event = PassEvent(label, run.next_sequence(), int(not is_pass), parent, phase)
        kind = PassKind.pass_ if is_pass else PassKind.action
        recorder = Recorder(run.native, list(PassKind).index(kind))
        recorder.start_with(
            event,
            tag=None if is_pass else "apply-pattern",
            operation=f"op.{number // 500}",
            file="dir/a.mlir" if number % 2 else None,
            line=number // 100,
            location='fused["b.mlir":7:1]' if number == RARE else None,
        )
        if number % 700:
            recorder.finish(event, int(number % 900 == 0), number % 2 == 0, None, None)
        outer = event.sequence if is_pass else outer
    run.close()
    return run


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    path: Path = tmp_path_factory.mktemp("narrowing") / "events.db"
    data = recorded("large").read()
    with pytest.MonkeyPatch.context() as patch, writer(path) as connection:
        patch.setattr(blocks, "SMALLEST_RUN", 0)
        ingest(connection, data)
        patch.setattr(blocks, "SMALLEST_RUN", EVENTS + 1)
        data.info |= {"id": "plain", "name": "plain"}
        ingest(connection, data)
    with EventStore(path) as opened:
        yield opened


@pytest.fixture
def large(store: EventStore) -> Run:
    return store.run("large")


@pytest.fixture
def plain(store: EventStore) -> Run:
    return store.run("plain")


FILTERS: list[dict[str, Any]] = [
    {},
    {"name": "rare"},
    {"name": ["rare", "name 1"]},
    {"name": "nobody"},
    {"phase": "late", "kind": "pass"},
    {"phase": ""},
    {"tag": ""},
    {"tag": "apply-pattern", "operation": "op.2"},
    {"status": ["failed", "incomplete"]},
    {"location": "a.mlir"},
    {"location": "a.mlir:3"},
    {"location": "b.mlir:7"},
    {"location": ["a.mlir:1", "nowhere.mlir"]},
    {"under": 1_480},
    {"under": 1_480, "name": "rare"},
    {"under": 1_481},
    {"min_duration_ns": 2_000},
    {"changed": True, "name": "name 2"},
]


@pytest.mark.parametrize("first_chunk", [1, 16])
@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_the_records_are_those_that_reading_all_finds(
    large: Run, plain: Run, filters: dict[str, Any], first_chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordering, "_FIRST_CHUNK", first_chunk)
    assert list(large.records(**filters)) == list(plain.records(**filters))
    assert large.count(**filters) == plain.count(**filters)
    for offset in (5, 600, 1_900):
        page: dict[str, Any] = {"limit": 7, "offset": offset, **filters}
        assert list(large.records(**page)) == list(plain.records(**page))


@pytest.mark.parametrize("filters", FILTERS, ids=str)
@pytest.mark.parametrize("n", [1, 10, 3_000])
def test_the_slowest_are_those_that_reading_all_finds(
    large: Run, plain: Run, filters: dict[str, Any], n: int
) -> None:
    assert list(large.slowest(n, **filters)) == list(plain.slowest(n, **filters))


@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_the_tree_is_the_same(large: Run, plain: Run, filters: dict[str, Any]) -> None:
    assert large.tree(max_depth=0, **filters) == plain.tree(max_depth=0, **filters)


def test_the_counts_are_the_same(large: Run, plain: Run) -> None:
    assert large.counts() == plain.counts()
    assert sum(large.counts().values()) == EVENTS


def test_only_the_blocks_that_can_hold_an_answer_are_read(store: EventStore, large: Run) -> None:
    def blocks_for(**filters: Any) -> list[int]:
        return list(select_records(store.connection, large.number, filters).bounds or ())  # type: ignore[arg-type]

    assert blocks_for(name="rare") == [RARE >> blocks.BLOCK_SHIFT]
    assert blocks_for(name="rare", operation="op.1") == []
    assert blocks_for(location="b.mlir:7") == [RARE >> blocks.BLOCK_SHIFT]
    assert blocks_for(under=1_480) == [1_480 >> blocks.BLOCK_SHIFT]
    assert len(blocks_for(operation="op.0")) == 4


def test_the_longest_are_read_from_the_blocks_that_have_them(
    store: EventStore, large: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from passevents.query import ordering

    monkeypatch.setattr(ordering, "_FIRST_CHUNK", 1)
    monkeypatch.setattr(ordering, "_GROWTH", 1)
    read: list[str] = []
    store.connection.set_trace_callback(read.append)
    large.slowest(1)
    store.connection.set_trace_callback(None)
    assert sum("json_each" in statement for statement in read) < EVENTS >> blocks.BLOCK_SHIFT
