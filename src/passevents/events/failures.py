"""What becomes of exceptions when several hooks must all run although one of them raised."""

from __future__ import annotations

from types import TracebackType


class HookFailures:
    """Collects exceptions: ``with failures: hook()`` goes on after the hook raised.

    One exception surfaces with its own type, so that callers catch what they always caught; the others are
    added to it as notes. It is the first one, unless a later one is an interrupt (not an ``Exception``):
    nobody may lose a Ctrl-C to an ordinary error.
    """

    __slots__ = ("first",)

    def __init__(self) -> None:
        self.first: BaseException | None = None

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> bool:
        if error is not None:
            self.add(error)
        return True

    def add(self, error: BaseException) -> None:
        """Collect one that was caught already."""
        self.first = error if self.first is None else _merge(self.first, error)

    def surface(self, compile_error: BaseException | None = None) -> None:
        """Raise what was collected, if anything.

        A compile error that is already on its way is never replaced by an ordinary error of a hook, which
        becomes a note on it.
        """
        error, self.first = self.first, None
        if error is None:
            return
        if isinstance(error, Exception) and isinstance(compile_error, Exception | KeyboardInterrupt):
            _note(compile_error, error)
            return
        try:
            raise error
        finally:
            del error  # the traceback refers to this frame: without this it would be a cycle


def _merge(first: BaseException, later: BaseException) -> BaseException:
    """Which of two exceptions surfaces; the other is noted on it."""
    if isinstance(first, Exception) and not isinstance(later, Exception):
        first, later = later, first
    if first is not later:
        _note(first, later)
    return first


def _note(surfacing: BaseException, hidden: BaseException) -> None:
    import traceback  # brings in a dozen modules, and is needed hardly ever

    text = "".join(traceback.format_exception(hidden)).rstrip()
    surfacing.add_note(f"An observer of pass events failed too:\n{text}")
