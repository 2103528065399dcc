"""Recording into a store: what is kept, and that nothing of it stands in the program's way."""

from __future__ import annotations

import sqlite3
import sys
import warnings
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from passevents.errors import PassEventsWarning, QueryError, StoreError
from passevents.events import PassStatus
from passevents.journal import current_run
from passevents.query import EventStore, Recording, record
from passevents.store import recording as recording_module
from passevents.store.connect import open_for_writing
from passevents.store.writer import writer


def names(run: Any) -> list[tuple[str, int | None]]:
    return [(one.event.name, one.event.parent_sequence) for one in run.records()]


def journals(path: Path) -> list[Path]:
    return sorted(path.with_name(path.name + ".runs").glob("*/"))


def test_what_is_recorded_is_a_run_of_the_store(path: Path) -> None:
    with record(path, name="matmul", metadata={"batch": [1, None]}) as recording:
        recording.update(compiler="mlir", compiler_version="22.1", colour="red")
        with recording.span("lower"), recording.span("canonicalize", kind="pass", level=2):
            pass
    run = recording.stored
    assert (run.id, run.name, run.status, run.error) == (recording.id, "matmul", "completed", None)
    assert (run.compiler, run.compiler_version, run.info["colour"]) == ("mlir", "22.1", "red")
    assert (run.metadata, run.event_count, run.dropped) == ({"batch": [1, None]}, 2, 0)
    assert names(run) == [("lower", None), ("canonicalize", 0)]
    assert run.finished_at is not None and run.finished_at >= run.started_at
    assert run.argv == tuple(sys.argv)


def test_the_journal_is_gone_once_its_run_is_stored(path: Path) -> None:
    with record(path) as recording:
        assert [folder.name for folder in journals(path)] == [recording.id]
    assert journals(path) == []


def test_an_instrument_records_passes(path: Path) -> None:
    with record(path) as recording:
        instrument = recording.instrument()
        instrument.enter_pass_ctx()
        instrument.run_before_pass(None, SimpleNamespace(name="canonicalize"))
        instrument.run_after_pass(None, SimpleNamespace(name="canonicalize"))
        instrument.exit_pass_ctx()
    assert names(recording.stored) == [("canonicalize", None)]


def test_inside_it_is_the_current_run(path: Path) -> None:
    with record(path) as recording:
        assert current_run() is recording.journal
    assert current_run() is None


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (ValueError("no such pass"), "failed", "ValueError: no such pass"),
        (KeyboardInterrupt(), "failed", "KeyboardInterrupt"),
        (SystemExit(3), "failed", "SystemExit: 3"),
        (SystemExit(0), "completed", None),
        (SystemExit(), "completed", None),
    ],
)
def test_what_leaves_the_body_goes_on_as_it_was(
    path: Path, error: BaseException, status: str, text: str | None
) -> None:
    with pytest.raises(type(error)) as caught, record(path) as recording, recording.span("lower"):
        raise error
    assert caught.value is error and error.__context__ is None
    run = recording.stored
    assert (run.status, run.error, run.event_count) == (status, text, 1)


def test_a_pass_left_open_is_incomplete(path: Path) -> None:
    with record(path) as recording:
        span = recording.span("lower")
        span.__enter__()
    span.__exit__(None, None, None)
    assert [one.status for one in recording.stored.incomplete()] == [PassStatus.incomplete]


def test_a_store_that_cannot_be_used_is_refused_before_anything_runs(path: Path) -> None:
    path.write_text("not a database")
    with pytest.raises(StoreError, match="is not an SQLite database"), record(path):
        pytest.fail("the body ran")
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    assert current_run() is None


@pytest.mark.parametrize("metadata", [{"a": float("nan")}, {(1, 2): 3}], ids=["NaN", "key"])
def test_metadata_that_json_cannot_say_is_refused(path: Path, metadata: Any) -> None:
    with pytest.raises(StoreError, match="must be a JSON object"):
        record(path, metadata=metadata)
    assert not path.exists()


def test_a_recording_is_entered_once(path: Path) -> None:
    with record(path) as recording, pytest.raises(StoreError, match="entered once"):
        recording.__enter__()
    with pytest.raises(StoreError, match="entered once"):
        recording.__enter__()
    assert recording.stored.status == "completed"


def test_a_recording_that_has_not_begun_says_so(path: Path) -> None:
    with pytest.raises(StoreError, match="has not begun"):
        _ = record(path).id


def test_asking_for_the_run_too_early_says_so(path: Path) -> None:
    with record(path) as recording, pytest.raises(QueryError, match="has no run"):
        _ = recording.stored


def test_a_recording_inside_another_is_a_run_of_its_own(path: Path, tmp_path: Path) -> None:
    with record(path, name="outer") as outer, outer.span("before"):
        with record(tmp_path / "other.db", name="inner") as inner, inner.span("inside"):
            assert current_run() is inner.journal
        with outer.span("after"):
            assert current_run() is outer.journal
    assert names(outer.stored) == [("before", None), ("after", 0)]
    assert names(inner.stored) == [("inside", None)]
    assert (inner.stored.parent_run, outer.stored.parent_run) == (outer.id, None)


def test_opening_the_store_leaves_a_recording_in_progress_alone(path: Path) -> None:
    with record(path) as recording, recording.span("lower"), EventStore(path) as store:
        assert (store.runs(), store.recover()) == ([], [])
    with EventStore(path) as store:
        assert [run.status for run in store.runs()] == ["completed"]


def hold_the_store(path: Path, monkeypatch: pytest.MonkeyPatch) -> sqlite3.Connection:
    monkeypatch.setattr(recording_module, "writer", partial(writer, timeout_s=0.05))
    holder = open_for_writing(path)
    holder.execute("begin immediate")
    return holder


def test_a_busy_store_gets_the_run_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    message = r"another process.*`passevents recover`"
    recording = record(path)
    with pytest.warns(PassEventsWarning, match=message) as caught, recording, recording.span("lower"):
        holder = hold_the_store(path, monkeypatch)
    holder.close()
    assert (len(caught), caught[0].filename) == (1, __file__)
    assert [folder.name for folder in journals(path)] == [recording.id]
    with EventStore(path) as store:
        run = store.run()
    assert (run.id, run.status, run.event_count, journals(path)) == (recording.id, "completed", 1, [])


def test_the_body_s_exception_comes_before_what_went_wrong_with_the_store(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where warnings are errors, as they are in these tests."""
    error = ValueError("no such pass")
    warnings.simplefilter("error")
    with pytest.raises(ValueError, match="no such pass") as caught, record(path):
        holder = hold_the_store(path, monkeypatch)
        raise error
    holder.close()
    assert caught.value is error
    with EventStore(path) as store:
        assert store.run().status == "failed"


def test_whatever_goes_wrong_with_the_store_the_program_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> int:
        raise RuntimeError("out of luck")

    monkeypatch.setattr(recording_module, "ingest", broken)
    with pytest.warns(PassEventsWarning, match="out of luck"), record(path):
        pass
    assert len(journals(path)) == 1


def test_recording_stops_at_max_bytes_and_the_run_says_so(path: Path) -> None:
    with pytest.warns(PassEventsWarning, match="stopped"), record(path, max_bytes=1 << 20) as recording:
        for number in range(20_000):
            with recording.span(f"pass {number}"):
                pass
    run = recording.stored
    assert run.event_count + run.dropped == 20_000
    assert (run.dropped > 0, run.dropped_reason) == (True, "max_bytes reached")


def test_a_journal_without_room_for_anything_says_why(path: Path) -> None:
    with pytest.warns(PassEventsWarning, match="stopped"), record(path, max_bytes=1000) as recording:
        with recording.span("pass"):
            pass
    assert (recording.stored.dropped, recording.stored.dropped_reason) == (1, "max_bytes reached")


@pytest.mark.parametrize(
    ("size", "error"),
    [(0, StoreError), (-1, StoreError), (2**63, StoreError), ("5", TypeError), (True, TypeError)],
)
def test_a_size_that_makes_no_sense_is_refused(path: Path, size: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="max_bytes"):
        record(path, max_bytes=size)
    assert not path.exists()


def test_events_of_other_threads_are_recorded_in_their_run(path: Path) -> None:
    import threading

    def work(recording: Recording) -> None:
        for _ in range(50):
            with recording.span("outer"), recording.span("inner"):
                pass

    with record(path) as recording:
        threads = [threading.Thread(target=work, args=(recording,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    run = recording.stored
    by_sequence = {one.event.sequence: one for one in run.records()}
    assert len(by_sequence) == 400
    inner = [one for one in by_sequence.values() if one.event.name == "inner"]
    assert {by_sequence[one.event.parent_sequence].thread == one.thread for one in inner} == {True}
    for root in run.records(name="outer"):
        (child,) = run.records(under=root.event.sequence)
        assert child.event.parent_sequence == root.event.sequence


def test_the_view_agrees_with_the_run(path: Path) -> None:
    with record(path) as recording, recording.span("lower"):
        pass
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("select run, name, count from totals").fetchall() == [(1, "lower", 1)]
    assert [total.name for total in recording.stored.totals()] == ["lower"]


def test_names_are_found_by_what_they_were_recorded_with(path: Path) -> None:
    """SQLite cannot hold them as they are."""
    name = "a\0\udcff"
    with record(path, name=name) as recording, recording.span(name):
        pass
    with EventStore(path) as store:
        run = store.run(name)
        assert run.id == recording.id
        assert [len(list(run.records(name=name))), len(list(run.records(name="\ud800")))] == [1, 0]


def test_numbers_past_all_bounds_are_the_nearest_ones(path: Path) -> None:
    with record(path) as recording, recording.span("pass"):
        pass
    run = recording.stored
    assert (len(run.slowest(2**70)), list(run.records(min_duration_ns=2**70))) == (1, [])
    assert list(run.records(location=f"file:{2**70}")) == []


def test_attributes_are_json_for_every_reader(path: Path) -> None:
    with record(path) as recording:
        recording.update(loss=float("nan"), device=object(), metadata={"tool": object()})
        with recording.span("pass", ratio=float("inf"), losses=[1.5, float("nan")]):
            pass
    (event,) = recording.stored.records()
    assert event.attributes == {"ratio": "Infinity", "losses": [1.5, "NaN"]}
    with closing(sqlite3.connect(path)) as connection:
        valid = connection.execute("select json_valid(attributes), json_valid(info) from records, runs")
        assert valid.fetchall() == [(1, 1)]
