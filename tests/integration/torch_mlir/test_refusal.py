"""torch-mlir: its linker removed the function that registers an observer, so it is refused; no more."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from torch_mlir import ir
from torch_mlir.passmanager import PassManager

import passevents
from passevents.adapters.mlir import attach

SOURCE = """
func.func @f(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %x, %zero : i32
  return %0 : i32
}
"""
PIPELINE = "builtin.module(func.func(canonicalize))"


def compile_source(context: ir.Context) -> str:
    module = ir.Module.parse(SOURCE, context)
    PassManager.parse(PIPELINE, context).run(module.operation)
    return str(module)


def test_attaching_names_the_symbol_that_is_missing() -> None:
    with (
        ir.Context() as context,
        pytest.raises(passevents.UnsupportedCompilerError, match="registerActionHandler"),
    ):
        attach(context)


def test_the_message_is_one_line() -> None:
    with ir.Context() as context, pytest.raises(passevents.UnsupportedCompilerError) as caught:
        attach(context)
    assert len(str(caught.value).splitlines()) == 1


def test_a_refused_context_compiles_as_before() -> None:
    with ir.Context() as context:
        expected = compile_source(context)
        with pytest.raises(passevents.UnsupportedCompilerError):
            attach(context)
        assert compile_source(context) == expected


def test_a_recording_in_which_attaching_was_refused_is_stored(tmp_path: Path) -> None:
    with passevents.record(tmp_path / "runs.db") as recording, ir.Context() as context:
        with pytest.raises(passevents.UnsupportedCompilerError):
            attach(context)
        compile_source(context)
    assert recording.stored.status == "completed"


def test_doctor_lists_it_with_the_reason() -> None:
    command = [sys.executable, "-m", "passevents", "doctor", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    [report] = [
        entry
        for entry in json.loads(done.stdout)["data"]["compilers"]
        if entry["distribution"] == "torch-mlir"
    ]
    assert not report["observable"]
    assert "registerActionHandler" in report["reason"]
