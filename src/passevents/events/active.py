"""Which instruments are inside a pass context: a context variable, so per thread and per task.

Compilers leave contexts in either order (TVM first-in first-out, Python's ``with`` last-in first-out), and
a generator may leave in another context than it entered in. So entries are removed by identity, and one
that was left elsewhere counts as left everywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextvars import ContextVar
from threading import get_ident
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from passevents.events.frames import Frame
    from passevents.events.instrument import StackedPassInstrument


class Entry:
    """One entry of an instrument into a pass context, with what was going on at that moment."""

    __slots__ = ("frames", "handling", "instrument", "is_open", "thread")

    def __init__(self, instrument: StackedPassInstrument, frames: Sequence[Frame]) -> None:
        self.instrument = instrument
        self.frames = tuple(frames)
        self.handling = sys.exception()
        self.thread = get_ident()
        self.is_open = True


_entries: ContextVar[tuple[Entry, ...]] = ContextVar("passevents_instruments", default=())


def active_stacked_pass_instruments() -> tuple[StackedPassInstrument, ...]:
    """The instruments that are inside a pass context here, in the order in which they entered."""
    return tuple(entry.instrument for entry in _entries.get() if entry.is_open)


def activate(entry: Entry) -> None:
    """Add an entry to this context."""
    _entries.set((*_open_entries(), entry))


def deactivate(entry: Entry) -> None:
    """End an entry, here and in every context that has it."""
    entry.is_open = False
    _entries.set(_open_entries())


def _open_entries() -> tuple[Entry, ...]:
    return tuple(entry for entry in _entries.get() if entry.is_open)
