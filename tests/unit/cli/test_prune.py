"""`passevents prune`, `pin` and `unpin`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from passevents.cli.formats import parse_age

from .conftest import Ask


def test_prune_says_what_it_removed(ask: Ask, store: Path) -> None:
    result = ask("prune", "--keep", "1")
    *removed, size = result.stdout.splitlines()
    assert removed == [
        "removed 019af000-0000-7000-8000-000000000001: completed, 0 events",
        "removed 019af000-1111-7000-8000-000000000002 (crashed): lost, 1 events",
    ]
    assert size.startswith("the store: ")
    assert "crashed" not in ask("runs").stdout


def test_a_dry_run_says_that_it_is_one(ask: Ask, store: Path) -> None:
    result = ask("prune", "--status", "lost", "-n")
    assert result.stdout.startswith("would remove 019af000-1111")
    assert "crashed" in ask("runs").stdout


def test_a_pinned_run_is_shown_and_stays(ask: Ask, store: Path) -> None:
    assert ask("pin", "crashed").stdout == "pinned 019af000-1111-7000-8000-000000000002 (crashed)\n"
    assert "pinned" in ask("runs", width=160).stdout
    assert "1 more would go but for their pins" in ask("prune", "--keep", "0").stdout
    assert ask("unpin", "crashed").stdout.startswith("unpinned 019af000-1111")
    assert "removed 019af000-1111" in ask("prune", "--keep", "0").stdout


def test_prune_as_json(data: Callable[..., Any]) -> None:
    answer = data("prune", "--older-than", "2026-01-02T03:05:00+00:00", "--dry-run")
    assert [run["number"] for run in answer["runs"]] == [1]
    assert (answer["events"], answer["dry_run"], answer["pinned"]) == (0, True, 0)
    assert data("pin", "crashed")["pinned"] is True


def test_no_limit_at_all_is_a_usage_error(ask: Ask, store: Path) -> None:
    result = ask("prune")
    assert (result.exit_code, "say which runs" in result.stderr) == (2, True)


@pytest.mark.parametrize("text", ["", "soon", "3 moons", "12", "-1d", "9" * 400 + "w"])
def test_what_is_no_age_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not an age"):
        parse_age(text)


@pytest.mark.parametrize(("text", "hours"), [("90min", 1.5), ("12h", 12), ("30d", 720), ("2w", 336)])
def test_ages(text: str, hours: float) -> None:
    assert parse_age(text).total_seconds() == hours * 3_600  # type: ignore[union-attr]
