"""What upstream MLIR does to a layer of a neural network, as `passevents tree` shows it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from passevents.cli.main import command
from passevents.cli.screen import Screen

from .conftest import Golden

LAYER = Path(__file__).parents[2] / "examples" / "demo" / "layer.mlir"
# The demo's three phases in one pipeline: tensors, buffers, the LLVM dialect.
PASSES = [
    "canonicalize,cse,linalg-fuse-elementwise-ops,canonicalize",
    "one-shot-bufferize{bufferize-function-boundaries},buffer-deallocation-pipeline,canonicalize,cse",
    "convert-linalg-to-loops,func.func(canonicalize,cse),convert-scf-to-cf,expand-strided-metadata",
    "lower-affine,convert-to-llvm,reconcile-unrealized-casts,canonicalize,cse",
]
TIMES = re.compile(r"^( *(?:\d+|sequence))  +\S+  +\S+  ", re.MULTILINE)


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compile, recorded into the store in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PASSEVENTS_DB", raising=False)
    shutil.copy(LAYER, tmp_path)
    pipeline = f"--pass-pipeline=builtin.module({','.join(PASSES)})"
    arguments = ["opt", LAYER.name, pipeline, "--mlir-disable-threading", "-o", "out.mlir"]
    result = CliRunner().invoke(command, arguments, obj=Screen())
    assert result.exit_code == 0, result.output
    assert "llvm.func @layer" in (tmp_path / "out.mlir").read_text()


def printed(*arguments: str) -> str:
    """What a command prints into a pipe, without the times."""
    return TIMES.sub(r"\1  ", CliRunner().invoke(command, arguments, obj=Screen()).stdout)


def test_the_tree_of_a_whole_compile(golden: Golden, recorded: None) -> None:
    golden("mlir/tree.txt", printed("tree"))


def test_the_passes_alone(golden: Golden, recorded: None) -> None:
    golden("mlir/passes.txt", printed("tree", "--kind", "pass"))
