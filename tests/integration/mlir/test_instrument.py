"""PassInstrumentation: pipelines, analyses, how passes end; alone and beside actions."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from typing import Any

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents import PassKind, PassRecord, PassStatus, _native
from passevents.adapters.mlir import attach, instrument, run
from passevents.errors import CompileError
from passevents.journal import activate, memory_run

from .conftest import MakeProgram, Program
from .programs import SIMPLIFY, UNBUFFERIZABLE, Layout, functions, nested
from .test_parents import PIPELINE, line_of, wrong_parents

TWO_FUNCTIONS = "module {\nfunc.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n}\n}"


def in_order(records: list[PassRecord]) -> list[PassRecord]:
    return sorted(records, key=lambda record: record.event.sequence)


def outline(records: list[PassRecord]) -> list[str]:
    """One line an event: its depth as an indent, its name, its status where that is not completed."""
    return [
        "  " * record.event.depth
        + record.event.name.rpartition("::")[2]
        + ("" if record.status is PassStatus.completed else f" {record.status}")
        for record in in_order(records)
    ]


def unnamed(op: Any, _: object) -> None:
    """A pass that breaks the last function of its module: the verifier finds it out."""
    *_, last = op.regions[0].blocks[0].operations
    del last.attributes["sym_name"]


def with_pass(subject: Program, before: str, function: Callable[[Any, Any], None], name: str) -> PassManager:
    manager = subject.manager(f"builtin.module({before})")
    manager.add(function, name=name, argument=name)
    return manager


def recorded(subject: Program, manager: PassManager, mode: str) -> list[PassRecord]:
    """What one run records: by the pass manager alone, by a session for both, or by this library's run."""
    session = instrument(manager) if mode == "alone" else subject.attach(tags=None)
    subject.sessions.append(session)
    if mode == "by session":
        session.instrument(manager)
    try:
        if mode == "by run":
            run(manager, subject.module)
        else:
            manager.run(subject.module.operation)
    except (ir.MLIRError, CompileError):
        pass
    return [record for record in session.drain() if record.kind is not PassKind.action]


MODES = pytest.mark.parametrize("mode", ["alone", "by session", "by run"])


@MODES
def test_pipelines_lie_between_passes_and_analyses_in_them(
    program: MakeProgram, threading_on: bool, mode: str
) -> None:
    subject = program(functions(1), threading=threading_on)
    records = recorded(subject, subject.manager(SIMPLIFY), mode)
    assert outline(records) == [
        "OpToOpPassAdaptor",
        "  'func.func' Pipeline",
        "    canonicalize",
        "    cse",
        "      DominanceInfo",
    ]
    assert [record.kind for record in in_order(records)] == ["pass", "pipeline", "pass", "pass", "analysis"]
    assert {record.event.name: record.ir_units[0].operation for record in records} == {
        "mlir::detail::OpToOpPassAdaptor": "builtin.module",
        "'func.func' Pipeline": "func.func",
        "canonicalize": "func.func",
        "cse": "func.func",
        "DominanceInfo": "func.func",
    }


@MODES
def test_what_the_verifier_finds_fails_the_pass(program: MakeProgram, mode: str) -> None:
    subject = program(TWO_FUNCTIONS)
    records = recorded(subject, with_pass(subject, "cse", unnamed, "unname"), mode)
    passes = {record.event.name: record for record in records if record.kind is PassKind.pass_}
    assert passes["cse"].status is PassStatus.completed
    assert passes["unname"].status is PassStatus.failed
    assert passes["unname"].attributes["failure"] == "verifier"


@MODES
def test_a_pass_that_fails_by_itself_is_no_failure_of_the_verifier(program: MakeProgram, mode: str) -> None:
    subject = program(TWO_FUNCTIONS)
    manager = with_pass(subject, "cse", lambda op, pass_: pass_.signal_pass_failure(), "gives-up")
    (failed,) = [r for r in recorded(subject, manager, mode) if r.status is not PassStatus.completed]
    assert (failed.event.name, failed.status, failed.attributes.get("failure")) == (
        "gives-up",
        "failed",
        None,
    )


@MODES
def test_a_pipeline_fails_with_its_pass_and_is_closed(
    program: MakeProgram, threading_on: bool, mode: str
) -> None:
    """MLIR says nothing of the end of a pipeline that failed."""
    subject = program(f"module {{\n{UNBUFFERIZABLE}\nmodule {{}}\n}}", threading=threading_on)
    manager = subject.manager("builtin.module(builtin.module(one-shot-bufferize,cse),canonicalize)")
    records = recorded(subject, manager, mode)
    assert {record.end_ns is None for record in records} == {False}
    failed = [record for record in in_order(records) if record.status is PassStatus.failed]
    assert outline(failed) == [
        "OpToOpPassAdaptor failed",
        "  'builtin.module' Pipeline failed",
        "    one-shot-bufferize failed",
    ]
    assert {line_of(record) for record in failed[1:]} == {2}


def test_every_pass_is_one_record_beside_actions(program: MakeProgram, threading_on: bool) -> None:
    subject = program(functions(50), threading=threading_on)
    alone = recorded(program(functions(50), threading=threading_on), subject.manager(SIMPLIFY), "by session")
    both = recorded(subject, subject.manager(SIMPLIFY), "by session")
    plain = program(functions(50), threading=threading_on)
    session = plain.attach()
    plain.run(SIMPLIFY)
    passes = [record for record in session.drain() if record.kind is PassKind.pass_]
    assert alone == []  # another context's pass manager
    assert len([record for record in both if record.kind is PassKind.pass_]) == len(passes) == 101
    assert len([record for record in both if record.kind is PassKind.pipeline]) == 50


@pytest.mark.parametrize("round_", range(3))
@pytest.mark.parametrize("with_actions", [False, True], ids=["alone", "with actions"])
def test_every_parent_is_right_in_modules_three_levels_deep(
    program: MakeProgram, threading_on: bool, with_actions: bool, round_: int
) -> None:
    """Against the program's text, which shares nothing with what MLIR says."""
    source = nested(4, 5, 20)
    subject = program(source, threading=threading_on)
    manager = subject.manager(PIPELINE)
    session = subject.attach() if with_actions else instrument(manager)
    session.instrument(manager)
    manager.run(subject.module.operation)
    records = session.drain()
    session.detach()
    pipelines = [record for record in records if record.kind is PassKind.pipeline]
    assert len(pipelines) == 4 + 2 * (20 + 400)  # of adaptors side by side MLIR makes one
    assert wrong_parents(records, Layout.of(source)) == []


def test_the_same_manager_runs_twice_and_joins_once(program: MakeProgram) -> None:
    subject = program(functions(2))
    before = _native.mlir_instrumented()
    manager, session = subject.manager(SIMPLIFY), subject.attach()
    for _ in range(3):
        run(manager, subject.module)
        names = [record.event.name for record in session.drain() if record.kind is PassKind.pipeline]
        assert names == ["'func.func' Pipeline"] * 2
    assert _native.mlir_instrumented() == before + 1


def test_detached_it_records_nothing_more_and_another_joins(program: MakeProgram) -> None:
    subject = program(functions(1))
    manager = subject.manager(SIMPLIFY)
    with instrument(manager) as first:
        manager.run(subject.module.operation)
    assert len(first.drain()) == 5
    with instrument(manager) as second:
        manager.run(subject.module.operation)
    assert (first.drain(), len(second.drain())) == ([], 5)
    manager.run(subject.module.operation)
    assert second.drain() == []


@pytest.mark.parametrize("first", ["manager", "session", "context"])
def test_whatever_goes_first_the_rest_goes_on(first: str) -> None:
    before = _native.mlir_instrumented()
    ctx = ir.Context()
    module = ir.Module.parse(functions(1), ctx)
    manager = PassManager.parse(SIMPLIFY, ctx)
    session = instrument(manager)
    manager.run(module.operation)
    if first == "manager":
        del manager
        gc.collect()
        assert _native.mlir_instrumented() == before
        assert len(session.drain()) == 5
        session.detach()
    elif first == "session":
        del session
        gc.collect()
        manager.run(module.operation)
    else:
        del module, ctx
        gc.collect()
        assert len(session.drain()) == 5


def test_two_journals_each_have_the_whole(program: MakeProgram, threading_on: bool) -> None:
    """One by the pass manager alone, one by actions: neither sees the other's numbers."""
    subject = program(functions(5), threading=threading_on)
    manager = subject.manager(SIMPLIFY)
    with instrument(manager) as alone, attach(subject.ctx, tags=["pass-execution"]) as attached:
        manager.run(subject.module.operation)
    names = sorted(record.event.name for record in attached.drain())
    assert names == sorted(["mlir::detail::OpToOpPassAdaptor"] + ["canonicalize", "cse"] * 5)
    records = alone.drain()
    assert wrong_parents(records, Layout.of(functions(5))) == []
    assert len(records) == 1 + 5 * 4


def test_a_session_of_actions_and_one_of_the_manager_share_the_passes_of_a_run(program: MakeProgram) -> None:
    subject = program(functions(1))
    manager, journal = subject.manager(SIMPLIFY), memory_run()
    with activate(journal):
        attached, alone = subject.attach(tags=["apply-pattern", "pass-execution"]), instrument(manager)
        manager.run(subject.module.operation)
    passes = [record for record in attached.drain() if record.kind is PassKind.pass_]
    assert passes == [record for record in alone.drain() if record.kind is PassKind.pass_]
    assert len(passes) == 3
    journal.close()


def test_passes_that_the_actions_filter_leaves_out_are_the_instrumentations(program: MakeProgram) -> None:
    subject = program(functions(1))
    manager, journal = subject.manager(SIMPLIFY), memory_run()
    with activate(journal):
        subject.attach(tags=["apply-pattern"])
        with instrument(manager):
            manager.run(subject.module.operation)
    journal.close()
    records = {record.event.sequence: record for record in journal.read().records()}
    patterns = [record for record in records.values() if record.tag == "apply-pattern"]
    parents = {records[record.event.parent_sequence or 0].event.name for record in patterns}
    assert patterns and parents == {"canonicalize"}


def test_an_exception_of_a_python_pass_leaves_nothing_open(program: MakeProgram) -> None:
    def broken(op: object, pass_: object) -> None:
        raise KeyError("mine")

    subject = program(functions(1))
    manager = with_pass(subject, "func.func(cse)", broken, "broken")
    session = subject.attach()
    session.instrument(manager)
    for _ in range(2):
        with pytest.raises(KeyError, match="mine"):
            manager.run(subject.module.operation)
        records = [record for record in session.drain() if record.kind is PassKind.pass_]
        assert outline(records) == ["OpToOpPassAdaptor", "    cse", "broken failed"]


def test_pipelines_that_the_inliner_runs_lie_in_the_inliner(program: MakeProgram, threading_on: bool) -> None:
    calls = "\n".join(f"func.func private @p{n}() {{\n  return\n}}" for n in range(30))
    callers = "\n".join(f"func.func @c{n}() {{\n  call @p{n}() : () -> ()\n  return\n}}" for n in range(30))
    source = f"module {{\n{calls}\n{callers}\n}}"
    subject = program(source, threading=threading_on)
    records = recorded(subject, subject.manager("builtin.module(inline)"), "by session")
    (inliner,) = [record for record in records if record.event.name == "inline"]
    pipelines = {r.event.sequence: r for r in records if r.kind is PassKind.pipeline}
    assert {record.event.parent_sequence for record in pipelines.values()} == {inliner.event.sequence}
    inner = [record for record in records if record.event.name == "canonicalize"]
    assert len(inner) == len(pipelines) >= 30
    for record in inner:
        assert line_of(pipelines[record.event.parent_sequence or 0]) == line_of(record)


def test_locations_limit_it(program: MakeProgram) -> None:
    subject = program(TWO_FUNCTIONS)
    manager = subject.manager("builtin.module(func.func(cse))")
    with instrument(manager, locations=["-:5"]) as session:
        manager.run(subject.module.operation)
    assert [(r.kind, line_of(r), r.event.depth) for r in in_order(session.drain())] == [
        ("pipeline", 5, 1),
        ("pass", 5, 2),
        ("analysis", 5, 3),
    ]


def test_what_is_no_pass_manager_is_refused() -> None:
    with pytest.raises(TypeError, match="expected an MLIR PassManager"):
        instrument(object())


@pytest.mark.parametrize("with_actions", [False, True], ids=["alone", "with actions"])
def test_the_program_comes_out_the_same(program: MakeProgram, threading_on: bool, with_actions: bool) -> None:
    source = nested(2, 2, 15)
    expected = program(source, threading=threading_on).run(PIPELINE)
    subject = program(source, threading=threading_on)
    manager = subject.manager(PIPELINE)
    session = subject.attach() if with_actions else instrument(manager)
    session.instrument(manager)
    manager.run(subject.module.operation)
    session.detach()
    assert str(subject.module) == expected


def test_a_forked_child_records_nothing_into_its_parents_run(program: MakeProgram) -> None:
    subject = program(functions(3))
    manager = subject.manager(SIMPLIFY)
    with instrument(manager) as session:
        child = os.fork()
        if child == 0:
            manager.run(subject.module.operation)
            os._exit(0 if session.drain() == [] else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        manager.run(subject.module.operation)
        assert len(session.drain()) == 1 + 3 * 4
