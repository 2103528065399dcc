"""Between TVM and an instrument: what TVM calls back, and what it forgets to.

TVM makes an object of its own for each instrument of a pass context, with one callback for each hook. A
binding is what those callbacks lead to. It makes up for four things:

- A pass that raises gets no after-callback, and whoever called it may catch the exception and go on in the
  same pass context. So the Python frame that called each pass is remembered; once that frame has returned,
  its passes are over.
- When the exit hook of one instrument raises, TVM calls no further exit hooks and drops the instruments. A
  binding that is dropped while it is entered leaves on its own.
- Adding an instrument to a context exits and enters those that are there. A binding that is merely moved
  stays inside.
- A pass context belongs to the thread that entered it. What happens on others is told to the user.
"""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from sys import _getframe as get_frame
from threading import get_ident
from types import FrameType
from typing import Any

from passevents.errors import PassEventsWarning

_moving = threading.local()


class Moving:
    """Inside this block TVM's exit and enter callbacks reach no binding but those that are ``new``."""

    def __init__(self) -> None:
        self.new: set[int] = set()

    def __enter__(self) -> Moving:
        _moving.block = self
        return self

    def __exit__(self, *_: object) -> None:
        _moving.block = None


class Binding:
    """One instrument in one pass context: what happens seldom. :func:`callbacks` has what happens for each
    pass.

    It lives as long as TVM's callbacks do.
    """

    __slots__ = ("_outer", "_warned", "around", "callers", "is_silent", "target", "thread")

    def __init__(self, target: Any) -> None:
        self.target = target
        self.around = 0  # how many passes were open when the context was entered
        self.callers: list[FrameType | None] = []
        self.thread = 0
        self.is_silent = True
        # A context may be entered within itself: for each time that it is, what was so around it.
        self._outer: list[tuple[int, list[FrameType | None], int, bool]] = []
        self._warned = False

    def enter(self) -> None:
        """The pass context is entered."""
        if self._is_moved():
            return
        if any(entry.thread != get_ident() for entry in self.target._own_entries):
            self._warn_of_thread(self.target._own_entries[-1].thread)
        self.target.enter_pass_ctx()
        self._outer.append((self.around, self.callers.copy(), self.thread, self.is_silent))
        self.callers.clear()
        self.around = len(self.target._stack)
        self.thread = get_ident()
        self.is_silent = True

    def exit(self) -> None:
        """The pass context is left."""
        if self._is_moved() or not self._outer:
            return
        was_silent = self.is_silent
        self.around, self.callers[:], self.thread, self.is_silent = self._outer.pop()
        self.is_silent = self.is_silent and was_silent
        self.target.exit_pass_ctx()
        if was_silent and sys.exception() is None and getattr(self.target, "expects_passes", True):
            self._warn_of_silence()

    def outermost(self) -> None:
        """A pass is about to run, and none of this context is open around it."""
        self.is_silent = False
        if get_ident() != self.thread:
            self._warn_of_thread(self.thread)

    def nested(self, caller: FrameType | None) -> None:
        """A pass is about to run inside another, as far as is known: those whose frames have returned are
        over.

        They had no after-callback: they raised.
        """
        callers = self.callers
        # What was drained since (a mismatch, an abort) is not on the instrument's stack any more.
        del callers[max(0, len(self.target._stack) - self.around) :]
        count = len(callers)
        while callers and not _is_running(callers[-1], caller):
            callers.pop()
        if len(callers) != count:
            self.target.abandon(self.around + len(callers))

    def _is_moved(self) -> bool:
        block: Moving | None = getattr(_moving, "block", None)
        return block is not None and id(self.target) not in block.new

    def _warn_of_silence(self) -> None:
        self._warn(
            f"no pass ran in the PassContext that {_describe(self.target)} was in. A PassContext entered"
            " inside it has instruments of its own: attach inside that one. A PassContext belongs to the"
            " thread that entered it: attach in each thread that compiles. And what comes out of a cache runs"
            " no passes"
        )

    def _warn_of_thread(self, other: int) -> None:
        self._warn(
            f"{_describe(self.target)} is used by thread {get_ident()} but its PassContext was"
            f" entered by thread {other}: an instrument serves one thread, make one for each"
        )

    def _warn(self, message: str) -> None:
        if self._warned:
            return
        self._warned = True
        # Where warnings are errors, still none of ours may reach the compiler.
        with suppress(PassEventsWarning):
            warnings.warn(f"passevents: {message}", PassEventsWarning, stacklevel=4)

    def __del__(self) -> None:
        for _ in self._outer:
            with suppress(Exception):  # TVM has failed already, and nobody is there to be told
                self.target.exit_pass_ctx()


def _is_running(frame: FrameType | None, innermost: FrameType | None) -> bool:
    """Whether a frame is on the stack of this thread, seen from its innermost one. Mostly it is near."""
    while innermost is not None and innermost is not frame:
        innermost = innermost.f_back
    return innermost is frame


def _describe(target: Any) -> str:
    return f"the instrument {type(target).__name__} of {type(target.observer).__name__}"


def callbacks(target: Any) -> dict[str, Callable[..., Any]]:
    """The callbacks of a new binding of ``target``, by TVM's names; ``should_run`` only if it has one.

    Closures, since what they refer to is found faster than attributes are.
    """
    binding = Binding(target)
    run_before, run_after = target.run_before_pass, target.run_after_pass
    callers, outermost, nested = binding.callers, binding.outermost, binding.nested

    def before(mod: Any, info: Any) -> None:
        try:
            caller = get_frame(1)
        except ValueError:
            caller = None  # a thread that has no Python but this
        if callers:
            if callers[-1] is not caller or len(callers) != len(target._stack) - binding.around:
                nested(caller)
        else:
            outermost()
        callers.append(caller)
        run_before(mod, info)

    def after(mod: Any, info: Any) -> None:
        if callers:  # else the pass began before this context was attached to
            callers.pop()  # now, and not later: the frame keeps the module alive
            run_after(mod, info)

    named: dict[str, Callable[..., Any]] = {
        "enter_pass_ctx": binding.enter,
        "exit_pass_ctx": binding.exit,
        "run_before_pass": before,
        "run_after_pass": after,
    }
    decide = getattr(target, "should_run", None)
    if decide is None:
        return named

    def should_run(mod: Any, info: Any) -> bool:
        binding.is_silent = False  # also where no pass may run: that is known, and on record
        return bool(decide(mod, info))

    return named | {"should_run": should_run}
