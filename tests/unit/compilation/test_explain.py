"""Why a compile would miss, told by what differs from the nearest entry. No compiler is needed."""

from pathlib import Path

import pytest

from passevents.adapters.compilation import (
    CompilationPlan,
    CompilationRuntime,
    FileCache,
    MemoryCache,
    PythonPass,
)
from passevents.adapters.compilation.cache import Entry
from passevents.adapters.compilation.key import key_parts
from passevents.adapters.compilation.source import source_of
from passevents.errors import CacheError

SOURCE = "func.func @f() { return }"
REVISION = {"mlir_revision": "22.1.8"}


def mark(operation, pass_):
    pass


@pytest.fixture
def runtime(tmp_path):
    return CompilationRuntime(FileCache(tmp_path))


@pytest.fixture
def keep(runtime, make_entry):
    def keep_entry(source: str, plan: CompilationPlan, **changes) -> Entry:
        parts = key_parts(source_of(source), plan, "22.1.8")
        fields = {
            "source_digest": parts.source,
            "plan_identity": parts.plan,
            "declaration": plan.declaration(),
            "mlir_version": parts.mlir_version,
            "mlir_build": parts.mlir_build,
        }
        entry = make_entry(parts.lookup_key(), **{**fields, **changes})
        runtime.cache.store(parts.lookup_key(), entry)
        return entry

    return keep_entry


def test_a_hit_is_a_hit_and_counts_nothing(runtime, keep):
    keep(SOURCE, CompilationPlan("cse"))
    found = runtime.explain(SOURCE, CompilationPlan("cse"), **REVISION)
    assert (found.outcome, found.reason) == ("hit", "the entry is in the file cache")
    assert runtime.cache.statistics.hits == 0


def test_an_empty_cache_says_so(runtime):
    found = runtime.explain(SOURCE, CompilationPlan(), **REVISION)
    assert (found.outcome, found.reason) == ("miss", "the cache is empty")


PLAN = CompilationPlan(["cse", PythonPass(mark, version=1, name="mark")], target={"cpu": "a"})


@pytest.mark.parametrize(
    ("source", "plan", "differs"),
    [
        (SOURCE + " ", PLAN, ["source"]),
        (SOURCE, PLAN.replacing(target={"cpu": "b"}), ["target.cpu"]),
        (SOURCE, PLAN.replacing(target=None), ["target.cpu"]),
        (SOURCE, PLAN.replacing(schema_version=2), ["schema_version"]),
        (SOURCE, PLAN.set_context_options(multithreading=False), ["context_options.multithreading"]),
        (SOURCE, PLAN.replacing(pipeline=["cse", PythonPass(mark, version=2, name="mark")]), ["pipeline"]),
        (SOURCE + " ", PLAN.replacing(schema_version=2), ["schema_version", "source"]),
    ],
)
def test_each_input_that_differs_is_named(runtime, keep, source, plan, differs):
    keep(SOURCE, PLAN)
    found = runtime.explain(source, plan, **REVISION)
    assert differs == sorted(each.input for each in found.differences)
    assert all(each.input in found.reason for each in found.differences)


def test_the_text_shows_both_values(runtime, keep):
    keep(SOURCE, PLAN)
    changed = PLAN.replacing(pipeline=["canonicalize", PythonPass(mark, version=2, name="mark")])
    text = str(runtime.explain(SOURCE, changed, **REVISION))
    assert "pipeline: canonicalize,mark@2 here, cse,mark@1 in the entry" in text


def test_another_mlir_is_named(runtime, keep):
    keep(SOURCE, PLAN)
    found = runtime.explain(SOURCE, PLAN, mlir_revision="23.0.0")
    assert [each.input for each in found.differences] == ["MLIR version"]


def test_the_nearest_entry_is_the_one_with_the_fewest_differences(runtime, keep):
    keep("other", PLAN.replacing(schema_version=7))
    near = keep(SOURCE, PLAN)
    found = runtime.explain(SOURCE, PLAN.replacing(schema_version=2), **REVISION)
    assert near.metadata == found.nearest


def test_a_damaged_entry_is_the_reason(runtime, keep):
    entry = keep(SOURCE, PLAN)
    Path(runtime.cache.folder.path("entries", entry.metadata.lookup_key)).write_bytes(b"")
    found = runtime.explain(SOURCE, PLAN, **REVISION)
    assert "no entry that can be used: file: empty" in found.reason


def test_there_must_be_a_cache_to_look_into():
    with pytest.raises(CacheError, match="no cache"):
        CompilationRuntime().explain(SOURCE, PLAN, **REVISION)
    assert "empty" in CompilationRuntime(MemoryCache()).explain(SOURCE, PLAN, **REVISION).reason
