"""An observer that remembers and its instrument; and no test leaves one active, or a phase set."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from passevents import StackedPassInstrument, active_stacked_pass_instruments, current_pass_phase
from passevents.testing import ObserverLog


@pytest.fixture
def log() -> ObserverLog:
    return ObserverLog()


@pytest.fixture
def instrument(log: ObserverLog) -> StackedPassInstrument:
    return StackedPassInstrument(log)


@pytest.fixture(autouse=True)
def nothing_survives() -> Iterator[None]:
    before = active_stacked_pass_instruments(), current_pass_phase()
    yield
    assert (active_stacked_pass_instruments(), current_pass_phase()) == before
