"""Runs for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from passevents.journal import RunJournal, create_run, memory_run


@pytest.fixture
def run() -> Iterator[RunJournal]:
    run = memory_run()
    yield run
    run.close()


@pytest.fixture
def stored_run(tmp_path: Path) -> Iterator[RunJournal]:
    run = create_run(tmp_path / "db.runs", {"name": "trial"})
    yield run
    run.close()
    run.release()
