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
    """One instrument in one pass context. Its methods are TVM's callbacks; it lives as long as they do."""

    __slots__ = ("_around", "_callers", "_entered", "_passes", "_thread", "_warned", "target")

    def __init__(self, target: Any) -> None:
        self.target = target
        self._around = 0  # how many passes were open when the context was entered
        self._callers: list[FrameType | None] = []
        self._entered = False
        self._passes = 0
        self._thread = 0
        self._warned = False

    def enter(self) -> None:
        """The pass context is entered."""
        if self._is_moved():
            return
        self._thread = threading.get_ident()
        self._passes = 0
        self.target.enter_pass_ctx()
        self._around = len(self.target._stack)
        self._entered = True

    def exit(self) -> None:
        """The pass context is left."""
        if self._is_moved() or not self._entered:
            return
        self._entered = False
        self._callers.clear()
        self.target.exit_pass_ctx()
        if not self._passes and sys.exception() is None and getattr(self.target, "expects_passes", True):
            self._warn_of_silence()

    def before(self, mod: Any, info: Any) -> None:
        """A pass is about to run."""
        target = self.target
        callers = self._callers
        caller = _calling_frame()
        if callers:
            # What was drained since (a mismatch, an abort) is not on the instrument's stack any more.
            del callers[max(0, len(target._stack) - self._around) :]
            self._give_up_abandoned(caller)
        if threading.get_ident() != self._thread:
            self._warn_of_thread()
        self._passes += 1
        callers.append(caller)
        target.run_before_pass(mod, info)

    def after(self, mod: Any, info: Any) -> None:
        """A pass ended."""
        if self._callers:
            self._callers.pop()  # now, and not later: the frame keeps the module alive
        self.target.run_after_pass(mod, info)

    def _give_up_abandoned(self, caller: FrameType | None) -> None:
        """Passes whose calling frame has returned are over, and had no after-callback: they raised."""
        callers = self._callers
        count = len(callers)
        while callers and not _is_running(callers[-1], caller):
            callers.pop()
        if len(callers) != count:
            self.target.abandon(self._around + len(callers))

    def _is_moved(self) -> bool:
        block: Moving | None = getattr(_moving, "block", None)
        return block is not None and id(self.target) not in block.new

    def _warn_of_silence(self) -> None:
        self._warn(
            f"no pass ran in the PassContext that {_describe(self.target)} was in: a PassContext belongs to"
            " the thread that entered it, so enter one in each thread that compiles; and what comes out of a"
            " cache runs no passes"
        )

    def _warn_of_thread(self) -> None:
        self._warn(
            f"{_describe(self.target)} is used by thread {threading.get_ident()} but its PassContext was"
            f" entered by thread {self._thread}: an instrument serves one thread, make one for each"
        )

    def _warn(self, message: str) -> None:
        if self._warned:
            return
        self._warned = True
        with suppress(
            PassEventsWarning
        ):  # where warnings are errors, still none of ours may reach the compiler
            warnings.warn(f"passevents: {message}", PassEventsWarning, stacklevel=4)

    def __del__(self) -> None:
        if self._entered:
            self._entered = False
            with suppress(Exception):  # TVM has failed already, and nobody is there to be told
                self.target.exit_pass_ctx()


def _calling_frame() -> FrameType | None:
    """The Python frame that runs the pass of this callback; None on a thread that has no Python but this."""
    try:
        return sys._getframe(2)
    except ValueError:
        return None


def _is_running(frame: FrameType | None, innermost: FrameType | None) -> bool:
    """Whether a frame is on the stack of this thread, seen from its innermost one. Mostly it is near."""
    while innermost is not None and innermost is not frame:
        innermost = innermost.f_back
    return innermost is frame


def _describe(target: Any) -> str:
    return f"the instrument {type(target).__name__} of {type(target.observer).__name__}"


def callbacks(target: Any) -> dict[str, Callable[..., Any]]:
    """The callbacks of a new binding of ``target``, by TVM's names; ``should_run`` only if it has one."""
    binding = Binding(target)
    named: dict[str, Callable[..., Any]] = {
        "enter_pass_ctx": binding.enter,
        "exit_pass_ctx": binding.exit,
        "run_before_pass": binding.before,
        "run_after_pass": binding.after,
    }
    should_run = getattr(target, "should_run", None)
    return named if should_run is None else named | {"should_run": should_run}
