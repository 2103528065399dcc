"""The run that is current in this context, and what native actions ask Python: their parent and phase."""

from __future__ import annotations

import atexit
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from passevents import _native
from passevents.events.phase import current_pass_phase
from passevents.journal import frame
from passevents.journal.run import RunJournal

_current: ContextVar[RunJournal | None] = ContextVar("passevents_run", default=None)


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


@contextmanager
def activate(run: RunJournal) -> Generator[RunJournal, None, None]:
    """Make ``run`` the current one inside the block; it is not closed at its end."""
    token = _current.set(run)
    try:
        yield run
    finally:
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
