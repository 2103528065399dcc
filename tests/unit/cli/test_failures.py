"""What `passevents failures` prints of what a compiler said."""

from __future__ import annotations

from pathlib import Path

from passevents.events import PassKind, PassStatus
from passevents.store.ingest import ingest
from passevents.store.writer import writer

from ..store.journals import SyntheticJournal, record
from .conftest import Ask


def test_an_error_with_its_place_is_told_as_the_compiler_wrote_it(ask: Ask, here: Path) -> None:
    said = "bad.mlir:3:10: error: op was not bufferized"
    journal = SyntheticJournal([record("bufferize", 0, status=PassStatus.failed, error=said)])
    with writer(here / "passevents.db") as connection:
        ingest(connection, journal)
    assert ask("failures").output == f"{said}\n  in bufferize 0\n"


def test_notes_of_a_diagnostic_come_with_their_places(ask: Ask, here: Path) -> None:
    note = {"message": "see here", "file": "a.mlir", "line": 3, "column": 10}
    said = record("error", 0, kind=PassKind.diagnostic, detail="no", attributes={"notes": [note]})
    with writer(here / "passevents.db") as connection:
        ingest(connection, SyntheticJournal([said]))
    assert ask("failures").output == "error: no\na.mlir:3:10: note: see here\n"
