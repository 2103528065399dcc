"""A store with known runs in it, for the commands that read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from passevents.events import IRUnit, Location, PassKind, PassRecord, PassStatus
from passevents.store.ingest import ingest
from passevents.store.writer import writer

from ..store.journals import SyntheticJournal, record

ACTION = PassKind.action
DAY = "2026-01-02"


def unit(
    operation: str, file: str | None = None, line: int | None = None, column: int | None = None
) -> IRUnit:
    return IRUnit("operation", operation, Location(file, line, column) if file else None)


def matmul_records() -> list[PassRecord]:
    """Two phases: canonicalize with a greedy rewrite on one of two functions, and a lowering that fails."""
    function, other = unit("func.func", "matmul.mlir", 1, 1), unit("func.func", "matmul.mlir", 9, 1)
    add = unit("arith.addf", "matmul.mlir", 4, 10)
    tensors: dict[str, Any] = {"phase": "tensors", "tag": "pass-execution"}
    llvm: dict[str, Any] = {"phase": "llvm", "tag": "pass-execution"}
    pattern: dict[str, Any] = {"phase": "tensors", "tag": "apply-pattern", "kind": ACTION, "ir_units": (add,)}
    rewrite: dict[str, Any] = {"phase": "tensors", "tag": "greedy-iteration", "kind": ACTION, "iteration": 0}
    pipeline: dict[str, Any] = {"phase": "tensors", "kind": PassKind.pipeline}
    failure: dict[str, Any] = {
        "status": PassStatus.failed,
        "error": "failed to legalize operation 'linalg.matmul'",
    }
    return [
        timed("builtin.module", 0, 0, 9_000_000, **pipeline),
        timed("canonicalize", 1, 1_000, 5_200_000, 0, 1, ir_units=(function,), **tensors),
        timed("greedy-rewrite", 2, 2_000, 5_000_000, 1, 2, ir_units=(function,), **rewrite),
        *(
            timed(name, 3 + i, 3_000 + i * 10_000, 1_000 + i, 2, 3, changed=i == 4, **pattern)
            for i, name in enumerate(["FoldAdd", "DropZero"] * 3)
        ),
        timed("canonicalize", 9, 5_300_000, 700, 0, 1, ir_units=(other,), **tensors),
        timed("cse", 10, 5_400_000, 3_000_000, 0, 1, ir_units=(function,), **tensors),
        timed("convert-to-llvm", 11, 9_100_000, 1_500_000, ir_units=(function,), **llvm, **failure),
        timed("lower\x1b[2Jcafé<a, b>", 12, 9_200_000, 20, 11, 1, phase="llvm"),
    ]


def timed(
    name: str,
    sequence: int,
    start_ns: int,
    duration_ns: int,
    parent: int | None = None,
    depth: int = 0,
    **further: Any,
) -> PassRecord:
    return record(name, sequence, parent, depth, start_ns=start_ns, duration_ns=duration_ns, **further)


def write_store(path: Path) -> Path:
    """Write three runs: the latest failed and is named matmul.mlir, one was lost, one has no events."""
    runs = [
        SyntheticJournal([], id="019af000-0000-7000-8000-000000000001", started_at=f"{DAY}T03:04:05+00:00"),
        SyntheticJournal(
            [record("inline", 0, duration_ns=None, status=PassStatus.lost)],
            id="019af000-1111-7000-8000-000000000002",
            name="crashed",
            status="lost",
            started_at=f"{DAY}T03:05:05+00:00",
            finished_at=None,
        ),
        SyntheticJournal(
            matmul_records(),
            dropped=3,
            id="019af000-2222-7000-8000-000000000003",
            name="matmul.mlir",
            status="failed",
            started_at=f"{DAY}T03:06:05+00:00",
            compiler="mlir",
            compiler_version="22.1.8",
            pipeline="builtin.module(func.func(canonicalize,cse),convert-to-llvm)",
            error="failed to legalize operation 'linalg.matmul'",
            tool="passevents opt",
            argv=["passevents", "opt", "matmul.mlir"],
            dropped_reason="the limit of 1 MB was reached",
            metadata={"commit": "abc"},
        ),
    ]
    for run in runs:
        with writer(path) as connection:
            ingest(connection, run)
    return path
