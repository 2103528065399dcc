"""Recording a stretch of a program into a store, without ever standing in its way.

What is wrong with the store or the arguments is said before anything runs. After that nothing here raises
into the program: what cannot be stored stays on disk as a journal, and one `PassEventsWarning` says what to
do.
"""

from __future__ import annotations

import json
import os
import time
import traceback
import warnings
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from passevents.errors import CompileError, PassEventsWarning, StoreError
from passevents.events import PassKind, StackedPassInstrument
from passevents.journal import RecordingObserver, RunJournal, Span, activate, create_run, current_run
from passevents.journal.run import SNAPSHOT_MODES, SnapshotMode
from passevents.store.connect import open_for_writing
from passevents.store.file import journals_folder, remove_empty_folder, store_path
from passevents.store.ingest import ingest
from passevents.store.writer import writer


class Recording:
    """A recording: enter it, compile, leave it. To be entered once.

    While it is entered it is the current run of its context (`passevents.journal.current_run`); adapters
    attached inside record there. Leaving it stores the run as `completed`, or as `failed` with the
    exception that left the body, which always goes on as it was.

    A recording entered inside another is a run of its own, with the outer one as its parent; what happens
    inside goes only there. A forked child records into a run of its own, linked likewise.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        name: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        max_bytes: int | None = None,
        snapshots: SnapshotMode = "none",
    ) -> None:
        self.path = store_path(path)
        self._snapshot_mode = _snapshot_mode(snapshots)
        self._info = {"name": name, "metadata": _json_object(metadata or {})}
        self._max_bytes = _checked_size(max_bytes)
        self._journal: RunJournal | None = None
        self._active = ExitStack()
        self._discarded = False
        self._pid = 0

    def __repr__(self) -> str:
        return f"<Recording {self._journal.id if self._journal else 'not begun'} into {str(self.path)!r}>"

    @property
    def journal(self) -> RunJournal:
        """The run's journal, in a forked child that of its own run; `StoreError` before it has begun."""
        if self._journal is None:
            raise StoreError("This recording has not begun: enter it with `with`.")
        return self._journal.here()

    @property
    def id(self) -> str:
        """The run's id."""
        return self.journal.id

    @property
    def dropped(self) -> int:
        """How many events found no room so far."""
        return self.journal.dropped

    def update(self, **info: Any) -> None:
        """Add to what is known of the run: `compiler`, `compiler_version`, `pipeline`, or anything else."""
        self.journal.update(**info)

    def discard(self) -> None:
        """Store nothing when this recording is left: what was to be observed never began."""
        self._discarded = True

    def instrument(self, kind: PassKind | str = PassKind.pass_, **options: Any) -> StackedPassInstrument:
        """Make an instrument that records the passes it is told of; options as of `StackedPassInstrument`."""
        instrument: StackedPassInstrument = self.journal.instrument(kind, **options)
        return instrument

    def observer(self, kind: PassKind | str = PassKind.pass_, **attributes: Any) -> RecordingObserver:
        """Make an observer that records, for an instrument of your own."""
        return self.journal.observer(kind, **attributes)

    def span(self, name: str, kind: PassKind | str = PassKind.stage, **attributes: Any) -> Span:
        """Record a block as one event, around everything that is recorded inside it."""
        return self.journal.span(name, kind, **attributes)

    def __enter__(self) -> Self:
        """Check the store (made where it is missing) and begin.

        Raises:
            StoreError: It cannot be opened or written; `SchemaVersionError`, `StoreBusyError` are such.
            JournalError: There is no room for the journal.
        """
        if self._journal is not None:
            raise StoreError("A recording can be entered once; make another with `record`.")
        # Not the process's writer: it may be at work for a while, for another thread.
        open_for_writing(self.path).close()
        outer = current_run()
        parent = {"parent_run": outer.id} if outer is not None else {}
        self._journal = create_run(journals_folder(self.path), self._info | parent, max_bytes=self._max_bytes)
        self._journal.snapshot_mode = self._snapshot_mode
        self._pid = os.getpid()
        self._active.enter_context(activate(self._journal))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._active.close()
        journal = self._own_journal()
        if journal is None:
            return
        try:
            _close(journal, error)
            if not self._discarded:
                _store(journal, self.path)
            else:
                journal.remove()
        except Exception as failure:
            # Whatever it is: the program goes on, and the exception of the body is the one it sees.
            _warn_unstored(journal, failure, error)
        finally:
            journal.release()
            remove_empty_folder(journals_folder(self.path))

    def _own_journal(self) -> RunJournal | None:
        """The journal that this process has to close: in a forked child only its own, if it made one."""
        journal = self._journal
        if journal is not None and os.getpid() != self._pid:
            return journal.child
        return journal


def _close(journal: RunJournal, error: BaseException | None) -> None:
    journal.update(duration_ns=time.monotonic_ns() - journal.clock_origin_ns)
    failed = error is not None and not _is_ordinary_exit(error)
    journal.close("failed" if failed else "completed", _text_of(error) if failed else None)


def _store(journal: RunJournal, path: Path) -> None:
    data = journal.read()
    with writer(path) as connection:
        ingest(connection, data)
    journal.remove()


def _warn_unstored(journal: RunJournal, failure: Exception, error: BaseException | None) -> None:
    message = (
        f"The recording {journal.id} could not be stored: {failure} Its journal is kept in"
        f" {str(journal.directory)!r}; run `passevents recover` to store it."
    )
    try:
        warnings.warn(message, PassEventsWarning, stacklevel=3)
    except PassEventsWarning:
        # Warnings are errors here, but the exception of the body comes first.
        if error is None:
            raise


def _snapshot_mode(mode: str) -> SnapshotMode:
    for known in SNAPSHOT_MODES:
        if mode == known:
            return known
    raise StoreError(f"snapshots must be one of {', '.join(SNAPSHOT_MODES)}, not {mode!r}.")


def _checked_size(max_bytes: int | None) -> int | None:
    if max_bytes is None:
        return None
    if isinstance(max_bytes, bool) or not isinstance(max_bytes, int):
        raise TypeError(f"max_bytes must be a whole number of bytes, not {max_bytes!r}")
    if not 0 < max_bytes < 2**63:
        raise StoreError(f"max_bytes must be a number of bytes above 0, not {max_bytes}.")
    return max_bytes


def _is_ordinary_exit(error: BaseException) -> bool:
    return isinstance(error, SystemExit) and error.code in (None, 0)


def _text_of(error: BaseException | None) -> str | None:
    if isinstance(error, CompileError):
        return str(error)  # the compiler's own words; that they came as an exception of ours says nothing
    return None if error is None else "".join(traceback.format_exception_only(error)).strip()


def _json_object(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata as what comes back from the store; raises `StoreError` for what JSON cannot say."""
    try:
        value: dict[str, Any] = json.loads(json.dumps(dict(metadata), default=str, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise StoreError(f"The metadata of a recording must be a JSON object: {error}.") from error
    return value
