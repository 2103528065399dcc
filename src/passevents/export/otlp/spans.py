"""Events of a run as spans, each when it is complete, in bounded memory.

Events are read in tree order. An open span waits for those inside it, because diagnostics among them become
its events; the span of the run itself comes last. Times are the run's wall-clock start plus the monotonic
offsets, so that a clock that was set back meanwhile makes no negative duration.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from opentelemetry.proto.resource.v1.resource_pb2 import Resource
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from passevents.export.otlp.attributes import Attributes, prefixed
from passevents.export.otlp.identity import root_id, span_id, trace_id
from passevents.export.stored_json import attributes_of
from passevents.query import Run
from passevents.query.event_rows import event_rows

# Columns of the view `events` that are attributes of a span, under the names of the semantic conventions
# where there is one.
_ATTRIBUTES = {
    "sequence": "passevents.sequence",
    "kind": "passevents.kind",
    "tag": "passevents.tag",
    "phase": "passevents.phase",
    "status": "passevents.status",
    "changed": "passevents.changed",
    "iteration": "passevents.iteration",
    "self_ns": "passevents.self_ns",
    "op": "passevents.operation",
    "file": "code.file.path",
    "line": "code.line.number",
    "column": "code.column.number",
    "location": "passevents.location",
    "detail": "passevents.detail",
    "thread": "thread.id",
}
_PLACE = ("file", "line", "column", "location")
_COLUMNS = ("pre", "pre_end", "name", "start_ns", "end_ns", "attributes", "error", *_ATTRIBUTES)

_DIAGNOSTIC = "diagnostic"
_EVENT_LIMIT = 128
_SAMPLED = 1
_NEVER_ENDED = {"incomplete": "It never ended.", "lost": "Its process died while it was open."}


class _Open(NamedTuple):
    """A span that waits for what is inside it, up to the position `end` in tree order."""

    end: int
    span: Span


class RunSpans:
    """The spans of one run. `attributes` counts what was cut."""

    def __init__(self, run: Run, attributes: Attributes) -> None:
        self._run = run
        self._attributes = attributes
        self._trace = trace_id(run.id)
        self._root = root_id(run.id)
        self._origin_ns = _unix_ns(run.started_at)
        self._last_ns = run.duration_ns or 0

    def resource(self, service: str) -> Resource:
        """What the spans are of: the process that recorded them."""
        run = self._run
        resource = Resource()
        known = (
            ("service.name", service),
            ("host.name", run.host),
            ("process.pid", run.pid),
            ("process.command_args", run.argv or None),
            ("process.working_directory", run.cwd),
        )
        self._attributes.put(resource, known)
        return resource

    def spans(self, kinds: Sequence[str]) -> Iterator[Span]:
        """Yield the spans of the events of `kinds`, innermost first, and that of the run last."""
        root = self._run_span()
        waiting = [_Open(2**63, root)]
        for rows in event_rows(self._run, _COLUMNS, kinds=[*kinds, _DIAGNOSTIC], order="pre"):
            for values in rows:
                row = dict(zip(_COLUMNS, values, strict=True))
                while waiting[-1].end < row["pre"]:
                    yield waiting.pop().span
                if row["kind"] == _DIAGNOSTIC:
                    self._add_diagnostic(waiting[-1].span, row)
                else:
                    waiting.append(_Open(row["pre_end"], self._span(row, waiting[-1].span)))
        while waiting:
            yield waiting.pop().span

    def _run_span(self) -> Span:
        run = self._run
        span = Span(
            trace_id=self._trace,
            span_id=span_id(self._root),
            name=self._attributes.text(run.name or run.tool or "run"),
            kind=Span.SPAN_KIND_INTERNAL,
            flags=_SAMPLED,
            start_time_unix_nano=self._origin_ns,
            end_time_unix_nano=self._origin_ns + self._last_ns,
        )
        self._attributes.put(span, _facts(run))
        self._attributes.put(span, prefixed("passevents.metadata", run.metadata))
        if run.status != "completed":
            self._fail(span, run.error or _NEVER_ENDED.get(run.status))
        if run.parent_run:
            parent = root_id(run.parent_run)
            span.links.add(trace_id=trace_id(run.parent_run), span_id=span_id(parent))
        return span

    def _span(self, row: dict[str, Any], parent: Span) -> Span:
        start_ns = row["start_ns"]
        end_ns = max(start_ns, self._last_ns) if row["end_ns"] is None else row["end_ns"]
        span = Span(
            trace_id=self._trace,
            span_id=span_id(self._root ^ (row["sequence"] + 1)),
            parent_span_id=parent.span_id,
            name=self._attributes.text(row["name"] or row["kind"]),
            kind=Span.SPAN_KIND_INTERNAL,
            flags=_SAMPLED,
            start_time_unix_nano=self._origin_ns + start_ns,
            end_time_unix_nano=self._origin_ns + end_ns,
        )
        self._attributes.put(span, ((name, row[column]) for column, name in _ATTRIBUTES.items()))
        self._attributes.put(span, prefixed("passevents.attributes", attributes_of(row["attributes"])))
        if row["status"] == "failed" or row["status"] in _NEVER_ENDED:
            self._fail(span, row["error"] or _NEVER_ENDED.get(row["status"]))
        return span

    def _fail(self, span: Span, message: str | None) -> None:
        span.status.code = Status.STATUS_CODE_ERROR
        span.status.message = self._attributes.text(message or "")

    def _add_diagnostic(self, span: Span, row: dict[str, Any]) -> None:
        if len(span.events) == _EVENT_LIMIT:
            span.dropped_events_count += 1
            return
        event = span.events.add(name=_DIAGNOSTIC, time_unix_nano=self._origin_ns + row["start_ns"])
        said = (("diagnostic.severity", row["name"]), ("diagnostic.message", row["detail"]))
        self._attributes.put(event, said)
        self._attributes.put(event, ((_ATTRIBUTES[column], row[column]) for column in _PLACE))


def _facts(run: Run) -> Iterator[tuple[str, Any]]:
    yield "passevents.run.id", run.id
    yield "passevents.run.status", run.status
    yield "passevents.tool", run.tool
    yield "passevents.compiler.name", run.compiler
    yield "passevents.compiler.version", run.compiler_version
    yield "passevents.compiler.build", run.build
    yield "passevents.pipeline", run.pipeline
    yield "passevents.input_digest", run.input_digest
    yield "passevents.run.events", run.event_count
    yield "passevents.run.dropped", run.dropped


def _unix_ns(moment: datetime.datetime) -> int:
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
    return (moment - epoch) // datetime.timedelta(microseconds=1) * 1_000
