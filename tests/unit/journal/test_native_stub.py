"""The committed stub of the extension says what the extension is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from passevents import _native  # noqa: F401 - the stub is generated from it

ROOT = Path(__file__).parents[3]
STUB = ROOT / "src/passevents/_native.pyi"
HOW = (
    "python -m nanobind.stubgen -m passevents._native -o src/passevents/_native.pyi"
    " && ruff format src/passevents/_native.pyi"
)


def test_the_committed_stub_is_the_generated_one(tmp_path: Path) -> None:
    generated = tmp_path / "_native.pyi"
    for command in (
        ("nanobind.stubgen", "-q", "-m", "passevents._native", "-o", str(generated)),
        ("ruff", "format", "-q", "--config", str(ROOT / "pyproject.toml"), str(generated)),
    ):
        subprocess.run([sys.executable, "-m", *command], check=True)
    assert generated.read_text() == STUB.read_text(), f"regenerate it: {HOW}"
