"""What a plan accepts, refuses, and is identified by."""

import copy
import os
import pickle
import subprocess
import sys

import pytest

from passevents.adapters.compilation.declaration import from_declaration, to_declaration
from passevents.adapters.compilation.decorator import compiler
from passevents.adapters.compilation.plan import CompilationPlan
from passevents.adapters.compilation.steps import PassStep, PythonPass, Scope
from passevents.errors import PlanError, UnstablePlanError


def mark(operation, pass_):
    """A Python pass."""


def other(operation, pass_):
    """Another Python pass."""


def test_the_outer_module_may_be_written_or_left_out():
    assert CompilationPlan("builtin.module(func.func(canonicalize,cse),cse)") == CompilationPlan(
        "func.func(canonicalize, cse),\n cse"
    )


def test_text_steps_and_builders_give_one_identity():
    """Each way of writing a pipeline is the same plan, or caches would miss for a matter of taste."""
    plans = [
        CompilationPlan("func.func(canonicalize{max-iterations=3  top-down=false}),cse"),
        CompilationPlan(
            [Scope("func.func", (PassStep("canonicalize", "max-iterations=3 top-down=false"),)), "cse"]
        ),
        CompilationPlan()
        .nested("func.func", "canonicalize{ max-iterations=3 top-down=false }")
        .add_pass("cse"),
    ]
    assert {plans[0].identity()} == {plan.identity() for plan in plans}


def test_a_nested_module_scope_is_not_taken_for_the_wrapper():
    plan = CompilationPlan().nested("builtin.module", "cse")
    assert plan.pipeline_text == "builtin.module(builtin.module(cse))"
    assert plan != CompilationPlan("cse")
    assert CompilationPlan(plan.pipeline_text) == plan


def test_builders_leave_the_plan_alone():
    plan = CompilationPlan("cse")
    before = plan.identity()
    changed = plan.add_pass("canonicalize")
    assert (plan.identity(), plan.pipeline_text) == (before, "builtin.module(cse)")
    assert changed.identity() != before


CHANGES = {
    "pipeline": {"pipeline": "cse"},
    "order": {"pipeline": "cse,canonicalize"},
    "pass option": {"pipeline": "canonicalize{top-down=false},cse"},
    "python version": {"pipeline": ["canonicalize,cse", PythonPass(mark, version=2)]},
    "python name": {"pipeline": ["canonicalize,cse", PythonPass(mark, version=1, name="marked")]},
    "schedule": {"transform_schedule": "module {}"},
    "schedule option": {"transform_schedule": "module {}", "transform_options": {"expensive_checks": True}},
    "triple": {"target": {"triple": "aarch64-linux-gnu"}},
    "cpu": {"target": {"cpu": "znver3"}},
    "features": {"target": {"features": "+avx2"}},
    "schema version": {"schema_version": 2},
    "bytecode version": {"bytecode_version": 5},
    "context option": {"context_options": {"allow_unregistered_dialects": True}},
}


def test_every_change_alone_changes_the_identity():
    base = CompilationPlan(["canonicalize,cse", PythonPass(mark, version=1)])
    identities = [base.identity()] + [base.replacing(**change).identity() for change in CHANGES.values()]
    assert len(CHANGES) + 1 == len(set(identities))


def test_the_identity_is_that_of_the_current_value():
    plan = CompilationPlan("cse")
    before = plan.identity()
    object.__setattr__(plan, "schema_version", 7)
    assert plan.identity() == CompilationPlan("cse", schema_version=7).identity() != before


def test_telemetry_metadata_identifies_nothing():
    """It labels events; two services that share a cache may label them differently."""
    labelled = CompilationPlan("cse").set_telemetry_metadata(service="a")
    assert CompilationPlan("cse").identity() == labelled.identity()
    assert labelled == CompilationPlan("cse")
    assert "telemetry_metadata" not in labelled.declaration()


def test_the_order_of_settings_does_not_matter():
    one = CompilationPlan(target={"triple": "x86_64-linux-gnu", "cpu": "znver3"})
    two = CompilationPlan(target={"cpu": "znver3", "triple": "x86_64-linux-gnu"})
    assert one.identity() == two.identity()


def test_features_keep_their_order():
    """LLVM lets a later feature override an earlier one."""
    one = CompilationPlan(target={"features": ["+avx2", "-avx"]})
    assert one == CompilationPlan(target={"features": "+avx2, -avx"})
    assert one != CompilationPlan(target={"features": "-avx,+avx2"})


def test_a_schedule_from_a_path_is_read_at_once(tmp_path):
    path = tmp_path / "schedule.mlir"
    path.write_text("module { }")
    plan = CompilationPlan().set_transform_schedule(path, entry_point="__main")
    path.write_text("module { edited }")
    assert plan.transform_schedule == "module { }"


def test_a_copy_and_a_pickle_are_the_same_plan():
    plan = CompilationPlan("cse").add_pass(mark, version="1").set_target(cpu="znver3")
    for again in (copy.deepcopy(plan), pickle.loads(pickle.dumps(plan))):
        assert (plan, plan.identity()) == (again, again.identity())


REFUSED = {
    r"pipeline: expected text or steps in their order, got \{": lambda: CompilationPlan({"cse"}),
    r"target\['cpu'\]: expected a non-empty text, got 'a\\x00'": lambda: CompilationPlan(
        target={"cpu": "a\0"}
    ),
    "pipeline: expected the name of a pass or an operation at offset 2": lambda: CompilationPlan("a,,b"),
    r"expected a ',' or '\)' at offset 5": lambda: CompilationPlan("x.y(b"),
    "expected a '}'": lambda: CompilationPlan("a{b"),
    "expected a ',' or the end at offset 1": lambda: CompilationPlan("a)"),
    "not the name of an operation": lambda: CompilationPlan("func(cse)"),
    "has no passes": lambda: CompilationPlan().nested("func.func", []),
    "expected text or steps": lambda: CompilationPlan(3),
    "did you mean 'triple'": lambda: CompilationPlan(target={"tripel": "x"}),
    "target: expected a mapping": lambda: CompilationPlan(target="x86_64"),
    r"target\['cpu'\]: expected a non-empty text": lambda: CompilationPlan(target={"cpu": 3}),
    "expected features as": lambda: CompilationPlan(target={"features": "avx2"}),
    "schema_version: expected a whole number": lambda: CompilationPlan(schema_version=True),
    "bytecode_version: expected a whole number": lambda: CompilationPlan(bytecode_version=-1),
    "context_options: unknown option 'threads'": lambda: CompilationPlan(context_options={"threads": 2}),
    r"context_options\['multithreading'\]": lambda: CompilationPlan(context_options={"multithreading": 1}),
    "there is no transform_schedule": lambda: CompilationPlan(transform_options={"expensive_checks": True}),
    "transform_schedule: cannot read": lambda: CompilationPlan().set_transform_schedule(PathOf("/no/such")),
    "target: already set": lambda: CompilationPlan().set_target(cpu="a").set_target(cpu="b"),
    "schema_version: already set": lambda: CompilationPlan(schema_version=2).set_schema_version(3),
    "bytecode_version: already set": lambda: CompilationPlan(bytecode_version=0).set_bytecode_version(3),
    "unknown option 'targets' of a plan": lambda: CompilationPlan().replacing(targets={}),
    "only a function takes them": lambda: CompilationPlan().add_pass("cse", version=1),
    "name the operation it runs on": lambda: CompilationPlan().nested("any", [PythonPass(mark, version=1)]),
    "cannot be the name of a pass": lambda: PassStep("a b"),
}


class PathOf(os.PathLike):
    """A path that is not a pathlib.Path."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


@pytest.mark.parametrize("message", REFUSED)
def test_bad_input_is_refused_with_the_option_that_is_wrong(message):
    with pytest.raises(PlanError, match=message):
        REFUSED[message]()


@pytest.mark.parametrize(
    "build",
    [
        lambda: CompilationPlan(mark),
        lambda: CompilationPlan(["cse", mark]),
        lambda: CompilationPlan().add_pass(mark),
        lambda: CompilationPlan().nested("func.func", [mark]),
        lambda: PythonPass(mark, version=""),
        lambda: PythonPass(mark, version=1.5),
        lambda: PythonPass(mark, version=None),
        lambda: CompilationPlan(telemetry_metadata={"callback": mark}),
        lambda: CompilationPlan(
            [PythonPass(mark, version=1, name="x"), PythonPass(other, version=1, name="x")]
        ),
    ],
)
def test_a_callable_whose_changes_nobody_declares_is_refused(build):
    with pytest.raises(UnstablePlanError):
        build()


def test_the_code_of_a_python_pass_is_never_part_of_the_identity():
    one, two = (
        CompilationPlan().add_pass(mark, version=1, name="p"),
        CompilationPlan().add_pass(other, version=1, name="p"),
    )
    assert one.identity() == two.identity()


def test_a_declaration_reads_back_as_the_plan():
    plan = CompilationPlan("func.func(cse)").nested("func.func", [PythonPass(mark, version=1)])
    plan = plan.set_target(triple="aarch64-linux-gnu").set_context_options(load_dialects=["func"])
    assert plan == from_declaration(plan.declaration(), {plan.pipeline[-1].steps[0].name: mark})
    assert plan.declaration() == to_declaration(plan)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"declaration": 99}, "expected version 1"),
        ({"extra": 1}, "unknown member 'extra'"),
        ({"pipeline": "cse"}, "expected a list"),
        ({"pipeline": [{"pass": "cse"}]}, r"pipeline\[0\]: not a step"),
        ({"pipeline": [{"python": "p", "version": "1"}]}, "no function was given"),
        ({"schema_version": "1"}, "schema_version"),
    ],
)
def test_a_declaration_that_is_not_one_names_the_member(change, message):
    with pytest.raises(PlanError, match=message):
        from_declaration({**CompilationPlan("cse").declaration(), **change})


def test_the_decorator_checks_what_the_function_returns():
    @compiler
    def lower(level: int) -> CompilationPlan:
        """Lower."""
        return CompilationPlan("cse") if level else None

    assert CompilationPlan("cse") == lower(1)
    assert (lower.__doc__, lower.__name__) == ("Lower.", "lower")
    with pytest.raises(PlanError, match="expected a CompilationPlan, it returned None"):
        lower(0)


PROGRAM = """
from passevents.adapters.compilation.plan import CompilationPlan
plan = CompilationPlan("func.func(canonicalize),cse", target={"cpu": "a", "triple": "b", "features": ["+x"]})
plan = plan.set_context_options(multithreading=False, allow_unregistered_dialects=True)
print(plan.set_telemetry_metadata(b=1, a=2).identity())
"""


def test_the_identity_is_equal_in_five_processes_with_five_hash_seeds(tmp_path):
    found = set()
    for seed in ("0", "1", "2", "3", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    assert len(found) == 1
    assert len(found.pop()) == 64
