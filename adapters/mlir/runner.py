"""Running a pass manager so that other Python threads go on meanwhile."""

from __future__ import annotations

import signal
import threading
from contextlib import AbstractContextManager, nullcontext
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

    Ctrl-C ends it at the next action, cleanly: the context stays usable, what was cut short is recorded as
    ``incomplete`` and what did not run as ``skipped``, and KeyboardInterrupt is raised here. That is so on
    the main thread, as long as Python's own handler is the one for SIGINT.

    Raises :class:`~passevents.errors.CompileError` with the diagnostics if a pass fails; then ``op`` is half
    transformed. What a pass written in Python raises comes out as it is.
    """
    operation = getattr(op, "operation", op)
    capsules = pass_manager_capsule(pm), operation_capsule(operation), context_capsule(operation.context)
    _native.mlir_instrument_for_sessions(capsules[0], capsules[2], extension_of(pm))
    with interruptible(operation.context), CollectedDiagnostics(operation.context) as diagnostics:
        succeeded, said = _run(pm, operation, capsules)
    if not succeeded:
        raise compile_error("pass", "the pipeline failed", (*said, *diagnostics.collected))
    return diagnostics.collected


def interruptible(ctx: Any) -> AbstractContextManager[None]:
    """Ctrl-C ends the pipeline that runs in ``ctx`` meanwhile at its next action; see :func:`run`.

    For a run that this library does not make: ``with interruptible(ctx): pm.run(op)``. Something must be
    attached to the context. Where Python would not raise KeyboardInterrupt here, and where the context has an
    action handler of somebody else, this does nothing.
    """
    on_main = threading.current_thread() is threading.main_thread()
    if not on_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return nullcontext()
    try:
        return _native.MlirRun(context_capsule(ctx), extension_of(ctx), True)
    except AttachError:
        return nullcontext()


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
