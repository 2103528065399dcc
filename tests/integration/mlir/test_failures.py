"""What fails: passes of MLIR, passes written in Python, and pipelines run by this library."""

from __future__ import annotations

import pytest
from mlir import ir

from passevents import PassRecord
from passevents.adapters.mlir import run
from passevents.errors import CompileError
from passevents.events.model import Location

from .conftest import MakeProgram
from .programs import UNBUFFERIZABLE

ADAPTOR = "mlir::detail::OpToOpPassAdaptor"
TWO_MODULES = f"module {{\n{UNBUFFERIZABLE}\nmodule {{}}\n}}"


def outcomes(records: list[PassRecord]) -> list[tuple[str, str]]:
    in_order = sorted(records, key=lambda record: record.event.sequence)
    return [(record.event.name, record.status) for record in in_order if record.tag == "pass-execution"]


def test_the_failed_pass_is_failed_and_those_before_it_are_not(
    program: MakeProgram, threading_on: bool
) -> None:
    subject = program(UNBUFFERIZABLE, threading=threading_on)
    session = subject.attach()
    with pytest.raises(ir.MLIRError):
        subject.run("builtin.module(symbol-dce,one-shot-bufferize,canonicalize)")
    assert outcomes(session.drain()) == [("symbol-dce", "completed"), ("one-shot-bufferize", "failed")]


def test_a_failure_on_a_worker_fails_the_adaptor_around_it(program: MakeProgram, threading_on: bool) -> None:
    subject = program(TWO_MODULES, threading=threading_on)
    session = subject.attach()
    with pytest.raises(ir.MLIRError):
        subject.run("builtin.module(builtin.module(one-shot-bufferize),canonicalize)")
    assert sorted(outcomes(session.drain())) == [
        (ADAPTOR, "failed"),
        ("one-shot-bufferize", "completed"),
        ("one-shot-bufferize", "failed"),
    ]


def test_run_raises_what_mlir_said_and_where(program: MakeProgram, threading_on: bool) -> None:
    subject = program(UNBUFFERIZABLE, threading=threading_on)
    with pytest.raises(CompileError, match=r"^-:3:10: error: op was not bufferized$") as raised:
        run(subject.manager("builtin.module(one-shot-bufferize)"), subject.module)
    assert raised.value.stage == "pass"
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.severity, diagnostic.message) == ("error", "op was not bufferized")
    assert diagnostic.location == Location("-", 3, 10)
    assert [(note.severity, note.message[:21]) for note in diagnostic.notes] == [
        ("note", "see current operation")
    ]


def test_what_a_python_pass_raises_reaches_the_caller_unchanged(program: MakeProgram) -> None:
    def broken(op: object, pass_: object) -> None:
        raise KeyError("mine")

    subject = program("module {}")
    manager = subject.manager("builtin.module(symbol-dce)")
    manager.add(broken, name="Broken", argument="broken")
    session = subject.attach()
    for attempt in (lambda: manager.run(subject.module.operation), lambda: run(manager, subject.module)):
        with pytest.raises(KeyError, match="mine"):
            attempt()
        assert outcomes(session.drain()) == [("symbol-dce", "completed"), ("broken", "failed")]


def test_a_python_pass_may_say_that_it_failed(program: MakeProgram) -> None:
    subject = program("module {}")
    manager = subject.manager("builtin.module(symbol-dce)")
    manager.add(lambda op, pass_: pass_.signal_pass_failure(), name="Fails", argument="fails")
    session = subject.attach()
    with pytest.raises(CompileError, match="the pipeline failed"):
        run(manager, subject.module)
    assert outcomes(session.drain())[-1] == ("fails", "failed")


def test_a_python_pass_under_the_name_of_a_registered_one_gets_the_lock(program: MakeProgram) -> None:
    """The pipeline's text does not show that it is Python's: the handler does."""
    ran = []
    subject = program("module {}")
    manager = subject.manager("builtin.module(symbol-dce)")
    manager.add(lambda op, pass_: ran.append(op.name), name="CSE", argument="cse")
    session = subject.attach()
    run(manager, subject.module)
    assert ran == ["builtin.module"]
    assert outcomes(session.drain()) == [("symbol-dce", "completed"), ("cse", "completed")]


def test_the_next_run_starts_clean(program: MakeProgram) -> None:
    subject = program(UNBUFFERIZABLE)
    session = subject.attach(tags=["pass-execution"])
    with pytest.raises(ir.MLIRError):
        subject.run("builtin.module(one-shot-bufferize)")
    session.drain()
    subject.run("builtin.module(cse)")
    (record,) = session.drain()
    assert (record.event.depth, record.event.parent_sequence, record.status) == (0, None, "completed")
