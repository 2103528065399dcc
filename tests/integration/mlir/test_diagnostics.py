"""What the compiler says while passes run: under the pass that says it, once, and nobody else misses it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from mlir import ir

from passevents import PassKind, PassRecord, PassStatus
from passevents.adapters.mlir import instrument, run
from passevents.errors import CompileError

from .conftest import MakeProgram, Program
from .programs import UNBUFFERIZABLE
from .test_instrument import TWO_FUNCTIONS, unnamed, with_pass
from .test_parents import line_of

FAIL = "one-shot-bufferize"
MODES = pytest.mark.parametrize("mode", ["alone", "by actions", "by both", "by run"])


def failing(count: int, depth: int = 0) -> str:
    """A module of ``count`` modules that cannot be bufferized and one that can, ``depth`` levels down."""
    inner = "\n".join(["module {", *[UNBUFFERIZABLE] * count, "module {}", "}"])
    for _ in range(depth):
        inner = "\n".join(["module {", inner, inner, "}"])
    return inner


def recorded(subject: Program, pipeline: str, mode: str) -> list[PassRecord]:
    manager = subject.manager(pipeline)
    session = instrument(manager) if mode == "alone" else subject.attach(tags=None)
    subject.sessions.append(session)
    if mode == "by both":
        session.instrument(manager)
    with pytest.raises((ir.MLIRError, CompileError)):
        if mode == "by run":
            run(manager, subject.module)
        else:
            manager.run(subject.module.operation)
    return session.drain()


def said(records: list[PassRecord]) -> list[PassRecord]:
    return [record for record in records if record.kind is PassKind.diagnostic]


@MODES
def test_an_error_lies_under_the_pass_that_fails_with_it(
    program: MakeProgram, threading_on: bool, mode: str
) -> None:
    records = recorded(program(UNBUFFERIZABLE, threading=threading_on), f"builtin.module({FAIL})", mode)
    (failed,) = [record for record in records if record.status is PassStatus.failed]
    (error,) = said(records)
    assert (failed.event.name, failed.error) == (FAIL, "op was not bufferized")
    assert (error.event.name, error.detail, error.duration_ns) == ("error", "op was not bufferized", 0)
    assert error.event.parent_sequence == failed.event.sequence
    assert error.event.depth == failed.event.depth + 1
    assert line_of(error) == 3
    (note,) = error.attributes["notes"]
    assert note["message"].startswith("see current operation: ") and note["line"] == 3


@MODES
@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("round_", range(3))
def test_what_workers_say_is_recorded_once_under_their_pass(
    program: MakeProgram, threading_on: bool, mode: str, depth: int, round_: int
) -> None:
    """MLIR says it again for each adaptor around it, on the thread that waited."""
    if depth > 0 and threading_on:
        mode = "by run"  # MLIR's own run may ask Python on a worker then, which aborts, watched or not
    subject = program(failing(30, depth), threading=threading_on)
    inner = f"builtin.module({FAIL},cse)"
    for _ in range(depth):
        inner = f"builtin.module({inner})"
    records = recorded(subject, f"builtin.module({inner})", mode)
    errors = said(records)
    by_sequence = {record.event.sequence: record for record in records}
    failed = [record for record in records if record.error is not None]
    assert len(errors) == len(failed) == 30 * 2**depth
    assert Counter(line_of(error) for error in errors).most_common(1)[0][1] == 1
    for error in errors:
        parent = by_sequence[error.event.parent_sequence or 0]
        assert (parent.event.name, parent.status, parent.error) == (FAIL, "failed", error.detail)
        assert line_of(error) == line_of(parent) + 2


@pytest.mark.parametrize("mode", ["alone", "by session", "by run"])
def test_what_the_verifier_says_is_the_passs_error(program: MakeProgram, mode: str) -> None:
    subject = program(TWO_FUNCTIONS)
    manager = with_pass(subject, "cse", unnamed, "unname")
    session = instrument(manager) if mode == "alone" else subject.attach()
    session.instrument(manager)
    with pytest.raises((ir.MLIRError, CompileError)):
        run(manager, subject.module) if mode == "by run" else manager.run(subject.module.operation)
    records = session.drain()
    session.detach()
    (failed,) = [record for record in records if record.status is PassStatus.failed]
    (error,) = said(records)
    assert failed.error == error.detail == "'func.func' op requires attribute 'sym_name'"
    assert failed.attributes["failure"] == "verifier"
    assert error.event.parent_sequence == failed.event.sequence
    assert failed.start_ns <= error.start_ns <= (failed.end_ns or 0)


def test_the_failed_adaptor_above_has_no_error_of_its_own(program: MakeProgram, threading_on: bool) -> None:
    subject = program(failing(2), threading=threading_on)
    records = recorded(subject, f"builtin.module(builtin.module({FAIL}))", "by both")
    adaptor, *_ = sorted(records, key=lambda record: record.event.sequence)
    assert (adaptor.status, adaptor.error) == ("failed", None)


def heard(subject: Program, observe: Callable[[Program, Any], Any]) -> list[tuple[str, int]]:
    """What a handler of the user's own gets of a run, with its place."""
    messages: list[tuple[str, int]] = []

    def keep(diagnostic: Any) -> bool:
        messages.append((diagnostic.message, diagnostic.location.start_line))
        return True

    subject.ctx.emit_error_diagnostics = True
    manager = subject.manager(f"builtin.module(builtin.module({FAIL}))")
    observe(subject, manager)
    handler = subject.ctx.attach_diagnostic_handler(keep)
    with pytest.raises(ir.MLIRError):
        manager.run(subject.module.operation)
    handler.detach()
    return messages


def test_the_users_own_handler_hears_the_same_in_the_same_order(
    program: MakeProgram, threading_on: bool
) -> None:
    source = failing(20)
    plain = heard(program(source, threading=threading_on), lambda subject, manager: None)
    assert len(plain) == 20
    for observe in (
        lambda subject, manager: subject.attach(),
        lambda subject, manager: subject.attach().instrument(manager),
        lambda subject, manager: subject.sessions.append(instrument(manager)),
    ):
        assert heard(program(source, threading=threading_on), observe) == plain


def test_what_is_raised_and_printed_is_the_same() -> None:
    code = """
import sys
from mlir import ir
from mlir.passmanager import PassManager
from passevents.adapters.mlir import attach
ctx = ir.Context()
ctx.emit_error_diagnostics = PRINTED
module = ir.Module.parse(sys.stdin.read(), ctx)
manager = PassManager.parse("builtin.module(builtin.module(one-shot-bufferize))", ctx)
if OBSERVED:
    attach(ctx).instrument(manager)
try:
    manager.run(module.operation)
except ir.MLIRError as error:
    print(error)
"""

    def output(printed: bool, observed: bool) -> tuple[str, str]:
        text = code.replace("PRINTED", str(printed)).replace("OBSERVED", str(observed))
        done = subprocess.run(
            [sys.executable, "-c", text], input=failing(3), capture_output=True, text=True, check=True
        )
        return done.stdout, done.stderr

    for printed in (False, True):
        assert output(printed, True) == output(printed, False)


def test_many_diagnostics_of_any_text_are_whole_or_marked(program: MakeProgram) -> None:
    texts = ["plain", 'quote " and \\ back', "line\nbreak\ttab \x01", "café 😀", "x" * 100_000]

    def speaks(op: Any, pass_: Any) -> None:
        for text in texts:
            op.location.emit_error(text)
        pass_.signal_pass_failure()

    subject = program("module {}")
    subject.ctx.emit_error_diagnostics = True
    handler = subject.ctx.attach_diagnostic_handler(lambda diagnostic: True)
    manager = subject.manager("builtin.module()")
    manager.add(speaks, name="speaks", argument="speaks")
    session = subject.attach()
    with pytest.raises(ir.MLIRError):
        manager.run(subject.module.operation)
    handler.detach()
    records = session.drain()
    details = [record.detail or "" for record in said(records)]
    assert details[:4] == texts[:4]
    assert len(details[4]) == 64 * 1024 and details[4].endswith("...[cut]")
    (failed,) = [record for record in records if record.kind is PassKind.pass_]
    assert failed.error == "plain"


def test_outside_passes_nothing_is_recorded(program: MakeProgram) -> None:
    subject = program("module {}")
    session = subject.attach()
    with pytest.raises(ir.MLIRError):
        ir.Module.parse("nonsense", subject.ctx)
    assert session.drain() == []
