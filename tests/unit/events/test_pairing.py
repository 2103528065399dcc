"""What the instrument makes of callbacks that come, get lost, or come twice."""

from __future__ import annotations

from passevents import PairingError, PassEvent, StackedPassInstrument, pass_phase
from passevents.testing import ObserverLog, play


def test_events_are_numbered_in_start_order_with_depth_and_parent(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A +B -B +C +D -D -C -A +E -E ]")
    assert log.started == [
        PassEvent("A", 0, 0, None, None),
        PassEvent("B", 1, 1, 0, None),
        PassEvent("C", 2, 1, 0, None),
        PassEvent("D", 3, 2, 2, None),
        PassEvent("E", 4, 0, None, None),
    ]
    assert [event.name for event in log.finished] == ["B", "D", "C", "A", "E"]


def test_hooks_come_in_order_and_each_state_comes_back(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A +B -B -A ]")
    assert log.calls == [
        ("enter_pass_context",),
        ("pass_started", "A"),
        ("pass_started", "B"),
        ("pass_finished", "B", "state of B 1"),
        ("pass_finished", "A", "state of A 0"),
        ("exit_pass_context",),
    ]


def test_the_module_reaches_the_hooks_as_it_is() -> None:
    seen: list[object] = []

    class Modules(ObserverLog):
        def pass_started(self, mod: object, event: PassEvent) -> str:
            seen.append(mod)
            return ""

        def pass_finished(self, mod: object, event: PassEvent, state: object) -> None:
            seen.append(mod)

    before, after = object(), object()
    instrument = StackedPassInstrument(Modules())
    play(instrument, "+A", before)
    play(instrument, "-A", after)
    assert seen == [before, after]


def test_the_same_pass_recursing_three_deep_pairs_from_the_inside(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +P +P +P -P -P -P ]")
    assert [(event.sequence, event.depth, event.parent_sequence) for event in log.finished] == [
        (2, 2, 1),
        (1, 1, 0),
        (0, 0, None),
    ]


def test_names_that_are_not_text_become_text(log: ObserverLog) -> None:
    class Name:
        def __str__(self) -> str:
            return "canonicalize"

    class Info:
        name = Name()

    instrument = StackedPassInstrument(log)
    instrument.run_before_pass(None, Info())
    instrument.run_after_pass(None, Info())
    assert [event.name for event in log.finished] == ["canonicalize"]
    assert type(log.started[0].name) is str


def test_the_phase_is_that_of_the_start(instrument: StackedPassInstrument, log: ObserverLog) -> None:
    with pass_phase("lower"):
        play(instrument, "+A")
    play(instrument, "+B -B -A")
    assert [event.phase for event in log.started] == ["lower", None]


def test_pending_events_are_the_open_captured_ones_outermost_first(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log, capture_predicate=lambda name, depth: name != "hidden")
    play(instrument, "+A +hidden +B +C -C")
    assert [event.name for event in instrument.pending_events] == ["A", "B"]


# Lost, swapped and foreign callbacks.


def test_a_pass_that_catches_its_childs_failure_is_not_incomplete(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ +A +B +C -A +D -D ]")
    assert [(each.name, each.depth, each.state) for each in log.incomplete] == [
        ("B", 1, "state of B 1"),
        ("C", 2, "state of C 2"),
    ]
    assert [event.name for event in log.finished] == ["A", "D"]
    assert log.mismatches == []


def test_the_children_are_incomplete_before_their_parent_finishes(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "+A +B -A")
    assert log.calls[-2:] == [("passes_incomplete", "B"), ("pass_finished", "A", "state of A 0")]


def test_an_after_callback_closes_the_innermost_pass_of_its_name(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "+P +P +Q -P")
    assert [event.sequence for event in log.finished] == [1]
    assert [each.name for each in log.incomplete] == ["Q"]
    assert [event.sequence for event in instrument.pending_events] == [0]


def test_an_after_callback_of_nothing_open_is_a_mismatch_and_drains(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "+A +B -X")
    assert log.mismatches == [("X", "B")]
    assert [each.name for each in log.incomplete] == ["A", "B"]
    [error] = log.errors
    assert isinstance(error, PairingError)
    assert isinstance(error, RuntimeError)
    assert "'X'" in str(error)
    assert instrument.pending_events == ()


def test_an_after_callback_on_an_empty_stack_is_a_mismatch_with_nothing_to_drain(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "[ -X ]")
    assert log.calls == [("enter_pass_context",), ("callback_mismatch", "X", None), ("exit_pass_context",)]


def test_strict_drains_everything_although_a_match_is_open_further_out(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log, strict=True)
    play(instrument, "[ +A +B -A ]")
    assert log.mismatches == [("A", "B")]
    assert [each.name for each in log.incomplete] == ["A", "B"]
    assert log.finished == []


def test_a_failed_pass_is_told_with_its_error(instrument: StackedPassInstrument, log: ObserverLog) -> None:
    play(instrument, "+A +B !B -A")
    assert [event.name for event in log.failed] == ["B"]
    assert [event.name for event in log.finished] == ["A"]
    assert log.errors == [None]


def test_a_skipped_pass_has_a_number_and_a_parent_and_is_never_open(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "+A ~S +B -B -A")
    assert log.skipped == [PassEvent("S", 1, 1, 0, None)]
    assert [(event.sequence, event.parent_sequence) for event in log.started] == [(0, None), (2, 0)]


def test_observers_without_the_newer_hooks_hear_of_a_failure_as_incomplete() -> None:
    class Old:
        def __init__(self) -> None:
            self.incomplete: list[tuple[object, object]] = []

        def pass_started(self, mod: object, event: PassEvent) -> str:
            return "state"

        def pass_finished(self, mod: object, event: PassEvent, state: object) -> None:
            raise AssertionError("it failed")

        def passes_incomplete(self, passes: tuple[object, ...], error: BaseException | None) -> None:
            self.incomplete += [(each, error) for each in passes]

    old = Old()
    instrument = StackedPassInstrument(old)
    play(instrument, "+A ~S")
    error = ValueError("no")
    instrument.run_after_pass_failed(None, type("Info", (), {"name": "A"}), error)
    [(incomplete, reason)] = old.incomplete
    assert (incomplete.name, incomplete.state, reason) == ("A", "state", error)  # type: ignore[attr-defined]


# Choosing what is captured.


def test_the_parent_is_the_nearest_captured_pass_and_depth_counts_all(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log, capture_predicate=lambda name, depth: not name.startswith("x"))
    play(instrument, "+A +x1 +x2 +B -B -x2 -x1 -A +x3 +C -C -x3")
    assert [(e.name, e.sequence, e.depth, e.parent_sequence) for e in log.started] == [
        ("A", 0, 0, None),
        ("B", 1, 3, 0),
        ("C", 2, 1, None),
    ]


def test_only_the_outermost_passes_without_nested_capture(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log, capture_nested=False)
    play(instrument, "+A +B -B -A +C -C")
    assert [event.name for event in log.finished] == ["A", "C"]


def test_the_predicate_is_not_asked_about_nested_passes_that_are_not_wanted(log: ObserverLog) -> None:
    asked: list[tuple[str, int]] = []

    def predicate(name: str, depth: int) -> bool:
        asked.append((name, depth))
        return True

    play(StackedPassInstrument(log, capture_nested=False, capture_predicate=predicate), "+A +B -B -A")
    assert asked == [("A", 0)]


def test_passes_that_are_not_captured_are_incomplete_too_without_an_event(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log, capture_predicate=lambda name, depth: name == "A")
    play(instrument, "+A +B")
    incomplete = instrument.abort()
    assert [(each.name, each.depth, each.event is None, each.state) for each in incomplete] == [
        ("A", 0, False, "state of A 0"),
        ("B", 1, True, None),
    ]


# Draining by hand.


def test_abort_returns_and_reports_outermost_first_with_the_error(
    instrument: StackedPassInstrument, log: ObserverLog
) -> None:
    play(instrument, "+A +B")
    error = ValueError("gone")
    assert [each.name for each in instrument.abort(error)] == ["A", "B"]
    assert [each.name for each in log.incomplete] == ["A", "B"]
    assert log.errors == [error]


def test_abort_with_nothing_open_tells_nobody(instrument: StackedPassInstrument, log: ObserverLog) -> None:
    assert instrument.abort() == ()
    assert log.calls == []
