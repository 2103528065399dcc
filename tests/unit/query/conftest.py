"""Stores to ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from passevents.query import EventStore, Run

from ..store.conftest import Fill, fill, path
from ..store.journals import SyntheticJournal
from .runs import RECORDS

__all__ = ["fill", "path"]


@pytest.fixture
def store(fill: Fill) -> Iterator[EventStore]:
    """A store of three runs; the one to ask is neither the first nor the last."""
    before = SyntheticJournal(RECORDS[:3], name="before", started_at="2026-01-01T00:00:00+00:00")
    asked = SyntheticJournal(RECORDS, name="asked", started_at="2026-01-02T00:00:00+00:00")
    after = SyntheticJournal(RECORDS[:1], name="after", started_at="2026-01-03T00:00:00+00:00")
    with fill(before, asked, after) as opened:
        yield opened


@pytest.fixture
def run(store: EventStore) -> Run:
    return store.run("asked")
