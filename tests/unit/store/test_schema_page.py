"""The page about the schema is current, and its statements run."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

from passevents.store.connect import open_for_writing
from passevents.store.schema_doc import schema_page

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "schema.md"


def test_the_page_is_what_the_schema_says() -> None:
    """Make it again with: python -m passevents.store.schema_doc > docs/reference/schema.md"""
    assert PAGE.read_text() == schema_page()


@pytest.mark.parametrize("statement", re.findall(r"```sql\n(.*?)```", schema_page(), re.DOTALL))
def test_its_statements_run(path: Path, statement: str) -> None:
    with closing(open_for_writing(path)) as connection:
        connection.execute(statement).fetchall()
