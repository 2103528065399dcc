"""Compiling in another process: the same result, and a death that is an error naming the pass."""

import contextlib
import sys

import pytest

from passevents.adapters.compilation import CompilationPlan, CompilationRuntime, PythonPass
from passevents.errors import CompileError, PlanError
from passevents.query import EventStore, record

PASSES = """
import os
def abort(operation, pass_):
    os.abort()
def talk(operation, pass_):
    print("this goes to nobody's answer")
def leave(operation, pass_):
    os._exit(7)
"""


@pytest.fixture
def passes(tmp_path, monkeypatch):
    (tmp_path / "isolated_passes.py").write_text(PASSES)
    monkeypatch.syspath_prepend(tmp_path)
    import isolated_passes

    yield isolated_passes
    del sys.modules["isolated_passes"]


def test_the_result_is_the_same(runtime, add, passes):
    plan = CompilationPlan("cse").add_pass(passes.talk, version=1)
    isolated = runtime.compile(add, plan, isolated=True)
    assert isolated.cache == "miss"
    assert CompilationRuntime().compile(add, plan).bytecode == isolated.bytecode
    assert {"isolated", "parse", "pipeline", "serialize"} <= set(isolated.timings)
    assert runtime.compile(add, plan).cache == "hit"


def test_an_error_of_the_worker_is_the_error_here(runtime):
    with pytest.raises(CompileError, match="expected") as caught:
        runtime.compile("func.func @f( {", CompilationPlan(), isolated=True, source_name="k.mlir")
    assert (caught.value.stage, caught.value.diagnostics[0].location.file) == ("parse", "k.mlir")


def test_an_abort_is_an_error_that_names_the_pass_and_its_place(runtime, cache, add, passes):
    plan = CompilationPlan("func.func(canonicalize)").nested(
        "func.func", [PythonPass(passes.abort, version=1)]
    )
    with pytest.raises(
        CompileError, match=r"killed by SIGABRT in the pass isolated_passes.abort at k.mlir:1:1"
    ):
        runtime.compile(add, plan, isolated=True, source_name="k.mlir")
    assert list(cache.entries()) == []


def heard_in(add, plan):
    heard = []
    runtime = CompilationRuntime(telemetry=lambda *event: heard.append(event))
    with contextlib.suppress(CompileError):
        runtime.compile(add, plan.set_telemetry_metadata(request=7), isolated=True)
    assert all(metadata["request"] == 7 for _, _, metadata in heard)
    return [(event[2:], measurements, metadata) for event, measurements, metadata in heard]


def test_telemetry_hears_the_stages_of_the_worker(add):
    heard = heard_in(add, CompilationPlan("cse"))
    told = [event for event, _, _ in heard if event[0] in ("parse", "pipeline", "serialize")]
    assert told == [(name, end) for name in ("parse", "pipeline", "serialize") for end in ("start", "stop")]
    assert all(measured["duration_ns"] > 0 for event, measured, _ in heard if event[1] == "stop")


def test_telemetry_hears_in_which_stage_the_worker_died(add, passes):
    heard = heard_in(add, CompilationPlan("cse").add_pass(passes.abort, version=1))
    failed = [(event[0], metadata["error"]) for event, _, metadata in heard if event[1] == "exception"]
    assert [name for name, _ in failed] == ["pipeline", "isolated", "compile"]
    assert all("SIGABRT" in error for _, error in failed)


def test_a_crash_of_mlir_itself_is_an_error(runtime):
    """This pass dies on a function it was not made for."""
    source = (
        "module { func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {"
        ' %0 = "tosa.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> } }'
    )
    with pytest.raises(CompileError, match="SIGSEGV") as caught:
        runtime.compile(source, CompilationPlan("func.func(convert-func-to-spirv)"), isolated=True)
    assert caught.value.stage == "pass"


def test_a_worker_that_ends_without_an_answer_is_an_error(runtime, add, passes):
    with pytest.raises(CompileError, match="exit status 7"):
        runtime.compile(add, CompilationPlan().add_pass(passes.leave, version=1), isolated=True)


def test_the_store_shows_the_pass_that_aborted_in_a_run_of_its_own(tmp_path, add, passes):
    path = tmp_path / "runs.db"
    plan = CompilationPlan("cse").add_pass(passes.abort, version=1)
    with record(path) as recording, pytest.raises(CompileError):
        CompilationRuntime().compile(add, plan, isolated=True)
    with EventStore(path) as store:
        worker = next(run for run in store.runs() if run.parent_run == recording.id)
        lost = [each.event.name for each in worker.records() if each.status == "lost"]
    assert (worker.status, lost) == ("lost", ["pipeline", "isolated_passes.abort"])


def test_a_pass_that_another_process_cannot_import_is_refused(runtime, add):
    with pytest.raises(PlanError, match="cannot import the Python pass"):
        runtime.compile(add, CompilationPlan().add_pass(lambda op, _: None, version=1), isolated=True)
