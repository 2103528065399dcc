"""The exported columns are those of the store, and the page about them is current."""

from __future__ import annotations

from pathlib import Path

from passevents.export.columns import EVENT_COLUMNS, RUN_COLUMNS
from passevents.export.columns_doc import columns_page
from passevents.store.schema import RUN_COLUMNS as STORED_RUN_COLUMNS
from passevents.store.schema import VIEWS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "exported-columns.md"


def test_the_page_is_what_the_columns_say() -> None:
    """When this fails: python -m passevents.export.columns_doc > docs/reference/exported-columns.md"""
    assert PAGE.read_text() == columns_page()


def test_every_column_of_an_event_is_exported() -> None:
    """A new column of the view goes to the end of EVENT_COLUMNS."""
    assert {column.name for column in EVENT_COLUMNS} == set(VIEWS["events"][1])


def test_every_column_of_a_run_is_exported_but_what_is_of_one_file() -> None:
    """A new column goes to the end of RUN_COLUMNS; `id` is exported as `run`."""
    names = {column.name for column in RUN_COLUMNS}
    assert set(STORED_RUN_COLUMNS) - names == {"number", "id", "pinned", "stored_bytes"}
