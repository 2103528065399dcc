"""What the library offers to the tests of its users."""

from __future__ import annotations

import doctest

import pytest

import passevents.testing
from passevents import StackedPassInstrument
from passevents.testing import FakeClock, ObserverLog, play


def test_the_example_in_the_module_is_true() -> None:
    assert doctest.testmod(passevents.testing).failed == 0


@pytest.mark.parametrize("word", ["A", "+", "?A", "[A"])
def test_a_word_that_is_no_callback_is_refused(instrument: StackedPassInstrument, word: str) -> None:
    with pytest.raises(ValueError, match="no callback"):
        play(instrument, word)


def test_a_log_knows_what_is_open(instrument: StackedPassInstrument, log: ObserverLog) -> None:
    play(instrument, "+A +B +C -C !B")
    assert [event.name for event in log.open] == ["A"]


def test_a_hook_raises_as_often_as_it_was_told(instrument: StackedPassInstrument, log: ObserverLog) -> None:
    log.fail_once("pass_started", KeyError())
    log.fail_once("pass_started", ValueError())
    with pytest.raises(KeyError):
        play(instrument, "+A")
    with pytest.raises(ValueError):
        play(instrument, "+B")
    play(instrument, "+C -C -B -A")
    assert log.open == []


def test_a_fake_clock_moves_when_told() -> None:
    clock = FakeClock(100, tick_ns=5)
    readings = [clock(), clock()]
    clock.advance(-50)
    assert [*readings, clock()] == [100, 105, 60]
