"""Finding runs in a store."""

from __future__ import annotations

import datetime
import os
import threading
from pathlib import Path

import pytest

from passevents.errors import QueryError, StoreError
from passevents.query import EventStore

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal


def test_runs_are_listed_newest_first(store: EventStore) -> None:
    assert [run.name for run in store.runs()] == ["after", "asked", "before"]


def test_a_run_says_what_is_known_of_it(store: EventStore) -> None:
    run = store.run("asked")
    assert (run.number, run.status, run.event_count, run.failed_count, run.incomplete_count) == (
        2,
        "completed",
        7,
        1,
        1,
    )
    assert run.started_at == datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)
    assert (run.metadata, run.argv, run.dropped) == ({}, (), 0)


def test_latest_is_the_one_that_started_last(store: EventStore) -> None:
    assert store.run() == store.run("latest") == store.run("after")


def test_a_run_is_found_by_id_by_its_beginning_by_name_and_by_number(store: EventStore) -> None:
    run = store.run("asked")
    assert [store.run(key) for key in (run.id, run.id[:13], "2", 2)] == [run] * 4


def test_of_one_name_it_is_the_newest(fill: Fill) -> None:
    old, new = (SyntheticJournal([], name="n", started_at=f"2026-01-0{day}T00:00:00+00:00") for day in (1, 2))
    with fill(new, old) as store:
        assert store.run("n").id == new.info["id"]


def test_a_beginning_of_several_ids_is_refused_with_their_number(fill: Fill) -> None:
    two = (SyntheticJournal([], id=key) for key in ("0199-a", "0199-b"))
    with fill(*two) as store, pytest.raises(QueryError, match="2 runs have ids that begin with '0199'"):
        store.run("0199")


@pytest.mark.parametrize("key", ["nothing", "", "%", "99"])
def test_a_run_that_is_not_there_is_an_error(store: EventStore, key: str) -> None:
    with pytest.raises(QueryError, match="has no run"):
        store.run(key)


def test_a_store_without_runs_says_so(fill: Fill, path: Path) -> None:
    fill(SyntheticJournal([])).db["runs"].delete_where()  # type: ignore[union-attr]
    with EventStore(path) as store, pytest.raises(QueryError, match="has no runs yet"):
        store.run()


def test_a_store_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store"):
        EventStore(tmp_path / "absent.db")


def test_the_store_is_a_sqlite_utils_database(store: EventStore) -> None:
    assert [row["name"] for row in store.db.query("select distinct name from events where run = 1")] == [
        "lower",
        "canonicalize",
        "apply",
    ]


def test_a_closed_store_opens_again_when_it_is_asked(store: EventStore) -> None:
    store.close()
    assert len(store.runs()) == 3


def test_threads_may_share_a_store(store: EventStore) -> None:
    counts: list[int] = []
    ask = lambda: counts.append(sum(1 for _ in store.run("asked").records()))  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [7] * 8


def test_a_forked_child_opens_the_store_for_itself(store: EventStore) -> None:
    inherited = store.connection
    child = os.fork()
    if not child:
        own = store.connection
        good = own is not inherited and len(store.runs()) == 3
        os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert len(store.runs()) == 3
