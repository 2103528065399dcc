"""Pairing of before- and after-callbacks: the stack of open passes, as pure functions that know no observer.

A frame is a list ``[name, event, state, sequence, depth]``: the event is None for a pass that is not
captured, ``sequence`` is what a pass inside it names as its parent (its own where it is captured, else what
it inherited) and ``depth`` counts every frame around it. A bare list, because one is made for every pass of
a compile and a class of any sort costs more than all the rest of the pairing; the instrument pushes and
pops the matching case itself, and everything out of the ordinary is decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from passevents.events.model import IncompletePass

Frame = list[Any]


def innermost(stack: Sequence[Frame], name: str) -> int | None:
    """Index of the innermost open frame called ``name``; None if there is none."""
    for index in range(len(stack) - 1, -1, -1):
        if stack[index][0] == name:
            return index
    return None


def still_open(stack: Sequence[Frame], before: Sequence[Frame]) -> int:
    """How many of the frames in ``before``, from the outermost, are still on the stack.

    Compared by identity: a pass of the same name at the same depth may have been opened since.
    """
    count = 0
    for ours, theirs in zip(stack, before, strict=False):
        if ours is not theirs:
            break
        count += 1
    return count


def take(stack: list[Frame], start: int) -> tuple[IncompletePass, ...]:
    """Remove the frames from index ``start`` on and return them as incomplete, outermost first."""
    frames = stack[start:]
    del stack[start:]
    return tuple(IncompletePass(name, depth, event, state) for name, event, state, _, depth in frames)
