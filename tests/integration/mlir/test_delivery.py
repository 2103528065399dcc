"""Telemetry callbacks, observers and the drain timer."""

from __future__ import annotations

import signal
import threading
import time
from typing import Any

import pytest
from mlir import ir

from passevents import PassEvent, PassEventObserver
from passevents.adapters.mlir import run
from passevents.errors import AttachError

from .conftest import MakeProgram
from .programs import SIMPLIFY, UNBUFFERIZABLE, functions

START = ("mlir", "compilation", "action", "start")
STOP = ("mlir", "compilation", "action", "stop")

Call = tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]


def test_telemetry_gets_start_and_stop_of_each_action_in_the_order_of_time(program: MakeProgram) -> None:
    subject, calls = program(functions(2)), list[Call]()
    session = subject.attach(telemetry=lambda *call: calls.append(call))
    subject.run(SIMPLIFY)
    records = {record.event.sequence: record for record in session.drain()}
    assert len(calls) == 2 * len(records)
    times = [measurements["monotonic_time_ns"] for _, measurements, _ in calls]
    assert times == sorted(times)
    for event, measurements, metadata in calls:
        record = records[metadata["sequence"]]
        assert (metadata["tag"], metadata["name"]) == (record.tag, record.event.name)
        if event == STOP:
            assert measurements["duration_ns"] == record.duration_ns
            assert metadata["status"] == "completed"
        else:
            assert event == START and "duration_ns" not in measurements


def test_metadata_is_merged_and_the_events_own_fields_win(program: MakeProgram) -> None:
    subject, calls = program(functions(1)), list[Call]()
    session = subject.attach(
        tags=["pass-execution"],
        metadata={"build": 7, "name": "mine"},
        telemetry=lambda *call: calls.append(call),
    )
    subject.run("builtin.module(cse)")
    session.drain()
    assert [(metadata["build"], metadata["name"]) for _, _, metadata in calls] == [(7, "cse"), (7, "cse")]


def test_start_is_told_though_the_stop_never_comes(program: MakeProgram) -> None:
    subject, calls = program("module {}"), list[Call]()
    manager = subject.manager("builtin.module(symbol-dce)")
    manager.add(lambda op, pass_: session.detach(), name="Detach", argument="detach")
    session = subject.attach(telemetry=lambda *call: calls.append(call))
    manager.run(subject.module.operation)
    assert [(event, metadata["name"]) for event, _, metadata in calls] == [
        (START, "symbol-dce"),
        (STOP, "symbol-dce"),
        (START, "detach"),
    ]


def test_a_callback_that_raises_is_kept_and_stops_nobody(program: MakeProgram) -> None:
    subject, calls = program("module {}"), []

    def telemetry(event: tuple[str, ...], measurements: dict[str, Any], metadata: dict[str, Any]) -> None:
        calls.append(event)
        raise ValueError("full")

    session = subject.attach(telemetry=telemetry)
    subject.run("builtin.module(cse,symbol-dce)")
    with pytest.warns(RuntimeWarning, match="full"):
        records = session.drain()
    assert len(records) == 2 and len(calls) == 4
    assert [str(error) for error in session.errors] == ["full"] * 4


class Watcher(PassEventObserver):
    def __init__(self) -> None:
        self.calls: list[tuple[str, str, Any]] = []

    def pass_started(self, mod: Any, event: PassEvent) -> str:
        self.calls.append(("started", event.name, mod))
        return f"state of {event.sequence}"

    def pass_finished(self, mod: Any, event: PassEvent, state: Any) -> None:
        assert state == f"state of {event.sequence}"
        self.calls.append(("finished", event.name, mod))

    def pass_failed(self, mod: Any, event: PassEvent, state: Any, error: BaseException | None) -> None:
        assert state == f"state of {event.sequence}"
        self.calls.append(("failed", event.name, mod))

    def pass_skipped(self, mod: Any, event: PassEvent) -> None:
        self.calls.append(("skipped", event.name, mod))

    def passes_incomplete(self, passes: Any, error: BaseException | None) -> None:
        self.calls.extend(("incomplete", each.name, None) for each in passes)


def test_an_observer_is_told_at_the_drain(program: MakeProgram) -> None:
    subject, watcher = program("module {}"), Watcher()
    session = subject.attach(observer=watcher, skip={"pass-execution:symbol-dce": 1})
    subject.run("builtin.module(cse,symbol-dce)")
    assert watcher.calls == []
    session.drain()
    assert watcher.calls == [
        ("started", "cse", None),
        ("finished", "cse", None),
        ("skipped", "symbol-dce", None),
    ]


def test_an_observer_is_told_of_failures(program: MakeProgram) -> None:
    subject, watcher = program(UNBUFFERIZABLE), Watcher()
    session = subject.attach(observer=watcher, tags=["pass-execution"])
    with pytest.raises(ir.MLIRError):
        subject.run("builtin.module(one-shot-bufferize)")
    session.drain()
    assert watcher.calls == [("started", "one-shot-bufferize", None), ("failed", "one-shot-bufferize", None)]


def test_an_observer_is_told_of_what_was_open_at_the_detach(program: MakeProgram) -> None:
    subject, watcher = program("module {}"), Watcher()
    manager = subject.manager("builtin.module()")
    manager.add(lambda op, pass_: session.detach(), name="Detach", argument="detach")
    session = subject.attach(observer=watcher)
    manager.run(subject.module.operation)
    assert watcher.calls == [("started", "detach", None), ("incomplete", "detach", None)]


def test_the_timer_fires_while_run_runs(program: MakeProgram, threading_on: bool) -> None:
    subject, tellers = program(functions(6000), threading=threading_on), set[str]()
    session = subject.attach(
        tags=["pass-execution"],
        drain_interval_ms=2,
        telemetry=lambda *_: tellers.add(threading.current_thread().name),
    )
    run(subject.manager(SIMPLIFY), subject.module)
    assert tellers == {"passevents-drain"}
    session.detach()


def test_the_timer_ends_with_its_session(program: MakeProgram) -> None:
    subject = program("module {}")
    session = subject.attach(drain_interval_ms=1, telemetry=lambda *_: None)
    assert "passevents-drain" in {thread.name for thread in threading.enumerate()}
    session.detach()
    assert "passevents-drain" not in {thread.name for thread in threading.enumerate()}


def test_the_timer_of_a_dropped_session_ends(program: MakeProgram) -> None:
    subject = program("module {}")
    session = subject.attach(drain_interval_ms=1, telemetry=lambda *_: None)
    subject.sessions.clear()
    del session
    deadline = time.monotonic() + 30
    while "passevents-drain" in {thread.name for thread in threading.enumerate()}:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_draining_from_within_a_callback_is_harmless(program: MakeProgram) -> None:
    subject, inner = program("module {}"), []
    session = subject.attach(telemetry=lambda *_: inner.append(len(session.drain())))
    subject.run("builtin.module(cse)")
    assert session.drain() == []
    assert inner == [1, 0]


class LiveWatcher(Watcher):
    """Says what it saw of the operation while it could."""

    def pass_started(self, mod: Any, event: PassEvent) -> str:
        super().pass_started(mod.name, event)
        return f"state of {event.sequence}"

    def pass_finished(self, mod: Any, event: PassEvent, state: Any) -> None:
        super().pass_finished(mod and mod.name, event, state)

    def pass_skipped(self, mod: Any, event: PassEvent) -> None:
        super().pass_skipped(mod.name, event)


@pytest.mark.parametrize("unlocked", [False, True], ids=["by mlir", "by run"])
def test_a_live_observer_sees_the_operation_while_the_action_runs(
    program: MakeProgram, unlocked: bool
) -> None:
    subject, watcher = program(functions(1)), LiveWatcher()
    session = subject.attach(observer=watcher, live=True, skip={"pass-execution:cse": 1})
    subject.run("builtin.module(symbol-dce,func.func(canonicalize,cse))", unlocked=unlocked)
    told = [call for call in watcher.calls if call[1] in ("symbol-dce", "canonicalize", "cse")]
    assert told == [
        ("started", "symbol-dce", "builtin.module"),
        ("finished", "symbol-dce", "builtin.module"),
        ("started", "canonicalize", "func.func"),
        ("finished", "canonicalize", "func.func"),
        ("skipped", "cse", "func.func"),
    ]
    patterns = [call for call in watcher.calls if call[1] == "{anonymous}::AddIAddConstant"]
    assert patterns[:2] == [
        ("started", "{anonymous}::AddIAddConstant", "arith.addi"),
        ("finished", "{anonymous}::AddIAddConstant", None),
    ]
    assert session.errors == []


def test_a_live_observer_sees_the_module_before_and_after(program: MakeProgram) -> None:
    class Prints(PassEventObserver):
        def __init__(self) -> None:
            self.texts: list[str] = []

        def pass_started(self, mod: Any, event: PassEvent) -> None:
            self.texts.append(str(mod))

        def pass_finished(self, mod: Any, event: PassEvent, state: Any) -> None:
            self.texts.append(str(mod))

    subject, prints = program(functions(1)), Prints()
    before = str(subject.module)
    subject.attach(observer=prints, live=True, tags=["pass-execution"])
    after = subject.run("builtin.module(canonicalize)")
    assert [text.strip() for text in prints.texts] == [before.strip(), after.strip()]


def test_what_a_live_observer_raises_is_kept_and_changes_nothing(program: MakeProgram) -> None:
    class Broken(PassEventObserver):
        def pass_started(self, mod: Any, event: PassEvent) -> None:
            raise ValueError("not now")

    expected = program(functions(3)).run(SIMPLIFY)
    subject = program(functions(3))
    session = subject.attach(observer=Broken(), live=True, tags=["pass-execution"])
    with pytest.warns(RuntimeWarning, match="not now"):
        assert subject.run(SIMPLIFY) == expected
    assert [str(error) for error in session.errors] == ["not now"] * 7


def test_a_live_observer_is_refused_with_threads_on(program: MakeProgram) -> None:
    subject = program(functions(1), threading=True)
    with pytest.raises(AttachError, match=r"enable_multithreading\(False\)"):
        subject.attach(observer=Watcher(), live=True)


def test_live_needs_somebody_to_tell(program: MakeProgram) -> None:
    with pytest.raises(TypeError, match="needs an observer"):
        program("module {}").attach(live=True)


@pytest.mark.parametrize(
    "tags", [None, ["pass-execution"], ["apply-pattern"]], ids=["all", "passes", "patterns"]
)
def test_an_interrupt_in_a_live_observer_comes_out_after_the_run(
    program: MakeProgram, tags: list[str] | None
) -> None:
    class Interrupted(PassEventObserver):
        calls = 0

        def pass_started(self, mod: Any, event: PassEvent) -> None:
            self.calls += 1
            if self.calls == 2:
                signal.raise_signal(signal.SIGINT)

    expected = program(functions(3)).run(SIMPLIFY)
    subject, observer = program(functions(3)), Interrupted()
    session = subject.attach(observer=observer, live=True, tags=tags)
    with pytest.raises(KeyboardInterrupt):
        subject.run(SIMPLIFY)
    assert (observer.calls, session.errors, str(subject.module)) == (2, [], expected)


@pytest.mark.parametrize("by_timer", [False, True], ids=["at drain", "by the timer"])
def test_a_callback_may_detach_its_session(program: MakeProgram, by_timer: bool) -> None:
    """What was recorded until then is delivered to its end."""
    subject, calls = program(functions(3)), list[str]()

    class Detaching(Watcher):
        def pass_started(self, mod: Any, event: PassEvent) -> str:
            session.detach()
            return super().pass_started(mod, event)

    watcher = Detaching()
    session = subject.attach(
        observer=watcher,
        telemetry=lambda *call: calls.append(call[0][-1]),
        drain_interval_ms=1 if by_timer else None,
        tags=["pass-execution"],
    )
    subject.run(SIMPLIFY)
    done = threading.Thread(target=session.drain, daemon=True)
    done.start()
    done.join(timeout=20)
    assert not done.is_alive() and not session.attached
    assert calls.count("start") == calls.count("stop") == len(watcher.calls) / 2 == 7


def test_a_callback_may_detach_its_session_while_the_timer_waits_for_its_turn(program: MakeProgram) -> None:
    subject = program(functions(1))

    class Detaching(PassEventObserver):
        def pass_started(self, mod: Any, event: PassEvent) -> None:
            if session.attached:
                time.sleep(0.4)  # the timer comes, and finds somebody delivering
                session.detach()

    session = subject.attach(observer=Detaching(), drain_interval_ms=200, tags=["pass-execution"])
    subject.run(SIMPLIFY)
    done = threading.Thread(target=session.drain, daemon=True)
    done.start()
    done.join(timeout=20)
    assert not done.is_alive() and not session.attached
