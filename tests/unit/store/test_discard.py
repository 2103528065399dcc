"""A recording of what never began."""

from __future__ import annotations

from pathlib import Path

from passevents.query import EventStore, record


def test_a_discarded_recording_leaves_no_run_and_no_journal(path: Path) -> None:
    with record(path) as recording, recording.span("parse"):
        recording.discard()
    with EventStore(path) as store:
        assert store.runs() == []
    assert [journal for journal in path.with_name(path.name + ".runs").glob("*") if journal.is_dir()] == []
