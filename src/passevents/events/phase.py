"""The phase: a label of the user's for a stretch of compilation, attached to every event that starts in it.

It lives in a context variable. A new thread starts without a phase (run its work in ``contextvars.copy_context()``
to hand it on; ``asyncio.to_thread`` does so itself), a new task starts with its creator's, and a forked child keeps
the label of the block that it was forked in.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar


class _Scope:
    """One ``with pass_phase(...)`` block, linked to the one around it."""

    __slots__ = ("abandoned", "name", "outer")

    def __init__(self, name: str | None, outer: _Scope | None) -> None:
        self.name = name
        self.outer = outer
        self.abandoned = False


_scope: ContextVar[_Scope | None] = ContextVar("passevents_phase", default=None)


@contextmanager
def pass_phase(name: str | None) -> Generator[None, None, None]:
    """Label the events that start inside the block; ``None`` clears the label.

    May be left in another context than it was entered in, as happens to a suspended generator that is closed by
    someone else: the label then ends everywhere, and the phase of the closing context is left alone.
    """
    scope = _Scope(None if name is None else str(name), _scope.get())
    token = _scope.set(scope)
    try:
        yield
    finally:
        try:
            _scope.reset(token)
        except ValueError:
            # The variable of the context that was entered is out of reach from here, and still points at this scope.
            scope.abandoned = True


def current_pass_phase() -> str | None:
    """The label of the innermost phase of this context, or None."""
    scope = _scope.get()
    while scope is not None and scope.abandoned:
        scope = scope.outer
    return None if scope is None else scope.name
