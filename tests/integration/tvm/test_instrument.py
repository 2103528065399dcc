"""The core's instrument in TVM's pass contexts: pairing, failures, the order of exits, and control."""

from __future__ import annotations

import gc
import threading
import warnings
import weakref
from typing import Any

import pytest
from tvm.ir.transform import PassContext, Sequential

import passevents
from passevents.adapters import tvm as adapter
from passevents.errors import PassEventsWarning, QueryError
from passevents.testing import ObserverLog

from .models import EMPTY, noop, python_pass, raising


def shape(log: ObserverLog) -> list[tuple[str, int, int | None]]:
    return [(event.name, event.depth, event.parent_sequence) for event in log.started]


def test_the_core_s_instrument_is_a_pass_instrument() -> None:
    log = ObserverLog()
    with PassContext(instruments=[passevents.StackedPassInstrument(log)]):
        Sequential([noop, noop], name="both")(EMPTY)
    assert shape(log) == [("both", 0, None), ("noop", 1, 0), ("noop", 1, 0)]
    assert [event.name for event in log.finished] == ["noop", "noop", "both"]
    assert log.open == []


def test_the_observer_sees_the_module_before_and_after() -> None:
    seen = []

    class Observer(passevents.PassEventObserver):
        def pass_started(self, mod: Any, event: passevents.PassEvent) -> Any:
            seen.append(mod.same_as(EMPTY))
            return "state"

        def pass_finished(self, mod: Any, event: passevents.PassEvent, state: Any) -> None:
            seen.append((mod.same_as(EMPTY), state))

    with PassContext(instruments=[passevents.StackedPassInstrument(Observer())]):
        noop(EMPTY)
    assert seen == [True, (True, "state")]


def test_the_exception_in_flight_is_the_error_of_the_incomplete_passes() -> None:
    log, error = ObserverLog(), KeyError("no such buffer")
    with (
        pytest.raises(KeyError, match="no such buffer"),
        PassContext(instruments=[passevents.StackedPassInstrument(log)]),
    ):
        Sequential([noop, raising("bad", error), noop], name="outer")(EMPTY)
    assert [each.name for each in log.incomplete] == ["outer", "bad"]
    assert [type(each) for each in log.errors] == [KeyError]
    assert [event.name for event in log.finished] == ["noop"]


def test_an_exception_that_was_being_handled_before_is_not_the_error() -> None:
    log = ObserverLog()
    instrument = passevents.StackedPassInstrument(log)
    try:
        raise OSError("from before")
    except OSError:
        with PassContext(instruments=[instrument]):
            instrument.run_before_pass(EMPTY, noop.info)
    assert log.errors == [None]


def test_after_a_caught_failure_the_next_pass_is_not_inside_the_one_that_failed() -> None:
    log = ObserverLog()
    with PassContext(instruments=[passevents.StackedPassInstrument(log)]):
        with pytest.raises(KeyError):
            Sequential([raising("bad", KeyError("x"))], name="outer")(EMPTY)
        noop(EMPTY)
    assert shape(log) == [("outer", 0, None), ("bad", 1, 0), ("noop", 0, None)]
    assert [each.name for each in log.incomplete] == ["outer", "bad"]


def test_a_pass_that_catches_the_failure_of_another_goes_on_as_its_parent() -> None:
    def tries(mod: Any) -> Any:
        with pytest.raises(KeyError):
            raising("bad", KeyError("x"))(mod)
        return noop(mod)

    log = ObserverLog()
    with PassContext(instruments=[passevents.StackedPassInstrument(log)]):
        python_pass("tries", tries)(EMPTY)
    assert shape(log) == [("tries", 0, None), ("bad", 1, 0), ("noop", 1, 0)]
    assert [each.name for each in log.incomplete] == ["bad"]
    assert [event.name for event in log.finished] == ["noop", "tries"]
    assert log.mismatches == []


def test_the_same_instrument_starts_clean_in_the_context_after_a_failure() -> None:
    log = ObserverLog()
    instrument = passevents.StackedPassInstrument(log)
    with pytest.raises(KeyError), PassContext(instruments=[instrument]):
        raising("bad", KeyError("x"))(EMPTY)
    with PassContext(instruments=[instrument]):
        noop(EMPTY)
    assert log.started[-1] == passevents.PassEvent("noop", 0, 0, None, None)


def test_an_instrument_in_two_nested_contexts_keeps_the_outer_passes() -> None:
    log = ObserverLog()
    instrument = passevents.StackedPassInstrument(log)

    def again(mod: Any) -> Any:
        with PassContext(instruments=[instrument]):
            return noop(mod)

    with PassContext(instruments=[instrument]):
        python_pass("outer", again)(EMPTY)
    assert shape(log) == [("outer", 0, None), ("noop", 1, 0)]
    assert log.open == []


def test_a_failure_caught_in_an_inner_context_ends_the_passes_of_that_context_only() -> None:
    log = ObserverLog()
    instrument = passevents.StackedPassInstrument(log)

    def again(mod: Any) -> Any:
        with PassContext(instruments=[instrument]):
            with pytest.raises(KeyError):
                raising("bad", KeyError("x"))(mod)
            return noop(mod)

    with PassContext(instruments=[instrument]):
        python_pass("outer", again)(EMPTY)
    assert shape(log) == [("outer", 0, None), ("bad", 1, 0), ("noop", 1, 0)]
    assert [each.name for each in log.incomplete] == ["bad"]


@pytest.mark.parametrize("hook", ["enter_pass_context", "exit_pass_context"])
def test_when_the_second_of_three_fails_the_others_open_and_close_once(hook: str) -> None:
    logs = [ObserverLog() for _ in range(3)]
    logs[1].fail_once(hook, ValueError("second"))
    instruments = [passevents.StackedPassInstrument(log) for log in logs]
    with pytest.raises(ValueError, match="second"), PassContext(instruments=instruments):
        noop(EMPTY)
    gc.collect()
    for log in (logs[0], logs[2]):
        entered = [call[0] for call in log.calls if call[0] == "enter_pass_context"]
        left = [call[0] for call in log.calls if call[0] == "exit_pass_context"]
        assert len(entered) == len(left)
    assert [len(log.started) for log in logs] == [0 if hook == "enter_pass_context" else 1] * 3


def test_an_observer_that_fails_to_leave_does_not_hide_the_compile_error() -> None:
    log = ObserverLog()
    log.fail_once("exit_pass_context", OSError("disk full"))
    with (
        pytest.raises(KeyError, match="bad pass"),
        PassContext(instruments=[passevents.StackedPassInstrument(log)]),
    ):
        raising("bad", KeyError("bad pass"))(EMPTY)


def test_instruments_leave_first_in_first_out() -> None:
    order = []

    class Observer(ObserverLog):
        def exit_pass_context(self) -> None:
            order.append(self)
            assert instruments[len(order) - 1] in passevents.active_stacked_pass_instruments()

    observers = [Observer(), Observer(), Observer()]
    instruments = [passevents.StackedPassInstrument(each) for each in observers]
    with PassContext(instruments=instruments):
        assert passevents.active_stacked_pass_instruments() == tuple(instruments)
    assert order == observers


def test_an_instrument_is_gone_with_its_context() -> None:
    instrument = passevents.StackedPassInstrument(ObserverLog())
    with PassContext(instruments=[instrument]):
        noop(EMPTY)
    gone = weakref.ref(instrument)
    del instrument
    gc.collect()
    assert gone() is None


def test_skip_and_limit_decide_which_passes_run() -> None:
    ran: list[str] = []
    passes = [python_pass(f"p{index}", lambda mod, i=index: ran.append(f"p{i}") or mod) for index in range(5)]
    log = ObserverLog()
    instrument = adapter.StackedPassInstrument(log, skip={"pass": 1}, limit={"pass": 3, "pass:p2": 0})
    with PassContext(instruments=[instrument]):
        for each in passes:
            each(EMPTY)
    assert ran == ["p1", "p3"]
    assert [event.name for event in log.skipped] == ["p0", "p2", "p4"]
    assert [event.name for event in log.started] == ["p1", "p3"]


def test_a_limit_that_leaves_out_every_pass_is_no_reason_to_warn_of_silence() -> None:
    instrument = adapter.StackedPassInstrument(ObserverLog(), limit={"pass": 0})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with PassContext(instruments=[instrument]):
            noop(EMPTY)
    assert [str(each.message) for each in caught] == []


def test_a_pass_that_its_context_requires_runs_whatever_the_limit() -> None:
    log = ObserverLog()
    instrument = adapter.StackedPassInstrument(log, limit={"pass": 0})
    with PassContext(instruments=[instrument], required_pass=["noop"]):
        noop(EMPTY)
    assert [event.name for event in log.finished] == ["noop"]


def test_a_limit_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(QueryError, match="covers no passes"):
        adapter.StackedPassInstrument(ObserverLog(), limit={"tirx.Simplify": 1})


def test_passes_on_another_thread_than_the_context_s_are_warned_of() -> None:
    instrument = passevents.StackedPassInstrument(ObserverLog())
    with (
        pytest.warns(PassEventsWarning, match="A PassContext belongs to the thread that entered it"),
        PassContext(instruments=[instrument]),
    ):
        thread = threading.Thread(target=noop, args=(EMPTY,))
        thread.start()
        thread.join()


def test_a_thread_that_takes_over_an_instrument_is_warned_of() -> None:
    log = ObserverLog()
    context = PassContext(instruments=[])
    with context, pytest.warns(PassEventsWarning, match="serves one thread, make one for each"):
        thread = threading.Thread(
            target=lambda: context.override_instruments([passevents.StackedPassInstrument(log)])
        )
        thread.start()
        thread.join()
        noop(EMPTY)
    assert [event.name for event in log.finished] == ["noop"]


def test_a_pass_that_recurs_is_paired_level_by_level() -> None:
    def again(mod: Any) -> Any:
        left.append(None)
        return recurring(mod) if len(left) < 3 else mod

    left: list[None] = []
    recurring = python_pass("recurring", again)
    log = ObserverLog()
    with PassContext(instruments=[passevents.StackedPassInstrument(log)]):
        recurring(EMPTY)
    assert shape(log) == [("recurring", 0, None), ("recurring", 1, 0), ("recurring", 2, 1)]
    assert [event.sequence for event in log.finished] == [2, 1, 0]


def test_a_start_hook_that_raises_stops_the_compile_and_leaves_nothing_open() -> None:
    failing, other = ObserverLog(), ObserverLog()
    failing.fail_once("pass_started", ValueError("observer"))
    instruments = [passevents.StackedPassInstrument(each) for each in (other, failing)]
    with pytest.raises(ValueError, match="observer"), PassContext(instruments=instruments):
        noop(EMPTY)
    assert failing.open == other.open == []
    assert [each.name for each in failing.incomplete] == ["noop"]
    assert [type(error) for error in other.errors] == [ValueError]


def test_an_instrument_that_fails_a_pass_at_its_end_is_an_incomplete_pass_of_the_others() -> None:
    failing, other = ObserverLog(), ObserverLog()
    failing.fail_once("pass_finished", ValueError("not well formed"))
    instruments = [passevents.StackedPassInstrument(each) for each in (failing, other)]
    with pytest.raises(ValueError, match="not well formed"), PassContext(instruments=instruments):
        noop(EMPTY)
    assert [each.name for each in other.incomplete] == ["noop"]
    assert other.finished == []
