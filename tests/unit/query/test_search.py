"""Texts are found in what is told of events and in programs, once a run was taken into the index."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from passevents.errors import QueryError, StoreError
from passevents.events import IRUnit, Location, PassStatus
from passevents.journal.snapshots import Link, Text
from passevents.query import EventStore
from passevents.store import text_index
from passevents.store.ingest import ingest
from passevents.store.writer import writer

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record

PLACE = IRUnit("operation", "linalg.matmul", Location("dir/net.mlir", 3, 4, 'fused["dir/net.mlir":3:4, "x"]'))


class WithProgram(SyntheticJournal):
    """Event 0 began and ended, and event 1 began, with the programs given."""

    programs = ("func.func @softmax { arith.addi }", 'func.func @softmax { "quoted" memref.copy }')

    def snapshots(self) -> Any:
        for number, program in enumerate(self.programs):
            text = program.encode()
            yield Text(bytes([number]) * 32, len(text), zlib.compress(text))
        yield from (Link(0, "before", 0), Link(0, "after", 1), Link(1, "before", 1))


def failing() -> SyntheticJournal:
    return WithProgram(
        [
            record("canonicalize", 0, detail="running `Canonicalizer` on func.func", attributes={"level": 2}),
            record("canonicalize", 1, phase="clean up"),
            record("convert", 2, error="failed to legalize 'arith.addi'", status=PassStatus.failed),
            record("cse", 3, ir_units=(PLACE,)),
        ],
        name="failing",
        started_at="2026-01-02T00:00:00+00:00",
    )


def other() -> SyntheticJournal:
    return SyntheticJournal([record("canonicalize", 0)], name="other", started_at="2026-01-03T00:00:00+00:00")


@pytest.fixture
def store(fill: Fill) -> Iterator[EventStore]:
    with fill(failing(), other()) as opened:
        yield opened


def found(store: EventStore, text: str, **options: Any) -> list[tuple[Any, ...]]:
    return [(hit.run.name, hit.field, hit.sequence, hit.count) for hit in store.search(text, **options)]


def test_hits_come_run_after_run_the_newest_first(store: EventStore) -> None:
    assert found(store, "canonicalize") == [("other", "name", 0, 1), ("failing", "name", 0, 2)]
    assert found(store, "canonicalize", limit=1) == [("other", "name", 0, 1)]


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("failed to legalize", [("error", 2, 1)]),
        ("LEGALIZE failed", [("error", 2, 1)]),
        ("canonicalizer", [("detail", 0, 1)]),
        ("clean", [("phase", 1, 1)]),
        ("level", [("attributes", 0, 1)]),
        ("linalg.matmul", [("operation", 3, 1)]),
        ("net.mlir", [("file", 3, 1), ("location", 3, 1)]),
        ("fused", [("location", 3, 1)]),
        ("matmul.linalg", []),
        ("canoni", []),
        ("canoni*", [("name", 0, 2), ("detail", 0, 1)]),
    ],
)
def test_words_are_found_in_what_is_told_of_events(
    store: EventStore, text: str, hits: list[tuple[Any, ...]]
) -> None:
    assert [hit[1:] for hit in found(store, text) if hit[0] == "failing"] == hits


def test_programs_are_found_with_the_first_event_that_had_them(store: EventStore) -> None:
    (hit,) = store.run("failing").search("memref.copy")
    assert (hit.field, hit.sequence, hit.moment, hit.count) == ("program", 0, "after", 2)
    assert "[memref.copy]" in hit.snippet
    assert [each.moment for each in store.search("@softmax")] == ["before", "after"]


def test_a_snippet_shows_what_matched(store: EventStore) -> None:
    (hit,) = store.search("legalize")
    assert hit.snippet == "failed to [legalize] 'arith.addi'"
    assert store.search("legalize").to_dicts()[0]["run_id"] == store.run("failing").id


@pytest.mark.parametrize(
    "text",
    ['"quoted"', "addi OR", "(addi", "NEAR(", "addi:", "-addi", "^addi", "it's addi", "a\0b", "\udcff x"],
)
def test_the_syntax_of_fts5_means_nothing_unless_it_is_asked_for(store: EventStore, text: str) -> None:
    assert all(hit[1] in ("program", "error") for hit in found(store, text))


def test_a_query_of_fts5(store: EventStore) -> None:
    assert [hit[1] for hit in found(store, "legalize OR level", syntax="fts5")] == ["attributes", "error"]
    assert found(store, "softmax NOT memref", syntax="fts5") == [("failing", "program", 0, 1)]


@pytest.mark.parametrize("text", ["addi AND", '"open', "nowhere:addi", "NEAR("])
def test_a_query_that_fts5_does_not_understand_is_refused(store: EventStore, text: str) -> None:
    with pytest.raises(QueryError, match="is no query of FTS5"):
        store.search(text, syntax="fts5")


@pytest.mark.parametrize("options", [{"text": ""}, {"text": "..."}, {"text": "a", "limit": 0}])
def test_what_makes_no_sense_is_refused(store: EventStore, options: dict[str, Any]) -> None:
    with pytest.raises(QueryError):
        store.search(**options)


def indexed(store: EventStore) -> tuple[list[int], int, int]:
    runs = [run for (run,) in store.connection.execute("select run from searched_runs order by run")]
    counts = [
        store.connection.execute(f"select count(*) from search_{table}_docsize").fetchone()[0]
        for table in ("strings", "snapshots")
    ]
    return runs, counts[0], counts[1]


def test_only_the_runs_that_are_searched_are_taken_into_the_index(store: EventStore, path: Path) -> None:
    store.run("other").search("cse")
    assert indexed(store) == ([2], 1, 0)
    store.search("cse")
    strings = store.db["strings"].count
    assert indexed(store) == ([1, 2], strings, 2)
    with writer(path) as connection:
        ingest(connection, SyntheticJournal([record("brand new", 0)], name="later"))
    assert found(store, "brand") == [("later", "name", 0, 1)]
    assert indexed(store) == ([1, 2, 3], strings + 1, 2)


def test_what_is_pruned_is_not_found_any_more(store: EventStore) -> None:
    store.search("cse")
    store.prune(keep=1)
    assert found(store, "canonicalize") == [("other", "name", 0, 1)]
    assert found(store, "softmax") == []
    assert indexed(store) == ([2], 1, 0)
    for table in ("search_strings", "search_snapshots"):
        with writer(store.path) as connection:  # raises where the index and the texts disagree
            connection.execute(f"insert into {table} ({table}) values ('integrity-check')")


def test_a_merged_run_is_taken_in_when_it_is_searched(store: EventStore, tmp_path: Path) -> None:
    store.search("cse")
    with writer(tmp_path / "other.db") as connection:
        ingest(connection, SyntheticJournal([record("from afar", 0)], name="afar"))
    store.merge(tmp_path / "other.db")
    assert found(store, "afar") == [("afar", "name", 0, 1)]


def test_without_fts5_the_error_says_so(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store.search("cse")
    monkeypatch.setattr(text_index, "_FTS5", "nothing of the kind")
    with pytest.raises(StoreError, match="without full-text search"):
        store.search("cse")
    with pytest.raises(StoreError, match="use another Python"):
        store.prune(keep=0)
