"""A recording in progress: its journal, what is known of the run, and the ways to write into it.

Any thread may use it. It belongs to the process that created it: a forked child has a run of its own
(:meth:`RunJournal.here`), with the id of this one as ``parent_run``.
"""

from __future__ import annotations

import os
import platform
import socket
import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar

from passevents._native import Journal, JournalReader
from passevents.errors import JournalError, PassEventsWarning
from passevents.events.instrument import StackedPassInstrument
from passevents.events.model import PassKind
from passevents.journal import folder, frame, native_snapshots
from passevents.journal.encoding import json_text
from passevents.journal.identity import new_run_id
from passevents.journal.observer import RecordingObserver
from passevents.journal.reading import JournalData
from passevents.journal.snapshot_observer import SnapshotObserver
from passevents.journal.snapshots import SnapshotLog
from passevents.journal.span import Span

SnapshotMode = Literal["none", "changed", "all"]
SNAPSHOT_MODES: tuple[SnapshotMode, ...] = ("none", "changed", "all")

_KEPT_ERRORS = 100

Instrument = TypeVar("Instrument", bound=StackedPassInstrument)


class RunJournal:
    """One recording. Made by :func:`create_run` and :func:`memory_run`.

    ``id`` is a UUIDv7, ``native`` the journal that adapters write to, ``clock_origin_ns`` the raw
    ``time.monotonic_ns()`` from which the times of its records count, ``errors`` what went wrong while
    recording (the first hundred), ``snapshots`` the texts of the program, which adapters and ``observer()``
    keep there as ``snapshot_mode`` asks.
    """

    def __init__(
        self, run_id: str, native: Journal, runs_folder: Path | None, info: Mapping[str, Any]
    ) -> None:
        self.id = run_id
        self.native = native
        self.runs_folder = runs_folder
        self.clock_origin_ns = native.origin_ns
        self.errors: list[BaseException] = []
        self.next_sequence: Callable[[], int] = native.next_sequence
        self._token = native.token
        self._action = native.current_action
        self._info: dict[str, Any] = {}
        self._closers: list[Callable[[], object]] = []
        self._instruments: weakref.WeakSet[StackedPassInstrument] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._process = os.getpid()
        self._child: RunJournal | None = None
        self.snapshots = SnapshotLog(self.directory)
        self.snapshot_mode: SnapshotMode = "none"
        self._warned: set[str] = set()
        self._error_count = self._mismatches = 0
        self.closed = False
        self.update(**_facts(run_id, native), **info)
        _runs.add(self)

    def __repr__(self) -> str:
        return f"<RunJournal {self.id} {'in memory' if self.directory is None else self.directory}>"

    @property
    def directory(self) -> Path | None:
        """The folder of the journal; None in memory."""
        return Path(self.native.directory) if self.native.directory else None

    @property
    def info(self) -> dict[str, Any]:
        """What is known of the run."""
        return dict(self._info)

    @property
    def dropped(self) -> int:
        """Events that found no room: the disk was full, or ``max_bytes`` was reached."""
        return self.native.dropped

    def update(self, **info: Any) -> None:
        """Add to what is known of the run (compiler, pipeline, ...); it is on record at once.

        Values are JSON, others are kept as their text. Where it cannot be written it is kept in memory.
        """
        if os.getpid() != self._process:
            self.here().update(**info)
            return
        self._info.update(info)
        if self.directory is None:
            return
        try:
            self.native.append_info(json_text(info))
        except JournalError as error:
            self.keep_error(error)

    def compiled_by(self, compiler: str, version: str) -> None:
        """Name the compiler that this run observes, unless another was named before it."""
        if "compiler" not in self.here()._info:
            self.update(compiler=compiler, compiler_version=version)

    def frame(self) -> tuple[int, int] | None:
        """(sequence, depth) of what encloses an event that starts here now, Python's or native."""
        native = self._action()
        python = frame.innermost(self._token)
        if native is None or python is None:
            return native or python
        return max(native, python)

    def observer(self, kind: PassKind | str = PassKind.pass_, **attributes: Any) -> RecordingObserver:
        """Make an observer that records here; ``attributes`` are those of each of its events."""
        run = self.here()
        if run.snapshot_mode == "none":
            return RecordingObserver(run, kind, **attributes)
        return SnapshotObserver(run, kind, **attributes)

    def instrument(
        self,
        kind: PassKind | str = PassKind.pass_,
        observer: Any = None,
        factory: Callable[..., Instrument] = StackedPassInstrument,  # type: ignore[assignment]
        **options: Any,
    ) -> Instrument:
        """Make an instrument that records here, with the run's numbers, in one tree with all else of the run.

        ``observer`` takes the place of the recording one, ``factory`` makes an instrument of another class;
        ``options`` are those of :class:`passevents.StackedPassInstrument`.
        """
        run = self.here()
        options.setdefault("sequence_allocator", run.next_sequence)
        options.setdefault("parent_provider", run.frame)
        instrument = factory(run.observer(kind) if observer is None else observer, **options)
        run._instruments.add(instrument)
        return instrument

    def span(self, name: str, kind: PassKind | str = PassKind.stage, **attributes: Any) -> Span:
        """Record the block as one event, parent of what happens in it; failed if an exception leaves it."""
        return Span(self.here(), name, kind, attributes)

    def add_closer(self, closer: Callable[[], object]) -> None:
        """Have ``closer`` called when the run closes, before its journal does; last added, first called."""
        self._closers.append(closer)

    def here(self) -> RunJournal:
        """The run that events of this process belong to: this one, or in a forked child one of its own."""
        if os.getpid() == self._process:
            return self
        with self._lock:
            if self._child is None:
                self._child = self._make_child()
            return self._child.here()

    @property
    def child(self) -> RunJournal | None:
        """In a forked child, the run that it recorded into, if it recorded at all."""
        return None if os.getpid() == self._process else self._child

    def _make_child(self) -> RunJournal:
        run = _create(self.runs_folder, {"parent_run": self.id}, None)
        run.snapshot_mode = self.snapshot_mode
        _close_with_worker(run)
        for instrument in self._instruments:
            instrument.sequence_allocator = run.next_sequence
            instrument.parent_provider = run.frame
            run._instruments.add(instrument)
        return run

    def close(self, status: str = "completed", error: BaseException | str | None = None) -> None:
        """Call the closers, accept nothing more, and put the outcome on record. Idempotent.

        Warns once where events were dropped. The journal and its lock stay, see :meth:`remove` and
        :meth:`release`.
        """
        if self.closed or os.getpid() != self._process:
            return
        self.closed = True
        while self._closers:
            try:
                self._closers.pop()()
            except Exception as failure:
                self.keep_error(failure)
        self.check_room()
        self._check_snapshots()
        stopped = self.native.stop_reason  # before closing, which is a reason too
        self.native.close()
        self.snapshots.close()
        self.update(
            status=status,
            error=str(error) if error is not None else None,
            finished_at=datetime.now(UTC).isoformat(),
            dropped=self.dropped,
            dropped_reason=(stopped or None) if self.dropped else None,
            recording_errors=self._error_count,
            callback_mismatches=self._mismatches,
        )

    def read(self) -> JournalData:
        """Read what is recorded so far."""
        reader = JournalReader.of_journal(self.native)
        return JournalData(reader, self.info, self.snapshots.contents(), self._native_snapshots())

    def _native_snapshots(self) -> native_snapshots.Contents:
        if self.directory is None:
            return self.native.snapshots()
        return native_snapshots.contents_of(self.directory)

    def remove(self) -> None:
        """Remove the journal from the disk and let go of its lock. Raises JournalError."""
        if os.getpid() == self._process and self.directory is not None:
            folder.remove(self.directory)
        self.release()

    def release(self) -> None:
        """Let go of the journal's lock: whoever looks for orphans may take it from now on."""
        self.native.release()

    def keep_error(self, error: BaseException) -> None:
        """Something went wrong while recording: kept, counted, warned about once."""
        self._error_count += 1
        if len(self.errors) < _KEPT_ERRORS:
            self.errors.append(error)
        self._warn("error", f"passevents: an event could not be recorded: {error!r}")

    def count_mismatch(self, actual: str, expected: str | None) -> None:
        """Count an after-callback that matched no open pass, and warn of the first one."""
        self._mismatches += 1
        innermost = "no pass is open" if expected is None else f"the innermost open pass is {expected!r}"
        self._warn(
            "mismatch",
            f"passevents: {actual!r} ended, but {innermost}; what was open is recorded as incomplete",
        )

    def check_room(self) -> None:
        """Warn, once, where recording has stopped for want of room."""
        if self.dropped:
            reason = self.native.stop_reason
            self._warn(
                "room", f"passevents: recording of run {self.id} stopped ({reason}); the compiler goes on"
            )

    def _check_snapshots(self) -> None:
        """Say where native snapshots found no room; those of Python have said so when they were taken."""
        if self.native.snapshots_dropped:
            count, reason = self.native.snapshots_dropped, self.native.snapshots_drop_reason
            self.update(snapshots_dropped=count)
            self.keep_error(JournalError(f"{count} snapshots found no room ({reason}); the compiler goes on"))

    def _warn(self, topic: str, message: str) -> None:
        if topic in self._warned:
            return
        self._warned.add(topic)
        with suppress(Warning):  # where warnings are errors, still none of ours may reach the compiler
            warnings.warn(message, PassEventsWarning, stacklevel=3)


def create_run(
    directory: str | Path, info: Mapping[str, Any] | None = None, *, max_bytes: int | None = None
) -> RunJournal:
    """Start a recording whose journal is a new folder in ``directory``. Raises JournalError.

    ``max_bytes`` bounds the disk space that it may take.
    """
    return _create(Path(directory).absolute(), info or {}, max_bytes)


def memory_run(info: Mapping[str, Any] | None = None, *, max_bytes: int | None = None) -> RunJournal:
    """Start a recording in memory, which is gone with the process."""
    return _create(None, info or {}, max_bytes)


def _create(runs_folder: Path | None, info: Mapping[str, Any], max_bytes: int | None) -> RunJournal:
    run_id = new_run_id()
    if runs_folder is None:
        native = Journal.create_memory(max_bytes)
    else:
        native = folder.create_folder(runs_folder, run_id, max_bytes)
    run = RunJournal(run_id, native, runs_folder, info)
    run.snapshots.max_bytes = max_bytes  # as much again as the events may take
    return run


def _close_with_worker(run: RunJournal) -> None:
    """Have a worker of multiprocessing close its run when it ends, which it does without running atexit."""
    util = sys.modules.get("multiprocessing.util")
    if util is not None:
        util.Finalize(None, run.close, exitpriority=0)


def _facts(run_id: str, native: Journal) -> dict[str, Any]:
    return {
        "id": run_id,
        "started_at": datetime.now(UTC).isoformat(),
        "clock_origin_ns": native.origin_ns,
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "argv": list(sys.argv),
        "cwd": _working_folder(),
        "python": platform.python_version(),
    }


def _working_folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:
        return None  # it was removed under the process


_runs: weakref.WeakSet[RunJournal] = weakref.WeakSet()


def _after_fork_in_child() -> None:
    """Instruments that record into an inherited run find the child's own when their next pass starts."""
    for run in tuple(_runs):
        run._lock = threading.Lock()
        run.next_sequence = _number_of_child(run)
        run.frame = _frame_of_child(run)  # type: ignore[method-assign]
        for instrument in tuple(run._instruments):
            instrument.sequence_allocator = run.next_sequence
            instrument.parent_provider = run.frame


def _number_of_child(run: RunJournal) -> Callable[[], int]:
    return lambda: run.here().next_sequence()


def _frame_of_child(run: RunJournal) -> Callable[[], tuple[int, int] | None]:
    return lambda: run.here().frame()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
