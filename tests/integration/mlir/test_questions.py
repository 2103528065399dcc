"""What a user asks of recorded pipelines of the real MLIR: what failed, what differs, what touched a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from mlir import ir

import passevents
from passevents.query import Run

from .conftest import MakeProgram
from .programs import SIMPLIFY, UNBUFFERIZABLE, functions

TWO_MODULES = f"module {{\n{UNBUFFERIZABLE}\nmodule {{}}\n}}"


def recorded(program: MakeProgram, path: Path, source: str, pipeline: str, *, threading: bool = False) -> Run:
    subject = program(source, threading=threading)
    with passevents.record(path, name="questions") as recording:
        subject.attach()
        subject.run(pipeline)
    return recording.stored


def test_the_cause_of_a_failure_is_the_innermost_pass(
    program: MakeProgram, tmp_path: Path, threading_on: bool
) -> None:
    subject = program(TWO_MODULES, threading=threading_on)
    with pytest.raises(ir.MLIRError), passevents.record(tmp_path / "events.db") as recording:
        subject.attach()
        subject.run("builtin.module(builtin.module(one-shot-bufferize),canonicalize)")
    found = recording.stored.failures()
    (cause,) = (failure for failure in found if failure.is_cause)
    assert (cause.record.event.name, cause.operation) == ("one-shot-bufferize", "builtin.module")
    assert "mlir::detail::OpToOpPassAdaptor" in [record.event.name for record in cause.path]


def test_the_same_pipeline_twice_is_the_same_passes_and_patterns(
    program: MakeProgram, tmp_path: Path, threading_on: bool
) -> None:
    path = tmp_path / "events.db"
    first, second = (
        recorded(program, path, functions(20), SIMPLIFY, threading=threading_on) for _ in range(2)
    )
    compared = first.compare(second)
    assert (list(compared.only_in_first), list(compared.only_in_second)) == ([], [])
    assert {(each.first_count, each.second_count) for each in compared.passes} <= {(1, 1), (20, 20)}
    for each in compared.patterns:
        assert (each.first_attempts, each.first_matches) == (each.second_attempts, each.second_matches)


def test_a_pass_more_is_named_with_the_way_to_it(program: MakeProgram, tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    first = recorded(program, path, functions(3), "builtin.module(func.func(cse,canonicalize))")
    second = recorded(program, path, functions(3), "builtin.module(func.func(cse,canonicalize,cse))")
    compared = first.compare(second)
    alone = [each for each in compared.only_in_second if each.path[-1].kind == "pass"]
    assert [(each.path[-1].name, each.path[-1].occurrence, each.second_count) for each in alone] == [
        ("cse", 2, 3)
    ]
    assert [each for each in compared.only_in_first if each.path[-1].kind == "pass"] == []


def test_other_options_of_a_pass_are_a_setting_that_differs(program: MakeProgram, tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    first = recorded(program, path, functions(1), "builtin.module(canonicalize{max-iterations=1})")
    second = recorded(program, path, functions(1), "builtin.module(canonicalize{max-iterations=2})")
    (found,) = (each for each in first.compare(second).settings if each.name == "canonicalize options")
    assert "max-iterations=1" in found.first
    assert "max-iterations=2" in found.second


def test_a_line_has_every_pass_and_pattern_that_worked_on_it(program: MakeProgram, tmp_path: Path) -> None:
    run = recorded(program, tmp_path / "events.db", functions(3), SIMPLIFY)
    for line in (2, 5, 6):
        touches = run.blame(location=f"-:{line}")
        naive = [
            record
            for record in run.records()
            if any(unit.location and unit.location.line == line for unit in record.ir_units)
        ]
        assert sum(touch.count for touch in touches) == len(naive)
        assert {touch.name for touch in touches} == {record.event.name for record in naive}


def test_the_pass_that_lowered_an_operation_is_blamed_for_it(program: MakeProgram, tmp_path: Path) -> None:
    subject = program(functions(2))
    with passevents.record(tmp_path / "events.db", snapshots="changed") as recording:
        subject.attach()
        subject.run("builtin.module(func.func(canonicalize),convert-arith-to-llvm)")
    run = recording.stored
    assert [each.record.event.name for each in run.blame("llvm.add", match="word").transitions] == [
        "convert-arith-to-llvm"
    ]
    gone = run.blame("arith.muli", match="word").transitions
    assert [(each.record.event.name, each.change, each.before) for each in gone] == [
        ("canonicalize", "disappeared", 1)
    ] * 2


def test_totals_by_operation_hold_every_event(program: MakeProgram, tmp_path: Path) -> None:
    run = recorded(program, tmp_path / "events.db", functions(3), SIMPLIFY)
    groups = run.totals(by="operation")
    assert sum(group.count for group in groups) == run.event_count
    assert {"func.func", "builtin.module"} <= {group.key for group in groups}
    passes = run.totals(by="kind", kind="pass")
    outermost = sum(node.record.duration_ns or 0 for node in run.tree(kind="pass"))
    assert [group.total_ns for group in passes] == [outermost]
