"""Lives and ends: of sessions, contexts, handlers, runs."""

from __future__ import annotations

import gc
import os
import threading

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents import PassStatus, _native
from passevents.adapters.mlir import attach, run
from passevents.errors import AttachError, UnsupportedCompilerError
from passevents.journal import activate, memory_run

from .conftest import MakeProgram
from .programs import SIMPLIFY, functions
from .second_method import counted_tags


def simplify(ctx: ir.Context, source: str = functions(2)) -> None:
    PassManager.parse(SIMPLIFY, ctx).run(ir.Module.parse(source, ctx).operation)


def test_sessions_of_one_context_get_what_each_asked_for(program: MakeProgram) -> None:
    subject = program(functions(3))
    passes, patterns = subject.attach(tags=["pass-execution"]), subject.attach(tags=["apply-pattern"])
    assert _native.mlir_handlers() == 1
    subject.run(SIMPLIFY)
    assert {record.tag for record in passes.drain()} == {"pass-execution"}
    assert {record.tag for record in patterns.drain()} == {"apply-pattern"}


def test_a_detached_session_leaves_the_others_alone(program: MakeProgram) -> None:
    subject = program(functions(1))
    first, second = subject.attach(), subject.attach()
    first.detach()
    subject.run(SIMPLIFY)
    assert first.drain() == []
    assert len(second.drain()) > 0


def test_draining_gives_each_record_once(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach()
    subject.run(SIMPLIFY)
    first = session.drain()
    subject.run(SIMPLIFY)
    second = session.drain()
    assert session.drain() == []
    assert not {each.event.sequence for each in first} & {each.event.sequence for each in second}


def test_detach_is_idempotent_and_leaves_what_was_recorded(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach()
    subject.run(SIMPLIFY)
    session.detach()
    session.detach()
    assert not session.attached
    assert len(session.drain()) > 0


def test_a_session_may_be_attached_again(program: MakeProgram) -> None:
    subject = program(functions(1))
    for _ in range(100):
        with subject.attach():
            assert _native.mlir_handlers() == 1
        assert _native.mlir_handlers() == 0


def test_the_flat_events_are_both_sides_of_the_records(program: MakeProgram) -> None:
    subject = program(functions(2))
    with activate(memory_run()):
        flat, paired = subject.attach(), subject.attach()
    subject.run(SIMPLIFY)
    events, records = flat.events(), {record.event.sequence: record for record in paired.drain()}
    assert [event.time_ns for event in events] == sorted(event.time_ns for event in events)
    open_now: list[int] = []
    for event in events:
        record = records[event.sequence]
        assert (event.tag, event.name, event.depth) == (record.tag, record.event.name, record.event.depth)
        if event.phase == "before":
            assert event.depth == len(open_now)
            open_now.append(event.sequence)
        else:
            assert open_now.pop() == event.sequence
    assert open_now == [] and len(events) == 2 * len(records)
    assert flat.events() == flat.drain() == []


def test_a_handler_of_somebody_else_is_refused_and_kept(program: MakeProgram) -> None:
    subject = program(functions(1))
    with counted_tags(subject.ctx) as counts:
        with pytest.raises(AttachError, match="somebody else"):
            subject.attach()
        subject.run(SIMPLIFY)
    assert counts["pass-execution"] == 3
    subject.attach()


def test_a_handler_that_took_our_place_ends_the_session(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach()
    with counted_tags(subject.ctx):
        assert not session.attached
        session.detach()


def test_run_leaves_a_handler_of_somebody_else_alone(program: MakeProgram) -> None:
    subject = program(functions(1))
    with counted_tags(subject.ctx) as counts:
        subject.run(SIMPLIFY, unlocked=True)
    assert counts["pass-execution"] == 3


def test_a_context_that_is_destroyed_detaches_its_sessions() -> None:
    ctx = ir.Context()
    session = attach(ctx)
    simplify(ctx)
    del ctx
    gc.collect()
    assert not session.attached
    assert {record.status for record in session.drain()} == {PassStatus.completed}
    session.detach()


def test_a_session_that_is_dropped_stops_recording() -> None:
    ctx = ir.Context()
    session = attach(ctx, drain_interval_ms=1000, telemetry=lambda *_: None)
    del session
    gc.collect()
    assert _native.mlir_handlers() == 0
    simplify(ctx)


def test_a_session_that_is_dropped_in_a_run_goes_on_until_the_run_ends() -> None:
    ctx, journal = ir.Context(), memory_run()
    with activate(journal):
        attach(ctx)
    gc.collect()
    simplify(ctx)
    journal.close()
    assert _native.mlir_handlers() == 0
    simplify(ctx)
    names = [record.event.name for record in journal.read().records() if record.tag == "pass-execution"]
    assert sorted(names) == ["canonicalize"] * 2 + ["cse"] * 2 + ["mlir::detail::OpToOpPassAdaptor"]


def test_a_run_that_compiles_in_many_contexts_never_runs_out_of_sessions() -> None:
    journal = memory_run()
    with activate(journal):
        for _ in range(50):
            ctx = ir.Context()
            attach(ctx)
            simplify(ctx, functions(1))
    journal.close()
    assert len([r for r in journal.read().records() if r.event.name == "cse"]) == 50


def test_too_many_sessions_of_one_run_are_refused() -> None:
    ctx, journal = ir.Context(), memory_run()
    with activate(journal):
        sessions = [attach(ctx) for _ in range(32)]
        with pytest.raises(AttachError, match="32 sessions"):
            attach(ctx)
        sessions.pop().detach()
        gc.collect()
        sessions.append(attach(ctx))
    journal.close()


def test_detach_from_another_thread_while_a_pipeline_runs(program: MakeProgram, threading_on: bool) -> None:
    source = functions(2000)
    expected = program(source).run(SIMPLIFY)
    for delay in (0.0, 0.01, 0.05):
        subject = program(source, threading=threading_on)
        session = subject.attach()
        timer = threading.Timer(delay, session.detach)
        timer.start()
        run(subject.manager(SIMPLIFY), subject.module)
        timer.join()
        assert str(subject.module) == expected
        records = session.drain(include_open=True)
        assert len({record.event.sequence for record in records}) == len(records)
        assert not session.attached


def test_attach_from_another_thread_while_a_pipeline_runs(program: MakeProgram, threading_on: bool) -> None:
    subject = program(functions(3000), threading=threading_on)
    done, counts = threading.Event(), []

    def attach_and_detach() -> None:
        while not done.is_set():
            session = attach(subject.ctx)
            counts.append(len(session.drain()))
            session.detach()

    thread = threading.Thread(target=attach_and_detach)
    thread.start()
    run(subject.manager(SIMPLIFY), subject.module)
    done.set()
    thread.join()
    assert subject.module.operation.verify() and counts


def test_open_records_are_given_on_request(program: MakeProgram) -> None:
    subject = program(functions(1))
    seen = []

    def look(op: object, pass_: object) -> None:
        seen.extend(session.drain(include_open=True))

    manager = subject.manager("builtin.module(symbol-dce)")
    manager.add(look, name="Look", argument="look")
    session = subject.attach()
    manager.run(subject.module.operation)
    assert [(record.event.name, record.status, record.end_ns is None) for record in seen] == [
        ("symbol-dce", "completed", False),
        ("look", "incomplete", True),
    ]
    assert [record.event.name for record in session.drain()] == ["look"]


def test_a_forked_child_records_nothing_into_the_parents_journal(program: MakeProgram) -> None:
    subject = program(functions(2))
    session = subject.attach()
    child = os.fork()
    if child == 0:
        subject.run(SIMPLIFY)
        os._exit(len(session.drain()))
    assert os.waitpid(child, 0)[1] == 0
    subject.run(SIMPLIFY)
    assert [record.event.name for record in session.drain()].count("cse") == 2


def test_what_is_no_context_is_refused() -> None:
    with pytest.raises(TypeError, match="expected an MLIR Context"):
        attach(object())


def test_a_context_of_unknown_bindings_is_refused() -> None:
    class Foreign:
        _CAPIPtr = ir.Context()._CAPIPtr

    with pytest.raises(UnsupportedCompilerError, match=r"_mlir_libs\._mlir"):
        attach(Foreign())


def test_a_library_without_the_action_handler_is_refused_by_the_missing_symbol() -> None:
    import _sqlite3

    with pytest.raises(UnsupportedCompilerError, match=r"registerActionHandler.*_sqlite3"):
        _native.mlir_build(_sqlite3.__file__)
