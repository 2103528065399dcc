"""Who brought a text into the program, and who touched a place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import passevents
from passevents.cli.main import command
from passevents.errors import QueryError
from passevents.query import Blame, Run
from passevents.testing import PassInfo

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal
from .runs import RECORDS

PROGRAM = "f(x) = x"
Pass = tuple[str, Callable[[str], str]]


def to(program: str) -> Callable[[str], str]:
    return lambda _: program


@pytest.fixture
def compiled(tmp_path: Path) -> Callable[..., Run]:
    """A run of those passes, one after another, inside a pass `pipeline`; or each on its own."""

    def record(*passes: Pass, inside: bool = True, start: str = PROGRAM) -> Run:
        with passevents.record(tmp_path / "events.db", snapshots="changed") as recording:
            compile_text(recording.instrument(), start, passes, inside)
        return recording.stored

    return record


def compile_text(instrument: Any, program: str, passes: tuple[Pass, ...], inside: bool) -> None:
    instrument.enter_pass_ctx()
    if inside:
        instrument.run_before_pass(program, PassInfo("pipeline"))
    for name, change in passes:
        if name == "between":
            program = change(program)
            continue
        instrument.run_before_pass(program, PassInfo(name))
        program = change(program)
        instrument.run_after_pass(program, PassInfo(name))
    if inside:
        instrument.run_after_pass(program, PassInfo("pipeline"))
    instrument.exit_pass_ctx()


def told(blame: Blame) -> list[tuple[str, str, int, int]]:
    return [(each.record.event.name, each.change, each.before, each.after) for each in blame.transitions]


def test_the_pass_that_brought_it_in_and_the_one_that_took_it_out(compiled: Callable[..., Run]) -> None:
    run = compiled(("same", str), ("widen", to("wide wide")), ("narrow", to("wide")), ("drop", to("")))
    found = run.blame("wide")
    assert told(found) == [
        ("widen", "appeared", 0, 2),
        ("narrow", "fewer", 2, 1),
        ("drop", "disappeared", 1, 0),
    ]
    assert found.first is not None
    assert found.first.record.event.name == "widen"
    assert found.last is not None
    assert found.last.record.event.name == "drop"
    assert (found.start, found.end, found.texts) == (0, 0, 4)


def test_what_the_passes_inside_did_is_not_told_of_the_one_around(compiled: Callable[..., Run]) -> None:
    run = compiled(("lower", to("llvm")), ("between", to("llvm llvm llvm")))
    assert told(run.blame("llvm")) == [("lower", "appeared", 0, 1), ("pipeline", "appeared", 0, 3)]
    assert not any(each.outside for each in run.blame("llvm").transitions)


def test_what_nobody_did_was_done_outside_of_the_passes(compiled: Callable[..., Run]) -> None:
    run = compiled(("a", str), ("between", to("llvm")), ("b", str), inside=False)
    (found,) = run.blame("llvm").transitions
    assert (found.record.event.name, found.change, found.outside) == ("b", "appeared", True)


def test_a_text_that_was_always_there_has_no_transitions(compiled: Callable[..., Run]) -> None:
    found = compiled(("same", str)).blame("x")
    assert (told(found), found.start, found.end, found.first) == ([], 2, 2, None)


@pytest.mark.parametrize(
    ("text", "match", "count"),
    [
        ("add", "text", 4),
        ("add", "word", 1),
        ("arith.add", "word", 1),
        ("@f", "word", 1),
        (r"add\w", "regex", 1),
    ],
)
def test_ways_to_match(compiled: Callable[..., Run], text: str, match: Any, count: int) -> None:
    run = compiled(("pass", to("add arith.add arith.addi @f @f.add @f$1")))
    assert run.blame(text, match=match).end == count


def test_a_failed_pass_has_only_the_program_before_it(tmp_path: Path) -> None:
    def fail(program: str) -> str:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"), passevents.record(tmp_path / "e.db", snapshots="all") as made:
        instrument = made.instrument()
        try:
            compile_text(instrument, "", (("make", to("a")), ("fail", fail)), inside=True)
        finally:
            instrument.exit_pass_ctx()
    assert told(made.stored.blame("a")) == [("make", "appeared", 0, 1)]


def test_a_run_without_texts_says_how_to_have_them(run: Run) -> None:
    with pytest.raises(QueryError, match=r'record it with snapshots="changed"'):
        run.blame("x")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": ""}, "empty text"),
        ({"text": "(", "match": "regex"}, r"'\(' is not a regular expression"),
        ({"text": "x", "match": "words"}, r"no way to match 'words'; did you mean 'word'"),
        ({}, "either a text or a location"),
        ({"text": "x", "location": "a.mlir"}, "either a text or a location"),
    ],
)
def test_what_makes_no_sense_is_refused(run: Run, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(QueryError, match=message):
        run.blame(**arguments)


# places


def test_a_place_has_every_pass_and_pattern_that_worked_on_it(run: Run) -> None:
    found = run.blame(location="matmul.mlir:5")
    assert [(touch.pass_name, touch.name, touch.count, touch.record.event.sequence) for touch in found] == [
        ("canonicalize", "apply", 2, 2)
    ]
    (whole,) = run.blame(location="other.mlir:7")
    assert (whole.pass_name, whole.name, whole.changed, whole.unchanged) == (
        "canonicalize",
        "canonicalize",
        1,
        0,
    )
    assert run.blame(location="nowhere.mlir") == []


# the command


@pytest.fixture
def ask(
    compiled: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    compiled(("widen", to("wide")), ("drop", to("")))
    monkeypatch.setenv("PASSEVENTS_DB", str(tmp_path / "events.db"))
    return lambda *words: CliRunner().invoke(command, ["blame", *words])


def test_the_command_prints_a_line_for_each_transition(ask: Callable[..., Result]) -> None:
    assert [line.split() for line in ask("wide").output.splitlines()] == [
        ["sequence", "change", "before", "after", "outside", "name", "phase"],
        ["1", "appeared", "0", "1", "no", "widen", "-"],
        ["2", "disappeared", "1", "0", "no", "drop", "-"],
    ]
    data = json.loads(ask("latest", "wide", "-w", "--json").output)["data"]
    assert (data["start"], data["end"], [each["name"] for each in data["transitions"]]) == (
        0,
        0,
        ["widen", "drop"],
    )


@pytest.mark.parametrize(
    "words", [(), ("a", "b", "c"), ("x", "y", "--location", "f"), ("-w", "--location", "f")]
)
def test_the_command_refuses_what_it_does_not_understand(
    ask: Callable[..., Result], words: tuple[str, ...]
) -> None:
    assert ask(*words).exit_code == 2


def test_the_command_knows_places(fill: Fill, path: Path) -> None:
    fill(SyntheticJournal(RECORDS))
    place = ["blame", "--db", str(path), "--location", "matmul.mlir:5"]
    lines = [line.split() for line in CliRunner().invoke(command, place).output.splitlines()]
    assert lines[1][0:2] == ["2", "2"]
    assert lines[1][-2:] == ["apply", "canonicalize"]
    (found,) = json.loads(CliRunner().invoke(command, [*place, "--json"]).output)["data"]
    assert (found["pass"], found["count"]) == ("canonicalize", 2)
