"""What the command line needs of the adapter: a pipeline over a file, as mlir-opt runs it."""

from __future__ import annotations

import hashlib
import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents import PassKind, PassRecord
from passevents.adapters.mlir import ADAPTER
from passevents.errors import QueryError
from passevents.events.adapter import PipelineAdapter, PipelineResult
from passevents.events.model import Location
from passevents.journal import RunJournal, activate, memory_run

from .programs import SIMPLIFY, UNBUFFERIZABLE, functions


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def journal() -> RunJournal:
    return memory_run()


def opt(
    source: str | Path, pipeline: str = SIMPLIFY, run: RunJournal | None = None, **options: Any
) -> PipelineResult:
    defaults: dict[str, Any] = {
        "tags": None,
        "locations": None,
        "skip": None,
        "limit": None,
        "threading": True,
    }
    with activate(run) if run else nullcontext():
        return ADAPTER.run_pipeline(Path(source), pipeline, begin=lambda: run, **{**defaults, **options})


def test_the_adapter_keeps_to_the_protocol() -> None:
    assert isinstance(ADAPTER, PipelineAdapter)
    assert ADAPTER.name == "mlir"


@pytest.mark.parametrize("threading", [False, True])
def test_a_file_is_transformed_and_recorded(journal: RunJournal, threading: bool) -> None:
    Path("in.mlir").write_text(functions(3))
    result = opt("in.mlir", run=journal, threading=threading)
    journal.close()
    expected = ir.Module.parse(functions(3), ctx := ir.Context(load_on_create_dialects=[]))

    PassManager.parse(SIMPLIFY, ctx).run(expected.operation)
    assert result == PipelineResult(text=f"{expected}\n")
    records = list(journal.read().records())
    assert [record.event.name for record in records].count("cse") == 3
    assert {record.ir_units[0].location.file for record in records} == {"in.mlir"}  # type: ignore[union-attr]


def passes_of(journal: RunJournal) -> list[PassRecord]:
    return [record for record in journal.read().records() if record.kind is PassKind.pass_]


def test_locations_have_the_name_that_was_given(journal: RunJournal, tmp_path: Path) -> None:
    Path("in.mlir").write_text(functions(1))
    opt(tmp_path / "in.mlir", "builtin.module(cse)", journal)
    journal.close()
    (record,) = passes_of(journal)
    assert record.ir_units[0].location == Location(str(tmp_path / "in.mlir"), 1, 1)


def test_the_run_knows_its_compiler_pipeline_and_input(journal: RunJournal) -> None:
    Path("in.mlir").write_text(functions(1))
    opt("in.mlir", run=journal)
    assert {
        key: journal.info[key] for key in ("compiler", "compiler_version", "pipeline", "input_digest")
    } == {
        "compiler": "mlir",
        "compiler_version": "22.1.8",
        "pipeline": SIMPLIFY,
        "input_digest": hashlib.sha256(functions(1).encode()).hexdigest(),
    }


def test_a_file_without_a_module_around_it_gets_one_and_keeps_its_lines(journal: RunJournal) -> None:
    Path("in.mlir").write_text(
        "#map = affine_map<(d0) -> (d0)>\nfunc.func @f() { return }\nfunc.func @g() { return }"
    )
    opt("in.mlir", "builtin.module(func.func(cse))", journal, threading=False)
    journal.close()
    lines = [r.ir_units[0].location.line for r in journal.read().records() if r.event.name == "cse"]  # type: ignore[union-attr]
    assert lines == [2, 3]


def test_the_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, journal: RunJournal) -> None:
    reader, writer = os.pipe()
    os.write(writer, b"module {}")
    os.close(writer)
    kept = os.dup(0)
    os.dup2(reader, 0)
    try:
        result = opt("-", "builtin.module(cse)", journal)
    finally:
        os.dup2(kept, 0)
        os.close(kept)
        os.close(reader)
    journal.close()
    assert result.text == "module {\n}\n\n"
    (record,) = passes_of(journal)
    assert record.ir_units[0].location == Location("<stdin>", 1, 1)


def test_bytecode_goes_in_and_comes_out_the_same_each_time() -> None:
    Path("in.mlir").write_text(functions(2))
    first = opt("in.mlir", emit_bytecode=True)
    assert first.bytecode is not None and first.text is None
    assert opt("in.mlir", emit_bytecode=True) == first
    Path("in.mlirbc").write_bytes(first.bytecode)
    assert opt("in.mlirbc", "builtin.module(cse)").text == opt("in.mlir").text


def test_a_syntax_error_is_told_with_its_place() -> None:
    Path("bad.mlir").write_text("func.func @f( {")
    error = opt("bad.mlir").error
    assert error is not None and error.stage == "parse"
    assert str(error) == "bad.mlir:1:14: error: expected non-function type"
    assert error.diagnostics[0].location == Location("bad.mlir", 1, 14)


def test_a_file_that_is_not_there_is_told() -> None:
    error = opt("none.mlir").error
    assert error is not None and error.stage == "parse" and "none.mlir" in str(error)


@pytest.mark.parametrize(
    ("pipeline", "message"),
    [
        ("builtin.module(nonsense)", "'nonsense' does not refer to a registered pass or pass pipeline"),
        (
            "cse",
            "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'",
        ),
    ],
)
def test_a_broken_pipeline_is_told_in_a_line(pipeline: str, message: str) -> None:
    Path("in.mlir").write_text(functions(1))
    error = opt("in.mlir", pipeline).error
    assert error is not None and (error.stage, str(error)) == ("pipeline", message)


def test_a_failed_pass_is_told_and_recorded(journal: RunJournal) -> None:
    Path("in.mlir").write_text(UNBUFFERIZABLE)
    error = opt("in.mlir", "builtin.module(one-shot-bufferize)", journal).error
    journal.close()
    assert error is not None and error.stage == "pass"
    assert str(error) == "in.mlir:3:10: error: op was not bufferized"
    assert [(record.event.name, record.status, record.error) for record in passes_of(journal)] == [
        ("one-shot-bufferize", "failed", "op was not bufferized")
    ]


def test_remarks_of_a_pipeline_that_succeeds_are_given() -> None:
    Path("in.mlir").write_text(
        """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.debug.emit_remark_at %root, "seen" : !transform.any_op
    transform.yield
  }
}"""
    )
    result = opt("in.mlir", "builtin.module(transform-interpreter)")
    (remark,) = result.diagnostics
    assert (remark.severity, remark.message, remark.location) == ("remark", "seen", Location("in.mlir", 1, 1))


def test_filters_and_counts_hold(journal: RunJournal) -> None:
    Path("in.mlir").write_text(functions(3))
    opt(
        "in.mlir",
        run=journal,
        threading=False,
        tags=["pass-execution"],
        locations=["in.mlir:2"],
        skip={"pass-execution:cse": 1},
    )
    journal.close()
    assert [(record.event.name, record.status) for record in journal.read().records()] == [
        ("canonicalize", "completed"),
        ("cse", "skipped"),
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"tags": ["pass-exec"]},
        {"locations": [":"]},
        {"skip": {"pass-execution": -1}},
        {"limit": {"pass-execution:": 1}},
    ],
)
def test_filters_that_make_no_sense_are_refused_before_anything_is_read(options: dict[str, Any]) -> None:
    with pytest.raises(QueryError):
        opt("none.mlir", **options)
