"""The hand-written declarations agree with MLIR's own headers; and where they did not, it would show."""

from __future__ import annotations

import importlib.util
import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NATIVE = HERE.parents[2] / "native"
# Of the headers nothing is linked; what their inline functions would call is never called.
OPTIONS = ["-std=c++17", "-O1", "-w", "-fno-rtti", "-fno-exceptions"]
OPTIONS += ["-no-pie", "-ffunction-sections", "-Wl,--gc-sections", "-Wl,--unresolved-symbols=ignore-all"]


def folder_of(package: str) -> Path:
    found = importlib.util.find_spec(package)
    assert found is not None and found.submodule_search_locations is not None
    return Path(next(iter(found.submodule_search_locations))) / "include"


def build(program: Path, *overrides: Path) -> subprocess.CompletedProcess[str]:
    includes = [*overrides, NATIVE, folder_of("mlir"), folder_of("llvm")]
    command = [os.environ.get("CXX", "c++"), *OPTIONS, *(f"-I{folder}" for folder in includes)]
    return subprocess.run(
        [*command, str(HERE / "declarations.cpp"), "-o", str(program)], capture_output=True, text=True
    )


def changed(folder: Path, right: str, wrong: str) -> Path:
    """A folder with the declarations, one of them changed."""
    text = (NATIVE / "mlir" / "abi.h").read_text()
    assert text.count(right) == 1
    (folder / "mlir").mkdir()
    (folder / "mlir" / "abi.h").write_text(text.replace(right, wrong))
    return folder


def test_the_declarations_are_those_of_the_headers(tmp_path: Path) -> None:
    built = build(tmp_path / "check")
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([str(tmp_path / "check")], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "")


@pytest.mark.parametrize(
    ("right", "wrong", "member"),
    [
        ("kLocation = 24", "kLocation = 32", "mlir::Operation::location"),
        ("kState = 40", "kState = 48", "mlir::Pass::passState"),
    ],
)
def test_a_wrong_offset_does_not_compile(tmp_path: Path, right: str, wrong: str, member: str) -> None:
    built = build(tmp_path / "check", changed(tmp_path, right, wrong))
    assert built.returncode != 0
    assert member in built.stderr


def test_a_wrong_slot_is_told(tmp_path: Path) -> None:
    built = build(tmp_path / "check", changed(tmp_path, "kGetArgument = 4", "kGetArgument = 5"))
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([str(tmp_path / "check")], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (1, "mlir::Pass::getArgument: 4 in the headers, 5 declared\n")
