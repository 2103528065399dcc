"""The observer never changes the observed: ten real pipelines, byte for byte, whatever is recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents.adapters.mlir import attach, run
from passevents.journal import activate, memory_run

PIPELINES = sorted((Path(__file__).parent / "pipelines").glob("*.mlir"))


def pipeline_of(path: Path) -> str:
    """Each input names its pipeline in its first line."""
    first = path.read_text().split("\n", 1)[0]
    assert first.startswith("// builtin.module(")
    return first[3:]


def compiled(path: Path, threading: bool, observe: Callable[[Any, Any], Any] | None) -> str:
    with ir.Context() as ctx:
        ctx.enable_multithreading(threading)
        module = ir.Module.parseFile(str(path), ctx)
        manager = PassManager.parse(pipeline_of(path))
        if observe is None:
            manager.run(module.operation)
        else:
            with activate(memory_run()), observe(ctx, manager) as session:
                run(manager, module)
                assert session.drain() or observe is OBSERVERS["a filter"]
        return str(module.operation.get_asm(enable_debug_info=True))


def instrumented(ctx: Any, manager: Any) -> Any:
    session = attach(ctx)
    session.instrument(manager)
    return session


OBSERVERS: dict[str, Callable[[Any, Any], Any]] = {
    "actions": lambda ctx, _: attach(ctx),
    "a filter": lambda ctx, _: attach(ctx, tags=["pass-execution"], locations=["*.mlir:3"]),
    "instrumentation": instrumented,
    "snapshots": lambda ctx, _: attach(ctx, snapshots="changed"),
}


def test_there_are_ten_pipelines() -> None:
    assert len(PIPELINES) == 10


@pytest.mark.parametrize("path", PIPELINES, ids=lambda path: path.stem)
def test_the_output_is_the_same_byte_for_byte(path: Path, threading_on: bool) -> None:
    untraced = compiled(path, False, None)
    assert {
        name: compiled(path, threading_on, observe) for name, observe in OBSERVERS.items()
    } == dict.fromkeys(OBSERVERS, untraced)
