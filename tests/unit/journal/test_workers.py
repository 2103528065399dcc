"""Workers of multiprocessing, forked while something is recorded."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import passevents
from passevents.testing import play


def work(instrument: passevents.StackedPassInstrument) -> None:
    play(instrument, "[ +pass -pass ]")


def test_a_worker_that_ends_as_it_should_has_a_completed_run(tmp_path: Path) -> None:
    with passevents.record(tmp_path / "events.db", name="parent") as recording:
        worker = multiprocessing.get_context("fork").Process(target=work, args=(recording.instrument(),))
        worker.start()
        worker.join()
    store = passevents.EventStore(tmp_path / "events.db")
    [child] = [run for run in store.runs() if run.parent_run is not None]
    assert (child.status, child.event_count, child.parent_run) == ("completed", 1, recording.id)
