"""Handing a session's events to its telemetry callback and its observer.

Both are called in the order of time, at a drain, by whoever drains: the user's thread or the drain timer,
never two at once. What they raise never stops the others and never reaches the compiler: it is kept.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from passevents._native import Cursor
from passevents.events.model import IncompletePass, PassKind, PassRecord, PassStatus
from passevents.events.observer import report_failed, report_skipped

from .records import RecordStream

TelemetryCallback = Callable[[tuple[str, ...], dict[str, Any], dict[str, Any]], object]

ACTION_START = ("mlir", "compilation", "action", "start")
ACTION_STOP = ("mlir", "compilation", "action", "stop")

_KEPT_ERRORS = 100


class CallbackErrors(list[Exception]):
    """What callbacks raised: the first hundred, and a warning for the very first."""

    def keep(self, error: Exception) -> None:
        """Keep one. Raises nothing, also where warnings are errors."""
        if not self:
            with suppress(Warning):
                text = f"passevents: a callback of an MLIR session raised {error!r}"
                warnings.warn(text, RuntimeWarning, stacklevel=2)
        if len(self) < _KEPT_ERRORS:
            self.append(error)


class Delivery:
    """Delivers what the cursor gives, and keeps what goes wrong with it in ``errors``."""

    def __init__(
        self,
        cursor: Cursor,
        origin_ns: int,
        telemetry: TelemetryCallback | None,
        metadata: Mapping[str, Any] | None,
        observer: Any,
        errors: CallbackErrors,
    ) -> None:
        self._errors = errors
        self._cursor = cursor
        self._origin_ns = origin_ns
        self._telemetry = telemetry
        self._metadata = dict(metadata or {})
        self._observer = observer
        self._states: dict[int, Any] = {}
        self._stream = RecordStream()
        self._lock = threading.Lock()
        self._deliverer: int | None = None
        self._ending = False

    @property
    def is_mine(self) -> bool:
        """Whether this thread is delivering, that is, within a callback."""
        return self._deliverer == threading.get_ident()

    def deliver(self) -> None:
        """Deliver all that was recorded since the last time. From within a callback it does nothing."""
        if self.is_mine:
            return
        with self._lock:
            self._deliverer = threading.get_ident()
            try:
                self._deliver()
                if self._ending:
                    self._tell_incomplete()
            finally:
                self._deliverer = None

    def give_up(self) -> None:
        """Deliver the rest, and tell the observer of the actions that will not be seen to end.

        From within a callback that is done once the delivery under way has come to its end.
        """
        self._ending = True
        self.deliver()

    def _tell_incomplete(self) -> None:
        records = [record for record in self._stream.open_records() if record.event.sequence in self._states]
        states, self._states = self._states, {}
        if self._observer is None or not records:
            return
        passes = [
            IncompletePass(record.event.name, record.event.depth, record.event, states[record.event.sequence])
            for record in records
        ]
        self._isolated(self._observer.passes_incomplete, passes, None)

    def _deliver(self) -> None:
        # What the compiler says is no pass: neither has a hook for it.
        sides = [
            side for side in self._stream.feed(self._cursor.read()) if side[1].kind is not PassKind.diagnostic
        ]
        # An observer hears of a skipped pass only that it was skipped, which is known at its end.
        skipped = {record.event.sequence for _, record in sides if record.status is PassStatus.skipped}
        for is_begin, record in sides:
            if self._telemetry is not None:
                self._isolated(self._emit, is_begin, record)
            if self._observer is None or (is_begin and record.event.sequence in skipped):
                continue
            self._isolated(self._started if is_begin else self._ended, record)

    def _emit(self, is_begin: bool, record: PassRecord) -> None:
        assert self._telemetry is not None
        time_ns = record.start_ns if record.end_ns is None else record.end_ns
        measurements = {"monotonic_time_ns": self._origin_ns + time_ns}
        metadata = {**self._metadata, **_own_metadata(record)}
        if is_begin:
            self._telemetry(ACTION_START, measurements, metadata)
            return
        measurements["duration_ns"] = record.duration_ns or 0
        metadata |= {"status": str(record.status), "changed": record.changed, "error": record.error}
        self._telemetry(ACTION_STOP, measurements, metadata)

    def _started(self, record: PassRecord) -> None:
        sequence = record.event.sequence
        self._states[sequence] = None
        self._states[sequence] = self._observer.pass_started(None, record.event)

    def _ended(self, record: PassRecord) -> None:
        was_started = record.event.sequence in self._states
        state = self._states.pop(record.event.sequence, None)
        if record.status is PassStatus.failed:
            report_failed(self._observer, None, record.event, state, None)
        elif record.status is PassStatus.skipped and not was_started:
            report_skipped(self._observer, None, record.event)
        else:
            self._observer.pass_finished(None, record.event, state)

    def _isolated(self, call: Callable[..., object], *arguments: Any) -> None:
        try:
            call(*arguments)
        except Exception as error:
            self._errors.keep(error)


def _own_metadata(record: PassRecord) -> dict[str, Any]:
    unit = record.ir_units[0] if record.ir_units else None
    return {
        "kind": str(record.kind),
        "tag": record.tag,
        "name": record.event.name,
        "sequence": record.event.sequence,
        "parent_sequence": record.event.parent_sequence,
        "depth": record.event.depth,
        "phase": record.event.phase,
        "thread": record.thread,
        "detail": record.detail,
        "iteration": record.iteration,
        "operation": unit.operation if unit else None,
        "location": str(unit.location) if unit and unit.location else None,
    }
