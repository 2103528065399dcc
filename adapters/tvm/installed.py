"""The TVM builds that are installed, and whether each can be observed; none is imported."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from passevents.events.adapter import CompilerReport

DISTRIBUTIONS = ("apache-tvm",)
_HOOK = re.compile(r"def override_instruments\b")


def inspect() -> list[CompilerReport]:
    """A report for each TVM among the installed distributions."""
    return [report for name in DISTRIBUTIONS if (report := _report(name)) is not None]


def _report(name: str) -> CompilerReport | None:
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return None
    reason = None
    try:
        source = Path(str(found.locate_file("tvm/ir/transform.py"))).read_text(encoding="utf-8")
        if _HOOK.search(source) is None:
            reason = "its PassContext has no override_instruments"
    except OSError as error:
        reason = f"tvm/ir/transform.py cannot be read: {error}"
    return CompilerReport("tvm", name, found.version, "tvm", None, reason is None, reason)
