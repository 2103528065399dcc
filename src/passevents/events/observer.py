"""Observers: the hooks that consumers of pass events implement, and several of them as one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from passevents.events.failures import HookFailures
from passevents.events.model import IncompletePass, PassEvent


class PassEventObserver:
    """The hooks, doing nothing; override those of interest.

    They run on the thread of the compiler, between its passes, and an exception from one reaches the
    compiler. Every event handed to ``pass_started`` is handed exactly once to ``pass_finished``,
    ``pass_failed`` or ``passes_incomplete``, also when the start hook raised (its state is then None). The
    module is the compiler's own and may change as soon as the hook returns.
    """

    def enter_pass_context(self) -> None:
        """A pass context was entered; raising here undoes the entry."""

    def exit_pass_context(self) -> None:
        """A pass context is being left. Incomplete passes, if any, have been reported before."""

    def pass_started(self, mod: Any, event: PassEvent) -> Any:
        """A pass is about to run on ``mod``. What is returned comes back as ``state`` when it ends."""
        return None

    def pass_finished(self, mod: Any, event: PassEvent, state: Any) -> None:
        """A pass ended, and left ``mod``."""

    def pass_failed(self, mod: Any, event: PassEvent, state: Any, error: BaseException | None) -> None:
        """The compiler said that a pass failed. By default reported as an incomplete pass."""
        self.passes_incomplete((IncompletePass(event.name, event.depth, event, state),), error)

    def pass_skipped(self, mod: Any, event: PassEvent) -> None:
        """A pass was not run because control decided so; neither started nor finished is called for it."""

    def passes_incomplete(self, passes: Sequence[IncompletePass], error: BaseException | None) -> None:
        """Passes were opened and will never be closed; outermost first. ``error`` is why, if known."""

    def callback_mismatch(self, actual: str, expected: str | None) -> None:
        """An after-callback came for ``actual``, which is not open; ``expected`` is the innermost one."""


def report_failed(observer: Any, mod: Any, event: PassEvent, state: Any, error: BaseException | None) -> None:
    """Tell any observer of a failed pass, also one that was written without the optional hook."""
    hook = getattr(observer, "pass_failed", None)
    if hook is None:
        observer.passes_incomplete((IncompletePass(event.name, event.depth, event, state),), error)
    else:
        hook(mod, event, state, error)


def report_skipped(observer: Any, mod: Any, event: PassEvent) -> None:
    """Tell any observer of a skipped pass, if it wants to know."""
    hook = getattr(observer, "pass_skipped", None)
    if hook is not None:
        hook(mod, event)


def _first(observers: Iterable[Any], name: str) -> Any:
    """Return the attribute of the first observer that has it, or None."""
    return next((value for each in observers if (value := getattr(each, name, None)) is not None), None)


class ObserverGroup(PassEventObserver):
    """Several observers on one instrument, called in their order, each with a state of its own.

    A hook that raises keeps none of the others from being called. The first exception is raised when all
    have been; what others raised is added to it as notes - but an interrupt (any exception that is not an
    ``Exception``) goes before an ordinary error. A context that not all could enter is left again by those
    that did, so that each opens and closes exactly once.
    """

    def __init__(self, observers: Iterable[Any]) -> None:
        self.observers = tuple(observers)
        # The numbers and parents that one of the observers brings with it (see StackedPassInstrument).
        self.sequence_allocator = _first(self.observers, "sequence_allocator")
        self.parent_provider = _first(self.observers, "parent_provider")
        self._entered: list[None] = []
        # States of passes whose start hooks raised in part: an exception has no return value beside it.
        # The event is kept so that its id stays its own.
        self._unreturned: dict[int, tuple[PassEvent, tuple[Any, ...]]] = {}

    def enter_pass_context(self) -> None:
        """Enter all; if one raises, leave those that were entered, and raise."""
        failures = HookFailures()
        entered = []
        for observer in self.observers:
            with failures:
                observer.enter_pass_context()
                entered.append(observer)
        if failures.first is None:
            self._entered.append(None)
            return
        for observer in reversed(entered):
            with failures:
                observer.exit_pass_context()
        failures.surface()

    def exit_pass_context(self) -> None:
        """Leave all. Nothing if none is entered."""
        if self._entered:  # else the entry failed, and was undone then
            self._entered.pop()
            self._tell(lambda observer, _: observer.exit_pass_context())

    def pass_started(self, mod: Any, event: PassEvent) -> tuple[Any, ...]:
        """Start in all; the state is the tuple of theirs."""
        states: list[Any] = []
        failures = None
        for observer in self.observers:
            try:
                states.append(observer.pass_started(mod, event))
            except BaseException as error:
                states.append(None)
                failures = _added(failures, error)
        if failures is not None:
            self._unreturned[id(event)] = (event, tuple(states))
            failures.surface()
        return tuple(states)

    def pass_finished(self, mod: Any, event: PassEvent, state: Any) -> None:
        """Finish in all, each with its own state."""
        failures = None
        for observer, own in zip(self.observers, self._states(event, state), strict=True):
            try:
                observer.pass_finished(mod, event, own)
            except BaseException as error:
                failures = _added(failures, error)
        if failures is not None:
            failures.surface()

    def pass_failed(self, mod: Any, event: PassEvent, state: Any, error: BaseException | None) -> None:
        """Tell all, each with its own state."""
        states = self._states(event, state)
        self._tell(lambda observer, own: report_failed(observer, mod, event, own, error), states)

    def pass_skipped(self, mod: Any, event: PassEvent) -> None:
        """Tell all that have the hook."""
        self._tell(lambda observer, _: report_skipped(observer, mod, event))

    def passes_incomplete(self, passes: Sequence[IncompletePass], error: BaseException | None) -> None:
        """Tell all, each with its own states."""
        states = [self._states(each.event, each.state) for each in passes]
        own_passes = [
            tuple(attrs.evolve(each, state=own[index]) for each, own in zip(passes, states, strict=True))
            for index in range(len(self.observers))
        ]
        self._tell(lambda observer, own: observer.passes_incomplete(own, error), own_passes)

    def callback_mismatch(self, actual: str, expected: str | None) -> None:
        """Tell all."""
        self._tell(lambda observer, _: observer.callback_mismatch(actual, expected))

    def _states(self, event: PassEvent | None, state: Any) -> Sequence[Any]:
        """Each observer's own state out of that of the group."""
        if isinstance(state, tuple) and event is not None:
            return state
        _, states = self._unreturned.pop(id(event), (None, (None,) * len(self.observers)))
        return states

    def _tell(self, call: Callable[[Any, Any], object], own: Iterable[Any] = itertools.repeat(None)) -> None:
        failures = HookFailures()
        for observer, part in zip(self.observers, own, strict=False):
            with failures:
                call(observer, part)
        failures.surface()


def _added(failures: HookFailures | None, error: BaseException) -> HookFailures:
    """The collection with one more; made only when something failed, as nothing does for most passes."""
    failures = failures or HookFailures()
    failures.add(error)
    return failures
