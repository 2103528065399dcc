"""Spans in requests of bounded size, and a request as a line of OTLP/JSON."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import Any

from google.protobuf.json_format import MessageToDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import InstrumentationScope
from opentelemetry.proto.resource.v1.resource_pb2 import Resource
from opentelemetry.proto.trace.v1.trace_pb2 import ResourceSpans, ScopeSpans, Span

# What a collector takes without being asked: it refuses a request of more than 4 MB in some set-ups.
_SPANS = 512
_BYTES = 1_000_000


def requests(resource: Resource, spans: Iterable[Span]) -> Iterator[ExportTraceServiceRequest]:
    """Yield the spans in requests of up to 512, or a million bytes."""
    scope = InstrumentationScope(name="passevents", version=version("passevents"))
    for batch in _batches(spans):
        of_scope = ScopeSpans(scope=scope, spans=batch)
        of_resource = ResourceSpans(resource=resource, scope_spans=[of_scope])
        yield ExportTraceServiceRequest(resource_spans=[of_resource])


def _batches(spans: Iterable[Span]) -> Iterator[list[Span]]:
    batch: list[Span] = []
    size = 0
    for span in spans:
        size += span.ByteSize()
        if batch and (len(batch) == _SPANS or size > _BYTES):
            yield batch
            batch, size = [], span.ByteSize()
        batch.append(span)
    if batch:
        yield batch


def span_count(request: ExportTraceServiceRequest) -> int:
    """How many spans a request holds."""
    return sum(len(scope.spans) for resource in request.resource_spans for scope in resource.scope_spans)


def json_line(request: ExportTraceServiceRequest) -> bytes:
    """The request as the collector's file exporter and receiver have it.

    OTLP/JSON is protobuf's JSON but for two rules of its own: enumerations are numbers, and ids hexadecimal.
    """
    data = MessageToDict(request, use_integers_for_enums=True)
    for resource in data["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for span in scope["spans"]:
                _spell_ids(span)
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _spell_ids(span: dict[str, Any]) -> None:
    for holder in (span, *span.get("links", ())):
        for key in ("traceId", "spanId", "parentSpanId"):
            if key in holder:
                holder[key] = b64decode(holder[key]).hex()
