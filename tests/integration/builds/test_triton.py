"""What is recorded while Triton compiles a kernel, against its own IR printing and the kernel's text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import triton
import triton.language as tl
from triton._C import libtriton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from passevents import AttachError, PassKind, PassRecord, UnsupportedCompilerError, _native
from passevents.adapters.mlir import ADAPTER, Session, attach, instrument
from passevents.journal import activate, memory_run

from ...docs.pages import name, pages, run_page

# "// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //"
DUMP = re.compile(r"IR Dump Before \S+? ?[:(] ?([\w-]+)")


@triton.jit
def softmax(out, source, stride, count, BLOCK: tl.constexpr):  # type: ignore[no-untyped-def]
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(source + row * stride + columns, mask=columns < count, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + columns, powers / tl.sum(powers, axis=0), mask=columns < count)


class Compilation:
    """One compile of the kernel, with a session on its context from the first stage on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, cache: Path, *, traced: bool) -> None:
        self.session: Session | None = None
        self.printed = ""
        self._traced = traced
        monkeypatch.setenv("TRITON_CACHE_DIR", str(cache))
        monkeypatch.setenv("TRITON_DEFAULT_FP_FUSION", "1")  # it warns until somebody decides
        monkeypatch.setattr(triton.knobs.runtime, "add_stages_inspection_hook", self._hook)
        signature = {"out": "*fp32", "source": "*fp32", "stride": "i32", "count": "i32", "BLOCK": "constexpr"}
        source = ASTSource(fn=softmax, signature=signature, constexprs={"BLOCK": 256})
        self.kernel = triton.compile(source, target=GPUTarget("cuda", 80, 32))

    def _hook(self, *arguments: Any) -> Any:
        if not arguments:
            return "passevents", "passevents"
        stages = arguments[1]
        first = next(iter(stages))
        compile_first = stages[first]

        def attached(module: Any, metadata: Any) -> Any:
            if self._traced:
                self.session = attach(module)
            return compile_first(module, metadata)

        stages[first] = attached
        return None

    def records(self) -> list[PassRecord]:
        assert self.session is not None
        self.session.detach()
        return sorted(self.session.drain(), key=lambda record: record.event.sequence)


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Compilation]:
    compilation = Compilation(monkeypatch, tmp_path / "traced", traced=True)
    yield compilation
    compilation.records()


def line_of(record: PassRecord) -> int | None:
    location = record.ir_units[0].location
    return None if location is None or location.file != __file__ else location.line


def test_the_build_is_recognised() -> None:
    library, version, _, reach, capabilities = _native.mlir_build(libtriton.__file__)
    assert (library, version, reach) == (libtriton.__file__, "24.0.0git", "dynamic symbols")
    assert capabilities["actions"] is capabilities["names"] is capabilities["locations"] is None
    # It has no C API.
    assert "mlirPassManagerRunOnOp" in str(capabilities["pipelines"])


def test_doctor_knows_it_without_loading_it() -> None:
    (report,) = [report for report in ADAPTER.inspect() if report.module == "triton"]
    assert (report.observable, report.mlir_version) == (True, "24.0.0git")
    assert (report.reach, report.recorded) == _native.mlir_build(libtriton.__file__)[3:]


def test_passes_are_those_that_triton_prints(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MLIR_ENABLE_DUMP", "1")
    records = Compilation(monkeypatch, tmp_path, traced=True).records()
    printed = DUMP.findall(capfd.readouterr().err)
    passes = [r.event.name for r in records if r.kind is PassKind.pass_ and "Adaptor" not in r.event.name]
    assert len(printed) > 50
    # One of Triton's pass managers is never told to print.
    rest = iter(passes)
    assert all(each in rest for each in printed), "in the order in which they are printed"
    assert len(passes) - len(printed) <= 2


def test_every_kind_of_action_is_recorded(traced: Compilation) -> None:
    counts = Counter(record.tag for record in traced.records())
    assert set(counts) == {
        "pass-execution",
        "apply-pattern",
        "GreedyPatternRewriteIteration",
        "apply-conversion",
    }
    assert sum(counts.values()) > 300


def test_operations_and_places_are_the_kernels(traced: Compilation) -> None:
    """Patterns on what the kernel's text says, before anything is lowered."""
    lines = Path(__file__).read_text().split("\n")
    expected = {"tt.load": "tl.load", "tt.store": "tl.store", "tt.get_program_id": "tl.program_id"}
    seen = set()
    for record in traced.records():
        operation, line = record.ir_units[0].operation, line_of(record)
        if operation in expected and line is not None:
            assert expected[operation] in lines[line - 1]
            seen.add(operation)
    assert {"tt.load", "tt.store"} <= seen


def test_parents_are_those_of_the_pipeline(traced: Compilation) -> None:
    records = {record.event.sequence: record for record in traced.records()}
    outer: set[str] = set()
    for record in records.values():
        if record.event.parent_sequence is None:
            assert record.kind is PassKind.pass_ and record.ir_units[0].operation == "builtin.module"
            continue
        parent = records[record.event.parent_sequence]
        assert record.event.depth == parent.event.depth + 1
        assert parent.start_ns <= record.start_ns and record.end_ns <= parent.end_ns  # type: ignore[operator]
        if record.kind is PassKind.pass_ and "Adaptor" not in parent.event.name:
            outer.add(parent.event.name)
        else:
            assert (record.kind is PassKind.pass_) == ("Adaptor" in parent.event.name)
    # These run pipelines of their own, on what they are about to inline or have just made.
    assert outer <= {
        "inline",
        "gluon-inline",
        "tritongpu-optimize-dot-operands",
        "convert-warp-specialize-to-llvm",
    }


class Pipeline:
    """A module in the text of Triton's IR, and a pass manager for it."""

    def __init__(self, folder: Path, text: str) -> None:
        path = folder / "module.ttir"
        path.write_text(text)
        self.context = libtriton.ir.context()
        libtriton.ir.load_dialects(self.context)
        self.module = libtriton.ir.parse_mlir_module(str(path), self.context)
        self.manager = libtriton.ir.pass_manager(self.context)

    def run(self) -> None:
        self.manager.run(self.module, "pipeline")


def outcomes(session: Session) -> list[tuple[str, str, int]]:
    records = session.drain(include_open=True)
    return [(record.event.name, record.status.value, record.event.depth) for record in records]


def test_patterns_that_matched_are_told_once_that_is_learned(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A greedy driver goes on until an iteration changes nothing: no pattern matches in its last one."""
    Compilation(monkeypatch, tmp_path / "first", traced=True).records()
    records = Compilation(monkeypatch, tmp_path / "second", traced=True).records()
    attempts = [record for record in records if record.tag == "apply-pattern"]
    assert {record.changed for record in attempts} == {True, False}
    matched = Counter(r.event.parent_sequence for r in attempts if r.changed)
    iterations = [record for record in records if record.tag == "GreedyPatternRewriteIteration"]
    last = {record.event.parent_sequence: record.event.sequence for record in iterations}
    earlier = {record.event.sequence for record in iterations} - set(last.values())
    assert any(matched[sequence] for sequence in earlier)
    assert not any(matched[sequence] for sequence in last.values())


def test_what_it_cannot_tell_is_refused_by_name(tmp_path: Path) -> None:
    """Its fingerprint alone would call a pass unchanged that gave a block argument another type."""
    module = Pipeline(tmp_path, "module {}").module
    for wish in ("fingerprints", "operation_counts"):
        what = wish.replace("_", " ")
        with pytest.raises(UnsupportedCompilerError, match=f"^{what} cannot be had of this MLIR build"):
            attach(module, **{wish: True})


def test_a_pass_manager_cannot_be_instrumented_and_doctor_knows(tmp_path: Path) -> None:
    pipeline = Pipeline(tmp_path, "module {}")
    with attach(pipeline.module) as session:
        for refused in (session.instrument, instrument):
            with pytest.raises(AttachError, match="a pass manager of Triton does not say where it is"):
                refused(pipeline.manager)
    capabilities = _native.mlir_build(libtriton.__file__)[4]
    assert capabilities["instrumentation"] == "it has no mlirPassManagerRunOnOp"


def test_a_failed_pass_is_marked(tmp_path: Path) -> None:
    # Nothing gives the result of an execute_region a layout.
    pipeline = Pipeline(
        tmp_path,
        "module { tt.func @f() { %0 = scf.execute_region -> tensor<16xf32> {"
        " %c = arith.constant dense<0.0> : tensor<16xf32> scf.yield %c : tensor<16xf32> } tt.return } }",
    )
    libtriton.passes.common.add_symbol_dce(pipeline.manager)
    libtriton.passes.ttir.add_convert_to_ttgpuir(pipeline.manager, "cuda:80", 4, 32, 1)
    with attach(pipeline.module, tags=["pass-execution"]) as session:
        with pytest.raises(RuntimeError):
            pipeline.run()
        assert outcomes(session) == [
            ("symbol-dce", "completed", 0),
            ("convert-triton-to-tritongpu", "failed", 0),
        ]


def test_a_crash_that_triton_catches_leaves_the_pass_open_and_the_recorder_sound(tmp_path: Path) -> None:
    """It jumps out of the pass, past the recorder: nobody ever tells that the pass has ended."""
    crashing = Pipeline(tmp_path, "module { tt.func @f() { tt.return } }")
    # It wants to know the number of warps, which nobody has set.
    libtriton.passes.ttgpuir.add_coalesce(crashing.manager)
    session = attach(crashing.module, tags=["pass-execution"])
    with pytest.raises(RuntimeError):
        crashing.run()
    assert outcomes(session) == [("tritongpu-coalesce", "incomplete", 0)]
    sound = Pipeline(tmp_path, "module { tt.func @f() { tt.return } }")
    libtriton.passes.common.add_cse(sound.manager)
    with attach(sound.module, tags=["pass-execution"]) as after:
        sound.run()
        assert outcomes(after) == [("cse", "completed", 0)]
    session.detach()


def test_what_python_records_after_such_a_crash_lies_in_nothing(tmp_path: Path) -> None:
    run, kept = memory_run(), []
    with activate(run):
        for _ in range(3):
            crashing = Pipeline(tmp_path, "module { tt.func @f() { tt.return } }")
            libtriton.passes.ttgpuir.add_coalesce(crashing.manager)
            attach(crashing.module, tags=["pass-execution"])
            kept.append(crashing)
            with pytest.raises(RuntimeError):
                crashing.run()
            with run.span("after"):
                pass
    run.close()
    seen = [(r.event.name, r.event.depth, r.event.parent_sequence) for r in run.read().records()]
    assert seen == [("tritongpu-coalesce", 0, None), ("after", 0, None)] * 3


def test_what_is_compiled_is_the_same(
    traced: Compilation, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plain = Compilation(monkeypatch, tmp_path / "plain", traced=False)
    assert {"ttir", "ttgir", "llir", "ptx", "cubin"} <= set(plain.kernel.asm)
    for stage in plain.kernel.asm:
        assert str(plain.kernel.asm[stage]) == str(traced.kernel.asm[stage]), stage


def test_a_context_that_does_not_say_where_it_is_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a module of Triton"):
        attach(libtriton.ir.context())


def test_a_live_observer_is_refused_as_there_are_no_operations_to_give(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedCompilerError, match="Python bindings"):
        attach(Pipeline(tmp_path, "module {}").module, observer=object(), live=True)


@pytest.mark.parametrize("page", pages("triton"), ids=name)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    done = run_page(page, tmp_path)
    assert done.returncode == 0, done.stderr
