"""A collector: it takes OTLP over HTTP, and answers as it is told."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span

OK = ExportTraceServiceResponse().SerializeToString()


class Collector:
    """What came, parsed by the protocol's own classes; `answers` are given in turn, then 200."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.requests: list[ExportTraceServiceRequest] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.answers: list[tuple[int, dict[str, str], bytes]] = []

    @property
    def spans(self) -> list[Span]:
        scopes = [scope for request in self.requests for scope in request.resource_spans[0].scope_spans]
        return [span for scope in scopes for span in scope.spans]

    def take(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str], bytes]:
        self.paths.append(path)
        self.headers.append(headers)
        if self.answers and self.answers[0][0] != 200:
            return self.answers.pop(0)
        self.requests.append(ExportTraceServiceRequest.FromString(gzip.decompress(body)))
        return self.answers.pop(0) if self.answers else (200, {"Content-Type": "application/x-protobuf"}, OK)


@contextmanager
def collector() -> Iterator[Collector]:
    """A collector on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, headers, answer = taking.take(self.path, dict(self.headers), body)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    taking = Collector(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield taking
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def attributes(message: Any) -> dict[str, Any]:
    """The attributes of a span, an event or a resource as plain values."""
    return {each.key: _plain(each.value) for each in message.attributes}


def _plain(value: Any) -> Any:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [_plain(each) for each in value.array_value.values]
    return getattr(value, kind)


def tree(spans: list[Span]) -> dict[str, str | None]:
    """The name of each span's parent; the ids lead to it."""
    names = {span.span_id: span.name for span in spans}
    assert len(names) == len(spans)
    return {span.name: names[span.parent_span_id] if span.parent_span_id else None for span in spans}
