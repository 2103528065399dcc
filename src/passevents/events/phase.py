"""The phase: a label of the user's for a stretch of compilation, attached to every event that starts in it.

It lives in a context variable. A new thread starts without a phase (run its work in
``contextvars.copy_context()`` to hand it on; ``asyncio.to_thread`` does so itself), a new task starts with
its creator's, and a forked child keeps the label of the block that it was forked in.
"""

from __future__ import annotations

import weakref
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar


class PhaseScope:
    """One ``with pass_phase(...)`` block. Its name is looked up for every event and so is kept ready."""

    __slots__ = ("__weakref__", "_abandoned", "_followers", "_outer", "name")

    def __init__(self, name: str | None, around: PhaseScope | None) -> None:
        self.name = name
        self._abandoned = False
        # Abandoned blocks directly inside this one, whose name is that of this one.
        self._followers: weakref.WeakSet[PhaseScope] = weakref.WeakSet()
        while around is not None and around._abandoned:  # else a chain of them would grow without end
            around = around._outer
        self._outer: PhaseScope | None = around

    def abandon(self) -> None:
        """Let the block around this one show through, for contexts in which this one cannot be undone."""
        if self._outer is not None:
            self._abandoned = True
            self._outer._followers.add(self)
            self._rename(self._outer.name)

    def _rename(self, name: str | None) -> None:
        self.name = name
        for scope in tuple(self._followers):
            scope._rename(name)


_scope: ContextVar[PhaseScope] = ContextVar("passevents_phase", default=PhaseScope(None, None))  # noqa: B039

current_scope = _scope.get
"""The innermost block of this context, whose ``name`` is the phase; for code that asks for every event."""


@contextmanager
def pass_phase(name: str | None) -> Generator[None, None, None]:
    """Label the events that start inside the block; ``None`` clears the label.

    May be left in another context than it was entered in, as happens to a suspended generator that is
    closed by someone else: the label then ends everywhere, and the phase of the closing context is left
    alone.
    """
    scope = PhaseScope(None if name is None else str(name), _scope.get())
    token = _scope.set(scope)
    try:
        yield
    finally:
        try:
            _scope.reset(token)
        except ValueError:
            # The context that was entered is out of reach from here, and its variable still points at this
            # scope.
            scope.abandon()


def current_pass_phase() -> str | None:
    """The label of the innermost phase of this context, or None."""
    return current_scope().name
