"""`passevents ir` and `passevents diff`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import passevents
from passevents.cli.main import command

from .programs import DOUBLE, SAME, compile_text

PROGRAM = "f(x):\n  return x\n"
DOUBLED = "f(x + x):\n  return x + x\n"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    with passevents.record(tmp_path / "events.db", name="twice", snapshots="changed") as recording:
        compile_text(recording.instrument(), PROGRAM, SAME, DOUBLE)
    return recording.path


def ask(store: Path, *words: str, colour: bool = False) -> Result:
    environment = {"FORCE_COLOR": "1"} if colour else {}
    return CliRunner().invoke(command, [words[0], "--db", str(store), *words[1:]], env=environment)


def test_ir_prints_the_program_as_it_is(store: Path) -> None:
    assert ask(store, "ir", "2").output == DOUBLED
    assert ask(store, "ir", "2", "--before").output == PROGRAM
    assert ask(store, "ir", "twice", "2").output == DOUBLED


def test_ir_as_json(store: Path) -> None:
    data = json.loads(ask(store, "ir", "2", "--json").output)["data"]
    assert (data["sequence"], data["moment"], data["text"]) == (2, "after", DOUBLED)


def test_diff_in_a_pipe_is_a_unified_diff(store: Path) -> None:
    assert ask(store, "diff", "2").output == passevents.EventStore(store).run().diff(2)
    assert "\x1b" not in ask(store, "diff", "2").output


def test_diff_on_a_terminal_is_coloured(store: Path) -> None:
    output = ask(store, "diff", "2", colour=True).output
    assert "\x1b[32m+f(x + x):" in output
    assert "\x1b[31m-f(x):" in output


def test_diff_by_words_marks_them_in_a_pipe(store: Path) -> None:
    assert ask(store, "diff", "2", "--word").output == "f(x{+ + x+}):\n  return x{+ + x+}\n"


def test_diff_as_json(store: Path) -> None:
    data = json.loads(ask(store, "diff", "1", "--json").output)["data"]
    assert (data["changed"], data["diff"]) == (False, "")


def test_a_pass_that_changed_nothing_has_an_empty_diff(store: Path) -> None:
    done = ask(store, "diff", "1")
    assert (done.stdout, done.exit_code) == ("", 0)
    assert done.stderr == "passevents: event 1 changed nothing\n"


@pytest.mark.parametrize("words", [("ir",), ("ir", "x"), ("diff", "twice", "two"), ("diff", "a", "b", "3")])
def test_what_is_no_event_is_a_usage_error(store: Path, words: tuple[str, ...]) -> None:
    done = ask(store, *words)
    assert done.exit_code == 2


def test_an_event_without_a_text_is_one_clear_line(store: Path) -> None:
    done = ask(store, "ir", "99")
    assert done.exit_code == 1
    assert "This run has no event 99" in str(done.stderr)
