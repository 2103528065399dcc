"""The TileLang that is installed, and whether it can be observed; it is not imported."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from passevents.events.adapter import CompilerReport


def inspect() -> list[CompilerReport]:
    """One report, or none."""
    try:
        found = distribution("tilelang")
    except PackageNotFoundError:
        return []
    package = Path(str(found.locate_file("tilelang/instrumentation/session.py")))
    reason = None if package.exists() else "it has no tilelang.instrumentation: 0.1.15 and later do"
    return [CompilerReport("tilelang", "tilelang", found.version, "tilelang", None, reason is None, reason)]
