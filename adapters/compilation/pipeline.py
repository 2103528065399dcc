"""Carrying out a plan's pipeline on a module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from passevents.errors import CompileError

from . import pipeline_text
from .diagnostics import DiagnosticLog
from .schedule import ManagedRun, ScopedRun, runs_of
from .steps import PythonPass, Step

_NOT_REGISTERED = "does not refer to a registered pass"


class Pipeline:
    """The pass managers of a pipeline, made before any runs, so that what cannot run is refused first."""

    def __init__(self, steps: tuple[Step, ...], context: Any, verify_each: bool, log: DiagnosticLog) -> None:
        self._log = log
        self._context = context
        self._verify_each = verify_each
        # The Python pass that is running, or that raised or gave up: at most one name.
        self._running: list[str] = []
        self._runs = [(run, self._manager(run)) for run in runs_of(steps)]

    def run(self, module: Any) -> None:
        """Run all of it on the module; CompileError, stage `pass`, leaves the module half transformed."""
        for run, manager in self._runs:
            for operation in operations_at(module, run.path) if isinstance(run, ScopedRun) else [module]:
                self._run_one(manager, operation)

    def check(self, module: Any) -> None:
        """Refuse, before anything runs, a scope whose operations no pass may run on alone."""
        for run, _ in self._runs:
            if isinstance(run, ScopedRun):
                self._check_scope(run, module)

    def instrument(self, session: Any) -> None:
        """Let an MLIR session hear the pass managers: only they tell that the verifier failed a pass."""
        for _, manager in self._runs:
            session.instrument(manager)

    def _run_one(self, manager: Any, operation: Any) -> None:
        from mlir.ir import MLIRError

        self._running.clear()
        try:
            manager.run(operation)
        except MLIRError as error:
            python = "".join(self._running)
            what = f"the Python pass {python} signalled failure" if python else "a pass failed"
            raise self._log.error("pass", what) from error
        except Exception as error:
            what = f"the Python pass {''.join(self._running)} raised {type(error).__name__}: {error}"
            raise CompileError(what, diagnostics=self._log.diagnostics, stage="pass") from error

    def _manager(self, run: ManagedRun | ScopedRun) -> Any:
        from mlir.passmanager import PassManager

        anchor = run.path[-1] if isinstance(run, ScopedRun) else pipeline_text.ROOT
        manager = PassManager(anchor, context=self._context)
        if not self._verify_each:
            manager.enable_verifier(False)
        for step in (run.step,) if isinstance(run, ScopedRun) else run.steps:
            self._add(manager, step)
        return manager

    def _add(self, manager: Any, step: Step) -> None:
        if isinstance(step, PythonPass):
            manager.add(_guarded(step, self._running, self._context), name=step.name, argument=step.name)
            return
        text = pipeline_text.render_steps((step,))
        try:
            manager.add(text)
        except ValueError as error:
            raise self._log.error("pipeline", _refusal(text, str(error))) from error

    def _check_scope(self, run: ScopedRun, module: Any) -> None:
        first = next(iter(operations_at(module, run.path)), None)
        if first is not None and not _is_isolated(first, run.path[-1], self._context):
            where = f"{run.path[-1]!r}, which is not isolated from above"
            raise self._log.error("pipeline", f"the Python pass {run.step.name} cannot run on {where}")


def _guarded(step: PythonPass, running: list[str], context: Any) -> Callable[[Any, Any], None]:
    """The pass's function, remembering which pass it was that raised or gave up.

    It must not know the pipeline: its pass manager holds it where Python's collector does not see, and would
    keep manager, pipeline and context for ever.
    """

    def call(operation: Any, pass_: Any) -> None:
        from mlir import ir

        handle = _PassHandle(pass_)
        running[:] = [step.name]
        # So that a pass may make attributes and operations without naming the context.
        with context, ir.Location.unknown(context):
            step.function(operation, handle)
        if not handle.gave_up:
            running.clear()

    return call


class _PassHandle:
    """What a Python pass gets as its second argument: MLIR's own, and whether failure was signalled through
    it."""

    def __init__(self, pass_: Any) -> None:
        self._pass = pass_
        self.gave_up = False

    def signal_pass_failure(self) -> None:
        """The pass has failed; the compile ends after it."""
        self.gave_up = True
        self._pass.signal_pass_failure()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pass, name)


def operations_at(module: Any, path: tuple[str, ...]) -> list[Any]:
    """The operations that these nested names lead to, in the order of the module."""
    found = [module]
    for name in path:
        found = [
            each.operation for outer in found for each in _children(outer) if each.operation.name == name
        ]
    return found


def _children(operation: Any) -> list[Any]:
    return [each for region in operation.regions for block in region.blocks for each in block.operations]


def _is_isolated(operation: Any, anchor: str, context: Any) -> bool:
    from mlir.ir import MLIRError
    from mlir.passmanager import PassManager

    probe = PassManager(anchor, context=context)
    probe.enable_verifier(False)
    probe.add(lambda operation, pass_: None, name="probe")
    try:
        probe.run(operation)
    except MLIRError:
        return False
    return True


def _refusal(text: str, said: str) -> str:
    lines = [line for line in said.strip().splitlines() if line.strip()]
    first = lines[0] if lines else "it cannot be parsed"
    hint = "; is it registered in this MLIR, and spelled as in mlir-opt?" if _NOT_REGISTERED in said else ""
    return f"pipeline: {text!r}: {first.rpartition('error: ')[2]}{hint}"
