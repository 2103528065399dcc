"""The observer that records: Python's pass events go into a run's journal."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from passevents._native import Recorder
from passevents.events.model import IncompletePass, PassEvent, PassKind, PassStatus
from passevents.events.observer import PassEventObserver
from passevents.journal import frame
from passevents.journal.encoding import json_text
from passevents.journal.frame import get_innermost, set_innermost

if TYPE_CHECKING:
    from passevents.journal.run import RunJournal

_KINDS = tuple(PassKind)
_STATUSES = tuple(PassStatus)
FAILED = _STATUSES.index(PassStatus.failed)
SKIPPED = _STATUSES.index(PassStatus.skipped)
INCOMPLETE = _STATUSES.index(PassStatus.incomplete)


def json_object(attributes: Mapping[str, Any]) -> str | None:
    """Attributes as the journal keeps them; what is not JSON is kept as its text."""
    return json_text(attributes) if attributes else None


def error_text(error: BaseException | None) -> str | None:
    """An exception as its traceback would end: its type and message."""
    return None if error is None else "".join(traceback.format_exception_only(error)).strip()


class RecordingObserver(PassEventObserver):
    """Records the events it is told of into ``run``. Any thread may use it.

    Nothing that goes wrong here reaches the compiler: it is kept in ``run.errors``, and warned about once.
    It brings the run's numbers to whatever instrument it is on.
    """

    def __init__(self, run: RunJournal, kind: PassKind | str = PassKind.pass_, **attributes: Any) -> None:
        self._kind = _KINDS.index(PassKind(kind))
        self._attributes = json_object(attributes)
        self._bind(run)

    def _bind(self, run: RunJournal) -> None:
        self._run = run
        self._token = run.native.token
        self._recorder = Recorder(run.native, self._kind, self._attributes)
        self._start = self._recorder.start
        self._complete = self._recorder.complete

    def sequence_allocator(self) -> int:
        """Give the next number of the run, for whatever instrument this observer is on."""
        return self._run.next_sequence()

    def parent_provider(self) -> tuple[int, int] | None:
        """Give (sequence, depth) of what encloses the next event in the run."""
        return self._run.frame()

    def pass_started(self, mod: Any, event: PassEvent) -> frame.Frame | None:
        """Write the begin. The state is the frame, or None where nothing was recorded."""
        try:
            if self._start(event):
                state = [self._token, event[1:3], get_innermost(), True]
                set_innermost(state)
                return state
            return self._not_started(event)
        except Exception as error:
            self._run.keep_error(error)
            return None

    def _not_started(self, event: PassEvent) -> frame.Frame | None:
        """There was no room, or this is a forked child, whose events go into a run of their own."""
        run = self._run.here()
        if run is self._run:
            run.check_room()
            return None
        self._bind(run)
        return self.pass_started(None, event)

    def pass_finished(self, mod: Any, event: PassEvent, state: frame.Frame | None) -> None:
        """Write the end."""
        if state is None:
            return
        try:
            state[3] = False
            if get_innermost() is state:
                set_innermost(state[2])
            self._complete(event)
        except Exception as error:
            self._run.keep_error(error)

    def pass_failed(self, mod: Any, event: PassEvent, state: Any, error: BaseException | None) -> None:
        """Write the end of a pass that said that it failed."""
        self._end(event, state, FAILED, error)

    def pass_skipped(self, mod: Any, event: PassEvent) -> None:
        """Write begin and end of a pass that was not run."""
        self._end(event, self.pass_started(mod, event), SKIPPED, None)

    def passes_incomplete(self, passes: Sequence[IncompletePass], error: BaseException | None) -> None:
        """Write the ends of passes that will never be closed, the innermost first."""
        for each in reversed(passes):
            if each.event is not None:
                self._end(each.event, each.state, INCOMPLETE, error)

    def callback_mismatch(self, actual: str, expected: str | None) -> None:
        """Count it and warn: the passes concerned are reported as incomplete."""
        self._run.count_mismatch(actual, expected)

    def _end(
        self, event: PassEvent, state: frame.Frame | None, status: int, error: BaseException | None
    ) -> None:
        if state is None:
            return
        try:
            frame.pop(state)
            self._recorder.finish(event, status, None, error_text(error))
        except Exception as own:
            self._run.keep_error(own)
