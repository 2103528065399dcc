"""A store with runs to export."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from passevents.query import EventStore, Run

from ..query.runs import RECORDS
from ..store.conftest import Fill, fill, path
from ..store.journals import SyntheticJournal, record

__all__ = ["fill", "path"]

FIRST = "019af000-0000-7000-8000-000000000001"
SECOND = "019af000-0000-7000-8000-000000000002"
EMPTY = "019af000-0000-7000-8000-000000000003"

HOSTILE = [
    'quote " backslash \\ and / slash',
    "newline\nreturn\rtab\t",
    "nul \0 escape \x1b",
    "café 😀 \u2028",
    "lone \ud800 surrogate",
    "x" * 100_000,
]


@pytest.fixture
def store(fill: Fill) -> Iterator[EventStore]:
    first = SyntheticJournal(RECORDS, id=FIRST, name="first", started_at="2026-01-01T00:00:00.000001+00:00")
    hostile = [
        record(text, i, detail=text, error=text, attributes={"text": text, "nan": float("nan")})
        for i, text in enumerate(HOSTILE)
    ]
    second = SyntheticJournal(
        hostile,
        id=SECOND,
        name="second",
        started_at="2026-01-02T00:00:00+00:00",
        status="failed",
        argv=["passevents", "opt"],
        metadata={"commit": "abc"},
        parent_run=FIRST,
    )
    empty = SyntheticJournal([], id=EMPTY, name="empty", started_at="2026-01-03T00:00:00+00:00")
    with fill(*(_storable(journal) for journal in (first, second, empty))) as opened:
        yield opened


@pytest.fixture
def runs(store: EventStore) -> list[Run]:
    return [store.run(key) for key in (FIRST, SECOND, EMPTY)]


def _storable(journal: SyntheticJournal) -> SyntheticJournal:
    """With its texts as a real journal reads them: what SQLite cannot hold is escaped."""
    from passevents.store.strings import storable

    journal.strings = [storable(text) for text in journal.strings]
    return journal
