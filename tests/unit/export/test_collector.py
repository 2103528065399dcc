"""A collector that is down, busy, or something else: a clear error after a bounded wait, and a count."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse

from passevents.errors import ExportError
from passevents.export import export_otlp
from passevents.query import Run

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record
from .collector import Collector, collector

PROTOBUF = {"Content-Type": "application/x-protobuf"}


@pytest.fixture
def receiver() -> Iterator[Collector]:
    with collector() as receiving:
        yield receiving


@pytest.fixture
def run(runs: list[Run]) -> Run:
    return runs[0]


def test_spans_are_posted_where_the_protocol_says_with_what_the_user_adds(
    run: Run, receiver: Collector
) -> None:
    export_otlp(run, endpoint=receiver.url, headers={"x-key": "secret"}, service="mine")
    assert receiver.paths == ["/v1/traces"]
    assert receiver.headers[0]["X-Key"] == "secret"
    assert receiver.headers[0]["Content-Type"] == "application/x-protobuf"
    written = export_otlp(run, endpoint=f"{receiver.url}/custom?tenant=1")
    assert (receiver.paths[1], written.to) == ("/custom?tenant=1", f"{receiver.url}/custom?tenant=1")


def test_one_that_is_down_is_named(run: Run) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(
            ExportError, match=rf"No collector answers at {url}/v1/traces: connection refused"
        ):
            export_otlp(run, endpoint=url)


def test_one_that_never_answers_is_given_up(run: Run) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(ExportError, match="timed out; 0 spans had been sent"):
            export_otlp(run, endpoint=f"http://127.0.0.1:{silent.getsockname()[1]}", timeout_s=0.3)


def test_one_that_is_busy_is_asked_again(run: Run, receiver: Collector) -> None:
    receiver.answers = [(503, {}, b""), (429, {}, b"")]
    assert export_otlp(run, endpoint=receiver.url).events == 6
    assert len(receiver.paths) == 3


def test_one_that_stays_busy_is_given_up(run: Run, receiver: Collector) -> None:
    receiver.answers = [(503, {"Retry-After": "3600"}, b"")]
    with pytest.raises(ExportError, match="busy: it answered 503"):
        export_otlp(run, endpoint=receiver.url)


def test_one_that_refuses_is_quoted(run: Run, receiver: Collector) -> None:
    receiver.answers = [(401, {}, b"no such key")]
    with pytest.raises(ExportError, match="answered 401: no such key"):
        export_otlp(run, endpoint=receiver.url)


def test_a_redirect_is_not_followed(run: Run, receiver: Collector) -> None:
    receiver.answers = [(302, {"Location": "/elsewhere"}, b"")]
    with pytest.raises(ExportError, match="answered 302"):
        export_otlp(run, endpoint=receiver.url)


def test_something_that_is_no_collector_is_an_error(run: Run, receiver: Collector) -> None:
    receiver.answers = [(200, PROTOBUF, b"\xff\xff\xff")]
    with pytest.raises(ExportError, match="is no collector"):
        export_otlp(run, endpoint=receiver.url)


def test_an_answer_in_json_is_taken(run: Run, receiver: Collector) -> None:
    receiver.answers = [(200, {"Content-Type": "application/json"}, b"{}")]
    assert export_otlp(run, endpoint=receiver.url).events == 6


def test_refused_spans_are_counted(run: Run, receiver: Collector) -> None:
    answer = ExportTraceServiceResponse()
    answer.partial_success.rejected_spans = 2
    receiver.answers = [(200, PROTOBUF, answer.SerializeToString())]
    assert export_otlp(run, endpoint=receiver.url).rejected == 2


def test_the_error_counts_what_had_been_taken(fill: Fill, receiver: Collector) -> None:
    receiver.answers = [(200, PROTOBUF, b""), (400, {}, b"enough")]
    with fill(SyntheticJournal([record("p", i) for i in range(1_000)])) as store:
        with pytest.raises(ExportError, match="512 spans had been sent"):
            export_otlp(store.run(), endpoint=receiver.url)
