"""A value that holds inside a ``with`` block: a context variable that survives being left elsewhere.

A generator or task that opened the block may be closed by someone else, in another context, where the
variable of the context that was entered is out of reach. The scope is then marked as over, and passed by
everywhere.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Generic, TypeVar

T = TypeVar("T")


class _Scope(Generic[T]):
    __slots__ = ("is_over", "outer", "value")

    def __init__(self, value: T, outer: _Scope[T] | None) -> None:
        self.value = value
        self.outer = outer
        self.is_over = False


class ScopedValue(Generic[T]):
    """The innermost value of this context; ``default`` outside of every block."""

    def __init__(self, name: str, default: T) -> None:
        self._default = default
        self._innermost: ContextVar[_Scope[T] | None] = ContextVar(f"passevents_{name}", default=None)

    def get(self) -> T:
        """The value of the innermost block that is not over."""
        scope = self._innermost.get()
        while scope is not None and scope.is_over:
            scope = scope.outer
        return self._default if scope is None else scope.value

    @contextmanager
    def set(self, value: T) -> Generator[None, None, None]:
        """Hold ``value`` inside the block."""
        scope = _Scope(value, self._innermost.get())
        token = self._innermost.set(scope)
        try:
            yield
        finally:
            scope.is_over = True
            with suppress(ValueError):  # left in another context, which is not to be touched
                self._innermost.reset(token)
