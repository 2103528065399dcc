"""What is recorded of each kind of action."""

from __future__ import annotations

from collections import Counter

import pytest

from passevents import PassKind, PassStatus
from passevents.events.model import IRUnit, Location

from .conftest import MakeProgram
from .programs import SIMPLIFY, functions
from .second_method import counted_tags

ADAPTOR = "mlir::detail::OpToOpPassAdaptor"


def test_a_pass_has_its_argument_as_name_and_the_operation_it_ran_on(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach(tags=["pass-execution"])
    subject.run("builtin.module(func.func(cse))")
    (record,) = [each for each in session.drain() if each.event.name == "cse"]
    assert record.kind is PassKind.pass_
    assert record.status is PassStatus.completed
    assert record.tag == "pass-execution"
    assert record.detail == "`pass-execution` running `CSE` on Operation `func.func`"
    assert record.ir_units == (IRUnit("operation", "func.func", Location("-", 2, 1)),)


def test_the_passes_are_those_of_the_pipeline(program: MakeProgram, threading_on: bool) -> None:
    subject = program(functions(50), threading=threading_on)
    session = subject.attach(tags=["pass-execution"])
    subject.run("builtin.module(symbol-dce,func.func(canonicalize,cse),inline,func.func(cse),canonicalize)")
    counts = Counter(record.event.name for record in session.drain())
    # Public functions are called by nobody: inline leaves them, but simplifies each.
    inlined = 50
    assert counts == {"symbol-dce": 1, ADAPTOR: 2, "canonicalize": 51 + inlined, "cse": 100, "inline": 1}


def test_every_action_of_every_tag_is_recorded(program: MakeProgram) -> None:
    """By the count of a handler that is made of ctypes alone."""
    pipeline = "builtin.module(func.func(canonicalize,cse),convert-arith-to-llvm,convert-func-to-llvm)"
    plain = program(functions(20))
    with counted_tags(plain.ctx) as expected:
        plain.run(pipeline)
    recorded = program(functions(20))
    session = recorded.attach()
    recorded.run(pipeline)
    assert set(expected) == {
        "pass-execution",
        "apply-pattern",
        "apply-conversion",
        "GreedyPatternRewriteIteration",
    }
    assert Counter(record.tag for record in session.drain()) == expected


def test_a_pattern_has_its_debug_name(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach(tags=["apply-pattern"])
    subject.run(SIMPLIFY)
    record = session.drain()[0]
    assert record.kind is PassKind.action
    assert record.event.name == "{anonymous}::AddIAddConstant"
    assert record.detail == "`apply-pattern pattern: {anonymous}::AddIAddConstant"
    assert record.ir_units == (IRUnit("operation", "arith.addi", Location("-", 7, 8)),)


def test_a_greedy_iteration_has_its_number(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach(tags=["GreedyPatternRewriteIteration"])
    subject.run(SIMPLIFY)
    records = session.drain()
    assert [record.iteration for record in records] == [1, 2]
    assert [record.detail for record in records] == [
        "GreedyPatternRewriteIteration(1)",
        "GreedyPatternRewriteIteration(2)",
    ]


def test_a_conversion_is_named_by_its_tag(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach(tags=["apply-conversion"])
    subject.run("builtin.module(convert-func-to-llvm)")
    (record,) = session.drain()
    assert (record.event.name, record.kind) == ("apply-conversion", PassKind.action)


def test_times_are_ordered_and_within_the_parent(program: MakeProgram, threading_on: bool) -> None:
    subject = program(functions(30), threading=threading_on)
    session = subject.attach()
    subject.run(SIMPLIFY)
    records = {record.event.sequence: record for record in session.drain()}
    for record in records.values():
        assert record.duration_ns is not None and record.duration_ns >= 0
        parent = records.get(record.event.parent_sequence or 0)
        if parent is not None and parent is not record:
            assert parent.start_ns <= record.start_ns
            assert record.end_ns <= parent.end_ns


@pytest.mark.parametrize("unlocked", [False, True], ids=["by mlir", "by run"])
def test_recording_changes_nothing_of_the_result(
    program: MakeProgram, threading_on: bool, unlocked: bool
) -> None:
    source = functions(40)
    expected = program(source).run(SIMPLIFY)
    recorded = program(source, threading=threading_on)
    recorded.attach()
    assert recorded.run(SIMPLIFY, unlocked=unlocked) == expected
