"""Who lies in whom, with threads that steal each other's work, and in one tree with Python's events."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents import PassKind, PassRecord, PassStatus, pass_phase
from passevents.adapters.mlir import attach, run
from passevents.journal import RunJournal, activate, memory_run

from .conftest import MakeProgram
from .programs import SIMPLIFY, Layout, functions, nested

PIPELINE = (
    "builtin.module(builtin.module(builtin.module(func.func(canonicalize,cse),symbol-dce),cse),"
    "builtin.module(builtin.module(func.func(canonicalize)),canonicalize),cse)"
)


def line_of(record: PassRecord) -> int:
    location = record.ir_units[0].location
    assert location is not None and location.line is not None
    return location.line


def is_right(record: PassRecord, records: Mapping[int, PassRecord], layout: Layout) -> bool:
    """Whether the parent is what the program's text says it must be."""
    line, event = line_of(record), record.event
    if event.parent_sequence is None:
        return layout.parents[line] is None and record.kind is PassKind.pass_ and event.depth == 0
    parent = records[event.parent_sequence]
    if event.depth != parent.event.depth + 1 or event.sequence <= parent.event.sequence:
        return False
    if not (parent.start_ns <= record.start_ns and (record.end_ns or 0) <= (parent.end_ns or 0)):
        return False
    if record.kind is PassKind.analysis:
        return line_of(parent) == line and parent.kind in (PassKind.pass_, PassKind.analysis)
    if record.kind is PassKind.pass_ and parent.kind is PassKind.pipeline:
        return line_of(parent) == line and record.thread == parent.thread
    if record.kind in (PassKind.pass_, PassKind.pipeline):
        # The adaptor on the module around it: every pass but the outermost is run by one.
        return line_of(parent) == layout.parents[line] and "Adaptor" in parent.event.name
    if record.iteration is not None:
        return line_of(parent) == line and parent.event.name == "canonicalize"
    return parent.iteration is not None and layout.encloses(line_of(parent), line)


def wrong_parents(records: list[PassRecord], layout: Layout) -> list[PassRecord]:
    by_sequence = {record.event.sequence: record for record in records}
    assert len(by_sequence) == len(records), "sequence numbers are unique"
    return [record for record in records if not is_right(record, by_sequence, layout)]


@pytest.mark.parametrize("round_", range(3))
def test_every_parent_is_right_in_modules_three_levels_deep(
    program: MakeProgram, threading_on: bool, round_: int
) -> None:
    source = nested(4, 5, 20)
    subject = program(source, threading=threading_on)
    session = subject.attach()
    subject.run(PIPELINE, unlocked=round_ % 2 == 1)
    records = session.drain()
    assert len(records) > 11_000
    assert wrong_parents(records, Layout.of(source)) == []


def test_contexts_on_many_threads_do_not_mix() -> None:
    """Four programs at once, each with workers of its own, in one run and one numbering."""
    source, results = nested(2, 3, 15), {}
    start = threading.Barrier(4)

    def compile_one(number: int) -> None:
        with activate(journal):
            ctx = ir.Context()
            module = ir.Module.parse(source, ctx)
            with attach(ctx) as session:
                start.wait()
                run(PassManager.parse(PIPELINE, ctx), module)
                results[number] = session.drain()

    journal = memory_run()
    threads = [threading.Thread(target=compile_one, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    journal.close()
    layout = Layout.of(source)
    assert [wrong_parents(records, layout) for records in results.values()] == [[], [], [], []]
    assert len({record.event.sequence for records in results.values() for record in records}) == sum(
        len(records) for records in results.values()
    )


def test_pipelines_that_the_inliner_runs_lie_in_the_inliner(program: MakeProgram, threading_on: bool) -> None:
    calls = "\n".join(f"func.func private @p{n}() {{\n  return\n}}" for n in range(30))
    callers = "\n".join(f"func.func @c{n}() {{\n  call @p{n}() : () -> ()\n  return\n}}" for n in range(30))
    subject = program(f"module {{\n{calls}\n{callers}\n}}", threading=threading_on)
    session = subject.attach(tags=["pass-execution"])
    subject.run("builtin.module(inline)")
    records = session.drain()
    (inliner,) = [record for record in records if record.event.name == "inline"]
    inner = [record for record in records if record.event.name == "canonicalize"]
    assert len(inner) >= 30
    assert {record.event.parent_sequence for record in inner} == {inliner.event.sequence}


def test_the_parent_is_the_nearest_recorded_one_and_depth_counts_all(program: MakeProgram) -> None:
    subject = program(functions(2))
    session = subject.attach(tags=["pass-execution", "apply-pattern"])
    subject.run(SIMPLIFY)
    records = {record.event.sequence: record for record in session.drain()}
    patterns = [record for record in records.values() if record.tag == "apply-pattern"]
    assert {record.event.depth for record in patterns} == {3}
    assert {records[record.event.parent_sequence or 0].event.name for record in patterns} == {"canonicalize"}


@pytest.fixture
def journal() -> RunJournal:
    return memory_run()


@pytest.mark.parametrize("unlocked", [False, True], ids=["by mlir", "by run"])
def test_python_spans_and_phases_enclose_native_actions(
    program: MakeProgram, journal: RunJournal, threading_on: bool, unlocked: bool
) -> None:
    subject = program(functions(20), threading=threading_on)
    with activate(journal):
        subject.attach()
        with journal.span("compile"), pass_phase("lower"):
            subject.run(SIMPLIFY, unlocked=unlocked)
        subject.run(SIMPLIFY, unlocked=unlocked)
    journal.close()
    records = list(journal.read().records())
    (span,) = [record for record in records if record.event.name == "compile"]
    roots = [record for record in records if "Adaptor" in record.event.name]
    assert [(root.event.parent_sequence, root.event.depth, root.event.phase) for root in roots] == [
        (span.event.sequence, 1, "lower"),
        (None, 0, None),
    ]
    native = [record for record in records if record.tag]
    inside = [record for record in native if record.event.sequence < roots[1].event.sequence]
    assert {record.event.phase for record in inside} == {"lower"}
    assert {record.event.phase for record in native} == {"lower", None}


def test_a_pass_written_in_python_encloses_what_it_does(program: MakeProgram, journal: RunJournal) -> None:
    """Python's span inside the pass, and the pipeline that the pass runs inside the span."""
    subject = program(functions(1))
    inner = subject.manager("builtin.module(func.func(cse))")

    def python_pass(op: object, pass_: object) -> None:
        with journal.span("inside"):
            inner.run(ir.Module.parse(functions(1), subject.ctx).operation)

    outer = subject.manager("builtin.module(symbol-dce)")
    outer.add(python_pass, name="PythonPass", argument="python-pass")
    with activate(journal):
        subject.attach(tags=["pass-execution"])
        outer.run(subject.module.operation)
    journal.close()
    events = {record.event.name: record.event for record in journal.read().records()}
    chain = ["python-pass", "inside", "mlir::detail::OpToOpPassAdaptor", "cse"]
    assert [events[name].depth for name in chain] == [0, 1, 2, 3]
    assert [events[name].parent_sequence for name in chain] == [
        None,
        *(events[name].sequence for name in chain[:-1]),
    ]
    assert {record.status for record in journal.read().records()} == {PassStatus.completed}
