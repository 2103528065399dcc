"""Passes in Python and transform schedules: where they run, on which thread, and how they fail."""

import threading

import pytest
from mlir import ir

from passevents.adapters.compilation import CompilationPlan, PythonPass, Scope
from passevents.errors import CompileError


def parsed(artifact) -> str:
    with ir.Context(load_on_create_dialects=[]) as context:
        context.allow_unregistered_dialects = True
        return str(ir.Module.parse(artifact.bytecode))


def tag(operation, pass_):
    operation.attributes["test.tag"] = ir.UnitAttr.get()


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
