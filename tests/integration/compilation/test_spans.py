"""A compile of the runtime as OpenTelemetry spans: one tree, as a collector's own classes read it."""

import numpy as np

from passevents.adapters.compilation import CompilationPlan
from passevents.export import export_otlp
from passevents.query import record

from ...unit.export.collector import attributes, collector

SCHEDULE = """\
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}
"""
STAGES = ("cache_lookup", "cache_miss", "parse", "transform", "pipeline", "serialize")


def spans_of(run):
    with collector() as receiver:
        export_otlp(run, endpoint=receiver.url)
        return receiver.spans


def children(spans, parent):
    inside = sorted((s for s in spans if s.parent_span_id == parent.span_id), key=lambda s: s.span_id)
    return [span.name for span in sorted(inside, key=lambda span: span.start_time_unix_nano)]


def named(spans, name):
    [found] = [span for span in spans if span.name == name]
    return found


def test_a_compile_and_its_code_are_one_tree_of_spans(runtime, kernels, lowering, tmp_path):
    with record(tmp_path / "runs.db", name="request") as recording:
        artifact = runtime.compile(kernels, lowering.set_transform_schedule(SCHEDULE))
        values = np.ones(4, dtype=np.float32)
        runtime.jit(artifact)["scale"](values, 2.0)
        runtime.emit_object(artifact, tmp_path / "kernels.o")
    assert list(values) == [2.0] * 4
    spans = spans_of(recording.stored)
    assert len({span.trace_id for span in spans}) == 1
    names = [span.name for span in spans]
    assert "compile" in children(spans, named(spans, "request"))
    assert [name for name in children(spans, named(spans, "compile")) if name in STAGES] == list(STAGES)
    assert {"convert-to-llvm", "jit_load", "execute", "codegen"} <= set(names)
    assert attributes(named(spans, "cache_miss"))["passevents.attributes.reason"] == "absent"


def test_every_span_lies_inside_its_parent(runtime, add, tmp_path):
    with record(tmp_path / "runs.db") as recording:
        runtime.compile(add, CompilationPlan("func.func(canonicalize,cse)"))
    spans = spans_of(recording.stored)
    times = {span.span_id: (span.start_time_unix_nano, span.end_time_unix_nano) for span in spans}
    outside = [
        span.name
        for span in spans
        if span.parent_span_id
        and not times[span.parent_span_id][0] <= times[span.span_id][0]
        and times[span.span_id][1] <= times[span.parent_span_id][1]
    ]
    assert outside == []
