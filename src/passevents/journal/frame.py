"""Python's open events, as a chain in a context variable: what encloses an event that starts now.

The chain is of all runs together, each frame names its journal. A frame that ended in another context than
it began in (a generator or task closed by someone else) cannot be taken off there: it is marked as ended,
and passed over.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

# [journal token, (sequence, depth), the frame around it or None, is it open]: a list, for one is made for
# every pass.
Frame = list[Any]

_innermost: ContextVar[Frame | None] = ContextVar("passevents_frame", default=None)
# Bound once: recorders do what push() and pop() do themselves, to save a call for every pass.
get_innermost = _innermost.get
set_innermost = _innermost.set


def push(token: int, sequence: int, depth: int) -> Frame:
    """An event of that journal began in this context."""
    frame = [token, (sequence, depth), get_innermost(), True]
    set_innermost(frame)
    return frame


def pop(frame: Frame) -> None:
    """The event ended, in this context or another."""
    frame[3] = False
    if get_innermost() is frame:
        set_innermost(frame[2])


def innermost(token: int) -> tuple[int, int] | None:
    """(sequence, depth) of the innermost open frame of that journal in this context."""
    frame = get_innermost()
    while frame is not None:
        if frame[3] and frame[0] == token:
            place: tuple[int, int] = frame[1]
            return place
        frame = frame[2]
    return None
