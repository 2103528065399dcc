"""The examples of the pages about this compiler run, as those of all other pages do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
RUNNER = ROOT / "tests" / "docs" / "run_page.py"
MARK = "<!-- examples: tvm -->"
PAGES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if MARK in page.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "COLUMNS": "110", "NO_COLOR": "1"}
    environment.pop("PASSEVENTS_DB", None)
    command = [sys.executable, RUNNER, page]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
