"""Compiling with real MLIR: sources, Python passes, scopes, schedules, failures, what decides a hit."""

import hashlib
import threading

import pytest
from mlir import ir

from passevents.adapters.compilation import (
    CompilationPlan,
    CompilationRuntime,
    MemoryCache,
    PythonPass,
    Scope,
)
from passevents.errors import CompileError, PlanError


def parsed(artifact) -> str:
    with ir.Context(load_on_create_dialects=[]) as context:
        context.allow_unregistered_dialects = True
        return str(ir.Module.parse(artifact.bytecode))


def tag(operation, pass_):
    operation.attributes["test.tag"] = ir.UnitAttr.get(operation.context)


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


class TestPythonPasses:
    def test_they_run_in_their_place(self, runtime, add):
        seen = []
        plan = (
            CompilationPlan()
            .add_pass(lambda op, _: seen.append(("first", op.name)), version=1, name="first")
            .add_pass("func.func(canonicalize)")
            .add_pass(lambda op, _: seen.append(("second", op.name)), version=1, name="second")
        )
        runtime.compile(add, plan)
        assert seen == [("first", "builtin.module"), ("second", "builtin.module")]

    def test_under_a_scope_they_run_on_each_operation_in_this_thread(self, runtime):
        threads, names = set(), []

        def look(operation, pass_):
            threads.add(threading.get_ident())
            names.append(operation.attributes["sym_name"].value)
            assert "test.tag" in operation.attributes, "what comes before it in the scope has run"

        def add_tag(operation, pass_):
            tag(operation, pass_)

        source = "".join(f"func.func @f{i}() {{ return }}\n" for i in range(20))
        steps = ["canonicalize", PythonPass(add_tag, version=1), "cse", PythonPass(look, version=1), "cse"]
        artifact = runtime.compile(source, CompilationPlan().nested("func.func", steps))
        assert ({threading.get_ident()}, [f"f{i}" for i in range(20)]) == (threads, names)
        assert parsed(artifact).count("test.tag") == 20

    def test_two_scopes_deep(self, runtime):
        source = "module { func.func @a() { return } module { func.func @b() { return } } }"
        plan = CompilationPlan().nested("builtin.module", [Scope("func.func", (PythonPass(tag, version=1),))])
        text = parsed(runtime.compile(source, plan))
        assert "@b() attributes {test.tag}" in text
        assert "@a() {" in text

    def test_an_exception_is_a_compile_error_that_names_the_pass(self, runtime, add):
        def broken(operation, pass_):
            raise KeyError("gone")

        with pytest.raises(CompileError, match=r"broken raised KeyError: 'gone'") as caught:
            runtime.compile(add, CompilationPlan().add_pass(broken, version=1))
        assert caught.value.stage == "pass"
        assert isinstance(caught.value.__cause__, KeyError)

    def test_an_interrupt_is_not_swallowed(self, runtime, add):
        def interrupted(operation, pass_):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            runtime.compile(add, CompilationPlan().add_pass(interrupted, version=1))

    def test_signalled_failure_names_the_pass(self, runtime, add):
        plan = CompilationPlan().add_pass(
            lambda op, pass_: pass_.signal_pass_failure(), version=1, name="refuse"
        )
        with pytest.raises(CompileError, match="refuse signalled failure"):
            runtime.compile(add, plan)

    def test_an_emitted_error_that_fails_nothing_is_kept_and_does_not_abort(self, runtime, add):
        def complain(operation, pass_):
            operation.location.emit_error("I would not do that")

        artifact = runtime.compile(add, CompilationPlan().add_pass(complain, version=1))
        assert [each.message for each in artifact.diagnostics] == ["I would not do that"]

    def test_an_emitted_error_before_an_exception_is_in_the_error(self, runtime, add):
        def complain(operation, pass_):
            operation.location.emit_error("look here")
            raise ValueError("no")

        with pytest.raises(CompileError) as caught:
            runtime.compile(add, CompilationPlan().add_pass(complain, version=1))
        assert [each.message for each in caught.value.diagnostics] == ["look here"]

    def test_ir_that_a_python_pass_broke_is_found(self, runtime, add):
        def break_it(operation, pass_):
            operation.attributes["undotted"] = ir.UnitAttr.get(operation.context)

        with pytest.raises(CompileError, match="dialect-prefixed"):
            runtime.compile(add, CompilationPlan().add_pass(break_it, version=1))
        with pytest.raises(CompileError, match="dialect-prefixed"):
            plan = CompilationPlan(context_options={"verify_each": False}).add_pass(break_it, version=1)
            runtime.compile(add, plan)

    def test_a_scope_that_no_pass_can_run_on_is_refused_before_anything_runs(self, runtime):
        ran = []
        source = "func.func @f(%a: index) { scf.for %i = %a to %a step %a { scf.yield } return }"
        plan = CompilationPlan().add_pass(lambda op, _: ran.append(op), version=1, name="first")
        plan = plan.nested("func.func", [Scope("scf.for", (PythonPass(tag, version=1),))])
        with pytest.raises(CompileError, match="not isolated from above") as caught:
            runtime.compile(source, plan)
        assert (caught.value.stage, ran) == ("pipeline", [])

    def test_a_pass_may_compile_another_module(self, runtime, add):
        inner = []

        def compile_more(operation, pass_):
            inner.append(runtime.compile("func.func @g() { return }", CompilationPlan("cse")))

        runtime.compile(add, CompilationPlan().add_pass(compile_more, version=1))
        assert "@g" in parsed(inner[0])


SCHEDULE = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mul = transform.structured.match ops{["arith.addi"]} in %root
      : (!transform.any_op) -> !transform.any_op
    transform.annotate %mul "found.here" : !transform.any_op
    transform.yield
  }
}
"""


TILE = """%t, %l = transform.structured.tile_using_for %mul tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)"""


class TestSchedules:
    def test_a_schedule_runs_before_the_pipeline(self, runtime, add):
        seen = []
        plan = CompilationPlan().set_transform_schedule(SCHEDULE)
        plan = plan.add_pass(lambda op, _: seen.append("found.here" in str(op)), version=1, name="look")
        assert "found.here" in parsed(runtime.compile(add, plan))
        assert seen == [True]

    @pytest.mark.parametrize(
        ("schedule", "options", "message"),
        [
            ("module {", {}, "schedule cannot be parsed"),
            ("module {}", {}, "no sequence called '__transform_main'"),
            (SCHEDULE, {"entry_point": "other"}, "no sequence called 'other'"),
            (
                SCHEDULE.replace('transform.annotate %mul "found.here" : !transform.any_op', TILE),
                {},
                "failed",
            ),
        ],
    )
    def test_a_schedule_that_cannot_run_is_an_error_of_the_transform_stage(
        self, runtime, add, schedule, options, message
    ):
        with pytest.raises(CompileError, match=message) as caught:
            runtime.compile(add, CompilationPlan().set_transform_schedule(schedule, **options))
        assert caught.value.stage == "transform"


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


class TestKeys:
    def test_every_input_toggled_alone_is_a_miss(self, runtime, cache, add):
        base = CompilationPlan("cse")
        runtime.compile(add, base)
        changed = [
            (add + "\n", base, {}),
            (add, CompilationPlan("canonicalize"), {}),
            (add, base.set_target(cpu="x86-64"), {}),
            (add, base.replacing(schema_version=2), {}),
            (add, base.set_bytecode_version(6), {}),
            (add, base.set_context_options(allow_unregistered_dialects=True), {}),
            (add, base, {"mlir_revision": "my-build-7"}),
            (add, base, {"source_name": "other.mlir"}),
            (add, base, {"structural": "stripped"}),
        ]
        found = [runtime.compile(source, plan, **options) for source, plan, options in changed]
        assert ["miss"] * len(changed) == [artifact.cache for artifact in found]
        assert len(changed) == len({artifact.key for artifact in found})

    def test_another_build_of_the_same_version_is_a_miss(self, runtime, add, monkeypatch):
        from passevents.adapters.compilation import build, key

        runtime.compile(add, CompilationPlan())
        real = build.installed_build()
        monkeypatch.setattr(key, "installed_build", lambda: build.MlirBuild(real.version, "0" * 32))
        assert runtime.compile(add, CompilationPlan()).cache == "miss"

    def test_what_does_not_matter_is_a_hit(self, runtime, add):
        plan = CompilationPlan("cse", target={"cpu": "x86-64", "triple": "x86_64-linux-gnu"})
        runtime.compile(add, plan)
        same = CompilationPlan(
            "builtin.module( cse )", target={"triple": "x86_64-linux-gnu", "cpu": "x86-64"}
        )
        heard = []
        context = ir.Context(load_on_create_dialects=[])
        artifact = runtime.compile(
            add.encode(),
            same.set_telemetry_metadata(request=7),
            telemetry=lambda *event: heard.append(event),
            context=context,
        )
        assert artifact.cache == "hit"


class TestStructuralLookup:
    COMMENTED = "// a comment\nfunc.func @f( %x : i32 ) -> i32 {\n\n  return %x : i32 }"
    PLAIN = "func.func @f(%a: i32) -> i32 { return %a : i32 }"

    @pytest.mark.parametrize(("mode", "locations"), [("stale", "stale"), ("stripped", "stripped")])
    def test_a_comment_or_formatting_edit_is_a_hit(self, runtime, mode, locations):
        plan = CompilationPlan("cse")
        runtime.compile(self.PLAIN, plan, structural=mode)
        artifact = runtime.compile(self.COMMENTED, plan, structural=mode)
        assert ("hit", locations) == (artifact.cache, artifact.metadata.locations)
        assert runtime.compile(self.COMMENTED, plan, structural=mode).cache == "hit"

    def test_it_is_not_asked_unless_wanted(self, runtime):
        plan = CompilationPlan("cse")
        runtime.compile(self.PLAIN, plan, structural="stale")
        artifact = runtime.compile(self.COMMENTED, plan)
        assert (
            artifact.cache,
            artifact.metadata.locations,
            artifact.metadata.structural_hash,
        ) == ("miss", "exact", None)

    def test_stripped_results_have_no_locations(self, runtime):
        artifact = runtime.compile(self.PLAIN, CompilationPlan(), structural="stripped", source_name="k.mlir")
        assert b"k.mlir" not in artifact.bytecode

    @pytest.mark.parametrize(
        "other",
        [
            PLAIN.replace("i32", "i64"),
            PLAIN.replace("@f", "@g"),
            "func.func @f(%a: i32) -> i32 { %c = arith.constant 1 : i32 return %a : i32 }",
        ],
    )
    def test_another_structure_is_a_miss(self, runtime, other):
        plan = CompilationPlan("cse")
        runtime.compile(self.PLAIN, plan, structural="stale")
        assert runtime.compile(other, plan, structural="stale").cache == "miss"


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
