"""The program before and after each pass, kept natively."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mlir import ir

import passevents
from passevents import PassEventsWarning
from passevents.adapters.mlir import attach
from passevents.cli.main import command
from passevents.cli.screen import Screen
from passevents.errors import QueryError
from passevents.query import Run

from .conftest import MakeProgram
from .programs import functions
from .test_fingerprints import LAYER, LOWER, SIMPLIFY_TWICE


def constant(elements: int) -> str:
    """A function that returns a large constant."""
    values = ", ".join(map(str, range(elements)))
    return f"""func.func @f() -> tensor<{elements}xi32> {{
  %0 = arith.constant dense<[{values}]> : tensor<{elements}xi32>
  return %0 : tensor<{elements}xi32>
}}"""


LARGE = constant(200)


class Texts:
    """Prints the operation of each pass as snapshots have it: its own scope, nothing around it."""

    def __init__(self) -> None:
        self.texts: dict[tuple[int, str], str] = {}

    def pass_started(self, mod: Any, event: Any) -> None:
        self.texts[event.sequence, "before"] = self._text(mod)

    def pass_finished(self, mod: Any, event: Any, state: Any) -> None:
        self.texts[event.sequence, "after"] = self._text(mod)

    @staticmethod
    def _text(mod: Any) -> str:
        return mod.get_asm(use_local_scope=mod.parent is not None).rstrip("\n") + "\n"


def recorded(
    subject: Any, pipeline: str, store: Path, mode: Any = "changed", unlocked: bool = False, **options: Any
) -> Run:
    with passevents.record(store, snapshots=mode) as recording:
        subject.attach(tags=["pass-execution"], **options)
        subject.run(pipeline, unlocked=unlocked)
    return recording.stored


def kept(run: Run) -> dict[tuple[int, str], str]:
    return {
        (record.event.sequence, moment): run.ir(record.event.sequence, moment)
        for record in run.records()
        for moment in ("before", "after")
    }


@pytest.mark.parametrize("mode", ["changed", "all"])
def test_each_pass_has_its_texts(program: MakeProgram, tmp_path: Path, mode: str) -> None:
    observer = Texts()
    run = recorded(
        program(LAYER.read_text()), LOWER, tmp_path / "s.db", mode, observer=observer, live=True,
        elide_larger_than=None,
    )  # fmt: skip
    assert kept(run) == observer.texts
    changed = {record.event.sequence: record.changed for record in run.records()}
    assert changed == {
        number: observer.texts[number, "before"] != observer.texts[number, "after"] for number in changed
    }


def test_workers_keep_the_same_texts(program: MakeProgram, tmp_path: Path) -> None:
    found = []
    for threading in (False, True):
        subject = program(functions(60), threading=threading)
        run = recorded(subject, SIMPLIFY_TWICE, tmp_path / f"{threading}.db", unlocked=threading)
        names = {record.event.sequence: record.event.name for record in run.records()}
        found.append(sorted((names[number], moment, text) for (number, moment), text in kept(run).items()))
    assert found[0] == found[1]


def test_each_distinct_text_is_stored_once_over_all_runs(program: MakeProgram, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    texts = {
        text
        for _ in range(2)
        for text in kept(recorded(program(functions(9)), SIMPLIFY_TWICE, store)).values()
    }
    with closing(sqlite3.connect(store)) as connection:
        (count,) = connection.execute("select count(*) from snapshots").fetchone()
    assert count == len(texts)


def test_what_a_failed_pass_leaves_is_in_the_generic_form(program: MakeProgram, tmp_path: Path) -> None:
    """It may be no valid program: this one has a function without an end."""

    def break_it(op: Any, pass_: Any) -> None:
        op.regions[0].blocks[0].operations[0].regions[0].blocks[0].operations[5].erase()
        pass_.signal_pass_failure()

    with pytest.raises(ir.MLIRError), passevents.record(tmp_path / "s.db", snapshots="changed") as recording:
        subject = program(functions(1))
        subject.attach(tags=["pass-execution"])
        manager = subject.manager("builtin.module()")
        manager.add(break_it, name="Break", argument="break")
        manager.run(subject.module.operation)
    run = recording.stored
    assert run.ir(0, "before").startswith("module {\n  func.func @f1(%arg0: i32)")
    assert run.ir(0, "after").startswith('"builtin.module"() ({')
    assert "func.return" not in run.ir(0, "after")


def test_large_constants_are_left_out_and_the_text_says_so(program: MakeProgram, tmp_path: Path) -> None:
    run = recorded(program(LARGE), "builtin.module(canonicalize)", tmp_path / "s.db")
    text = run.ir(0, "before")
    assert "__elided__" in text
    assert text.endswith("// lossy: constants of more than 100 elements are left out\n")
    whole = recorded(program(LARGE), "builtin.module(canonicalize)", tmp_path / "s.db", elide_larger_than=200)
    assert "C6000000C7000000" in whole.ir(0, "before")
    assert "lossy" not in whole.ir(0, "before")


def test_a_change_that_the_text_does_not_show_is_still_a_change(program: MakeProgram, tmp_path: Path) -> None:
    def change(op: Any, pass_: Any) -> None:
        with op.context, ir.Location.unknown():
            set_last_element(op)

    def set_last_element(op: Any) -> None:
        constant = op.regions[0].blocks[0].operations[0].regions[0].blocks[0].operations[0]
        zero, one = (ir.IntegerAttr.get(ir.IntegerType.get_signless(32), number) for number in (0, 1))
        values = ir.DenseElementsAttr.get([*[zero] * 199, one], ir.Type.parse("tensor<200xi32>"))
        constant.attributes["value"] = values

    subject = program(LARGE)
    with passevents.record(tmp_path / "s.db", snapshots="changed") as recording:
        subject.attach(tags=["pass-execution"])
        manager = subject.manager("builtin.module()")
        manager.add(change, name="Change", argument="change")
        manager.run(subject.module.operation)
    run = recording.stored
    assert run.ir(0, "before") == run.ir(0, "after")
    assert [record.changed for record in run.records()] == [True]


def test_snapshots_that_find_no_room_are_counted_and_events_are_not_dropped(
    program: MakeProgram, tmp_path: Path
) -> None:
    subject = program(constant(200_000))
    with (
        pytest.warns(PassEventsWarning, match="snapshots found no room"),
        passevents.record(tmp_path / "s.db", snapshots="all", max_bytes=2**20) as recording,
    ):
        subject.attach(tags=["pass-execution"], elide_larger_than=None)
        subject.run(SIMPLIFY_TWICE)
        subject.module = ir.Module.parse(functions(1), subject.ctx)
        subject.run(SIMPLIFY_TWICE)
    run = recording.stored
    assert run.dropped == 0
    assert run.info["snapshots_dropped"] == 14
    assert run.event_count == 14
    assert run.ir(7, "before").startswith("module {")


def test_a_session_may_ask_for_them_in_a_run_without(program: MakeProgram, tmp_path: Path) -> None:
    run = recorded(program(functions(1)), SIMPLIFY_TWICE, tmp_path / "s.db", "none", snapshots="changed")
    assert run.ir(0, "after").startswith("module {")
    without = recorded(program(functions(1)), SIMPLIFY_TWICE, tmp_path / "s.db", "all", snapshots="none")
    with pytest.raises(QueryError, match="No program texts were kept"):
        without.ir(0)


def test_two_runs_at_once_keep_their_own(program: MakeProgram, tmp_path: Path) -> None:
    subject = program(functions(3))
    with passevents.record(tmp_path / "outer.db", snapshots="changed") as outer, attach(subject.ctx):
        with passevents.record(tmp_path / "inner.db", snapshots="all") as inner, attach(subject.ctx):
            subject.run(SIMPLIFY_TWICE)
        subject.run(SIMPLIFY_TWICE)
    for recording in (outer, inner):
        run = recording.stored
        passes = list(run.records(kind="pass"))
        assert all(run.ir(record.event.sequence, "before") for record in passes)


def test_the_command_line_keeps_them_and_shows_the_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PASSEVENTS_DB", raising=False)
    (tmp_path / "f.mlir").write_text(functions(1).replace("%c1, %c1", "%a, %a"))
    pipeline = "--pass-pipeline=builtin.module(func.func(canonicalize))"
    asked = ["--snapshots=changed", "--operation-counts", "--fingerprints"]
    result = CliRunner().invoke(command, ["opt", "f.mlir", pipeline, *asked, "-o", "out.mlir"], obj=Screen())
    assert result.exit_code == 0, result.output
    with passevents.EventStore("passevents.db") as store:
        (record,) = store.run("latest").records(name="canonicalize")
    assert record.changed
    assert record.attributes["operations_after"] == {"arith": 2, "func": 1}
    diff = CliRunner().invoke(command, ["diff", str(record.event.sequence)], obj=Screen()).stdout
    assert "-  %0 = arith.addi %arg0, %c0_i32 : i32\n" in diff
