"""For the tests of those who write observers: an observer that remembers, scripted callbacks, a clock.

>>> from passevents import StackedPassInstrument
>>> from passevents.testing import ObserverLog, play
>>> log = ObserverLog()
>>> play(StackedPassInstrument(log), "[ +canonicalize +cse -cse -canonicalize ]")
>>> [(event.name, event.depth) for event in log.started]
[('canonicalize', 0), ('cse', 1)]
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any

import attrs

from passevents.events.instrument import StackedPassInstrument
from passevents.events.model import IncompletePass, PassEvent
from passevents.events.observer import PassEventObserver


@attrs.frozen
class PassInfo:
    """What a compiler tells its instruments about a pass: as much as they read of it."""

    name: str
    required: tuple[str, ...] = ()


class FakeClock:
    """Nanoseconds that pass only when told to: by ``tick_ns`` at each reading, and by :meth:`advance`."""

    def __init__(self, now_ns: int = 0, tick_ns: int = 0) -> None:
        self.now_ns = now_ns
        self.tick_ns = tick_ns

    def __call__(self) -> int:
        """The time now, in nanoseconds."""
        now = self.now_ns
        self.now_ns += self.tick_ns
        return now

    def advance(self, ns: int) -> None:
        """Let time pass; negative to step back, as a wall clock may."""
        self.now_ns += ns


class ObserverLog(PassEventObserver):
    """Remembers what it was told, in order: ``calls`` holds tuples of the hook's name and what it was about.

    Each started pass gets a state of its own, so that ``calls`` shows whether the right one came back. A hook
    can be made to raise once, after it has remembered the call, by :meth:`fail_once`.
    """

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.started: list[PassEvent] = []
        self.finished: list[PassEvent] = []
        self.failed: list[PassEvent] = []
        self.skipped: list[PassEvent] = []
        self.incomplete: list[IncompletePass] = []
        self.errors: list[BaseException | None] = []
        self.mismatches: list[tuple[str, str | None]] = []
        self._raises: defaultdict[str, deque[BaseException]] = defaultdict(deque)

    def fail_once(self, hook: str, error: BaseException) -> None:
        """Make the next call of ``hook`` raise ``error``; called again, also the one after that."""
        self._raises[hook].append(error)

    @property
    def open(self) -> list[PassEvent]:
        """Events that were started and have not ended in any way, in the order of their start."""
        incomplete = [each.event for each in self.incomplete]
        ended = {id(event) for event in (*self.finished, *self.failed, *incomplete)}
        return [event for event in self.started if id(event) not in ended]

    def enter_pass_context(self) -> None:
        """Remember it."""
        self._called("enter_pass_context")

    def exit_pass_context(self) -> None:
        """Remember it."""
        self._called("exit_pass_context")

    def pass_started(self, mod: Any, event: PassEvent) -> str:
        """Remember the event; the state is ``"state of"`` its name and sequence."""
        self.started.append(event)
        self._called("pass_started", event.name)
        return f"state of {event.name} {event.sequence}"

    def pass_finished(self, mod: Any, event: PassEvent, state: Any) -> None:
        """Remember the event and the state."""
        self.finished.append(event)
        self._called("pass_finished", event.name, state)

    def pass_failed(self, mod: Any, event: PassEvent, state: Any, error: BaseException | None) -> None:
        """Remember the event, the state and the error."""
        self.failed.append(event)
        self.errors.append(error)
        self._called("pass_failed", event.name, state)

    def pass_skipped(self, mod: Any, event: PassEvent) -> None:
        """Remember the event."""
        self.skipped.append(event)
        self._called("pass_skipped", event.name)

    def passes_incomplete(self, passes: Sequence[IncompletePass], error: BaseException | None) -> None:
        """Remember the passes and the error."""
        self.incomplete.extend(passes)
        self.errors.append(error)
        self._called("passes_incomplete", *(each.name for each in passes))

    def callback_mismatch(self, actual: str, expected: str | None) -> None:
        """Remember both names."""
        self.mismatches.append((actual, expected))
        self._called("callback_mismatch", actual, expected)

    def _called(self, hook: str, *about: Any) -> None:
        self.calls.append((hook, *about))
        if self._raises[hook]:
            raise self._raises[hook].popleft()


def play(instrument: StackedPassInstrument, script: str, mod: Any = None) -> None:
    """Call an instrument as a compiler would, word by word.

    ``[`` enters a pass context and ``]`` leaves it; ``+name`` is a before-callback, ``-name`` an
    after-callback, ``!name`` an after-callback of a pass that failed, ``~name`` a skipped pass. Raises
    ValueError for other words.
    """
    for word in script.split():
        if word == "[":
            instrument.enter_pass_ctx()
        elif word == "]":
            instrument.exit_pass_ctx()
        else:
            _call_back(instrument, word, mod)


def _call_back(instrument: StackedPassInstrument, word: str, mod: Any) -> None:
    callbacks = {
        "+": instrument.run_before_pass,
        "-": instrument.run_after_pass,
        "!": instrument.run_after_pass_failed,
        "~": instrument.run_pass_skipped,
    }
    callback = callbacks.get(word[0])
    if callback is None or len(word) == 1:
        raise ValueError(f"{word!r} is no callback: write [ ] +name -name !name or ~name")
    callback(mod, PassInfo(word[1:]))
