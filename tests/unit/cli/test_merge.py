"""`passevents merge`."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Ask
from .stores import write_store


def test_merge_says_what_it_took(ask: Ask, here: Path) -> None:
    write_store(here / "other.db")
    assert ask("merge", "other.db").stdout == "other.db: 3 runs taken, 14 events; 0 were here already\n"
    assert ask("merge", "other.db").stdout == "other.db: 0 runs taken, 0 events; 3 were here already\n"
    assert "matmul.mlir" in ask("runs").stdout


def test_merge_as_json(ask: Ask, here: Path) -> None:
    write_store(here / "other.db")
    answer = json.loads(ask("merge", "other.db", "other.db", "--json").stdout)["data"]
    assert [(one["path"], len(one["runs"]), one["present"]) for one in answer] == [
        ("other.db", 3, 0),
        ("other.db", 0, 3),
    ]


def test_recordings_that_wait_beside_the_other_store_are_told_of(ask: Ask, here: Path) -> None:
    write_store(here / "other.db")
    (here / "other.db.runs" / "0").mkdir(parents=True)
    assert "recover --db other.db" in ask("merge", "other.db", width=100).stderr


def test_a_store_that_is_not_there_is_an_error(ask: Ask, here: Path) -> None:
    result = ask("merge", "other.db")
    assert (result.exit_code, "There is no store at" in result.stderr) == (1, True)
