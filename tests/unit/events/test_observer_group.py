"""Several observers on one instrument: each gets everything exactly once, whichever of them raises."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from passevents import ObserverGroup, StackedPassInstrument
from passevents.testing import ObserverLog, play

Three = tuple[ObserverLog, ObserverLog, ObserverLog]


class Boom(Exception):
    pass


@pytest.fixture
def three() -> Three:
    return ObserverLog(), ObserverLog(), ObserverLog()


@pytest.fixture
def instrument(three: Three) -> Iterator[StackedPassInstrument]:
    yield StackedPassInstrument(ObserverGroup(three))


def hooks(log: ObserverLog) -> list[str]:
    return [call[0] for call in log.calls]


def test_each_gets_every_hook_with_its_own_state(instrument: StackedPassInstrument, three: Three) -> None:
    three[1].pass_started = lambda mod, event: 42  # type: ignore[method-assign,assignment,return-value]
    play(instrument, "[ +A -A ]")
    assert [log.calls[-2] for log in three] == [
        ("pass_finished", "A", "state of A 0"),
        ("pass_finished", "A", 42),
        ("pass_finished", "A", "state of A 0"),
    ]


def test_each_gets_its_own_state_of_incomplete_passes(
    instrument: StackedPassInstrument, three: Three
) -> None:
    three[1].pass_started = lambda mod, event: 42  # type: ignore[method-assign,assignment,return-value]
    play(instrument, "[ +A +B ]")
    assert [[each.state for each in log.incomplete] for log in three] == [
        ["state of A 0", "state of B 1"],
        [42, 42],
        ["state of A 0", "state of B 1"],
    ]


def test_all_hear_of_failed_and_skipped_passes_and_of_mismatches(
    instrument: StackedPassInstrument, three: Three
) -> None:
    play(instrument, "+A ~S !A -X")
    for log in three:
        assert log.calls == [
            ("pass_started", "A"),
            ("pass_skipped", "S"),
            ("pass_failed", "A", "state of A 0"),
            ("callback_mismatch", "X", None),
        ]


def test_when_the_second_raises_on_entry_the_others_open_and_close_once(
    instrument: StackedPassInstrument, three: Three
) -> None:
    three[1].fail_once("enter_pass_context", Boom())
    with pytest.raises(Boom):
        play(instrument, "[")
    assert [hooks(log) for log in three] == [
        ["enter_pass_context", "exit_pass_context"],
        ["enter_pass_context"],
        ["enter_pass_context", "exit_pass_context"],
    ]


def test_a_compiler_that_leaves_after_a_failed_entry_closes_nobody_twice(
    instrument: StackedPassInstrument, three: Three
) -> None:
    three[1].fail_once("enter_pass_context", Boom())
    with pytest.raises(Boom):
        play(instrument, "[")
    play(instrument, "]")
    assert [hooks(log).count("exit_pass_context") for log in three] == [1, 0, 1]


def test_when_the_second_raises_on_exit_the_others_close_once(
    instrument: StackedPassInstrument, three: Three
) -> None:
    three[1].fail_once("exit_pass_context", Boom())
    with pytest.raises(Boom):
        play(instrument, "[ ]")
    assert [hooks(log) for log in three] == [["enter_pass_context", "exit_pass_context"]] * 3


@pytest.mark.parametrize("ending", ["-A", "!A", "-X"], ids=["finished", "failed", "incomplete"])
def test_when_the_second_raises_at_the_start_the_others_keep_their_states(
    instrument: StackedPassInstrument, three: Three, ending: str
) -> None:
    three[1].fail_once("pass_started", Boom())
    with pytest.raises(Boom):
        play(instrument, "+A")
    play(instrument, ending)
    states = [[each.state for each in log.incomplete] or [call[2] for call in log.calls[1:]] for log in three]
    assert states == [["state of A 0"], [None], ["state of A 0"]]
    assert [log.open for log in three] == [[], [], []]


def test_when_the_second_raises_at_the_end_the_third_is_told(
    instrument: StackedPassInstrument, three: Three
) -> None:
    three[1].fail_once("pass_finished", Boom())
    with pytest.raises(Boom):
        play(instrument, "+A -A")
    assert [log.open for log in three] == [[], [], []]


def test_the_first_error_surfaces_with_the_others_as_notes(
    instrument: StackedPassInstrument, three: Three
) -> None:
    first = Boom("first")
    three[0].fail_once("pass_started", first)
    three[1].fail_once("pass_started", KeyError("second"))
    three[2].fail_once("pass_started", ValueError("third"))
    with pytest.raises(Boom) as caught:
        play(instrument, "+A")
    assert caught.value is first
    second, third = caught.value.__notes__
    assert ("KeyError: 'second'" in second, "ValueError: third" in third) == (True, True)


def test_an_interrupt_goes_before_an_earlier_error(instrument: StackedPassInstrument, three: Three) -> None:
    three[0].fail_once("pass_started", Boom("first"))
    three[2].fail_once("pass_started", KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt) as caught:
        play(instrument, "+A")
    assert "Boom: first" in caught.value.__notes__[0]


def test_one_exception_raised_by_all_is_not_noted_on_itself(
    instrument: StackedPassInstrument, three: Three
) -> None:
    error = Boom()
    for log in three:
        log.fail_once("pass_started", error)
    with pytest.raises(Boom) as caught:
        play(instrument, "+A")
    assert not hasattr(caught.value, "__notes__")


def test_groups_nest(three: Three) -> None:
    inner = ObserverGroup(three[1:])
    play(StackedPassInstrument(ObserverGroup([three[0], inner])), "[ +A +B -B ]")
    assert three[0].calls == three[1].calls == three[2].calls


def test_a_group_of_nobody_observes_nothing() -> None:
    play(StackedPassInstrument(ObserverGroup([])), "[ +A +B -B ] +C -X")
