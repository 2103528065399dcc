"""A hook that raises: the compiler hears of it, and the pairing goes on as if it had not."""

from __future__ import annotations

import pytest

from passevents import ObserverError, StackedPassInstrument, active_stacked_pass_instruments
from passevents.testing import ObserverLog, PassInfo, play


class Boom(Exception):
    pass


def test_after_a_start_hook_raised_its_after_callback_still_pairs(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A")
    log.fail_once("pass_started", Boom())
    with pytest.raises(Boom):
        play(instrument, "+B")
    play(instrument, "+C -C -B -A ]")
    assert [(event.name, event.depth) for event in log.finished] == [("C", 2), ("B", 1), ("A", 0)]
    assert ("pass_finished", "B", None) in log.calls  # there is no state of a hook that returned nothing
    assert log.mismatches == []
    assert log.incomplete == []


def test_a_finish_hook_that_raises_leaves_the_pass_closed(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    log.fail_once("pass_finished", Boom())
    play(instrument, "+A +B")
    with pytest.raises(Boom):
        play(instrument, "-B")
    assert [event.name for event in instrument.pending_events] == ["A"]


@pytest.mark.parametrize(
    "argument", ["capture_predicate", "sequence_allocator", "phase_provider", "parent_provider"]
)
def test_a_pass_is_open_although_what_describes_it_raised(log: ObserverLog, argument: str) -> None:
    instrument = StackedPassInstrument(log)
    play(instrument, "+A")

    def fail(*_: object) -> None:
        raise Boom

    before = getattr(instrument, argument)
    instrument.sequence_allocator = iter(range(1, 9)).__next__
    setattr(instrument, argument, fail)
    with pytest.raises(Boom):
        play(instrument, "+B")
    setattr(instrument, argument, before)
    play(instrument, "+C -C -B -A")
    assert [(e.name, e.depth, e.parent_sequence) for e in log.finished] == [("C", 2, 0), ("A", 0, None)]
    assert log.mismatches == []


def test_an_entry_hook_that_raises_undoes_the_entry(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    log.fail_once("enter_pass_context", Boom())
    with pytest.raises(Boom):
        play(instrument, "[")
    assert active_stacked_pass_instruments() == ()
    play(instrument, "[ +A -A ]")
    assert [event.sequence for event in log.finished] == [0]


def test_an_interrupt_in_an_entry_hook_undoes_the_entry(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    log.fail_once("enter_pass_context", KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        play(instrument, "[")
    assert active_stacked_pass_instruments() == ()


def test_an_exit_hook_that_raises_still_leaves(instrument: StackedPassInstrument, log: ObserverLog) -> None:
    log.fail_once("exit_pass_context", Boom())
    with pytest.raises(Boom):
        play(instrument, "[ +A -A ]")
    assert active_stacked_pass_instruments() == ()


def test_the_exit_hook_comes_although_draining_raised(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    log.fail_once("passes_incomplete", Boom("draining"))
    log.fail_once("exit_pass_context", Boom("leaving"))
    with pytest.raises(Boom, match="draining") as caught:
        play(instrument, "[ +A ]")
    assert log.calls[-1] == ("exit_pass_context",)
    assert "leaving" in caught.value.__notes__[0]


def test_a_mismatch_drains_although_its_hook_raised(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    log.fail_once("callback_mismatch", Boom())
    with pytest.raises(Boom):
        play(instrument, "+A -X")
    assert [each.name for each in log.incomplete] == ["A"]
    assert instrument.pending_events == ()


def test_the_outer_pass_finishes_although_reporting_the_inner_one_raised(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    log.fail_once("passes_incomplete", Boom())
    with pytest.raises(Boom):
        play(instrument, "+A +B -A")
    assert [event.name for event in log.finished] == ["A"]


def test_an_observers_error_never_replaces_the_compile_error(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    log.fail_once("exit_pass_context", Boom("the observer's disk is full"))
    with pytest.raises(ValueError, match="pass failed") as caught:
        leave_with_error(instrument, ValueError("pass failed"))
    assert "the observer's disk is full" in caught.value.__notes__[0]


def test_an_interrupt_in_a_hook_does_replace_a_compile_error(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    log.fail_once("exit_pass_context", KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        leave_with_error(instrument, ValueError("pass failed"))


def test_an_observers_error_is_not_lost_in_a_generator_that_is_closed(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    """GeneratorExit is thrown away by whoever closes: a note on it would be read by nobody."""
    log.fail_once("exit_pass_context", Boom())
    with pytest.raises(Boom):
        leave_with_error(instrument, GeneratorExit())


def leave_with_error(instrument: StackedPassInstrument, error: BaseException) -> None:
    play(instrument, "[ +A")
    try:
        raise error
    finally:
        play(instrument, "]")


def test_a_name_that_cannot_be_read_leaves_the_stack_as_it_was(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    class Info:
        @property
        def name(self) -> str:
            raise Boom

    play(instrument, "+A")
    for callback in (instrument.run_before_pass, instrument.run_after_pass):
        with pytest.raises(Boom):
            callback(None, Info())
    play(instrument, "-A")
    assert [event.name for event in log.finished] == ["A"]


# Hooks that call back.


def test_passes_run_by_a_hook_are_inside_its_pass() -> None:
    class Verifying(ObserverLog):
        def pass_started(self, mod: object, event: object) -> str:
            state = super().pass_started(mod, event)  # type: ignore[arg-type]
            if len(self.started) == 1:
                play(instrument, "+verify -verify")
            return state

    log = Verifying()
    instrument = StackedPassInstrument(log)
    play(instrument, "+A -A")
    assert [(e.name, e.depth, e.parent_sequence) for e in log.finished] == [("verify", 1, 0), ("A", 0, None)]
    assert log.calls[-1] == ("pass_finished", "A", "state of A 0")


def test_a_hook_may_abort_the_very_pass_it_was_told_of() -> None:
    class Aborting(ObserverLog):
        def pass_started(self, mod: object, event: object) -> str:
            instrument.abort()
            return super().pass_started(mod, event)  # type: ignore[arg-type]

    log = Aborting()
    instrument = StackedPassInstrument(log)
    play(instrument, "+A")
    assert [each.name for each in log.incomplete] == ["A"]
    assert instrument.pending_events == ()


# What is handed in.


def test_something_without_hooks_is_no_observer() -> None:
    with pytest.raises(ObserverError, match="PassEventObserver"):
        StackedPassInstrument(object())


def test_settings_may_be_changed_at_any_time(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log)
    play(instrument, "[ +A -A")
    other = ObserverLog()
    instrument.observer = other
    instrument.capture_predicate = lambda name, depth: name != "hidden"
    instrument.sequence_allocator = lambda: 7
    instrument.phase_provider = lambda: "late"
    play(instrument, "+B -B +hidden -hidden ]")
    assert (instrument.observer, instrument.capture_nested) == (other, True)
    assert other.finished == [("B", 7, 0, None, "late")]
    assert [event.name for event in log.finished] == ["A"]


def test_hooks_put_on_an_observer_are_used_from_the_next_context_on(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log)
    seen: list[str] = []
    log.pass_started = lambda mod, event: seen.append(event.name)  # type: ignore[assignment,method-assign]
    play(instrument, "[ +A -A ]")
    assert seen == ["A"]


def test_what_the_compiler_says_of_a_pass_needs_no_more_than_a_name(
    instrument: StackedPassInstrument,
) -> None:
    assert PassInfo("A") == PassInfo(name="A", required=())
