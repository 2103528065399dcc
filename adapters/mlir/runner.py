"""Running a pass manager so that other Python threads go on meanwhile."""

from __future__ import annotations

from typing import Any

from passevents import _native
from passevents.errors import AttachError
from passevents.events.model import Diagnostic

from .builds import context_capsule, extension_of, operation_capsule, pass_manager_capsule
from .diagnostics import CollectedDiagnostics, compile_error, diagnostics_of, is_mlir_error


def run(pm: Any, op: Any) -> tuple[Diagnostic, ...]:
    """Run the pass manager ``pm`` on ``op`` (an operation or module), as ``pm.run(op)`` does.

    MLIR's own ``run`` holds the interpreter lock all the time; this releases it, so that drain timers and
    other threads go on, unless the pipeline has passes written in Python. What MLIR says is collected and
    returned (warnings, remarks), nothing is printed. Do not touch the context from another thread
    meanwhile.

    Raises :class:`~passevents.errors.CompileError` with the diagnostics if a pass fails; then ``op`` is half
    transformed. What a pass written in Python raises comes out as it is.
    """
    operation = getattr(op, "operation", op)
    capsules = pass_manager_capsule(pm), operation_capsule(operation), context_capsule(operation.context)
    _native.mlir_instrument_for_sessions(capsules[0], capsules[2], extension_of(pm))
    with CollectedDiagnostics(operation.context) as diagnostics:
        succeeded, said = _run(pm, operation, capsules)
    if not succeeded:
        raise compile_error("pass", "the pipeline failed", (*said, *diagnostics.collected))
    return diagnostics.collected


def _run(
    pm: Any, operation: Any, capsules: tuple[object, object, object]
) -> tuple[bool, tuple[Diagnostic, ...]]:
    if _is_native(pm, operation.context):
        try:
            return _native.mlir_run(*capsules, extension_of(pm)), ()
        except AttachError:
            pass  # somebody else watches this context, and may rely on the lock
    return _run_locked(pm, operation)


def _run_locked(pm: Any, operation: Any) -> tuple[bool, tuple[Diagnostic, ...]]:
    try:
        pm.run(operation)
    except Exception as error:
        if not is_mlir_error(error):
            raise
        return False, diagnostics_of(error)
    return True, ()


def _is_native(pm: Any, ctx: Any) -> bool:
    """Whether every pass is a registered one; those written in Python are not, and need the lock."""
    try:
        type(pm).parse(str(pm), ctx)
    except ValueError:
        return False
    return True
