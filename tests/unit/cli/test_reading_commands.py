"""The commands that ask a store: runs, show, tree, top, events."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from passevents.cli.reading import command_line, short_ids
from passevents.query import EventStore

Ask = Callable[..., Result]
Data = Callable[..., Any]

FAILED = "019af000-2222-7000-8000-000000000003"
LOST = "019af000-1111-7000-8000-000000000002"
EMPTY = "019af000-0000-7000-8000-000000000001"
READERS = ["runs", "show", "tree", "top", "events", "recover"]


def names(result: Result) -> list[str]:
    return [json.loads(line)["name"] for line in result.stdout.splitlines()]


# runs


def test_runs_are_listed_newest_first(data: Data) -> None:
    assert [run["id"] for run in data("runs")] == [FAILED, LOST, EMPTY]


def test_runs_of_one_name_only(data: Data) -> None:
    assert [run["id"] for run in data("runs", "--name", "crashed")] == [LOST]


def test_a_piped_list_of_runs_has_whole_ids_and_raw_times(ask: Ask, store: Path) -> None:
    lines = ask("runs").stdout.splitlines()
    assert lines[0].split()[:6] == ["id", "name", "status", "started_at", "duration_ns", "events"]
    assert lines[1].split()[:6] == [
        FAILED,
        "matmul.mlir",
        "failed",
        "2026-01-02T03:06:05+00:00",
        "10600000",
        "13",
    ]


def test_a_short_id_is_as_long_as_it_takes_to_be_the_only_one(store: Path) -> None:
    with EventStore(store) as opened:
        assert list(short_ids(opened.runs()).values()) == ["019af000-0", "019af000-1", "019af000-2"]


def test_a_short_id_finds_its_run(data: Data) -> None:
    assert data("show", "019af000-1")["run"]["id"] == LOST


# show


def test_show_asks_the_latest_run_by_default(data: Data) -> None:
    assert data("show")["run"]["id"] == FAILED


def test_show_counts_by_kind_and_status(data: Data) -> None:
    assert {"kind": "pass", "status": "failed", "count": 1} in data("show")["counts"]


def test_show_names_what_failed_and_where(data: Data) -> None:
    assert data("show")["failed"] == [
        {
            "sequence": 11,
            "name": "convert-to-llvm",
            "phase": "llvm",
            "op": "func.func",
            "location": "matmul.mlir:1:1",
            "error": "failed to legalize operation 'linalg.matmul'",
            "options": None,
        }
    ]


def test_show_names_what_was_open_when_the_process_died(data: Data) -> None:
    assert [event["name"] for event in data("show", "crashed")["incomplete"]] == ["inline"]


def test_show_ranks_passes_with_what_ran_inside_them(data: Data) -> None:
    assert [line["name"] for line in data("show")["hottest"]][:2] == ["canonicalize", "cse"]
    times = [line["total_ns"] for line in data("show")["hottest"]]
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize("name", ["tree", "top", "events"])
def test_an_answer_of_no_lines_says_why(ask: Ask, store: Path, name: str) -> None:
    assert ask(name, "019af000-0", width=80).stderr == "nothing was recorded in this run\n"
    assert ask(name, "--min-time", "99s", width=80).stderr == "no event matches\n"
    assert ask(name, "019af000-0").stderr == ""


def test_show_ends_with_commands_that_work(ask: Ask, store: Path) -> None:
    text = ask("show").stdout.partition("next")[2]
    commands = [line.split() for line in text.splitlines() if "passevents " in line]
    assert len(commands) == 3
    assert [ask(*words[1:]).exit_code for words in commands] == [0, 0, 0]


def test_a_command_to_copy_names_a_store_that_is_not_the_default(here: Path) -> None:
    assert command_line("tree", "a b", store=Path("passevents.db")) == "passevents tree 'a b'"
    assert command_line("tree", store=Path("my runs.db")) == "passevents tree --db 'my runs.db'"


def test_a_command_to_copy_names_no_store_that_the_environment_does(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PASSEVENTS_DB", "runs.db")
    assert command_line("tree", store=Path("runs.db")) == "passevents tree"


# tree


def test_the_tree_folds_patterns_and_keeps_passes(data: Data) -> None:
    lines = [(line["level"], line["name"], line["count"]) for line in data("tree", "--under", "0")]
    assert lines == [
        (0, "builtin.module", 1),
        (1, "canonicalize", 1),
        (2, "greedy-rewrite", 1),
        (3, "FoldAdd", 3),
        (3, "DropZero", 3),
        (1, "canonicalize", 1),
        (1, "cse", 1),
    ]


def test_the_tree_down_to_a_depth_says_what_it_left_out(data: Data) -> None:
    assert [(line["name"], line["hidden"]) for line in data("tree", "--depth", "1")][:2] == [
        ("builtin.module", 0),
        ("canonicalize", 7),
    ]


def test_what_is_filtered_out_leaves_its_children_at_the_nearest_event(data: Data) -> None:
    lines = [(line["level"], line["name"]) for line in data("tree", "--kind", "pass", "--phase", "tensors")]
    assert lines == [(0, "canonicalize"), (0, "canonicalize"), (0, "cse")]


def test_the_tree_says_a_phase_where_it_begins(ask: Ask, store: Path) -> None:
    assert [line.count("[tensors]") for line in ask("tree").stdout.splitlines()].count(1) == 1


def test_the_tree_never_writes_what_acts_on_a_terminal(ask: Ask, store: Path) -> None:
    assert [r"\x1b[2J" in ask("tree", width=width).stdout for width in (None, 200)] == [True, True]
    assert "\x1b" not in ask("tree", width=200).stdout


# top


def test_top_ranks_names_by_their_own_time(data: Data) -> None:
    assert [(line["name"], line["count"]) for line in data("top", "-n", "2")] == [
        ("builtin.module", 1),
        ("canonicalize", 2),
    ]


@pytest.mark.parametrize(
    ("by", "first"),
    [
        ("phase", "tensors"),
        ("kind", "pass"),
        ("tag", "pass-execution"),
        ("op", "func.func"),
        ("location", "matmul.mlir:1:1"),
        ("thread", 7),
    ],
)
def test_top_ranks_by_anything_that_events_have_in_common(data: Data, by: str, first: object) -> None:
    assert data("top", "--by", by)[0][by] == first


def test_top_counts_where_asked(data: Data) -> None:
    assert data("top", "--by", "kind", "--sort", "count")[0]["kind"] == "action"


def test_the_shares_of_all_lines_are_the_whole(data: Data) -> None:
    assert sum(line["share"] for line in data("top", "--by", "op")) == pytest.approx(1, abs=1e-3)


def test_top_says_how_to_see_the_rest(ask: Ask, store: Path) -> None:
    assert "and 6 more: -n 8 shows all" in ask("top", "-n", "2", width=80).stderr


def test_top_ranks_patterns_by_what_became_of_their_attempts(data: Data) -> None:
    lines = data("top", "--patterns", "--sort", "matches")
    assert [(line["pattern"], line["attempts"], line["matches"], line["rate"]) for line in lines] == [
        ("FoldAdd", 3, 1, 0.3333),
        ("DropZero", 3, 0, 0),
    ]
    assert [line["pattern"] for line in data("top", "--patterns", "--sort", "wasted")] == [
        "DropZero",
        "FoldAdd",
    ]


def test_patterns_may_be_ranked_for_each_pass(data: Data) -> None:
    assert {line["pass"] for line in data("top", "--patterns", "--by-pass")} == {"canonicalize"}


def test_top_says_what_all_the_attempts_come_to(ask: Ask, store: Path) -> None:
    said = ask("top", "--patterns", width=80).stderr
    assert "6 attempts, 1 matched; 5.01 us (83.3 %) went into those that did not; 1 of 2 never" in said


# events


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (["--status", "failed"], ["convert-to-llvm"]),
        (["--kind", "pipeline"], ["builtin.module"]),
        (["--tag", "apply-pattern", "-n", "2"], ["FoldAdd", "DropZero"]),
        (["--name", "cse", "--name", "convert-to-llvm"], ["cse", "convert-to-llvm"]),
        (["--op", "arith.addf", "--min-time", "1.004us"], ["FoldAdd", "DropZero"]),
        (["--location", "matmul.mlir:9"], ["canonicalize"]),
        (["--under", "11"], ["lower\x1b[2Jcafé<a, b>"]),
        (["--changed"], ["FoldAdd"]),
        (["--unchanged", "--name", "DropZero"], ["DropZero"] * 3),
        (["--thread", "8"], []),
        (["--order", "longest", "-n", "2"], ["builtin.module", "canonicalize"]),
        (["--offset", "11"], ["convert-to-llvm", "lower\x1b[2Jcafé<a, b>"]),
        (
            ["--location", "matmul.mlir:9", "--location", "matmul.mlir:1", "--kind", "pass", "-n", "2"],
            ["canonicalize"] * 2,
        ),
        (["--phase", ""], []),
    ],
)
def test_events_are_narrowed_down(ask: Ask, store: Path, filters: list[str], expected: list[str]) -> None:
    assert names(ask("events", *filters, "--json")) == expected


def test_an_event_in_json_has_the_columns_of_the_view(ask: Ask, store: Path) -> None:
    event = json.loads(ask("events", "--name", "cse", "--json").stdout)
    with EventStore(store) as opened:
        columns = [row[1] for row in opened.connection.execute("pragma table_info(events)")]
    assert set(event) <= set(columns)
    assert (event["sequence"], event["duration_ns"], event["op"], event["line"]) == (
        10,
        3_000_000,
        "func.func",
        1,
    )


def test_events_in_csv_are_the_same_rows(ask: Ask, store: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(ask("events", "--csv").stdout)))
    assert [row["name"] for row in rows] == names(ask("events", "--json"))
    assert (rows[0]["tag"], rows[1]["start_ns"]) == ("", "1000")


def test_json_and_csv_at_once_is_a_usage_error(ask: Ask, store: Path) -> None:
    assert ask("events", "--json", "--csv").exit_code == 2


def test_a_pipe_gets_every_event_and_a_terminal_a_number_and_a_way_to_all(ask: Ask, store: Path) -> None:
    assert len(ask("events").stdout.splitlines()) == 14
    result = ask("events", "-n", "3", width=120)
    assert (len(result.stdout.splitlines()), result.stderr) == (
        4,
        "and 10 more: add a filter, or -n 0 for all\n",
    )


# what was not understood


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["show", "crash"], "has no run 'crash'"),
        (["show", "crash"], "did you mean 'crashed'?"),
        (["show", "019af"], "3 runs"),
        (["runs", "--name", "matmul"], "no run is named 'matmul'; did you mean 'matmul.mlir'?"),
        (
            ["events", "--name", "canonicalise"],
            "no event with name 'canonicalise'; did you mean 'canonicalize'",
        ),
        (["events", "--name", "Zero"], "no event with name 'Zero'; did you mean 'DropZero'?"),
        (["tree", "--phase", "tensor"], "no event with phase 'tensor'; did you mean 'tensors'?"),
        (["top", "--under", "99"], "no event with sequence 99"),
        (["events", "--location", ""], "is not a location"),
    ],
)
def test_what_is_not_there_is_one_line_and_status_1(
    ask: Ask, store: Path, args: list[str], line: str
) -> None:
    result = ask(*args)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert line in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ["events", "--kind", "passes"],
        ["events", "--min-time", "fast"],
        ["events", "-n", "-1"],
        ["tree", "--depth", "deep"],
        ["tree", "--under", "-3"],
        ["top", "--by", "colour"],
        ["top", "--sort", "wasted"],
        ["top", "--by-pass"],
        ["top", "--patterns", "--by", "op"],
        ["runs", "extra"],
        ["show", "a", "b"],
    ],
)
def test_a_value_that_makes_no_sense_is_one_line_and_status_2(ask: Ask, store: Path, args: list[str]) -> None:
    result = ask(*args)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("command", READERS)
def test_a_store_that_is_not_there_is_not_made(ask: Ask, here: Path, command: str) -> None:
    result = ask(command, "--db", "none.db")
    assert (result.exit_code, result.stderr.count("\n"), list(here.iterdir())) == (1, 1, [])


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_is_no_store_is_left_as_it_is(ask: Ask, here: Path, command: str) -> None:
    (here / "notes.txt").write_text("not a database, but longer than a header\n")
    result = ask(command, "--db", "notes.txt")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "not an SQLite database" in result.stderr
    assert [entry.name for entry in here.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("command", READERS)
def test_a_newer_store_is_refused_with_both_versions(ask: Ask, store: Path, command: str) -> None:
    with EventStore(store) as opened:
        opened.connection.execute("pragma user_version = 99")
    result = ask(command)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "schema version 99" in result.stderr


def test_the_store_comes_from_the_environment(ask: Ask, store: Path) -> None:
    store.rename("elsewhere.db")
    assert ask("runs", env={"PASSEVENTS_DB": "elsewhere.db"}).exit_code == 0


def test_what_cannot_be_recovered_is_a_failure_and_left(ask: Ask, store: Path) -> None:
    kept = store.with_name(store.name + ".runs") / "01a22977-01f6-787a-9a67-24c9c3b74358"
    kept.mkdir(parents=True)
    (kept / "run.jsonl").write_text("{}\n")
    (kept / "0000.records").write_bytes(b"of another format" * 1000)
    result = ask("recover")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "1 recordings were left where they are" in result.stderr
    assert kept.is_dir()


def test_failures_are_told_as_compilers_tell_them(ask: Ask, store: Path) -> None:
    assert ask("failures").output == (
        "matmul.mlir:1:1: error: failed to legalize operation 'linalg.matmul'\n"
        "  in convert-to-llvm 11 on func.func at matmul.mlir:1:1 in phase llvm\n"
    )


def test_failures_as_json_have_the_cause_and_its_path(data: Callable[..., Any]) -> None:
    (failure,) = data("failures")
    assert (failure["sequence"], failure["is_cause"], failure["path"]) == (11, True, [])


def test_a_run_without_failures_says_so_beside_an_empty_answer(ask: Ask, store: Path) -> None:
    assert ask("failures", "3").exit_code == 0
    assert ask("failures", "1", width=100).stderr == "nothing failed in this run\n"
