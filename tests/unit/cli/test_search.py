"""`passevents search`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from .conftest import Ask


def test_hits_are_a_table(ask: Ask, store: Path) -> None:
    heading, line = ask("search", "legalize").stdout.splitlines()
    assert heading.split() == ["run_id", "field", "sequence", "moment", "count", "snippet"]
    assert line.split(maxsplit=5)[1:] == [
        "error",
        "11",
        "-",
        "1",
        "failed to [legalize] operation 'linalg.matmul'",
    ]
    assert "019af000-2" in ask("search", "legalize", width=120).stdout


def test_only_one_run_is_searched_where_it_is_named(ask: Ask, store: Path) -> None:
    assert ask("search", "inline", "--run", "crashed").stdout != ""
    result = ask("search", "inline", "--run", "latest", width=100)
    assert (result.stdout, result.stderr) == ("", "passevents: 'inline' does not occur\n")


def test_hits_as_json(data: Callable[..., Any]) -> None:
    (hit,) = data("search", "legalize OR nothing", "--fts5")
    assert (hit["run"], hit["field"], hit["sequence"], hit["count"]) == (3, "error", 11, 1)


def test_a_query_that_makes_no_sense_is_an_error(ask: Ask, store: Path) -> None:
    result = ask("search", "addi AND", "--fts5")
    assert (result.exit_code, "is no query of FTS5" in result.stderr) == (1, True)
