"""The observer that keeps the program's text before and after each pass, beside recording the pass."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from passevents.events.model import PassEvent, PassKind
from passevents.journal.frame import Frame
from passevents.journal.observer import RecordingObserver
from passevents.journal.snapshots import Moment

if TYPE_CHECKING:
    from passevents.journal.run import RunJournal


class SnapshotObserver(RecordingObserver):
    """Records the events it is told of, and the text of the program before and after each.

    ``text`` makes the text of what the compiler hands over. ``fingerprint`` makes something cheap that is
    equal for equal programs: a program whose fingerprint has been seen is not printed again, so that a pass
    which changed nothing costs only that. Without one every program is printed; each distinct text is kept
    once all the same. ``remember`` is given the program that a pass left, and answers with a test of
    whether a program is that very one, untouched, as the next pass's mostly is; what the test holds is let
    go of before that pass runs.

    The text is made before the pass's time begins and after it has ended, and so is part only of the time
    of the passes around it. A program that cannot be printed has no snapshot; the error is kept in
    ``run.errors``. One observer serves one compile at a time.
    """

    def __init__(
        self,
        run: RunJournal,
        kind: PassKind | str = PassKind.pass_,
        *,
        text: Callable[[Any], str] = str,
        fingerprint: Callable[[Any], Hashable] | None = None,
        remember: Callable[[Any], Callable[[Any], bool]] | None = None,
        **attributes: Any,
    ) -> None:
        super().__init__(run, kind, **attributes)
        self._text = text
        self._fingerprint = fingerprint
        self._remember = remember

    def _bind(self, run: RunJournal) -> None:
        super()._bind(run)
        # What is known are indices of that run's log.
        self._known: dict[Hashable, int] = {}
        self._last: tuple[Callable[[Any], bool], int | None] | None = None

    def pass_started(self, mod: Any, event: PassEvent) -> Frame | None:
        """Keep the program, and write the begin."""
        run = self._run.here()
        if run is not self._run:  # in a forked child, whose run is its own
            self._bind(run)
        snapshot = self._look_again(mod)
        state = super().pass_started(mod, event)
        if state is not None:
            self._link(event, "before", snapshot)
        return state

    def pass_finished(self, mod: Any, event: PassEvent, state: Frame | None) -> None:
        """Write the end, and keep the program."""
        super().pass_finished(mod, event, state)
        if state is not None:
            snapshot = self._look(mod)
            self._link(event, "after", snapshot)
            self._keep(mod, snapshot)

    def exit_pass_context(self) -> None:
        """Let go of the last program."""
        super().exit_pass_context()
        self._last = None

    def _keep(self, mod: Any, snapshot: int | None) -> None:
        if self._remember is None:
            return
        try:
            self._last = (self._remember(mod), snapshot)
        except Exception as error:
            self._run.keep_error(error)

    def _look_again(self, mod: Any) -> int | None:
        """As :meth:`_look`, for a program that may be the last one.

        That is let go of: who holds a program makes the pass copy what it could have changed.
        """
        last, self._last = self._last, None
        try:
            if last is not None and last[0](mod):
                return last[1]
        except Exception as error:
            self._run.keep_error(error)
        return self._look(mod)

    def _look(self, mod: Any) -> int | None:
        """The index of the program's text; None where there is none."""
        try:
            if self._fingerprint is None:
                return self._run.snapshots.add(self._text(mod))
            fingerprint = self._fingerprint(mod)
            if fingerprint not in self._known:
                self._known[fingerprint] = self._run.snapshots.add(self._text(mod))
            return self._known[fingerprint]
        except Exception as error:
            self._run.keep_error(error)
            return None

    def _link(self, event: PassEvent, moment: Moment, snapshot: int | None) -> None:
        if snapshot is None:
            return
        try:
            self._run.snapshots.link(event.sequence, moment, snapshot)
        except OSError as error:
            self._run.keep_error(error)
