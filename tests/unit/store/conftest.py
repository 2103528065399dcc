"""Stores to test with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from passevents.query import EventStore
from passevents.store.ingest import ingest
from passevents.store.writer import writer

Fill = Callable[..., EventStore]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "events.db"


@pytest.fixture
def fill(path: Path) -> Fill:
    """Put journals into the store at `path`, and open it."""

    def filled(*journals: Any) -> EventStore:
        for journal in journals:
            with writer(path) as connection:
                ingest(connection, journal)
        return EventStore(path)

    return filled
