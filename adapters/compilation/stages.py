"""The stages of a compile, told to three listeners: the recorded run, telemetry callbacks, the result's
timings.

Stages are events of kind `stage` of the current run, nested as they happen. Telemetry gets the same as
`("mlir", "compilation", STAGE, "start" | "stop" | "exception")`, with `duration_ns` at the end, and
`("mlir", "compilation", "cache", "hit" | "miss" | "failure")` at a moment. Nothing of this can fail a
compile.
"""

from __future__ import annotations

import contextlib
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

Telemetry = Callable[[tuple[str, ...], Mapping[str, int], Mapping[str, Any]], object]
PREFIX = ("mlir", "compilation")


def current_run() -> Any:
    """The run being recorded here, or None; without importing the journal, which a recording has imported."""
    journal = sys.modules.get("passevents.journal")
    return journal.current_run() if journal is not None else None


class Listeners(NamedTuple):
    """A callback and labels without a run, whose journal must not live as long as loaded code does."""

    telemetry: Telemetry | None
    metadata: Mapping[str, Any]

    def stages(self) -> Stages:
        """The stages of something that happens now, in the run that is recorded now."""
        return Stages(self.telemetry, self.metadata)


class Stages:
    """The listeners of one compile. `timings` are nanoseconds by stage, summed over stages of one name."""

    def __init__(
        self,
        telemetry: Telemetry | None = None,
        metadata: Mapping[str, Any] | None = None,
        record_actions: bool = True,
    ) -> None:
        self.run = current_run()
        self.record_actions = record_actions
        self.timings: dict[str, int] = {}
        self._telemetry = telemetry
        self._metadata = dict(metadata or {})
        self._spans: list[Any] = []

    @property
    def listeners(self) -> Listeners:
        """Who listens, for what comes later."""
        return Listeners(self._telemetry, self._metadata)

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens besides the timings."""
        return self.run is not None or self._telemetry is not None

    @contextlib.contextmanager
    def stage(self, name: str, **attributes: Any) -> Iterator[None]:
        """Everything inside is one stage; an exception fails it and goes on."""
        self._tell((name, "start"), {"monotonic_ns": time.monotonic_ns()}, attributes)
        begin = time.perf_counter_ns()
        ended = "stop"
        try:
            with self._span(name, attributes):
                yield
        except BaseException as error:
            ended = "exception"
            attributes = {**attributes, "error": str(error)}
            raise
        finally:
            duration = time.perf_counter_ns() - begin
            self.timings[name] = self.timings.get(name, 0) + duration
            self._tell((name, ended), {"duration_ns": duration}, attributes)

    def moment(self, outcome: str, **attributes: Any) -> None:
        """Something of the cache that has no duration: a `hit`, a `miss`, a `failure`."""
        if self.is_heard:
            with self._span(f"cache_{outcome}", attributes):
                pass
            self._tell(("cache", outcome), {"monotonic_ns": time.monotonic_ns()}, attributes)

    def note(self, **attributes: Any) -> None:
        """Add attributes to the innermost open stage of the run."""
        if self._spans:
            self._spans[-1].note(**attributes)

    @contextlib.contextmanager
    def _span(self, name: str, attributes: Mapping[str, Any]) -> Iterator[None]:
        if self.run is None:
            yield
            return
        with self.run.span(name, kind="stage", **{**self._metadata, **attributes}) as span:
            self._spans.append(span)
            try:
                yield
            finally:
                self._spans.pop()

    def _tell(
        self, event: tuple[str, str], measurements: Mapping[str, int], attributes: Mapping[str, Any]
    ) -> None:
        self.relay((*PREFIX, *event), measurements, {**self._metadata, **attributes})

    def relay(
        self, event: tuple[str, ...], measurements: Mapping[str, int], metadata: Mapping[str, Any]
    ) -> None:
        """Tell the callback an event as it is: one of here, or one that a worker process told."""
        if self._telemetry is None:
            return
        try:
            self._telemetry(event, measurements, metadata)
        except Exception as error:
            warnings.warn(
                f"passevents: the telemetry callback failed and is left out: {error!r}", stacklevel=2
            )
            self._telemetry = None
