"""Attaching to an MLIR context, and what one gets back: a session."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from passevents._native import Cursor, Journal, MlirAttachment, MlirInstrumentation
from passevents.errors import AttachError
from passevents.events.model import PassRecord
from passevents.journal import RunJournal, current_run, memory_run
from passevents.journal.run import SnapshotMode

from . import arguments
from .builds import context_of, pass_manager_capsule
from .delivery import CallbackErrors, Delivery, TelemetryCallback
from .live import LiveObserver
from .records import ActionEvent, RecordStream, action_event
from .timer import DrainTimer


def attach(
    ctx: Any,
    tags: Iterable[str] | None = None,
    locations: Iterable[str] | None = None,
    skip: Mapping[str, int] | None = None,
    limit: Mapping[str, int] | None = None,
    drain_interval_ms: float | None = None,
    telemetry: TelemetryCallback | None = None,
    metadata: Mapping[str, Any] | None = None,
    observer: Any = None,
    *,
    live: bool = False,
    fingerprints: bool = False,
    operation_counts: bool = False,
    snapshots: SnapshotMode | None = None,
    elide_larger_than: int | None = arguments.DEFAULT_ELISION,
) -> Session:
    """Record what the pipelines that run in ``ctx`` do, from now on.

    ``ctx`` is the Context of any MLIR build whose Python bindings are loaded, or a module of Triton, which
    stands for the context it lies in. Inside
    ``passevents.record(...)`` the events go into that run; without one the session keeps them for
    :meth:`Session.drain`.

    ``tags`` are those of the actions to record, ``locations`` where their operations come from: each a file
    (its whole name, its last parts, or a pattern with ``*?[``), ``file:line`` or ``file:line:column``. An
    action is recorded if one of its IR units, or a location nested in that unit's, matches.
    ``skip={"pass-execution": 1}`` does not run the first action of that tag; ``limit={"apply-pattern:name":
    100}`` runs only the first hundred with that tag and name. Both count what ``locations`` admits,
    whatever ``tags`` says, and need the context's threading off. Of ``GreedyPatternRewriteIteration`` they
    count first iterations only.

    ``telemetry(event, measurements, metadata)`` is called at each drain with every start and stop,
    ``metadata`` is merged into its third argument. ``observer`` gets ``pass_started``, ``pass_finished``
    and their like at each drain, with None as the module. ``drain_interval_ms`` drains for these two
    whenever Python can run. With ``live`` the observer is told while the actions run, with the operation as
    the module (valid only until the hook returns; None at the end of an action that is no pass); that too
    needs the context's threading off.

    ``fingerprints`` tells of each pass whether it changed its operation (``PassRecord.changed``), at the
    cost of going over the operation twice. ``operation_counts`` adds how many operations of each dialect
    there were before and after, as the attributes ``operations_before`` and ``operations_after``.
    ``snapshots`` keeps the program's text before and after each pass in the run, ``"changed"`` or ``"all"``
    (the default is what the run was recorded with); constants of more than ``elide_larger_than`` elements
    are left out of them, None for no limit.

    Raises :class:`~passevents.errors.AttachError` if the context has another action handler,
    :class:`~passevents.errors.UnsupportedCompilerError` if this build of MLIR cannot be observed, and
    :class:`~passevents.errors.QueryError` or TypeError for arguments that make no sense.
    """
    wanted = (
        arguments.parse_tags(tags),
        arguments.parse_locations(locations),
        arguments.parse_rules(skip, limit),
    )
    interval = arguments.parse_interval(drain_interval_ms)
    metadata = arguments.parse_metadata(metadata)
    if telemetry is not None and not callable(telemetry):
        raise TypeError(f"telemetry must be callable, not {telemetry!r}")
    if live and observer is None:
        raise TypeError("live=True needs an observer to tell")
    capsule, extension = context_of(ctx)
    run, errors = current_run(), CallbackErrors()
    wishes = arguments.parse_wishes(fingerprints, operation_counts, snapshots, elide_larger_than, run)
    journal = (run or memory_run()).native
    listener = LiveObserver(observer, ctx, errors.keep) if live else None
    native = MlirAttachment(capsule, extension, journal, *wanted, listener, wishes)
    session = Session(native, journal, run, errors, wanted[1])
    if run is not None:
        run.compiled_by("mlir", session.mlir_version)
    if telemetry is not None or (observer is not None and not live):
        session.deliver_to(telemetry, metadata, None if live else observer)
    if interval is not None:
        session.start_timer(interval)
    return session


class Session:
    """What is attached to a context. Use it from any thread; as a context manager it detaches at the end.

    It keeps neither the context nor its modules alive. When it is dropped, recording stops, except into a
    run: that goes on until the run or the context ends.
    """

    def __init__(
        self,
        native: MlirAttachment | MlirInstrumentation,
        journal: Journal,
        run: RunJournal | None,
        errors: CallbackErrors,
        places: Sequence[arguments.Place] = (),
    ) -> None:
        self.errors = errors
        """What the telemetry callback and the observer raised (the first hundred)."""
        self._native = native
        self._places = places
        self._journal = journal
        self._in_run = run is not None
        self._lock = threading.Lock()
        self._stream = RecordStream()
        self._cursor = self._new_cursor()
        self._delivery: Delivery | None = None
        self._timer: DrainTimer | None = None
        if run is not None:
            run.add_closer(native.detach)

    @property
    def attached(self) -> bool:
        """False once it is detached, or its context is gone."""
        return self._native.attached

    @property
    def mlir_version(self) -> str:
        """Of the build that the context belongs to, as ``"22.1.8"``."""
        return self._native.version

    def drain(self, *, include_open: bool = False) -> list[PassRecord]:
        """The records that were finished since the last drain, in the order in which they ended.

        With ``include_open`` those of the actions that still run follow, with ``end_ns`` None; they come
        again when they are finished. Telemetry and observer are given theirs first. Draining takes nothing
        from a run. Raises AttachError if skip, limit or a live observer were put out of force by turning
        threading on.
        """
        self._check_threading()
        self.deliver()
        with self._lock:
            finished = [record for is_begin, record in self._take() if not is_begin]
            return finished + self._stream.open_records() if include_open else finished

    def events(self) -> list[ActionEvent]:
        """The same as a flat sequence of both sides of each action, in the order of time.

        What it returns :meth:`drain` does not, and the other way round.
        """
        with self._lock:
            return [action_event(*side) for side in self._take()]

    def deliver(self) -> None:
        """Give telemetry and observer what was recorded since the last time."""
        if self._delivery is not None:
            self._delivery.deliver()

    def deliver_to(
        self, telemetry: TelemetryCallback | None, metadata: Mapping[str, Any] | None, observer: Any
    ) -> None:
        """Name those that are to get what is recorded from now on."""
        self._delivery = Delivery(
            self._new_cursor(), self._journal.origin_ns, telemetry, metadata, observer, self.errors
        )

    def start_timer(self, interval: float) -> None:
        """Deliver every ``interval`` seconds from now on."""
        self._timer = DrainTimer(self, interval)

    def instrument(self, pm: Any) -> None:
        """Record the runs of the pass manager ``pm`` whole: pipelines, analyses, the verifier's failures.

        See :func:`instrument`; what this session admits holds for them too: with ``tags`` they come if
        ``"pass-execution"`` is among these. Once is enough, until the session is detached.
        Raises AttachError where the build cannot be instrumented.
        """
        self._native.instrument(pass_manager_capsule(pm))

    def unmatched(self) -> list[str]:
        """What nothing came for so far, and may be misspelt.

        The keys of ``skip`` and ``limit`` that no action was counted for, then those of the ``locations``
        that nothing was at.
        """
        if not isinstance(self._native, MlirAttachment):
            return []
        keys = [":".join(filter(None, key)) for *key, count in self._native.counted() if count == 0]
        matched = zip(self._places, self._native.matched_places(), strict=True)
        return keys + [arguments.place_text(place) for place, seen in matched if not seen]

    def cancel(self) -> bool:
        """End the pipeline that runs in the context, at its next action; False where none runs.

        From any thread that Python lets run: MLIR's own ``pm.run`` holds the interpreter lock, so this is for
        pipelines run by :func:`passevents.adapters.mlir.run`, for passes written in Python and for live
        observers; for Ctrl-C during a ``pm.run`` there is :func:`passevents.adapters.mlir.interruptible`.

        What is open fails as if it had said so (MLIRError, CompileError) and is recorded as ``incomplete``,
        what was to run as ``skipped``; the context stays usable. A session of a pass manager alone, as
        :func:`instrument` gives, cannot: it raises AttachError.
        """
        if not isinstance(self._native, MlirAttachment):
            raise AttachError("only a session of a context can cancel: attach to it")
        return self._native.cancel()

    def detach(self) -> None:
        """Record nothing more. Idempotent, from any thread, also while a pipeline runs.

        What was recorded stays: it can still be drained.
        """
        self._native.detach()
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.stop(wait=self._delivery is None or not self._delivery.is_mine)
        if self._delivery is not None:
            self._delivery.give_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.detach()

    def __del__(self) -> None:
        native = getattr(self, "_native", None)
        if native is None:
            return
        if self._in_run:
            native.release_bit()
        else:
            native.detach()

    def _take(self) -> Iterator[tuple[bool, PassRecord]]:
        return self._stream.feed(self._cursor.read())

    def _new_cursor(self) -> Cursor:
        # A journal of the session's own has nothing older; one of a run may have much that is not its.
        return Cursor(self._journal, self._native.bit, not self._in_run)

    def _check_threading(self) -> None:
        if self._native.suspended:
            raise AttachError(
                "the context's threading was turned on after this session was attached, so its skip, limit "
                "or live observer is out of force; call context.enable_multithreading(False) before running"
            )
