"""The door to OpenTelemetry: runs into a file, or to a collector."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from passevents.errors import ExportError
from passevents.export.extras import required
from passevents.export.files import whole_file
from passevents.export.kinds import DEFAULT_KINDS, SPAN_KINDS
from passevents.export.otlp.attributes import Attributes
from passevents.export.runs import as_runs
from passevents.export.written import Written
from passevents.query import Run

if TYPE_CHECKING:
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def export_otlp(
    runs: Run | Iterable[Run],
    path: str | os.PathLike[str] | None = None,
    *,
    endpoint: str | None = None,
    kinds: Iterable[str] = DEFAULT_KINDS,
    headers: Mapping[str, str] | None = None,
    timeout_s: float = 10.0,
    service: str = "passevents",
    force: bool = False,
) -> Written:
    """Write each run as one trace to the file `path`, or send it to the collector at `endpoint`.

    Args:
        runs: The runs.
        path: A file of OTLP/JSON, one request a line, as the collector's file receiver reads it.
        endpoint: `http://host:4318`; `/v1/traces` is added where it has no path.
        kinds: Events to make spans of; a span's parent is the nearest of them around it.
        headers: Sent along with each request, such as a vendor's key.
        timeout_s: How long to wait for the collector, for each request of up to 512 spans.
        service: The `service.name`.
        force: Replace the file.

    Raises `ExportError` where the extra is missing, the file cannot be written, or the collector does not
    answer or refuses; the message says how many spans it had taken.
    """
    required("opentelemetry.proto", "otlp", "OpenTelemetry")
    chosen, wanted = as_runs(runs), _checked(kinds)
    attributes = Attributes()
    found = _Requests(chosen, wanted, service, attributes)
    if (path is None) == (endpoint is None):
        raise ExportError("Say either a file or an endpoint for the spans.")
    if path is not None:
        to, size, rejected = str(path), _write(found, Path(path), force), 0
    else:
        assert endpoint is not None
        to, size, rejected = _send(found, endpoint, headers or {}, timeout_s)
    return Written(
        format="otlp",
        to=to,
        runs=tuple(run.id for run in chosen),
        events=found.spans,
        bytes=size,
        truncated=attributes.truncated,
        rejected=rejected,
    )


class _Requests:
    """The requests of all runs, read once; `spans` counts those in the requests that were taken."""

    def __init__(self, runs: list[Run], kinds: list[str], service: str, attributes: Attributes) -> None:
        self.spans = 0
        self._runs, self._kinds = runs, kinds
        self._service, self._attributes = service, attributes

    def __iter__(self) -> Iterator[ExportTraceServiceRequest]:
        from passevents.export.otlp.requests import requests, span_count
        from passevents.export.otlp.spans import RunSpans

        for run in self._runs:
            of_run = RunSpans(run, self._attributes)
            for request in requests(of_run.resource(self._service), of_run.spans(self._kinds)):
                yield request
                self.spans += span_count(request)


def _checked(kinds: Iterable[str]) -> list[str]:
    wanted = [kinds] if isinstance(kinds, str) else list(kinds)
    for kind in wanted:
        if kind not in SPAN_KINDS:
            raise ExportError(f"There are no spans of kind {str(kind)!r}; there are {', '.join(SPAN_KINDS)}.")
    return [str(kind) for kind in wanted]


def _write(found: _Requests, path: Path, force: bool) -> int:
    from passevents.export.otlp.requests import json_line

    with whole_file(path, force=force) as temporary, temporary.open("xb") as file:
        file.writelines(json_line(request) for request in found)
    return path.stat().st_size


def _send(
    found: _Requests, endpoint: str, headers: Mapping[str, str], timeout_s: float
) -> tuple[str, int, int]:
    from passevents.export.otlp.collector import Collector

    collector = Collector(endpoint, headers, timeout_s)
    try:
        for request in found:
            collector.send(request)
    except ExportError as error:
        raise ExportError(f"{str(error).rstrip('.')}; {found.spans} spans had been sent.") from error
    return collector.url, collector.sent_bytes, collector.rejected
