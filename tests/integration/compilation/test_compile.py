"""Compiling with real MLIR: sources, Python passes, scopes, schedules, failures, what decides a hit."""

import hashlib
import os
import threading
from pathlib import Path

import pytest
from mlir import ir

from passevents.adapters.compilation import (
    CompilationPlan,
    CompilationRuntime,
    MemoryCache,
)
from passevents.errors import CompileError, PlanError


def parsed(artifact) -> str:
    with ir.Context(load_on_create_dialects=[]) as context:
        context.allow_unregistered_dialects = True
        return str(ir.Module.parse(artifact.bytecode))


def test_a_compile_runs_its_passes_and_says_what_it_gave(runtime, add):
    source = add.replace("%0 = arith.addi %a, %b", "%c = arith.constant 0 : i32 %0 = arith.addi %a, %c")
    artifact = runtime.compile(source, CompilationPlan("func.func(canonicalize)"))
    assert "addi" not in parsed(artifact)
    assert (artifact.cache, artifact.reason) == ("miss", "absent")
    assert artifact.key == artifact.metadata.lookup_key
    assert hashlib.sha256(artifact.bytecode).hexdigest() == artifact.metadata.bytecode_sha256
    assert {"parse", "pipeline", "serialize", "cache_lookup"} <= set(artifact.timings)
    assert (
        artifact.signatures[0].name,
        artifact.signatures[0].inputs,
        artifact.signatures[0].results,
    ) == ("add", ("i32", "i32"), ("i32",))


def test_the_second_compile_is_a_hit_with_the_same_bytes(runtime, cache, add):
    plan = CompilationPlan("cse")
    first, second = runtime.compile(add, plan), runtime.compile(add, plan)
    assert (first.bytecode, first.metadata) == (second.bytecode, second.metadata)
    assert (second.cache, second.layer, second.reason) == ("hit", "file", None)
    assert (cache.statistics.hits, cache.statistics.misses, cache.statistics.stores) == (1, 1, 1)


def test_text_bytes_file_module_and_bytecode_are_sources(runtime, add, tmp_path):
    path = tmp_path / "kernel.mlir"
    path.write_text(add)
    context = ir.Context(load_on_create_dialects=[])
    module = ir.Module.parse(add, context=context)
    plan = CompilationPlan("cse")
    first = runtime.compile(add, plan)
    texts = {
        parsed(runtime.compile(source, plan)) for source in (add.encode(), path, module, module.operation)
    }
    assert {parsed(first)} == texts
    again = runtime.compile(first.bytecode, CompilationPlan())
    assert parsed(first) == parsed(again)
    assert 'loc("kernel.mlir":2:8)' in runtime.compile(path, plan).text()
    path.write_text(add + add.replace("@add", "@again"))
    assert 'loc("kernel.mlir":6:8)' in runtime.compile(path, plan).text()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (3, "expected text, bytes, a path or a module, got int"),
        ("\ud800", "not valid Unicode"),
        (lambda tmp_path: tmp_path / "none.mlir", "cannot read"),
        (lambda tmp_path: tmp_path, "cannot read"),
    ],
)
def test_what_is_no_source_is_refused(runtime, tmp_path, source, message):
    with pytest.raises(CompileError, match=message) as caught:
        runtime.compile(source(tmp_path) if callable(source) else source, CompilationPlan())
    assert caught.value.stage == "source"


def test_a_file_whose_name_is_no_text_compiles(runtime, add, tmp_path):
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.mlir"))
    path.write_text(add)
    assert runtime.compile(path, CompilationPlan("cse")).metadata.source_name == "\\udcff.mlir"


def test_a_file_keeps_its_key_wherever_the_checkout_lies(runtime, add, tmp_path, monkeypatch):
    keys = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "k.mlir").write_text(add)
        monkeypatch.chdir(tmp_path / folder)
        keys.append(runtime.compile(tmp_path / folder / "k.mlir", CompilationPlan("cse")).key)
    assert keys[0] == keys[1]


def test_text_with_aliases_and_no_module_keeps_its_name_in_diagnostics(runtime, tmp_path):
    path = tmp_path / "k.mlir"
    path.write_text("#m = affine_map<(d0) -> (d0)>\nfunc.func @f() { return }\nfunc.func @g() { nonsense }\n")
    with pytest.raises(CompileError) as caught:
        runtime.compile(path, CompilationPlan())
    location = caught.value.diagnostics[0].location
    assert (location.file, location.line) == ("k.mlir", 3)


FAILURES = {
    "parse": (lambda: CompilationPlan(), "func.func @f( {", "expected"),
    "pipeline": (lambda: CompilationPlan("func.func(no-such-pass)"), None, "no-such-pass"),
    "pipeline option": (lambda: CompilationPlan("canonicalize{max-iterations=x}"), None, "max-iterations=x"),
    "pipeline anchor": (lambda: CompilationPlan("func.func(one-shot-bufferize)"), None, "restricted to"),
    "pass": (
        lambda: CompilationPlan("one-shot-bufferize", context_options={"allow_unregistered_dialects": True}),
        "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {"
        ' %0 = "x.y"(%a) : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> }',
        "not bufferized",
    ),
    "serialize": (lambda: CompilationPlan(bytecode_version=99), None, "version"),
    "context": (
        lambda: CompilationPlan(context_options={"load_dialects": ["nope"]}),
        None,
        "no dialect 'nope'",
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_a_compile_error_with_its_stage_and_nothing_is_cached(runtime, cache, add, name):
    plan, source, message = FAILURES[name]
    with pytest.raises(CompileError, match=message) as caught:
        runtime.compile(source or add, plan())
    assert name.split()[0] == caught.value.stage
    assert list(cache.entries()) == []
    assert cache.statistics.stores == 0


def test_a_diagnostic_has_severity_message_location_and_notes(runtime):
    source = 'func.func @f(%a: i32) -> i32 {\n  %0 = "test.op"(%a) : (i32) -> i32\n  return %0 : i32\n}\n'
    with pytest.raises(CompileError) as caught:
        runtime.compile(source, CompilationPlan(), source_name="café.mlir")
    said = caught.value.diagnostics[0]
    assert (said.severity, said.location.file, said.location.line) == ("error", "café.mlir", 2)


def test_bytecode_is_the_same_in_every_compile(add, lowering):
    """After bufferization the use-lists differ from run to run; the clone that is written has none."""
    source = """
    func.func @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
      %c = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<4x4xf32>
      %z = linalg.fill ins(%c : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
      %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>)
        -> tensor<4x4xf32>
      return %0 : tensor<4x4xf32>
    }"""
    plan = CompilationPlan(
        "one-shot-bufferize{bufferize-function-boundaries=1},func.func(convert-linalg-to-loops)"
    )
    runtime = CompilationRuntime()
    assert len({runtime.compile(source, plan).bytecode for _ in range(6)}) == 1


class TestBorrowedContext:
    def test_it_is_used_and_given_back_as_it_was(self, add):
        context = ir.Context(load_on_create_dialects=[])
        seen = []
        plan = CompilationPlan(context_options={"allow_unregistered_dialects": True})
        plan = plan.add_pass(lambda op, _: seen.append(op.context is context), version=1, name="look")
        CompilationRuntime().compile('"foo.bar"() : () -> ()', plan, context=context)
        assert (
            seen,
            context.allow_unregistered_dialects,
            context.emit_error_diagnostics,
        ) == ([True], False, False)

    def test_what_it_cannot_be_is_refused(self, add):
        with pytest.raises(CompileError, match=r"expected an mlir\.ir\.Context"):
            CompilationRuntime().compile(add, CompilationPlan(), context="context")
        plan = CompilationPlan(context_options={"multithreading": False})
        with pytest.raises(PlanError, match="multithreading"):
            CompilationRuntime().compile(add, plan, context=ir.Context())


@pytest.mark.parametrize(
    ("plan", "options", "message"),
    [
        ("cse", {}, "expected a CompilationPlan, got str"),
        (CompilationPlan(), {"mlir_revision": 3}, "mlir_revision: expected a non-empty text"),
        (CompilationPlan(), {"source_name": ""}, "source_name: expected a non-empty text"),
        (CompilationPlan(), {"telemetry": 3}, "telemetry: expected a function"),
        (CompilationPlan(), {"structural": "yes"}, "expected 'stale' or 'stripped'"),
        (CompilationPlan(), {"isolated": True, "context": 1}, "cannot be lent"),
    ],
)
def test_options_that_contradict_each_other_are_refused(runtime, add, plan, options, message):
    with pytest.raises(PlanError, match=message):
        runtime.compile(add, plan, **options)


def test_without_threads_the_result_is_the_same(add, lowering):
    source = "".join(add.replace("@add", f"@f{i}") for i in range(50))
    runtime = CompilationRuntime()
    single = lowering.set_context_options(multithreading=False)
    assert runtime.compile(source, lowering).bytecode == runtime.compile(source, single).bytecode


def test_many_threads_compile_through_one_runtime(add):
    runtime, errors = CompilationRuntime(MemoryCache()), []

    def work(start):
        try:
            for number in range(12):
                source = add.replace("@add", f"@f{(number + start) % 8}")
                runtime.compile(source, CompilationPlan("func.func(canonicalize,cse)"))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert runtime.cache.statistics.stores == 8
