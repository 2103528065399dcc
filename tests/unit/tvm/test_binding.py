"""What TVM's callbacks lead to, called here as TVM would, without one."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from passevents import StackedPassInstrument
from passevents.adapters.tvm.binding import Moving, callbacks
from passevents.errors import PassEventsWarning
from passevents.testing import ObserverLog, PassInfo


class Compiler:
    """Calls back as TVM does: no after-callback for a pass that raises."""

    def __init__(self, instrument: Any) -> None:
        self.named = callbacks(instrument)

    def run(self, name: str, body: Callable[[], object] = lambda: None) -> None:
        self.named["run_before_pass"](None, PassInfo(name))
        body()
        self.named["run_after_pass"](None, PassInfo(name))

    def fail(self) -> None:
        raise KeyError("in a pass")


@pytest.fixture
def log() -> ObserverLog:
    return ObserverLog()


@pytest.fixture
def compiler(log: ObserverLog) -> Compiler:
    return Compiler(StackedPassInstrument(log))


def test_the_callbacks_reach_the_instrument(log: ObserverLog, compiler: Compiler) -> None:
    compiler.named["enter_pass_ctx"]()
    compiler.run("outer", lambda: compiler.run("inner"))
    compiler.named["exit_pass_ctx"]()
    assert [(event.name, event.depth) for event in log.started] == [("outer", 0), ("inner", 1)]
    assert log.open == []


def test_passes_of_calls_that_returned_are_over(log: ObserverLog, compiler: Compiler) -> None:
    def body() -> None:
        with pytest.raises(KeyError):
            compiler.run("failing", compiler.fail)
        compiler.run("next")

    compiler.named["enter_pass_ctx"]()
    compiler.run("outer", body)
    compiler.named["exit_pass_ctx"]()
    assert [(event.name, event.depth, event.parent_sequence) for event in log.started] == [
        ("outer", 0, None),
        ("failing", 1, 0),
        ("next", 1, 0),
    ]
    assert [each.name for each in log.incomplete] == ["failing"]


def test_a_drained_stack_leaves_no_callers_behind(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log)
    compiler = Compiler(instrument)
    compiler.named["enter_pass_ctx"]()
    compiler.run("outer", lambda: compiler.run("inner", instrument.abort))
    compiler.run("next")
    compiler.named["exit_pass_ctx"]()
    assert log.started[-1].depth == 0
    assert [each.name for each in log.incomplete] == ["outer", "inner"]


def test_a_binding_that_is_dropped_inside_leaves(log: ObserverLog, compiler: Compiler) -> None:
    compiler.named["enter_pass_ctx"]()
    compiler.named.clear()
    assert log.calls == [("enter_pass_context",), ("exit_pass_context",)]


def test_a_binding_that_is_moved_stays_inside(log: ObserverLog, compiler: Compiler) -> None:
    compiler.named["enter_pass_ctx"]()
    with Moving():
        compiler.named["exit_pass_ctx"]()
        compiler.named["enter_pass_ctx"]()
    compiler.run("pass")
    compiler.named["exit_pass_ctx"]()
    assert [call[0] for call in log.calls] == [
        "enter_pass_context",
        "pass_started",
        "pass_finished",
        "exit_pass_context",
    ]


def test_a_context_without_passes_is_warned_of_once(compiler: Compiler) -> None:
    with pytest.warns(PassEventsWarning, match="no pass ran in the PassContext") as caught:
        for _ in range(2):
            compiler.named["enter_pass_ctx"]()
            compiler.named["exit_pass_ctx"]()
    assert len(caught) == 1


def test_a_context_that_an_exception_leaves_is_not_warned_of(compiler: Compiler) -> None:
    compiler.named["enter_pass_ctx"]()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            raise KeyError("before the first pass")
        except KeyError:
            compiler.named["exit_pass_ctx"]()


def test_where_warnings_are_errors_none_reaches_the_compiler(compiler: Compiler) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiler.named["enter_pass_ctx"]()
        compiler.named["exit_pass_ctx"]()


def test_only_an_instrument_that_decides_is_asked() -> None:
    class Deciding(StackedPassInstrument):
        def should_run(self, mod: Any, info: Any) -> bool:
            return False

    assert "should_run" not in callbacks(StackedPassInstrument(ObserverLog()))
    assert callbacks(Deciding(ObserverLog()))["should_run"](None, PassInfo("p")) is False


def test_a_context_that_is_entered_within_itself_is_left_as_often(
    log: ObserverLog, compiler: Compiler
) -> None:
    def body() -> None:
        compiler.named["enter_pass_ctx"]()
        compiler.run("inner")
        compiler.named["exit_pass_ctx"]()

    compiler.named["enter_pass_ctx"]()
    compiler.run("outer", body)
    with pytest.raises(KeyError):
        compiler.run("failing", compiler.fail)
    compiler.run("next")
    compiler.named["exit_pass_ctx"]()
    assert [call[0] for call in log.calls].count("exit_pass_context") == 2
    assert [(event.name, event.depth) for event in log.finished] == [("inner", 1), ("outer", 0), ("next", 0)]
    assert [each.name for each in log.incomplete] == ["failing"]


def test_a_context_that_is_dropped_twice_inside_leaves_twice(log: ObserverLog, compiler: Compiler) -> None:
    compiler.named["enter_pass_ctx"]()
    compiler.named["enter_pass_ctx"]()
    compiler.named.clear()
    assert [call[0] for call in log.calls].count("exit_pass_context") == 2


def test_passes_that_began_before_the_context_was_attached_to_are_nobodys_mismatch(
    log: ObserverLog, compiler: Compiler
) -> None:
    compiler.named["enter_pass_ctx"]()
    compiler.named["run_after_pass"](None, PassInfo("around"))
    compiler.run("next")
    compiler.named["exit_pass_ctx"]()
    assert [call[0] for call in log.calls] == [
        "enter_pass_context",
        "pass_started",
        "pass_finished",
        "exit_pass_context",
    ]


def test_an_instrument_that_two_threads_compile_with_is_warned_of(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log)
    first, second = Compiler(instrument), Compiler(instrument)
    first.named["enter_pass_ctx"]()
    with pytest.warns(PassEventsWarning, match="serves one thread, make one for each"):
        thread = threading.Thread(target=second.named["enter_pass_ctx"])
        thread.start()
        thread.join()
