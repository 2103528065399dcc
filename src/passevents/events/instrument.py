"""The instrument: takes a compiler's before- and after-callbacks and tells an observer of paired, numbered
events.

Compatible, name by name and in meaning, with the instrument of ``tilelang.instrumentation``, and hardened
where callbacks get lost, hooks raise, or contexts nest. It knows no compiler: whatever calls
``run_before_pass`` and ``run_after_pass`` with an object that has a ``name`` is one.

An instrument serves one compile at a time: its stack belongs to it and not to a thread, so that another
thread may look at ``pending_events`` or call ``abort``. Two threads that compile at the same time need an
instrument each. A forked child starts with an empty stack.
"""

from __future__ import annotations

import itertools
import os
import sys
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

from passevents.errors import ObserverError, PairingError
from passevents.events.active import Entry, activate, deactivate
from passevents.events.failures import HookFailures
from passevents.events.frames import Frame, innermost, still_open, take
from passevents.events.model import IncompletePass, PassEvent
from passevents.events.observer import report_failed, report_skipped
from passevents.events.phase import current_pass_phase, current_scope

CapturePredicate = Callable[[str, int], bool]
SequenceAllocator = Callable[[], int]
PhaseProvider = Callable[[], str | None]
ParentProvider = Callable[[], tuple[int, int] | None]

T = TypeVar("T")

_new_tuple = tuple.__new__


class _Setting(Generic[T]):
    """An attribute that may be set at any time, and of which the instrument keeps a resolved form."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instrument: None, owner: type) -> _Setting[T]: ...
    @overload
    def __get__(self, instrument: StackedPassInstrument, owner: type) -> T: ...
    def __get__(self, instrument: StackedPassInstrument | None, owner: type) -> _Setting[T] | T:
        if instrument is None:
            return self
        value: T = instrument._settings[self._name]
        return value

    def __set__(self, instrument: StackedPassInstrument, value: T) -> None:
        instrument._settings[self._name] = value
        instrument._resolve()


class StackedPassInstrument:
    """Pairs nested pass callbacks and hands normalized events to ``observer``.

    ``capture_nested=False`` observes only the outermost passes and ``capture_predicate(name, depth)``
    chooses further; both count ``depth`` in this instrument's own stack, and passes that are not captured
    are paired all the same. ``sequence_allocator`` gives the sequence numbers; without one they count from
    zero, and start again whenever the instrument is entered from idle. ``phase_provider`` gives the phase.

    ``parent_provider`` gives ``(sequence, depth)`` of an event of another source that is open around the
    next pass, or None: asked when no pass is open here, and where numbers come from an allocator (shared
    with that source) also within a pass. The event with the larger sequence is the inner one, and becomes
    the parent.

    An observer that records brings both with it, as attributes of these names, which are used where the
    argument is not given: events of one recording must not share a number.

    An after-callback that skips open passes closes its own and reports only those above it as incomplete;
    with ``strict=True`` it is a mismatch that drains everything, as in TileLang.

    All arguments are attributes and may be changed at any time. The hooks of the observer are looked up
    when it is set and when a context is entered. Raises :class:`passevents.errors.ObserverError` if it has
    none.
    """

    # Slots are the fastest attributes there are, and stay so when a user adds one of their own.
    __slots__ = (
        "__dict__",
        "__weakref__",
        "_allocate",
        "_captures",
        "_finished",
        "_inherited",
        "_numbers",
        "_own_entries",
        "_plain",
        "_settings",
        "_stack",
        "_started",
        "strict",
    )

    observer = _Setting[Any]()
    capture_nested = _Setting[bool]()
    capture_predicate = _Setting[CapturePredicate | None]()
    sequence_allocator = _Setting[SequenceAllocator | None]()
    phase_provider = _Setting[PhaseProvider]()
    parent_provider = _Setting[ParentProvider | None]()

    def __init__(
        self,
        observer: Any,
        *,
        capture_nested: bool = True,
        capture_predicate: CapturePredicate | None = None,
        sequence_allocator: SequenceAllocator | None = None,
        phase_provider: PhaseProvider = current_pass_phase,
        parent_provider: ParentProvider | None = None,
        strict: bool = False,
    ) -> None:
        self._stack: list[Frame] = []
        self._inherited: list[Frame] = []
        self._own_entries: list[Entry] = []
        self._numbers = itertools.count()
        self.strict = strict
        self._settings: dict[str, Any] = {
            "observer": observer,
            "capture_nested": capture_nested,
            "capture_predicate": capture_predicate,
            "sequence_allocator": sequence_allocator or getattr(observer, "sequence_allocator", None),
            "phase_provider": phase_provider,
            "parent_provider": parent_provider or getattr(observer, "parent_provider", None),
        }
        self._resolve()
        _instruments.add(self)

    def _resolve(self) -> None:
        """Look everything up that is needed for every pass."""
        try:
            self._started = self.observer.pass_started
            self._finished = self.observer.pass_finished
        except AttributeError as error:
            raise ObserverError(
                f"{self.observer!r} is no observer ({error}); derive it from passevents.PassEventObserver"
            ) from error
        self._allocate = self.sequence_allocator or self._numbers.__next__
        self._captures = self.capture_predicate if self.capture_nested else self._captures_outermost
        ordinary_phase = self.phase_provider is current_pass_phase
        self._plain = ordinary_phase and self._captures is None and self.parent_provider is None

    def _captures_outermost(self, name: str, depth: int) -> bool:
        return depth == 0 and (self.capture_predicate is None or self.capture_predicate(name, depth))

    @property
    def pending_events(self) -> tuple[PassEvent, ...]:
        """The captured events that are open, outermost first."""
        return tuple(frame[1] for frame in self._stack if frame[1] is not None)

    def enter_pass_ctx(self) -> None:
        """A pass context is entered; passes that are open stay open around it."""
        if not self._own_entries:
            self._restart()
        self._resolve()
        entry = Entry(self, self._stack)
        self._own_entries.append(entry)
        activate(entry)
        try:
            self.observer.enter_pass_context()
        except BaseException:
            self._leave(entry)
            raise

    def exit_pass_ctx(self) -> None:
        """A pass context is left: the passes opened in it and not closed are incomplete.

        The exception in flight is their error, unless it was being handled already when the context was
        entered.
        """
        entry = self._own_entries[-1] if self._own_entries else None
        error = sys.exception()
        if entry is not None and error is entry.handling:
            error = None
        failures = HookFailures()
        with failures:
            self._drain(0 if entry is None else still_open(self._stack, entry.frames), error)
        with failures:
            self.observer.exit_pass_context()
        if entry is not None:
            self._leave(entry)
        failures.surface(compile_error=error)

    def run_before_pass(self, mod: Any, info: Any) -> None:
        """A pass is about to run on ``mod``. It is open from now on, whatever the hooks do."""
        name = info.name
        if name.__class__ is not str:
            name = str(name)
        stack = self._stack
        if stack:
            _, _, _, parent, depth = stack[-1]
            depth += 1
        else:
            parent = None
            depth = 0
        event: PassEvent | None
        sequence: int | None
        try:
            if self._plain:
                sequence = self._allocate()
                event = _new_tuple(PassEvent, (name, sequence, depth, parent, current_scope().name))
            else:
                event, sequence, depth = self._identify(name, parent, depth)
        except BaseException:
            stack.append([name, None, None, parent, depth])
            raise
        frame = [name, event, None, sequence, depth]
        stack.append(frame)
        if event is not None:
            frame[2] = self._started(mod, event)

    def run_after_pass(self, mod: Any, info: Any) -> None:
        """A pass ended, and left ``mod``."""
        actual = info.name
        stack = self._stack
        if stack:
            frame = stack.pop()
            name, event, state, _, _ = frame
            if name == actual:
                if event is not None:
                    self._finished(mod, event, state)
                return
            stack.append(frame)
        self._close(str(actual), lambda event, state: self._finished(mod, event, state))

    def run_after_pass_failed(self, mod: Any, info: Any, error: BaseException | None = None) -> None:
        """A pass ended, and the compiler says that it failed; instead of :meth:`run_after_pass`."""
        self._close(
            str(info.name), lambda event, state: report_failed(self.observer, mod, event, state, error)
        )

    def run_pass_skipped(self, mod: Any, info: Any) -> None:
        """A pass is not run because control decided so; there is no after-callback for it."""
        parent, depth = self._stack[-1][3:] if self._stack else (None, -1)
        event, _, _ = self._identify(str(info.name), parent, depth + 1)
        if event is not None:
            report_skipped(self.observer, mod, event)

    def abort(self, error: BaseException | None = None) -> tuple[IncompletePass, ...]:
        """Give up all open passes, tell the observer, and return them outermost first."""
        return self._drain(0, error)

    def abandon(self, depth: int) -> tuple[IncompletePass, ...]:
        """Give up the open passes from ``depth`` on: they ended without an after-callback."""
        return self._drain(depth, None)

    def __tvm_ffi_object__(self) -> Any:
        """Make TVM's own instrument of this one; TVM asks for it by this name, and its adapter answers."""
        from passevents.events.adapter import load_adapter  # slow to import, and rarely needed

        return load_adapter("tvm").pass_instrument(self)

    def _identify(
        self, name: str, parent: int | None, depth: int
    ) -> tuple[PassEvent | None, int | None, int]:
        """The next pass's event, the sequence that passes inside it name as their parent, and its depth."""
        if self.parent_provider is not None:
            parent, depth = self._enclosing(self.parent_provider, parent, depth)
        if self._captures is not None and not self._captures(name, len(self._stack)):
            return None, parent, depth
        sequence = self._allocate()
        event = _new_tuple(PassEvent, (name, sequence, depth, parent, self.phase_provider()))
        return event, sequence, depth

    def _enclosing(self, provider: ParentProvider, parent: int | None, depth: int) -> tuple[int | None, int]:
        """Parent and depth of the next event, where another source may have an event open around it."""
        if self._stack and self.sequence_allocator is None:
            return parent, depth  # numbers that are not shared say nothing about which is the inner one
        outer = provider()
        if outer is None or (parent is not None and outer[0] <= parent):
            return parent, depth
        return outer[0], outer[1] + 1

    def _close(self, name: str, report: Callable[[PassEvent, Any], object]) -> None:
        """Close the pass ``name``, wherever it is open."""
        stack = self._stack
        index = innermost(stack, name)
        if index is None or (self.strict and index != len(stack) - 1):
            if not self._closes_inherited(name):
                self._mismatch(name)
            return
        above = take(stack, index + 1)
        _, event, state, _, _ = stack.pop()
        failures = HookFailures()
        if above:
            with failures:
                self.observer.passes_incomplete(above, None)
        if event is not None:
            with failures:
                report(event, state)
        failures.surface()

    def _closes_inherited(self, name: str) -> bool:
        """Whether the pass was opened by the parent of this forked process, and is not ours to report."""
        index = innermost(self._inherited, name)
        if index is not None:
            del self._inherited[index:]
        return index is not None

    def _mismatch(self, name: str) -> None:
        expected = self._stack[-1][0] if self._stack else None
        failures = HookFailures()
        with failures:
            self.observer.callback_mismatch(name, expected)
        error = PairingError(f"{name!r} ended, but is not open; the innermost open pass is {expected!r}")
        with failures:
            self._drain(0, error)
        failures.surface()

    def _drain(self, start: int, error: BaseException | None) -> tuple[IncompletePass, ...]:
        incomplete = take(self._stack, start)
        if incomplete:
            self.observer.passes_incomplete(incomplete, error)
        return incomplete

    def _restart(self) -> None:
        """From idle: whatever was left open outside of any context is over, and numbering starts again."""
        self._inherited.clear()
        self._drain(0, None)
        self._numbers = itertools.count()

    def _leave(self, entry: Entry) -> None:
        """Forget an entry, whichever order instruments leave in, and in whichever context."""
        self._own_entries.remove(entry)
        deactivate(entry)

    def _forked(self) -> None:
        """In a child: what is open belongs to the parent, which will report it."""
        self._inherited += self._stack
        self._stack.clear()


_instruments: weakref.WeakSet[StackedPassInstrument] = weakref.WeakSet()


def _after_fork_in_child() -> None:
    for instrument in tuple(_instruments):
        instrument._forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
