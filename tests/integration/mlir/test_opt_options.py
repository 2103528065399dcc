"""What `passevents opt` refuses before it compiles, and what it warns of after."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .programs import functions

CSE = "--pass-pipeline=builtin.module(func.func(cse))"


@pytest.fixture(autouse=True)
def _with_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(functions(2))


def passevents(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "passevents", *arguments], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def test_an_output_that_cannot_be_written_is_found_before_compiling() -> None:
    Path("folder").mkdir()
    assert passevents("opt", "in.mlir", CSE, "-o", "folder") == (
        1,
        f"passevents: {Path('folder').resolve()}: Is a directory\n",
    )
    assert not Path("passevents.db").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_found_before_compiling() -> None:
    Path("folder").mkdir(mode=0o555)
    status, said = passevents("opt", "in.mlir", CSE, "-o", "folder/out.mlir")
    assert (status, said.endswith("Permission denied\n")) == (1, True)
    assert not Path("passevents.db").exists()


def test_unregistered_dialects_are_accepted_if_asked() -> None:
    Path("in.mlir").write_text('"their.op"() : () -> ()')
    assert passevents("opt", "in.mlir", CSE)[0] == 1
    assert passevents("opt", "in.mlir", CSE, "--allow-unregistered-dialect") == (0, "")


def test_what_a_filter_or_count_was_for_and_never_came_is_said() -> None:
    options = ["--mlir-disable-threading", "-o", "out.mlir"]
    counts = ["--skip", "pass-execution:cse=0", "--skip", "pass-execution:csee=1", "--limit", "other=1"]
    assert passevents("opt", "in.mlir", CSE, *options, *counts) == (
        0,
        "passevents: warning: nothing ran that --skip pass-execution:csee is for\n"
        "passevents: warning: nothing ran that --limit other is for\n",
    )
    assert passevents("opt", "in.mlir", CSE, *options, "--tags", "apply-pattern") == (
        0,
        "passevents: warning: nothing ran that --tags apply-pattern is for\n",
    )
    places = ["--locations", "in.mlir:1", "--locations", "inn.mlir", "--locations", "in.mlir:7:1"]
    assert passevents("opt", "in.mlir", CSE, *options, *places) == (
        0,
        "passevents: warning: nothing ran that --locations inn.mlir is for\n"
        "passevents: warning: nothing ran that --locations in.mlir:7:1 is for\n",
    )


def test_the_store_is_a_commands_option() -> None:
    assert passevents("--db", "x.db", "runs") == (
        2,
        "passevents: no option '--db'; it is a command's own: passevents COMMAND --db ... "
        "(see 'passevents --help')\n",
    )


def test_show_tells_the_options_of_the_pass_that_failed() -> None:
    Path("in.mlir").write_text(
        "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
        '  %0 = "tosa.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>\n'
        "  return %0 : tensor<4xf32>\n}"
    )
    failing = "--pass-pipeline=builtin.module(one-shot-bufferize{buffer-alignment=32})"
    assert passevents("opt", "in.mlir", failing)[0] == 1
    shown = subprocess.check_output([sys.executable, "-m", "passevents", "show", "--json"], text=True)
    (failed,) = json.loads(shown)["data"]["failed"]
    assert failed["name"] == "one-shot-bufferize"
    assert "buffer-alignment=32" in failed["options"].strip("{}").split()
