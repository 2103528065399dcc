"""A block of Python as one event."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

from passevents._native import Recorder
from passevents.events.model import PassEvent, PassKind
from passevents.events.phase import current_pass_phase
from passevents.journal import frame
from passevents.journal.observer import FAILED, error_text, json_object

if TYPE_CHECKING:
    from passevents.journal.run import RunJournal

_KINDS = tuple(PassKind)


class Span:
    """The context manager of :meth:`passevents.journal.RunJournal.span`; to be entered once.

    ``note(key=value)`` adds attributes that are known only inside. What goes wrong in recording is kept in
    ``run.errors``; exceptions of the block go on as they were.
    """

    def __init__(
        self, run: RunJournal, name: str, kind: PassKind | str, attributes: Mapping[str, Any]
    ) -> None:
        self._run = run
        self._name = str(name)
        self._recorder = Recorder(run.native, _KINDS.index(PassKind(kind)), json_object(attributes))
        self._notes: dict[str, Any] = {}
        self._frame: frame.Frame | None = None
        self.event: PassEvent | None = None

    def note(self, **attributes: Any) -> None:
        """Add attributes, over those given at the start."""
        self._notes.update(attributes)

    def __enter__(self) -> Span:
        run = self._run
        enclosing = run.frame()
        parent, depth = (None, 0) if enclosing is None else (enclosing[0], enclosing[1] + 1)
        self.event = PassEvent(self._name, run.next_sequence(), depth, parent, current_pass_phase())
        try:
            if self._recorder.start(self.event):
                self._frame = frame.push(run.native.token, self.event.sequence, depth)
            else:
                run.check_room()
        except Exception as error:
            run.keep_error(error)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._frame is None or self.event is None:
            return
        frame.pop(self._frame)
        status = FAILED if error is not None else 0
        try:
            self._recorder.finish(self.event, status, None, error_text(error), json_object(self._notes))
        except Exception as own:
            self._run.keep_error(own)
