"""`passevents export`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Ask


def test_the_latest_run_is_exported_and_the_answer_says_so(ask: Ask, store: Path) -> None:
    result = ask("export", "--format", "jsonl", "-o", "events.jsonl")
    assert (result.exit_code, result.output) == (
        0,
        f"events.jsonl: 1 run, 13 events, {size('events.jsonl')}\n",
    )


def size(path: str) -> str:
    from passevents.cli.formats import size

    return size(Path(path).stat().st_size)


def test_all_runs_are_exported_and_the_next_time_only_new_ones(
    data: Callable[..., Any], ask: Ask, store: Path
) -> None:
    first = data("export", "--all", "--format", "parquet", "-o", "lake")
    assert (len(first["runs"]), first["present"], first["events"]) == (3, [], 14)
    again = ask("export", "--all", "--format", "parquet", "-o", "lake")
    assert again.output == "lake: 0 runs, 0 events, 0 B; 3 were there already\n"


def test_runs_can_be_named(ask: Ask, store: Path) -> None:
    result = ask("export", "crashed", "matmul.mlir", "--format", "jsonl", "-o", "e.jsonl")
    assert result.exit_code == 0
    runs = [json.loads(line)["run"] for line in Path("e.jsonl").read_text().splitlines()]
    assert len(set(runs)) == 2


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--format", "jsonl"], "say where to write the jsonl with -o PATH"),
        (["latest", "--all", "--format", "jsonl", "-o", "e"], "--all means every run"),
        (["-o", "e"], "missing option '--format'. Choose from: jsonl, parquet, otlp"),
        (["--format", "csv", "-o", "e"], "'csv' is not one of"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(ask: Ask, store: Path, args: list[str], expected: str) -> None:
    result = ask("export", *args)
    assert result.exit_code == 2
    assert expected in result.output


def test_a_file_that_is_there_is_not_replaced(ask: Ask, store: Path) -> None:
    Path("e.jsonl").write_text("mine")
    result = ask("export", "--format", "jsonl", "-o", "e.jsonl")
    assert (result.exit_code, "add --force" in result.output) == (1, True)
    assert ask("export", "--format", "jsonl", "-o", "e.jsonl", "--force").exit_code == 0


def test_spans_go_to_a_file(data: Callable[..., Any], store: Path) -> None:
    answer = data("export", "--format", "otlp", "-o", "spans.jsonl", "--kind", "pass", "--service", "mine")
    assert (answer["events"], answer["to"]) == (6, "spans.jsonl")
    assert '"mine"' in Path("spans.jsonl").read_text()


def test_a_collector_that_is_down_is_a_failure(ask: Ask, store: Path) -> None:
    options = ["--endpoint", "http://127.0.0.1:1", "--timeout", "1s", "--header", "x-key=secret"]
    result = ask("export", "--format", "otlp", *options)
    assert result.exit_code == 1
    assert result.output == (
        "passevents: No collector answers at http://127.0.0.1:1/v1/traces: connection refused;"
        " 0 spans had been sent.\n"
    )


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--format", "otlp"], "with -o PATH or --endpoint URL"),
        (["--format", "otlp", "-o", "s", "--endpoint", "http://localhost:4318"], "two places"),
        (["--format", "jsonl", "-o", "s", "--kind", "pass"], "--kind is for --format otlp"),
        (["--format", "otlp", "--header", "secret", "-o", "s"], "'secret' is not NAME=VALUE"),
    ],
)
def test_options_for_spans_are_checked(ask: Ask, store: Path, args: list[str], expected: str) -> None:
    result = ask("export", *args)
    assert (result.exit_code, expected in result.output) == (2, True), result.output
