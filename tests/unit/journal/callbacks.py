"""Calling an instrument the way a compiler does."""

from __future__ import annotations

from dataclasses import dataclass

from passevents.events import StackedPassInstrument


@dataclass
class Info:
    """What a compiler hands over with its callbacks."""

    name: str


def nest(instrument: StackedPassInstrument, *names: str) -> None:
    """Run passes, each within the one before."""
    for name in names:
        instrument.run_before_pass(None, Info(name))
    for name in reversed(names):
        instrument.run_after_pass(None, Info(name))
