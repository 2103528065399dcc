"""The command line in this process, and a store to ask."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from passevents.cli.main import command
from passevents.cli.screen import Screen

from .stores import write_store

Ask = Callable[..., Result]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, and nothing of the tester's own terminal or store."""
    for name in ("PASSEVENTS_DB", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ask(here: Path) -> Ask:
    """`passevents ARGS`; with `width`, on a terminal that wide."""

    def invoke(*args: str, width: int | None = None, **further: Any) -> Result:
        screen = Screen(human=True, width=width, notes=True) if width else Screen()
        return CliRunner().invoke(command, args, obj=screen, **further)

    return invoke


@pytest.fixture
def store(here: Path) -> Path:
    """The store passevents.db in the current folder, with the runs of `write_store`."""
    return write_store(here / "passevents.db")


@pytest.fixture
def data(ask: Ask, store: Path) -> Callable[..., Any]:
    """The `data` that a command prints as JSON."""

    def asked(*args: str) -> Any:
        result = ask(*args, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)["data"]

    return asked
