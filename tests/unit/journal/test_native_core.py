"""The tests of the native core, in C++, under the quicker sanitizers; `make sanitize` runs them under all."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def runs_with(sanitizers: str, folder: Path) -> bool:
    """Whether programs built with these sanitizers start here: their libraries are a package of their own."""
    source, program = folder / "empty.cpp", folder / "empty"
    source.write_text("int main() {}")
    build = ["c++", f"-fsanitize={sanitizers}", str(source), "-o", str(program)]
    return subprocess.run(build, capture_output=True).returncode == 0 and (
        subprocess.run([program], capture_output=True).returncode == 0
    )


@pytest.mark.skipif(not (shutil.which("cmake") and shutil.which("c++")), reason="needs cmake and a compiler")
def test_the_native_core_passes_its_own_tests(tmp_path: Path) -> None:
    sanitizers = "address,undefined"
    if not runs_with(sanitizers, tmp_path):
        pytest.skip(f"no {sanitizers} sanitizer here")
    build = ROOT / "build" / f"native-tests-{sanitizers.replace(',', '-')}"
    ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
    for command in (
        ["cmake", "-S", ROOT / "native/tests", "-B", build, *ninja, f"-DPASSEVENTS_SANITIZE={sanitizers}"],
        ["cmake", "--build", build, "--parallel", "2"],
        ["ctest", "--test-dir", build, "--output-on-failure"],
    ):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
