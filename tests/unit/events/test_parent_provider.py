"""Events of another source around and between the passes of an instrument."""

from __future__ import annotations

import itertools

from passevents import StackedPassInstrument
from passevents.testing import ObserverLog, play


class Source:
    """Another source of events in the same run: hands out numbers and has events open."""

    def __init__(self) -> None:
        self.numbers = itertools.count(5)
        self.open: list[tuple[int, int]] = []

    def instrument(self, log: ObserverLog, **arguments: object) -> StackedPassInstrument:
        return StackedPassInstrument(
            log,
            sequence_allocator=self.numbers.__next__,
            parent_provider=lambda: self.open[-1] if self.open else None,
            **arguments,  # type: ignore[arg-type]
        )


def identities(log: ObserverLog) -> list[tuple[str, int, int, int | None]]:
    return [(event.name, event.sequence, event.depth, event.parent_sequence) for event in log.started]


def test_the_outermost_pass_is_inside_what_another_source_has_open(log: ObserverLog) -> None:
    source = Source()
    source.open.append((next(source.numbers), 2))
    play(source.instrument(log), "+A +B -B -A")
    assert identities(log) == [("A", 6, 3, 5), ("B", 7, 4, 6)]


def test_without_anything_open_elsewhere_a_pass_is_a_root(log: ObserverLog) -> None:
    play(Source().instrument(log), "+A -A")
    assert identities(log) == [("A", 5, 0, None)]


def test_a_pass_inside_an_action_inside_a_pass_has_the_action_as_parent(log: ObserverLog) -> None:
    source = Source()
    instrument = source.instrument(log)
    play(instrument, "+A")
    source.open.append((next(source.numbers), 1))
    play(instrument, "+B -B")
    source.open.pop()
    play(instrument, "+C -C -A")
    assert identities(log) == [("A", 5, 0, None), ("B", 7, 2, 6), ("C", 8, 1, 5)]


def test_an_answer_that_is_our_own_open_pass_changes_nothing(log: ObserverLog) -> None:
    source = Source()
    instrument = source.instrument(log, capture_predicate=lambda name, depth: name != "hidden")
    play(instrument, "+A +hidden")
    source.open.append((5, 0))
    play(instrument, "+B -B -hidden -A")
    assert identities(log) == [("A", 5, 0, None), ("B", 6, 2, 5)]


def test_passes_inside_one_that_is_not_captured_are_inside_the_other_source(log: ObserverLog) -> None:
    source = Source()
    source.open.append((next(source.numbers), 0))
    instrument = source.instrument(log, capture_predicate=lambda name, depth: name != "hidden")
    play(instrument, "+hidden +A -A -hidden")
    assert identities(log) == [("A", 6, 2, 5)]


def test_filters_count_depth_in_the_instruments_own_stack(log: ObserverLog) -> None:
    source = Source()
    source.open.append((next(source.numbers), 4))
    play(source.instrument(log, capture_nested=False), "+A +B -B -A")
    assert identities(log) == [("A", 6, 5, 5)]


def test_numbers_that_are_not_shared_are_compared_only_where_nothing_is_open(log: ObserverLog) -> None:
    instrument = StackedPassInstrument(log, parent_provider=lambda: (100, 3))
    play(instrument, "[ +A +B -B -A ]")
    assert identities(log) == [("A", 0, 4, 100), ("B", 1, 5, 0)]
