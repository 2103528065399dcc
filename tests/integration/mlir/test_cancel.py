"""Ending a pipeline that runs: by Ctrl-C, from another thread, from within; the context stays usable."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import pytest
from mlir import ir

from passevents import PassKind, PassRecord, PassStatus
from passevents.adapters.mlir import instrument, interruptible, run
from passevents.errors import AttachError, CompileError

from .conftest import MakeProgram, Program
from .programs import SIMPLIFY, functions, nested
from .test_parents import PIPELINE


def interrupting(op: Any, pass_: Any) -> None:
    """A pass in whose middle Ctrl-C is pressed."""
    signal.raise_signal(signal.SIGINT)


def is_told_truly(records: list[PassRecord]) -> bool:
    """What is open where a run is cut is incomplete, what was not run skipped; nothing has failed."""
    statuses = {record.status for record in records}
    cut = [record for record in records if record.status is PassStatus.incomplete]
    return (
        statuses <= {PassStatus.completed, PassStatus.incomplete, PassStatus.skipped}
        and all(record.attributes["failure"] == "cancelled" and record.end_ns is not None for record in cut)
        and all(record.error is None for record in records)
    )


def goes_on(subject: Program) -> bool:
    """The module verifies, and the context runs the next pipeline to its end."""
    assert subject.module.operation.verify()
    session = subject.attach(tags=["pass-execution"])
    run(subject.manager(SIMPLIFY), subject.module)
    return {record.status for record in session.drain()} == {PassStatus.completed}


def press_once_it_runs(session: Any) -> threading.Thread:
    """Presses Ctrl-C when the first pattern has been tried."""

    def press() -> None:
        while not session.events():
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    return thread


LONG = "builtin.module(" + ",".join([SIMPLIFY[15:-1]] * 20) + ")"


def test_ctrl_c_ends_a_run_and_raises(program: MakeProgram, threading_on: bool) -> None:
    subject = program(functions(20_000), threading=threading_on)
    session = subject.attach()
    before = signal.getsignal(signal.SIGINT)
    pressing = press_once_it_runs(subject.attach(tags=["apply-pattern"]))
    with pytest.raises(KeyboardInterrupt):
        run(subject.manager(LONG), subject.module)
    pressing.join()
    assert signal.getsignal(signal.SIGINT) is before
    records = session.drain()
    assert is_told_truly(records)
    assert [r.event.name for r in records if r.event.depth == 0 and r.status is PassStatus.incomplete]
    session.detach()
    assert goes_on(subject)


def test_ctrl_c_during_mlirs_own_run_raises_nothing_else(program: MakeProgram) -> None:
    """It may come up where MLIR's bindings make their error in Python, and turn it into a RuntimeError."""
    subject = program(functions(20_000))
    session = subject.attach()
    press = ["sh", "-c", f"sleep 0.3; kill -INT {os.getpid()}"]  # no thread of Python's runs meanwhile
    with subprocess.Popen(press), pytest.raises(KeyboardInterrupt), interruptible(subject.ctx):
        while True:
            subject.manager(LONG).run(subject.module.operation)
    assert is_told_truly(session.drain())
    session.detach()
    assert goes_on(subject)


@pytest.mark.parametrize("mode", ["by run", "in mlir's own"])
def test_ctrl_c_in_a_python_pass_is_raised_in_it(program: MakeProgram, mode: str) -> None:
    subject = program(functions(3))
    manager = subject.manager("builtin.module(symbol-dce)")
    manager.add(interrupting, name="interrupts", argument="interrupts")
    manager.add("func.func(canonicalize,cse)")
    session = subject.attach()
    session.instrument(manager)
    with pytest.raises(KeyboardInterrupt):
        if mode == "by run":
            run(manager, subject.module)
        else:
            with interruptible(subject.ctx):
                manager.run(subject.module.operation)
    passes = [record for record in session.drain() if record.kind is PassKind.pass_]
    assert [(record.event.name.rpartition("::")[2], record.status) for record in passes] == [
        ("symbol-dce", "completed"),
        ("interrupts", "failed"),  # it is where Python raises
    ]
    session.detach()
    assert goes_on(subject)


def cancelled_from_within(subject: Program, session: Any, at: str) -> list[PassRecord]:
    """A session whose live observer cancels at the first action of that name."""

    class Cancels:
        def pass_started(self, mod: Any, event: Any) -> None:
            if event.name == at:
                assert session.cancel()

        def pass_finished(self, mod: Any, event: Any, state: Any) -> None: ...

    live = subject.attach(observer=Cancels(), live=True)
    manager = subject.manager(SIMPLIFY)
    session.instrument(manager)
    with pytest.raises(ir.MLIRError):
        manager.run(subject.module.operation)
    live.detach()
    return list(session.drain())


@pytest.mark.parametrize("at", ["canonicalize", "GreedyPatternRewriteIteration", "cse"])
def test_a_run_of_mlirs_own_is_cancelled_from_within(program: MakeProgram, at: str) -> None:
    """What is open is cut at its next action; what has none in it ends first."""
    subject = program(functions(5))
    session = subject.attach()
    records = cancelled_from_within(subject, session, at)
    assert is_told_truly(records)
    cut = [record.event.name for record in records if record.status is PassStatus.incomplete]
    assert "mlir::detail::OpToOpPassAdaptor" in cut
    names = [record.event.name for record in records if record.kind is PassKind.pass_]
    assert names.count("cse") <= 1
    session.detach()
    assert goes_on(subject)


@pytest.mark.parametrize("round_", range(5))
def test_another_thread_cancels_nested_modules_on_workers(program: MakeProgram, round_: int) -> None:
    subject = program(nested(6, 6, 60), threading=True)
    session = subject.attach()
    timer = threading.Timer(0.01 + 0.03 * round_, session.cancel)
    timer.start()
    with pytest.raises(CompileError):
        while True:
            run(subject.manager(PIPELINE), subject.module)
    timer.join()
    records = session.drain()
    assert is_told_truly([record for record in records if record.kind is not PassKind.diagnostic])
    assert {record.event.sequence for record in records if record.end_ns is None} == set()
    session.detach()
    assert goes_on(subject)


def test_nothing_runs_and_nothing_is_cancelled(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach()
    assert session.cancel() is False
    subject.run(SIMPLIFY)
    assert {record.status for record in session.drain()} == {PassStatus.completed}
    with instrument(subject.manager(SIMPLIFY)) as alone, pytest.raises(AttachError, match="attach to it"):
        alone.cancel()


def test_a_handler_of_the_users_own_is_left_alone(program: MakeProgram) -> None:
    """Whoever handles interrupts himself may not want to end the run."""
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(1))
    try:
        subject = program(functions(2))
        manager = subject.manager("builtin.module(symbol-dce)")
        manager.add(interrupting, name="interrupts", argument="interrupts")
        manager.add("func.func(cse)")
        session = subject.attach(tags=["pass-execution"])
        run(manager, subject.module)
        assert pressed == [1]
        assert {record.status for record in session.drain()} == {PassStatus.completed}
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_command_line_ends_promptly_with_a_run_to_read(tmp_path: Any) -> None:
    (tmp_path / "long.mlir").write_text(functions(20_000))
    pipeline = "builtin.module(" + ",".join([SIMPLIFY[15:-1]] * 50) + ")"
    command = [
        sys.executable,
        "-m",
        "passevents",
        "opt",
        "long.mlir",
        f"--pass-pipeline={pipeline}",
        "-o",
        "out",
    ]
    unblocked = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)  # noqa: E731
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, preexec_fn=unblocked)
    while not list(tmp_path.glob("passevents.db*/*/*.records")):
        assert process.poll() is None
        time.sleep(0.02)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, b"passevents: interrupted\n")
    tree = [sys.executable, "-m", "passevents", "events", "--status", "incomplete", "--json"]
    assert b"cancelled" in subprocess.run(tree, cwd=tmp_path, capture_output=True, check=True).stdout
