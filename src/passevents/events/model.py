"""What is known of one compiler pass, action or stage: while it is open, and when it has ended.

An *event* is an observation made at the start; a *record* is an event that ended, with times and status. All
classes here are immutable, may be shared between threads, and hold nothing of the compiler: an observer that
needs the module must look at it while its hook runs.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, NamedTuple

import attrs


class PassKind(enum.StrEnum):
    """What sort of work an event observes. The order is part of the journal's format."""

    pass_ = "pass"
    action = "action"
    pipeline = "pipeline"
    analysis = "analysis"
    stage = "stage"
    codegen = "codegen"
    diagnostic = "diagnostic"


class PassStatus(enum.StrEnum):
    """How an event ended. The order is part of the journal's format."""

    completed = "completed"
    """It ended as it should."""
    failed = "failed"
    """The compiler said that it failed."""
    skipped = "skipped"
    """Control decided that it does not run."""
    incomplete = "incomplete"
    """It was opened and never closed, and has been drained."""
    lost = "lost"
    """Its process died while it was open."""


class PassEvent(NamedTuple):
    """Identity of one observed pass, fixed when it starts.

    ``sequence`` is the start order, ``depth`` the number of frames that were open around it (0 for the
    outermost), ``parent_sequence`` that of the nearest *captured* pass around it, ``phase`` the user's
    label.

    A named tuple and not an attrs class: making one costs a third, and one is made for every pass.
    """

    name: str
    sequence: int
    depth: int
    parent_sequence: int | None
    phase: str | None


@attrs.frozen
class IncompletePass:
    """A pass that was opened and got no matching after-callback.

    ``event`` is None where the pass was not captured; ``state`` is what the observer's start hook returned.
    """

    name: str
    depth: int
    event: PassEvent | None
    state: Any


@attrs.frozen
class Location:
    """A place in the source. ``line`` and ``column`` count from 1.

    ``text`` is the compiler's own spelling, present only where it says more than file, line and column:
    a fused location, a call site, a name.
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None
    text: str | None = None

    def __str__(self) -> str:
        if self.file is None:
            return self.text or "unknown"
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@attrs.frozen
class IRUnit:
    """A piece of the program that an event worked on.

    ``kind`` is ``"operation"``, ``"region"``, ``"block"`` or ``"value"``; ``operation`` names the operation
    that it is or belongs to.
    """

    kind: str
    operation: str | None = None
    location: Location | None = None


@attrs.frozen
class Diagnostic:
    """Something the compiler said: ``severity`` is ``"error"``, ``"warning"``, ``"remark"`` or ``"note"``."""

    severity: str
    message: str
    location: Location | None = None
    notes: tuple[Diagnostic, ...] = ()


@attrs.frozen
class PassRecord:
    """An event that ended, or (``end_ns`` is None) one that was still open when it was read.

    ``start_ns`` and ``end_ns`` are monotonic nanoseconds since the start of the recording; ``thread`` is
    the operating system's thread id. ``changed`` says whether anything was changed (of a pattern: whether
    it matched) and is None where that is unknown; ``iteration`` is a greedy driver's, from 1. ``detail`` is
    the compiler's own description, ``error`` the text of what it failed with.
    """

    event: PassEvent
    kind: PassKind
    status: PassStatus
    start_ns: int
    end_ns: int | None
    thread: int
    tag: str | None = None
    changed: bool | None = None
    iteration: int | None = None
    detail: str | None = None
    ir_units: tuple[IRUnit, ...] = ()
    attributes: Mapping[str, Any] = attrs.field(factory=dict)
    error: str | None = None

    @property
    def duration_ns(self) -> int | None:
        """Nanoseconds from start to end; None while it is open."""
        return None if self.end_ns is None else self.end_ns - self.start_ns
