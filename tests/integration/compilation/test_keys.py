"""What decides a hit: every input alone, and the second look-up by structure."""

import pytest
from mlir import ir

from passevents.adapters.compilation import CompilationPlan


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

    def test_stale_locations_reach_only_those_who_asked_for_them(self, runtime):
        plan = CompilationPlan("cse")
        runtime.compile(self.PLAIN, plan, structural="stale")
        assert runtime.compile(self.COMMENTED, plan, structural="stale").metadata.locations == "stale"
        exact = runtime.compile(self.COMMENTED, plan)
        assert (exact.cache, exact.metadata.locations) == ("miss", "exact")
        assert runtime.compile(self.COMMENTED, plan, structural="stale").metadata.locations == "exact"

    def test_the_second_time_the_structure_is_not_looked_at(self, runtime):
        plan = CompilationPlan("cse")
        runtime.compile(self.PLAIN, plan, structural="stale")
        first = runtime.compile(self.COMMENTED, plan, structural="stale")
        second = runtime.compile(self.COMMENTED, plan, structural="stale")
        assert "structural_hash" in first.timings
        assert "structural_hash" not in second.timings

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
