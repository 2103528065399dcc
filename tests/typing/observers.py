"""What a user writes, checked by ``mypy --strict``: an observer, an instrument, filters, phases, a group."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, assert_type

import passevents
from passevents import (
    CapturePredicate,
    IncompletePass,
    Location,
    ObserverGroup,
    PassEvent,
    PassEventObserver,
    PassKind,
    PassRecord,
    PassStatus,
    SequenceAllocator,
    StackedPassInstrument,
    active_stacked_pass_instruments,
    current_pass_phase,
    pass_phase,
)


class Timer(PassEventObserver):
    """Hooks may name their own types of module and state."""

    def __init__(self) -> None:
        self.totals: dict[str, int] = {}

    def pass_started(self, mod: Any, event: PassEvent) -> int:
        return event.sequence

    def pass_finished(self, mod: Any, event: PassEvent, state: int) -> None:
        self.totals[event.name] = state

    def passes_incomplete(self, passes: Sequence[IncompletePass], error: BaseException | None) -> None:
        for each in passes:
            assert_type(each.event, PassEvent | None)


class Info:
    """Whatever the compiler hands over."""

    name = "canonicalize"


def small(name: str, depth: int) -> bool:
    return depth < 2


predicate: CapturePredicate = small
allocator: SequenceAllocator = itertools.count().__next__

instrument = StackedPassInstrument(
    ObserverGroup([Timer(), Timer()]),
    capture_nested=True,
    capture_predicate=predicate,
    sequence_allocator=allocator,
    phase_provider=current_pass_phase,
)
assert_type(instrument.capture_predicate, CapturePredicate | None)
instrument.capture_predicate = None
instrument.enter_pass_ctx()
with pass_phase("lower"):
    instrument.run_before_pass(object(), Info())
    instrument.run_after_pass(object(), Info())
instrument.exit_pass_ctx()

assert_type(instrument.pending_events, tuple[PassEvent, ...])
assert_type(instrument.abort(), tuple[IncompletePass, ...])
assert_type(active_stacked_pass_instruments(), tuple[StackedPassInstrument, ...])
assert_type(current_pass_phase(), str | None)


@pass_phase("lower")
def lower(module: str) -> str:
    return module


assert_type(lower("module"), str)

event = PassEvent("canonicalize", 0, 0, None, "lower")
name, sequence, depth, parent, phase = event
assert_type(parent, int | None)

record = PassRecord(event, PassKind.pass_, PassStatus.completed, 0, 10, 1)
assert_type(record.duration_ns, int | None)
for unit in record.ir_units:
    assert_type(unit.location, Location | None)


def read(path: str) -> list[str]:
    """The later layers have types too, although they are imported when asked for."""
    return [run.id for run in passevents.EventStore(path).runs()]
