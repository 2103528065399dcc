"""Whatever a compiler says, events pair as a plain model says, and each ends exactly once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from passevents import (
    IncompletePass,
    ObserverGroup,
    PassEvent,
    PassEventObserver,
    StackedPassInstrument,
    active_stacked_pass_instruments,
)
from passevents.testing import play

from .event_model import Call, Model
from .event_traces import NAMES, damaged_traces, failing_hooks, nested_traces


class HookError(Exception):
    pass


class Observer(PassEventObserver):
    """Notes calls as the model does, and raises in the hooks that are set to."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.raising: frozenset[str] = frozenset()

    def enter_pass_context(self) -> None:
        self.note("enter_pass_context")

    def exit_pass_context(self) -> None:
        self.note("exit_pass_context")

    def pass_started(self, mod: Any, event: PassEvent) -> str:
        self.note("pass_started", event[:4])
        return f"state {event.sequence}"

    def pass_finished(self, mod: Any, event: PassEvent, state: Any) -> None:
        self.note("pass_finished", event[:4], state)

    def pass_failed(self, mod: Any, event: PassEvent, state: Any, error: BaseException | None) -> None:
        self.note("pass_failed", event[:4], state)

    def pass_skipped(self, mod: Any, event: PassEvent) -> None:
        self.note("pass_skipped", event[:4])

    def passes_incomplete(self, passes: Sequence[IncompletePass], error: BaseException | None) -> None:
        notes = [(each.name, each.depth, each.event and each.event[:4], each.state) for each in passes]
        self.note("passes_incomplete", *notes)

    def callback_mismatch(self, actual: str, expected: str | None) -> None:
        self.note("callback_mismatch", actual, expected)

    def note(self, hook: str, *about: Any) -> None:
        self.calls.append((hook, *about))
        if hook in self.raising:
            raise HookError(hook)


def call_back(instrument: StackedPassInstrument, word: str) -> None:
    try:
        if word == "abort":
            instrument.abort()
        else:
            play(instrument, word)
    except HookError:
        pass


def settle(instrument: StackedPassInstrument, observers: Sequence[Observer]) -> None:
    """Leave all contexts, so that nothing is open any more and nothing survives the test."""
    for observer in observers:
        observer.raising = frozenset()
    while instrument in active_stacked_pass_instruments():
        instrument.exit_pass_ctx()
    instrument.abort()


def starts_and_ends(calls: Sequence[Call]) -> tuple[Counter[Any], Counter[Any]]:
    """How often each event started and ended; numbers begin again, so together with what came before."""
    starts: Counter[Any] = Counter()
    ends: Counter[Any] = Counter()
    for hook, *about in calls:
        if hook == "pass_started":
            starts[about[0]] += 1
        elif hook in ("pass_finished", "pass_failed"):
            ends[about[0]] += 1
        elif hook == "passes_incomplete":
            ends.update(identity for _, _, identity, _ in about if identity)
    return starts, ends


@given(
    damaged_traces().flatmap(
        lambda words: st.tuples(
            st.just(words), st.lists(failing_hooks, min_size=len(words), max_size=len(words))
        )
    ),
    st.frozensets(st.sampled_from(NAMES)),
    st.booleans(),
)
def test_the_instrument_does_what_the_model_does(
    trace: tuple[list[str], list[frozenset[str]]], hidden: frozenset[str], strict: bool
) -> None:
    observer, model = Observer(), Model(hidden, strict)
    instrument = StackedPassInstrument(
        observer, capture_predicate=lambda name, depth: name not in hidden, strict=strict
    )
    for word, raising in zip(*trace, strict=True):
        observer.raising = raising
        call_back(instrument, word)
        model.play(word, raising)
        assert observer.calls == model.calls
        assert [event[:4] for event in instrument.pending_events] == [
            each["identity"] for each in model.passes if each["identity"]
        ]
    settle(instrument, [observer])


@given(nested_traces)
def test_a_compiler_that_loses_nothing_has_no_incomplete_pass(words: list[str]) -> None:
    observer = Observer()
    instrument = StackedPassInstrument(observer)
    for word in words:
        play(instrument, word)
    assert {"passes_incomplete", "callback_mismatch"} & {call[0] for call in observer.calls} == set()
    assert instrument.pending_events == ()


@given(damaged_traces(), st.lists(failing_hooks, min_size=1))
def test_every_event_ends_exactly_once(words: list[str], raising: list[frozenset[str]]) -> None:
    observer = Observer()
    instrument = StackedPassInstrument(observer)
    for position, word in enumerate(words):
        observer.raising = raising[position % len(raising)]
        call_back(instrument, word)
    settle(instrument, [observer])
    starts, ends = starts_and_ends(observer.calls)
    assert starts == ends


@given(damaged_traces())
def test_an_allocators_numbers_are_unique_and_parents_come_first(words: list[str]) -> None:
    observer = Observer()
    numbers = iter(range(1000))
    instrument = StackedPassInstrument(observer, sequence_allocator=lambda: next(numbers))
    for word in words:
        call_back(instrument, word)
    settle(instrument, [observer])
    events = [call[1] for call in observer.calls if call[0] in ("pass_started", "pass_skipped")]
    assert [sequence for _, sequence, _, _ in events] == sorted({sequence for _, sequence, _, _ in events})
    depths = {sequence: depth for _, sequence, depth, _ in events}
    assert all(parent is None or depths[parent] < depth for _, _, depth, parent in events)


@given(damaged_traces(), st.lists(st.tuples(failing_hooks, failing_hooks, failing_hooks), min_size=1))
def test_each_observer_of_a_group_opens_and_closes_everything_exactly_once(
    words: list[str], raising: list[tuple[frozenset[str], ...]]
) -> None:
    observers = [Observer(), Observer(), Observer()]
    instrument = StackedPassInstrument(ObserverGroup(observers))
    for position, word in enumerate(words):
        for observer, hooks in zip(observers, raising[position % len(raising)], strict=True):
            observer.raising = hooks
        call_back(instrument, word)
    settle(instrument, observers)
    for observer in observers:
        starts, ends = starts_and_ends(observer.calls)
        assert starts == ends


@given(damaged_traces(), failing_hooks)
def test_a_raising_observer_changes_nothing_for_the_others_of_its_group(
    words: list[str], raising: frozenset[str]
) -> None:
    """But for entering: a context that one cannot enter is entered by none."""
    alone, together, failing = Observer(), Observer(), Observer()
    failing.raising = raising - {"enter_pass_context", "passes_incomplete"}
    single = StackedPassInstrument(alone)
    group = StackedPassInstrument(ObserverGroup([failing, together]))
    for word in words:
        call_back(single, word)
        call_back(group, word)
    settle(single, [alone])
    settle(group, [together, failing])
    assert without_unmatched_exits(together.calls) == without_unmatched_exits(alone.calls)


def without_unmatched_exits(calls: Sequence[Call]) -> list[Call]:
    """A group passes on only the leaving of what was entered."""
    depth, kept = 0, []
    for call in calls:
        depth += (call[0] == "enter_pass_context") - (call[0] == "exit_pass_context")
        if depth < 0:
            depth = 0
        else:
            kept.append(call)
    return kept
