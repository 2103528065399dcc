"""A compiler of texts, to take snapshots of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from passevents.testing import PassInfo

Pass = tuple[str, Callable[[str], str]]

SAME: Pass = ("same", lambda program: program)
DOUBLE: Pass = ("double", lambda program: program.replace("x", "x + x"))
RENAME: Pass = ("rename", lambda program: program.replace("x", "y"))


def compile_text(instrument: Any, program: str, *passes: Pass) -> str:
    """Run the passes one after another, inside a pass `pipeline`."""
    instrument.enter_pass_ctx()
    try:
        instrument.run_before_pass(program, PassInfo("pipeline"))
        for name, change in passes:
            instrument.run_before_pass(program, PassInfo(name))
            program = change(program)
            instrument.run_after_pass(program, PassInfo(name))
        instrument.run_after_pass(program, PassInfo("pipeline"))
        return program
    finally:
        instrument.exit_pass_ctx()
