"""Attaching to an MLIR context, and what one gets back: a session."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Self

from passevents._native import Cursor, Journal, MlirAttachment
from passevents.errors import AttachError
from passevents.events.model import PassRecord
from passevents.journal import RunJournal, current_run, memory_run

from . import arguments
from .builds import context_capsule, extension_of
from .delivery import Delivery, TelemetryCallback
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
) -> Session:
    """Record what the pipelines that run in ``ctx`` do, from now on.

    ``ctx`` is the Context of any MLIR build whose Python bindings are loaded. Inside
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
    whenever Python can run.

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
    if telemetry is not None and not callable(telemetry):
        raise TypeError(f"telemetry must be callable, not {telemetry!r}")
    capsule, extension = context_capsule(ctx), extension_of(ctx)
    run = current_run()
    journal = (run or memory_run()).native
    native = MlirAttachment(capsule, extension, journal, *wanted)
    session = Session(native, journal, run, telemetry, metadata, observer)
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
        native: MlirAttachment,
        journal: Journal,
        run: RunJournal | None,
        telemetry: TelemetryCallback | None,
        metadata: Mapping[str, Any] | None,
        observer: Any,
    ) -> None:
        self._native = native
        self._in_run = run is not None
        self._lock = threading.Lock()
        self._records = RecordStream()
        self._records_cursor = Cursor(journal, native.bit, not self._in_run)
        self._flat = RecordStream()
        self._flat_cursor = Cursor(journal, native.bit, not self._in_run)
        delivery_cursor = Cursor(journal, native.bit, not self._in_run)
        self._delivery = Delivery(delivery_cursor, journal.origin_ns, telemetry, metadata, observer)
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

    @property
    def errors(self) -> list[Exception]:
        """What the telemetry callback and the observer raised (the first hundred)."""
        return self._delivery.errors

    def drain(self, *, include_open: bool = False) -> list[PassRecord]:
        """The records that were finished since the last drain, in the order in which they ended.

        With ``include_open`` those of the actions that still run follow, with ``end_ns`` None; they come
        again when they are finished. Telemetry and observer are given theirs first. Draining takes nothing
        from a run. Raises AttachError if skip and limit could not be kept up because threading was turned
        on.
        """
        self._check_control()
        self.deliver()
        with self._lock:
            sides = self._records.feed(self._records_cursor.read())
            finished = [record for is_begin, record in sides if not is_begin]
            return finished + self._records.open_records() if include_open else finished

    def events(self) -> list[ActionEvent]:
        """The same as a flat sequence of both sides of each action, since the last call, in time order.

        It is independent of :meth:`drain`.
        """
        with self._lock:
            return [action_event(*side) for side in self._flat.feed(self._flat_cursor.read())]

    def deliver(self) -> None:
        """Give telemetry and observer what was recorded since the last time."""
        self._delivery.deliver()

    def start_timer(self, interval: float) -> None:
        """Deliver every ``interval`` seconds from now on."""
        self._timer = DrainTimer(self, interval)

    def detach(self) -> None:
        """Record nothing more. Idempotent, from any thread, also while a pipeline runs.

        What was recorded stays: it can still be drained.
        """
        self._native.detach()
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.stop()
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

    def _check_control(self) -> None:
        if self._native.control_refused:
            raise AttachError(
                "the context's threading was turned on after this session with skip or limit was attached, "
                "so they were not applied; call context.enable_multithreading(False) before running"
            )
