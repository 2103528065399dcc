"""Which pages have examples for which compiler, and how those of a page are run.

A page that says `<!-- examples: NAME -->` is about a compiler of that name, and runs with the tests of it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("run_page.py")
MARK = "<!-- examples:"
ALL_PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def pages(compiler: str | None = None) -> list[Path]:
    """Those of that compiler; without one, those of none in particular."""
    if compiler is None:
        return [page for page in ALL_PAGES if MARK not in page.read_text()]
    return [page for page in ALL_PAGES if f"{MARK} {compiler} -->" in page.read_text()]


def name(page: Path) -> str:
    """The path of a page in the project."""
    return str(page.relative_to(ROOT))


def run_page(page: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the examples of a page in a process of their own, in ``folder``."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "COLUMNS": "110", "NO_COLOR": "1"}
    environment.pop("PASSEVENTS_DB", None)
    command = [sys.executable, "-X", "faulthandler", str(RUNNER), str(page)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
