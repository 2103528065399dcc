"""The run that is current in this context, and what native actions ask Python: their parent and phase."""

from __future__ import annotations

import atexit
import warnings
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Protocol

from passevents import _native
from passevents.errors import PassEventsWarning
from passevents.events.phase import current_pass_phase
from passevents.journal import frame
from passevents.journal.run import RunJournal, memory_run


class HasJournal(Protocol):
    """What has a run: a ``passevents.record(...)`` that was entered."""

    @property
    def journal(self) -> RunJournal:
        """The run."""


_current: ContextVar[RunJournal | None] = ContextVar("passevents_run", default=None)
_activated: list[RunJournal] = []  # in whatever context


def current_run() -> RunJournal | None:
    """The run that is active in this context, or None.

    A new thread has none, unless its work runs in ``contextvars.copy_context()``. In a forked child it is a
    run of the child's own, created when it is first asked for. A context that outlives its run (a task that
    was created inside it, say) has none: what began there would be lost in it.
    """
    run = _current.get()
    if run is None or run.closed:
        return None
    run = run.here()
    return None if run.closed else run


def run_to_record_into(given: RunJournal | HasJournal | None = None) -> RunJournal:
    """The run that was given; else the one that is current; else one in memory, for who reads it there.

    A new thread has no current run. Where a recording is open elsewhere, a warning says that it gets nothing.
    """
    if given is not None:
        return given.here() if isinstance(given, RunJournal) else given.journal
    run = current_run()
    if run is not None:
        return run
    if any(not each.closed and each.directory is not None for each in tuple(_activated)):
        with suppress(PassEventsWarning):  # none of ours may reach the compiler as an error
            warnings.warn(
                "passevents: a recording is open, but not in this context, so that it does not get what is"
                " recorded here. A new thread has no recording: hand it over with run=recording, or run the"
                " thread's work in contextvars.copy_context()",
                PassEventsWarning,
                stacklevel=3,
            )
    return memory_run()


@contextmanager
def activate(run: RunJournal) -> Generator[RunJournal, None, None]:
    """Make ``run`` the current one inside the block; it is not closed at its end."""
    token = _current.set(run)
    _activated.append(run)
    try:
        yield run
    finally:
        _activated.remove(run)
        with suppress(ValueError):  # left in another context than it was entered in, which is out of reach
            _current.reset(token)


def _enclosing(journal_token: int) -> tuple[int, int, str | None] | None:
    """For a native action that is about to start at the root of this thread."""
    phase = current_pass_phase()
    found = frame.innermost(journal_token)
    if found is None:
        return None if phase is None else (-1, 0, phase)
    return (*found, phase)


_native.set_current_provider(_enclosing)
atexit.register(_native.set_current_provider, None)
