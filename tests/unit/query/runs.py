"""The run that the questions are asked about."""

from __future__ import annotations

from typing import Any

from passevents.events import IRUnit, Location, PassKind, PassRecord, PassStatus

from ..store.journals import record

ADD = IRUnit("operation", "arith.addi", Location("/src/models/matmul.mlir", 5, 6))
MUL = IRUnit("operation", "arith.muli", Location("/src/models/matmul.mlir", 5, 20))
FUSED_LOCATION = Location("/src/other.mlir", 7, 1, 'fused["/src/other.mlir":7:1]')
FUSED = IRUnit("operation", "func.func", FUSED_LOCATION)
REGION = IRUnit("region", "func.func")

PATTERN: dict[str, Any] = {"phase": "opt", "kind": PassKind.action, "tag": "apply-pattern"}

RECORDS: list[PassRecord] = [
    record("lower", 0, duration_ns=9_000, kind=PassKind.stage),
    record("canonicalize", 1, 0, 1, phase="opt", duration_ns=3_000, ir_units=(FUSED, REGION), changed=True),
    record(
        "apply", 2, 1, 2, phase="opt", kind=PassKind.action, tag="apply-pattern", ir_units=(ADD,), iteration=0
    ),
    record(
        "apply", 3, 1, 2, phase="opt", kind=PassKind.action, tag="apply-pattern", ir_units=(MUL,), iteration=1
    ),
    record(
        "cse", 4, 0, 1, phase="opt", status=PassStatus.failed, error="no", attributes={"options": [1, None]}
    ),
    record("cse", 5, 0, 1, phase="late", duration_ns=None, status=PassStatus.incomplete),
    record("print", 6, duration_ns=50, detail="to `stderr`"),
]
