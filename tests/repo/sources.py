"""The files of the project, as the repository tests see them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "passevents"
ADAPTERS = ROOT / "adapters"


def tracked() -> list[Path]:
    """Every file that git keeps, or would keep: an unpacked source archive has all of them."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return [path for path in ROOT.rglob("*") if path.is_file() and not _is_made(path)]
    names = done.stdout.decode().split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def _is_made(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return any(part.startswith(".") or part in ("build", "dist", "__pycache__") for part in parts)


def modules(folder: Path) -> list[Path]:
    """The Python files below a folder."""
    return sorted(folder.rglob("*.py"))


def imported(path: Path, package: str) -> Iterator[str]:
    """The absolute names a module imports, in whatever function it does; relative ones are resolved."""
    for node in ast.walk(ast.parse(path.read_text(), filename=str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    kept = parts[: len(parts) - node.level + 1]
    return ".".join([*kept, *([node.module] if node.module else [])])
