"""A forked child has nothing open: what its parent opened is the parent's to report."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable

import pytest

from passevents import StackedPassInstrument, current_pass_phase, pass_phase
from passevents.testing import ObserverLog, play

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")


def in_child(check: Callable[[], None]) -> int:
    """Run ``check`` in a forked child; its exit status is 0 if nothing raised."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(30)
            check()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_child_starts_with_an_empty_stack(instrument: StackedPassInstrument, log: ObserverLog) -> None:
    play(instrument, "[ +A +B")
    calls = len(log.calls)

    def check() -> None:
        assert instrument.pending_events == ()
        play(instrument, "+C -C")
        assert (log.finished[-1].depth, log.finished[-1].parent_sequence) == (0, None)
        assert [call[0] for call in log.calls[calls:]] == ["pass_started", "pass_finished"]

    assert in_child(check) == 0
    play(instrument, "-B -A ]")
    assert [event.name for event in log.finished] == ["B", "A"]


def test_after_callbacks_of_passes_opened_before_the_fork_are_nobodys_business(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A +B")
    calls = len(log.calls)

    def check() -> None:
        play(instrument, "-B -A")
        assert log.calls[calls:] == []
        play(instrument, "-A")
        assert log.mismatches == [("A", None)]

    assert in_child(check) == 0
    play(instrument, "-B -A ]")


def test_a_child_that_leaves_its_parents_context_reports_nothing_incomplete(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A")

    def check() -> None:
        play(instrument, "]")
        assert log.incomplete == []
        play(instrument, "[ +A -A ]")
        assert log.finished[-1].depth == 0
        play(instrument, "-A")
        assert log.mismatches == [("A", None)]

    assert in_child(check) == 0
    play(instrument, "-A ]")


def test_the_child_of_a_child_starts_empty_too(instrument: StackedPassInstrument) -> None:
    play(instrument, "+A")

    def check() -> None:
        play(instrument, "+B")
        assert in_child(lambda: play(instrument, "+C -C -B -A")) == 0
        play(instrument, "-B")

    assert in_child(check) == 0
    play(instrument, "-A")


def test_the_phase_is_that_of_the_block_that_was_forked_in() -> None:
    def check() -> None:
        assert current_pass_phase() == "lower"

    with pass_phase("lower"):
        assert in_child(check) == 0


def test_instruments_that_are_gone_do_not_matter() -> None:
    play(StackedPassInstrument(ObserverLog()), "+A")
    assert in_child(lambda: None) == 0
