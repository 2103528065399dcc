"""What the commands print about a known store: on terminals of two widths, in colour, in a pipe, as JSON."""

from __future__ import annotations

import datetime
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from passevents.cli import formats
from passevents.cli.main import command
from passevents.cli.screen import Screen

from ..unit.cli.stores import write_store
from .conftest import Golden

COMMANDS = {
    "runs": ["runs"],
    "show": ["show"],
    "show-lost": ["show", "crashed"],
    "tree": ["tree"],
    "tree-depth": ["tree", "--depth", "1"],
    "top": ["top"],
    "top-location": ["top", "--by", "location"],
    "top-patterns": ["top", "--patterns", "--by-pass"],
    "events": ["events"],
    "failures": ["failures"],
    "failures-lost": ["failures", "crashed"],
}
SCREENS = {
    "80": {"human": True, "width": 80, "notes": True},
    "160": {"human": True, "width": 160, "notes": True},
    "colour": {"human": True, "width": 120, "colour": True},
    "pipe": {},
}


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A known store in the current folder, read at a known time in a known time zone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PASSEVENTS_DB", raising=False)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    noon = datetime.datetime(2026, 1, 2, 12, tzinfo=datetime.UTC)
    monkeypatch.setattr(formats, "now", lambda: noon)
    write_store(tmp_path / "passevents.db")
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_prints(golden: Golden, name: str, screen: str) -> None:
    result = CliRunner().invoke(command, COMMANDS[name], obj=Screen(**SCREENS[screen]))
    golden(f"cli/{name}.{screen}.txt", result.output)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_what_a_command_prints_as_json(golden: Golden, name: str) -> None:
    result = CliRunner().invoke(command, [*COMMANDS[name], "--json"], obj=Screen())
    # How many pages a run fills is SQLite's affair.
    golden(f"cli/{name}.json", re.sub(r'"stored_bytes": \d+', '"stored_bytes": 4096', result.output))


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - {"show", "show-lost", "failures"}))
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    result = CliRunner().invoke(command, COMMANDS[name], obj=Screen(human=True, width=width))
    assert [line for line in result.stdout.splitlines() if len(line) > width] == []
