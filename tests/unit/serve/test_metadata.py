"""What Datasette is told is about what there is."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from passevents.errors import StoreError
from passevents.serve import serve
from passevents.serve.metadata import metadata

from ..cli.stores import write_store


def test_every_column_of_every_table_and_view_is_described(tmp_path: Path) -> None:
    connection = sqlite3.connect(write_store(tmp_path / "passevents.db"))
    tables = metadata("passevents")["databases"]["passevents"]["tables"]
    found = {
        name: [column[1] for column in connection.execute(f"pragma table_info({name})")] for name in tables
    }
    connection.close()
    assert {name: list(table["columns"]) for name, table in tables.items()} == found


def test_people_are_shown_runs_and_views_first() -> None:
    tables = metadata("passevents")["databases"]["passevents"]["tables"]
    assert [name for name, table in tables.items() if not table["hidden"]] == [
        *("runs", "events", "totals", "incomplete")
    ]


def test_without_datasette_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("passevents.serve.server.find_spec", lambda _: None)
    with pytest.raises(StoreError, match=r"pip install 'passevents\[serve\]'"):
        serve(tmp_path / "passevents.db")
