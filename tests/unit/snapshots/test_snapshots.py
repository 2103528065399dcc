"""Snapshots from the observer through the store to the questions about them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import passevents
from passevents.errors import PassEventsWarning, QueryError, StoreError
from passevents.journal import SnapshotObserver, memory_run
from passevents.journal.snapshots import Text

from .programs import DOUBLE, RENAME, SAME, compile_text

PROGRAM = "f(x):\n  return x\n"


@pytest.fixture
def run(tmp_path: Path) -> passevents.Run:
    """A pipeline (0) of a pass that changes nothing (1), one that doubles (2), and one that renames (3)."""
    with passevents.record(tmp_path / "events.db", snapshots="changed") as recording:
        compile_text(recording.instrument(), PROGRAM, SAME, DOUBLE, RENAME)
    return recording.stored


def test_the_program_before_and_after_each_pass(run: passevents.Run) -> None:
    assert run.ir(1, "before") == run.ir(1, "after") == run.ir(0, "before") == PROGRAM
    assert run.ir(2, "after") == run.ir(3, "before") == "f(x + x):\n  return x + x\n"
    assert run.ir(3) == run.ir(0) == "f(y + y):\n  return y + y\n"


def test_each_text_is_stored_once(run: passevents.Run, tmp_path: Path) -> None:
    with passevents.record(tmp_path / "events.db", snapshots="all") as recording:
        compile_text(recording.instrument(), PROGRAM, DOUBLE)
    database = passevents.EventStore(tmp_path / "events.db").db
    assert database["snapshots"].count == 3
    assert database["record_snapshots"].count == 2 * 4 + 2 * 2


def test_whether_a_pass_changed_anything_is_on_its_record(run: passevents.Run) -> None:
    assert [(record.event.name, record.changed) for record in run.records()] == [
        ("pipeline", True),
        ("same", False),
        ("double", True),
        ("rename", True),
    ]


def test_a_diff_is_unified(run: passevents.Run) -> None:
    assert run.diff(2) == (
        "--- 2 before\n+++ 2 after\n@@ -1,2 +1,2 @@\n-f(x):\n-  return x\n+f(x + x):\n+  return x + x\n"
    )
    assert run.diff(1) == ""


def test_a_pass_that_never_ended_has_only_a_before(tmp_path: Path) -> None:
    def fail(program: str) -> str:
        raise ValueError("no such layout")

    with (
        pytest.raises(ValueError),
        passevents.record(tmp_path / "events.db", snapshots="changed") as recording,
    ):
        compile_text(recording.instrument(), PROGRAM, DOUBLE, ("fails", fail))
    run = recording.stored
    assert run.ir(2, "before") == "f(x + x):\n  return x + x\n"
    with pytest.raises(QueryError, match="Event 2 never ended: there is only the program before it"):
        run.ir(2)


def test_a_run_without_snapshots_says_how_to_have_them(tmp_path: Path) -> None:
    with passevents.record(tmp_path / "events.db") as recording:
        compile_text(recording.instrument(), PROGRAM, SAME)
    with pytest.raises(QueryError, match='record it with snapshots="changed"'):
        recording.stored.ir(1)


@pytest.mark.parametrize("sequence", [4, -1, 2**32])
def test_an_event_that_is_not_there(run: passevents.Run, sequence: int) -> None:
    with pytest.raises(QueryError, match=f"This run has no event {sequence}"):
        run.ir(sequence)


def test_a_moment_that_is_none(run: passevents.Run) -> None:
    with pytest.raises(QueryError, match="before or after, not 'during'"):
        run.ir(1, "during")  # type: ignore[arg-type]


def test_a_mode_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="none, changed, all, not 'some'"):
        passevents.record(tmp_path / "events.db", snapshots="some")  # type: ignore[arg-type]


def test_a_program_of_a_known_fingerprint_is_not_printed_again() -> None:
    printed: list[str] = []

    def text(program: str) -> str:
        printed.append(program)
        return program

    run = memory_run()
    observer = SnapshotObserver(run, text=text, fingerprint=len)
    compile_text(run.instrument(observer=observer), PROGRAM, SAME, DOUBLE, RENAME)
    assert printed == [PROGRAM, "f(x + x):\n  return x + x\n"]


def test_a_program_that_cannot_be_printed_is_an_error_of_the_recording_only() -> None:
    def text(program: str) -> Any:
        raise RuntimeError("printer broken")

    run = memory_run()
    with pytest.warns(PassEventsWarning, match="printer broken"):
        done = compile_text(run.instrument(observer=SnapshotObserver(run, text=text)), PROGRAM, DOUBLE)
    assert done == "f(x + x):\n  return x + x\n"
    assert [record.event.name for record in run.read().records()] == ["pipeline", "double"]
    assert {str(error) for error in run.errors} == {"printer broken"}


def test_a_killed_process_leaves_its_snapshots(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    child = os.fork()
    if child == 0:
        recording = passevents.record(path, name="killed", snapshots="changed").__enter__()
        compile_text(recording.instrument(), PROGRAM, DOUBLE, ("aborts", lambda program: os._exit(9)))  # type: ignore[arg-type, return-value]
    os.waitpid(child, 0)
    run = passevents.EventStore(path).run("killed")
    assert run.status == "lost"
    assert run.ir(2, "before") == "f(x + x):\n  return x + x\n"


def test_the_texts_of_a_run_that_goes_on_can_be_read() -> None:
    run = memory_run()
    run.snapshots.link(0, "before", run.snapshots.add("text"))
    assert [entry.size for entry in run.read().snapshots() if isinstance(entry, Text)] == [4]


def test_a_forked_child_keeps_its_snapshots_in_its_own_run(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with passevents.record(path, name="parent", snapshots="changed") as recording:
        instrument = recording.instrument()
        compile_text(instrument, PROGRAM, DOUBLE)
        child = os.fork()
        if child == 0:
            compile_text(instrument, PROGRAM, RENAME)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        compile_text(instrument, PROGRAM, SAME)
    store = passevents.EventStore(path)
    store.recover()
    parent = store.run("parent")
    [forked] = [run for run in store.runs() if run.id != parent.id]
    assert [record.event.name for record in forked.records()] == ["pipeline", "rename"]
    assert forked.ir(1, "before") == PROGRAM
    assert forked.ir(1) == "f(y):\n  return y\n"
    assert [record.event.name for record in parent.records()] == ["pipeline", "double", "pipeline", "same"]
    assert parent.ir(3) == PROGRAM
