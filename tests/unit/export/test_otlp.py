"""OpenTelemetry: a run is one trace, as a collector's own classes read it."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf.json_format import Parse
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status, TracesData

from passevents.errors import ExportError
from passevents.events import IRUnit, Location, PassKind
from passevents.export import export_otlp
from passevents.export.kinds import SPAN_KINDS
from passevents.export.otlp.attributes import COUNT_LIMIT, TEXT_LIMIT
from passevents.export.otlp.identity import trace_id
from passevents.query import Run

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record
from .collector import Collector, attributes, collector, tree
from .conftest import FIRST

START_NS = int(datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC).timestamp()) * 1_000_000_000 + 1_000


@pytest.fixture
def receiver() -> Iterator[Collector]:
    with collector() as receiving:
        yield receiving


def named(receiver: Collector, name: str) -> Span:
    [span] = [span for span in receiver.spans if span.name == name]
    return span


def test_the_parent_of_a_span_is_the_nearest_around_it(runs: list[Run], receiver: Collector) -> None:
    export_otlp(runs[0], endpoint=receiver.url, kinds=("stage", "action"))
    parents = {span.name: span.parent_span_id for span in receiver.spans}
    names = {span.span_id: span.name for span in receiver.spans}
    assert {name: names.get(parent) for name, parent in parents.items()} == {
        "first": None,
        "lower": "first",
        "apply": "lower",
    }


def test_actions_are_left_out_unless_asked_for(runs: list[Run], receiver: Collector) -> None:
    written = export_otlp(runs[0], endpoint=receiver.url)
    assert sorted(span.name for span in receiver.spans) == [
        *("canonicalize", "cse", "cse", "first", "lower", "print")
    ]
    assert written.events == 6
    assert export_otlp(runs[0], endpoint=receiver.url, kinds=SPAN_KINDS).events == 8


def test_a_trace_is_the_run_and_its_spans_are_the_same_every_time(
    runs: list[Run], receiver: Collector
) -> None:
    export_otlp(runs[0], endpoint=receiver.url)
    export_otlp(runs[0], endpoint=receiver.url)
    first, second = receiver.requests
    assert first == second
    assert {span.trace_id.hex() for span in receiver.spans} == {FIRST.replace("-", "")}


def test_an_id_that_is_no_uuid_makes_a_trace_too() -> None:
    assert len(trace_id("nightly")) == 16


def test_times_are_the_wall_clock_plus_the_monotonic_one(runs: list[Run], receiver: Collector) -> None:
    export_otlp(runs[0], endpoint=receiver.url)
    span = named(receiver, "canonicalize")
    assert (span.start_time_unix_nano, span.end_time_unix_nano) == (START_NS + 1_000, START_NS + 4_000)


def test_failed_and_unfinished_events_are_errors(runs: list[Run], receiver: Collector) -> None:
    export_otlp(runs[0], endpoint=receiver.url)
    found = {(span.name, span.status.code, span.status.message) for span in receiver.spans}
    assert ("cse", Status.STATUS_CODE_ERROR, "no") in found
    assert ("cse", Status.STATUS_CODE_ERROR, "It never ended.") in found
    assert ("canonicalize", Status.STATUS_CODE_UNSET, "") in found
    assert all(span.end_time_unix_nano >= span.start_time_unix_nano for span in receiver.spans)


def test_attributes_have_the_names_of_the_conventions(runs: list[Run], receiver: Collector) -> None:
    export_otlp(runs[0], endpoint=receiver.url, kinds=SPAN_KINDS)
    [first] = [span for span in receiver.spans if attributes(span).get("passevents.sequence") == 2]
    assert attributes(first) == {
        "passevents.sequence": 2,
        "passevents.kind": "action",
        "passevents.tag": "apply-pattern",
        "passevents.phase": "opt",
        "passevents.status": "completed",
        "passevents.iteration": 0,
        "passevents.self_ns": 100,
        "passevents.operation": "arith.addi",
        "code.file.path": "/src/models/matmul.mlir",
        "code.line.number": 5,
        "code.column.number": 6,
        "thread.id": 7,
    }


def test_the_run_is_the_root_and_names_the_run_that_it_was_forked_from(
    runs: list[Run], receiver: Collector
) -> None:
    export_otlp(runs[:2], endpoint=receiver.url)
    first, second = named(receiver, "first"), named(receiver, "second")
    assert [(link.trace_id, link.span_id) for link in second.links] == [(first.trace_id, first.span_id)]
    assert attributes(second)["passevents.metadata.commit"] == "abc"
    assert (second.status.code, first.status.code) == (Status.STATUS_CODE_ERROR, Status.STATUS_CODE_UNSET)
    resource = receiver.requests[1].resource_spans[0].resource
    assert attributes(resource)["process.command_args"] == ["passevents", "opt"]


def test_a_diagnostic_is_an_event_of_the_span_around_it(fill: Fill, receiver: Collector) -> None:
    unit = IRUnit("operation", "func.func", Location("a.mlir", 3, 4))
    said = record("error", 2, 1, 2, kind=PassKind.diagnostic, duration_ns=0, detail="bad", ir_units=(unit,))
    outside = record("warning", 3, kind=PassKind.diagnostic, duration_ns=0, detail="odd")
    pattern = record("fold", 1, 0, 1, kind=PassKind.action)
    records = [record("canonicalize", 0), pattern, said, outside]
    with fill(SyntheticJournal(records, name="run")) as store:
        export_otlp(store.run(), endpoint=receiver.url)
    [event] = named(receiver, "canonicalize").events
    assert (event.name, event.time_unix_nano % 1_000_000) == ("diagnostic", 8_000)
    assert attributes(event) == {
        "diagnostic.severity": "error",
        "diagnostic.message": "bad",
        "code.file.path": "a.mlir",
        "code.line.number": 3,
        "code.column.number": 4,
    }
    assert [attributes(each)["diagnostic.message"] for each in named(receiver, "run").events] == ["odd"]


def test_hostile_and_long_texts_are_sent_cut_and_counted(runs: list[Run], receiver: Collector) -> None:
    written = export_otlp(runs[1], endpoint=receiver.url)
    assert len(receiver.spans) == 7
    lengths = [
        len(value) for span in receiver.spans for value in attributes(span).values() if isinstance(value, str)
    ]
    assert max(lengths) <= TEXT_LIMIT
    assert written.truncated == 3  # the name, the detail and the attribute of the last one
    longest = max(receiver.spans, key=lambda span: len(span.name))
    assert longest.name.endswith("... (100000 characters)")


def test_more_attributes_than_a_collector_takes_are_counted(fill: Fill, receiver: Collector) -> None:
    many = {f"key{i}": i for i in range(200)}
    odd = {"big": 2**70, "list": ["a", "b"], "mixed": [1, "a"], "flag": True, "half": 0.5, "none": None}
    records = [record("many", 0, attributes=many), record("odd", 1, attributes=odd)]
    with fill(SyntheticJournal(records, name="run")) as store:
        export_otlp(store.run(), endpoint=receiver.url)
    span = named(receiver, "many")
    assert (len(span.attributes), len(span.attributes) + span.dropped_attributes_count) == (
        COUNT_LIMIT,
        200 + 5,
    )
    found = attributes(named(receiver, "odd"))
    assert {key.rpartition(".")[2]: value for key, value in found.items() if ".attributes." in key} == {
        "big": str(2**70),
        "list": ["a", "b"],
        "mixed": '[1, "a"]',
        "flag": True,
        "half": 0.5,
    }


def test_requests_are_bounded_in_spans_and_bytes(fill: Fill, receiver: Collector) -> None:
    records = [record("p", i, detail="x" * (4_000 if i < 600 else 1)) for i in range(1_500)]
    with fill(SyntheticJournal(records, name="run")) as store:
        export_otlp(store.run(), endpoint=receiver.url)
    assert len(receiver.spans) == 1_501
    assert max(request.ByteSize() for request in receiver.requests) < 1_010_000
    assert [len(r.resource_spans[0].scope_spans[0].spans) for r in receiver.requests][-2] == 512


def test_a_file_holds_what_a_collector_would_be_sent(
    runs: list[Run], receiver: Collector, tmp_path: Path
) -> None:
    written = export_otlp(runs, tmp_path / "spans.jsonl")
    export_otlp(runs, endpoint=receiver.url)
    lines = (tmp_path / "spans.jsonl").read_text().splitlines()
    assert [parsed(line) for line in lines] == [
        TracesData(resource_spans=request.resource_spans) for request in receiver.requests
    ]
    assert (written.events, written.bytes) == (14, (tmp_path / "spans.jsonl").stat().st_size)


def parsed(line: str) -> TracesData:
    """A line of OTLP/JSON; protobuf's own parser wants ids in base64."""
    from base64 import b64encode

    def spelled(value: object) -> object:
        if isinstance(value, list):
            return [spelled(each) for each in value]
        if not isinstance(value, dict):
            return value
        return {
            key: b64encode(bytes.fromhex(each)).decode() if key in ids else spelled(each)
            for key, each in value.items()
        }

    ids = ("traceId", "spanId", "parentSpanId")
    data = json.loads(line)
    for span in data["resourceSpans"][0]["scopeSpans"][0]["spans"]:
        assert (len(span["traceId"]), len(span["spanId"]), span["kind"]) == (32, 16, 1)
    return Parse(json.dumps(spelled(data)), TracesData())


def test_the_tree_of_a_file_is_whole(runs: list[Run], receiver: Collector) -> None:
    export_otlp(runs[1], endpoint=receiver.url)
    assert list(tree(receiver.spans).values()) == ["second"] * 6 + [None]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "either a file or an endpoint"),
        ({"path": "x", "endpoint": "http://localhost:4318"}, "either a file or an endpoint"),
        ({"path": "x", "kinds": ["diagnostic"]}, "no spans of kind 'diagnostic'"),
        ({"endpoint": "localhost:4318"}, "no address of a collector"),
        ({"endpoint": "file:///etc/passwd"}, "no address of a collector"),
        ({"endpoint": "http://localhost:port"}, "no address of a collector"),
    ],
)
def test_what_makes_no_sense_is_refused(runs: list[Run], options: dict[str, str], expected: str) -> None:
    with pytest.raises(ExportError, match=expected):
        export_otlp(runs, **options)


def test_without_the_extra_the_error_says_what_to_install(
    runs: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("passevents.export.extras.find_spec", lambda _: None)
    with pytest.raises(ExportError, match=r"pip install 'passevents\[otlp\]'"):
        export_otlp(runs, tmp_path / "spans.jsonl")
