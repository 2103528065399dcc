"""Entering and leaving pass contexts: nesting, order, exceptions in flight, threads and tasks."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Generator

import pytest

from passevents import StackedPassInstrument, active_stacked_pass_instruments
from passevents.testing import ObserverLog, play


def test_leaving_drains_before_the_exit_hook(instrument: StackedPassInstrument, log: ObserverLog) -> None:
    play(instrument, "[ +A ]")
    assert log.calls[-2:] == [("passes_incomplete", "A"), ("exit_pass_context",)]
    assert log.errors == [None]


def test_numbering_starts_again_when_entered_from_idle(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A -A +B -B ] [ +C -C ]")
    assert [event.sequence for event in log.started] == [0, 1, 0]


def test_an_allocator_numbers_across_contexts(log: ObserverLog) -> None:
    numbers = iter(range(10, 20))
    instrument = StackedPassInstrument(log, sequence_allocator=lambda: next(numbers))
    play(instrument, "[ +A -A ] [ +B -B ]")
    assert [event.sequence for event in log.started] == [10, 11]


def test_one_instrument_entered_again_keeps_the_outer_frames(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A [ +B -B ] +C -C -A ]")
    assert [(e.name, e.sequence, e.depth, e.parent_sequence) for e in log.finished] == [
        ("B", 1, 1, 0),
        ("C", 2, 1, 0),
        ("A", 0, 0, None),
    ]
    assert log.incomplete == []


def test_leaving_an_inner_context_drains_only_what_was_opened_in_it(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A [ +B +C ] -A ]")
    assert [each.name for each in log.incomplete] == ["B", "C"]
    assert [event.name for event in log.finished] == ["A"]


def test_frames_are_told_apart_by_identity_and_not_by_count(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    """The pass around the inner context ended in it; another of its name took its place."""
    play(instrument, "[ +A [ -A +A ] ]")
    assert [each.name for each in log.incomplete] == ["A"]
    assert [each.event.sequence for each in log.incomplete if each.event] == [1]


def test_frames_that_are_not_captured_are_told_apart_by_identity_too(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log, capture_predicate=lambda name, depth: False)
    play(instrument, "[ +A [ -A +A ]")
    assert [each.name for each in log.incomplete] == ["A"]
    play(instrument, "]")


def test_what_was_left_open_outside_of_a_context_is_over_when_one_is_entered(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "+A [ +B -B ]")
    assert [each.name for each in log.incomplete] == ["A"]
    assert [(event.sequence, event.depth) for event in log.finished] == [(0, 0)]


def test_after_a_failed_compile_the_next_one_starts_clean(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    with pytest.raises(ValueError, match="pass failed"):
        compile_that_fails(instrument)
    play(instrument, "[ +A -A ]")
    assert log.started[-1] == ("A", 0, 0, None, None)
    assert log.open == []


def compile_that_fails(instrument: StackedPassInstrument) -> None:
    """As a compiler does: leave the context while its error is in flight."""
    play(instrument, "[ +A +B")
    try:
        raise ValueError("pass failed")
    finally:
        play(instrument, "]")


def test_the_exception_in_flight_is_why_passes_are_incomplete(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    with pytest.raises(ValueError, match="pass failed") as caught:
        compile_that_fails(instrument)
    assert log.errors == [caught.value]


def test_an_exception_that_was_being_handled_before_is_not_the_reason(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    try:
        raise KeyError("an earlier attempt")
    except KeyError:
        play(instrument, "[ +A ]")
    assert log.errors == [None]


def test_an_exception_raised_while_handling_another_is_the_reason(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    try:
        raise KeyError("an earlier attempt")
    except KeyError:
        with pytest.raises(ValueError, match="pass failed") as caught:
            compile_that_fails(instrument)
    assert log.errors == [caught.value]


def test_leaving_without_having_entered_drains_and_tells(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "+A ]")
    assert log.calls[-2:] == [("passes_incomplete", "A"), ("exit_pass_context",)]


def test_results_are_there_after_the_context_has_ended(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    with pytest.raises(ValueError, match="pass failed"):
        compile_that_fails(instrument)
    assert instrument.pending_events == ()
    assert instrument.abort() == ()
    assert [each.name for each in log.incomplete] == ["A", "B"]


# Which instruments are active.


@pytest.mark.parametrize("order", ["first-in first-out", "last-in first-out"])
def test_instruments_leave_in_either_order(order: str) -> None:
    first, second = StackedPassInstrument(ObserverLog()), StackedPassInstrument(ObserverLog())
    first.enter_pass_ctx()
    second.enter_pass_ctx()
    assert active_stacked_pass_instruments() == (first, second)
    leaving, staying = (first, second) if order == "first-in first-out" else (second, first)
    leaving.exit_pass_ctx()
    assert active_stacked_pass_instruments() == (staying,)
    staying.exit_pass_ctx()
    assert active_stacked_pass_instruments() == ()


def test_an_instrument_entered_twice_is_active_twice(instrument: StackedPassInstrument) -> None:
    play(instrument, "[ [")
    assert active_stacked_pass_instruments() == (instrument, instrument)
    play(instrument, "]")
    assert active_stacked_pass_instruments() == (instrument,)
    play(instrument, "]")
    assert active_stacked_pass_instruments() == ()


def test_a_generator_closed_in_another_context_leaves_nothing_active_behind(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    def compile_in_steps() -> Generator[None]:
        play(instrument, "[ +A")
        try:
            yield
        finally:
            play(instrument, "]")

    steps = compile_in_steps()
    next(steps)
    assert active_stacked_pass_instruments() == (instrument,)
    contextvars.copy_context().run(steps.close)
    assert active_stacked_pass_instruments() == ()
    assert [each.name for each in log.incomplete] == ["A"]


def test_tasks_do_not_see_each_others_instruments() -> None:
    async def one() -> tuple[StackedPassInstrument, ...]:
        instrument = StackedPassInstrument(ObserverLog())
        play(instrument, "[")
        await asyncio.sleep(0)
        active = active_stacked_pass_instruments()
        play(instrument, "]")
        return active

    async def both() -> list[tuple[StackedPassInstrument, ...]]:
        return await asyncio.gather(one(), one())

    assert [len(active) for active in asyncio.run(both())] == [1, 1]


def test_another_context_starts_with_no_active_instrument(instrument: StackedPassInstrument) -> None:
    seen: list[tuple[StackedPassInstrument, ...]] = []
    play(instrument, "[")
    thread = threading.Thread(
        target=contextvars.Context().run, args=(lambda: seen.append(active_stacked_pass_instruments()),)
    )
    thread.start()
    thread.join()
    play(instrument, "]")
    assert seen == [()]


def test_another_thread_may_look_at_and_abort_a_compile(instrument: StackedPassInstrument) -> None:
    thread = threading.Thread(target=play, args=(instrument, "+A +B"))
    thread.start()
    thread.join()
    assert [event.name for event in instrument.pending_events] == ["A", "B"]
    assert [each.name for each in instrument.abort()] == ["A", "B"]
