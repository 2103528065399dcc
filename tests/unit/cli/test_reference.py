"""The reference of the command line in the documentation."""

from __future__ import annotations

from pathlib import Path

from passevents.cli.reference import reference

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "cli.md"


def test_the_page_is_what_the_commands_say() -> None:
    """When this fails: python -m passevents.cli.reference > docs/reference/cli.md"""
    assert PAGE.read_text() == reference()
