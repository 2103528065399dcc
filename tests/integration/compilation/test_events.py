"""What a recorded run and a telemetry callback are told of a compile."""

import importlib

import pytest

from passevents.adapters.compilation import CompilationPlan, CompilationRuntime, FileCache
from passevents.errors import CompileError
from passevents.query import EventStore, record


@pytest.fixture
def recorded(tmp_path):
    """The records of what a function does, with the depth they lie at."""

    # Else the first compile of the process has a stage for it.
    importlib.import_module("mlir.ir")

    def ask(action):
        path = tmp_path / "runs.db"
        with record(path) as recording:
            action()
        with EventStore(path) as store:
            return list(store.run(recording.id).records())

    return ask


def stages(records):
    return [(each.event.depth, each.event.name, str(each.status)) for each in records if each.kind == "stage"]


def test_a_miss_is_one_tree_with_passes_and_actions_below_its_pipeline(runtime, add, recorded):
    plan = CompilationPlan("func.func(canonicalize)").set_telemetry_metadata(service="mine")
    records = recorded(lambda: runtime.compile(add, plan))
    assert stages(records) == [
        (0, "compile", "completed"),
        (1, "cache_lookup", "completed"),
        (1, "cache_wait", "completed"),
        (1, "cache_miss", "completed"),
        (1, "parse", "completed"),
        (1, "pipeline", "completed"),
        (1, "serialize", "completed"),
    ]
    by_sequence = {each.event.sequence: each for each in records}
    (canonicalize,) = [each for each in records if each.event.name == "canonicalize"]
    outer = canonicalize
    while outer.event.parent_sequence is not None and outer.event.name != "pipeline":
        outer = by_sequence[outer.event.parent_sequence]
    assert (canonicalize.kind, outer.event.name) == ("pass", "pipeline")
    assert any(each.kind == "action" for each in records)
    assert {"service": "mine", "reason": "absent"}.items() <= dict(records[3].attributes).items()


def test_a_hit_says_that_no_passes_ran(runtime, add, recorded):
    runtime.compile(add, CompilationPlan("cse"))
    records = recorded(lambda: runtime.compile(add, CompilationPlan("cse")))
    assert [each.event.name for each in records] == ["compile", "cache_lookup", "cache_hit"]
    assert records[-1].attributes["detail"] == "hit, no passes ran"
    assert records[-1].attributes["layer"] == "file"


def test_a_failed_stage_is_failed_and_so_is_the_compile(runtime, recorded):
    def fail():
        with pytest.raises(CompileError):
            runtime.compile("func.func @f( {", CompilationPlan())

    records = recorded(fail)
    failed = [each for each in records if each.status == "failed"]
    assert [each.event.name for each in failed] == ["compile", "parse"]
    assert "expected" in failed[-1].error


def test_a_cache_that_fails_is_an_event_and_an_ordinary_compile(tmp_path, add, recorded):
    (tmp_path / "file").write_text("in the way")
    runtime = CompilationRuntime(FileCache(tmp_path / "file"))
    records = recorded(lambda: runtime.compile(add, CompilationPlan("cse")))
    reasons = [each.attributes["reason"] for each in records if each.event.name == "cache_failure"]
    assert len(reasons) == 2
    assert all("Not a directory" in reason for reason in reasons)
    assert records[0].status == "completed"


def test_loading_and_calling_are_stages(runtime, kernels, lowering, recorded):
    artifact = runtime.compile(kernels, lowering)
    records = recorded(lambda: runtime.jit(artifact)["add"](1, 2))
    assert stages(records) == [(0, "jit_load", "completed"), (0, "execute", "completed")]


def test_a_pass_that_the_verifier_fails_is_failed(runtime, add, recorded):
    def breaks(operation, pass_):
        function = operation.operation.regions[0].blocks[0].operations[0]
        list(function.operation.regions[0].blocks[0].operations)[-1].operation.erase()

    def compile_():
        with pytest.raises(CompileError, match="block with no terminator"):
            runtime.compile(add, CompilationPlan("cse").add_pass(breaks, version=1, name="breaks"))

    records = {each.event.name: each for each in recorded(compile_) if each.kind == "pass"}
    assert (str(records["cse"].status), str(records["breaks"].status)) == ("completed", "failed")
    assert records["breaks"].attributes["failure"] == "verifier"


def test_pipelines_and_what_was_said_are_in_the_tree_too(runtime, recorded):
    source = """module { module { func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "tosa.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32> } } }"""

    def compile_():
        with pytest.raises(CompileError, match="op was not bufferized"):
            runtime.compile(source, CompilationPlan("builtin.module(builtin.module(cse,one-shot-bufferize))"))

    records = recorded(compile_)
    by_sequence = {each.event.sequence: each for each in records}
    above = {
        (str(each.kind), each.event.name): by_sequence[each.event.parent_sequence].event.name
        for each in records
        if each.kind in ("pipeline", "diagnostic") or each.event.name in ("cse", "one-shot-bufferize")
    }
    assert above == {
        ("pipeline", "'builtin.module' Pipeline"): "mlir::detail::OpToOpPassAdaptor",
        ("pass", "cse"): "'builtin.module' Pipeline",
        ("pass", "one-shot-bufferize"): "'builtin.module' Pipeline",
        ("diagnostic", "error"): "one-shot-bufferize",
    }
    failed = [each.error for each in records if each.event.name == "one-shot-bufferize"]
    assert failed == ["op was not bufferized"]


def test_actions_can_be_left_out(cache, add, recorded):
    runtime = CompilationRuntime(cache, record_actions=False)
    records = recorded(lambda: runtime.compile(add, CompilationPlan("cse")))
    assert {"stage"} == {str(each.kind) for each in records}


def test_the_result_is_the_same_with_and_without_recording(add, recorded):
    results = []
    plan = CompilationPlan("func.func(canonicalize,cse)")
    recorded(lambda: results.append(CompilationRuntime().compile(add, plan).bytecode))
    assert [CompilationRuntime().compile(add, plan).bytecode] == results


def test_telemetry_hears_start_and_stop_with_nanoseconds_and_merged_metadata(cache, add):
    heard = []
    runtime = CompilationRuntime(cache, telemetry=lambda *event: heard.append(event))
    plan = CompilationPlan("cse").set_telemetry_metadata(service="mine", key="not this one")
    artifact = runtime.compile(add, plan)
    names = [event for event, _, _ in heard]
    assert all(name[:2] == ("mlir", "compilation") for name in names)
    assert [name[2:] for name in names[:4]] == [
        ("compile", "start"),
        ("cache_lookup", "start"),
        ("cache_lookup", "stop"),
        ("cache_wait", "start"),
    ]
    assert names[-1] == ("mlir", "compilation", "compile", "stop")
    assert all(measured["duration_ns"] >= 0 for name, measured, _ in heard if name[-1] == "stop")
    assert ("mine", artifact.key) == (heard[0][2]["service"], heard[0][2]["key"])


def test_telemetry_hears_loading_and_calls(kernels, lowering):
    heard = []
    runtime = CompilationRuntime(telemetry=lambda *event: heard.append(event))
    artifact = runtime.compile(kernels, lowering)
    add = runtime.jit(artifact)["add"]
    heard.clear()
    add(1, 2)
    assert [event[2:] for event, _, _ in heard] == [("execute", "start"), ("execute", "stop")]
    assert ("add", artifact.key) == (heard[0][2]["function"], heard[0][2]["key"])


def test_the_compile_is_timed_once_whether_it_is_heard_or_not(add):
    heard = []
    for telemetry in (None, lambda *event: heard.append(event)):
        timings = CompilationRuntime().compile(add, CompilationPlan("cse"), telemetry=telemetry).timings
        assert timings["pipeline"] <= timings["compile"]
    told = next(measured for event, measured, _ in heard if event[2:] == ("compile", "stop"))
    assert told["duration_ns"] == timings["compile"]


def test_telemetry_hears_an_exception(runtime):
    heard = []
    with pytest.raises(CompileError):
        runtime.compile("nonsense", CompilationPlan(), telemetry=lambda *event: heard.append(event))
    assert [event[2:] for event, _, _ in heard[-2:]] == [("parse", "exception"), ("compile", "exception")]
    assert "cannot be parsed" in heard[-1][2]["error"]


def test_a_callback_that_raises_is_left_out_with_a_warning(runtime, add):
    def fail(*event):
        raise ValueError("not today")

    with pytest.warns(UserWarning, match="not today"):
        assert runtime.compile(add, CompilationPlan(), telemetry=fail).cache == "miss"


def test_the_compile_session_of_a_user_encloses_the_compile(runtime, add, tmp_path):
    with record(tmp_path / "runs.db") as recording, recording.span("request"):
        runtime.compile(add, CompilationPlan("cse"))
    with EventStore(tmp_path / "runs.db") as store:
        names = [(each.event.depth, each.event.name) for each in store.run(recording.id).records()][:2]
    assert names == [(0, "request"), (1, "compile")]
