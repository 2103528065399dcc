"""One compile, from source bytes to transformed bytecode. The only way into MLIR of a cache miss."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from typing import Any

import attrs

from passevents.errors import AdapterError, AdapterUnavailableError, CompileError, PlanError
from passevents.events.model import Diagnostic

from . import pool
from .cache.entry import Signature
from .diagnostics import DiagnosticLog
from .pipeline import Pipeline
from .plan import CompilationPlan
from .source import UNNAMED, Source, module_bytecode
from .stages import Stages

ENTRY_POINT = "__transform_main"
_SEVERAL = "source must contain a single top-level operation"
_INTERFACE = "llvm.emit_c_interface"


@attrs.frozen
class Compiled:
    """What a compile gave; `diagnostics` are warnings, remarks, and errors that failed nothing."""

    bytecode: bytes
    signatures: tuple[Signature, ...]
    diagnostics: tuple[Diagnostic, ...]


def compile_source(
    source: Source,
    plan: CompilationPlan,
    stages: Stages,
    *,
    context: Any = None,
    strip_locations: bool = False,
) -> Compiled:
    """Parse, transform, run the pipeline, serialize; CompileError says at which stage it stopped, and why.

    `context` is one of the caller's, used and given back as it was; without it a context is made and dropped.
    """
    if "mlir.ir" not in sys.modules:
        # Longer than many a compile, and once a process: its own line in the tree.
        with stages.stage("import_mlir"):
            importlib.import_module("mlir.ir")
    with borrowed(context, plan) as used, DiagnosticLog(used, source.name) as log:
        with stages.stage("parse"):
            module = parse(source, used, log)
            # Text and bytecode hold the attribute's name as it is; without it no function is looked at.
            signatures = signatures_of(module) if source.mentions(_INTERFACE) else ()
            pipeline = Pipeline(plan.pipeline, used, _verifies_each(plan), log)
            pipeline.check(module.operation)
        if plan.transform_schedule is not None:
            with stages.stage("transform"):
                transform(module, plan, used, log)
        with stages.stage("pipeline", pipeline=plan.pipeline_text), recorded_actions(used, stages, pipeline):
            pipeline.run(module.operation)
        with stages.stage("serialize"):
            bytecode = serialize(module, plan, strip_locations, log)
        return Compiled(bytecode, signatures, tuple(log.diagnostics))


def _verifies_each(plan: CompilationPlan) -> bool:
    return plan.context_options.get("verify_each") is not False


@contextlib.contextmanager
def borrowed(context: Any, plan: CompilationPlan) -> Iterator[Any]:
    """A context for the plan: a new one, or the caller's with its settings put back afterwards."""
    options = plan.context_options
    if context is None:
        yield _with_options(pool.new_context, options)
        return
    from mlir import ir

    if not isinstance(context, ir.Context):
        raise CompileError(
            f"context: expected an mlir.ir.Context, got {type(context).__name__}", stage="context"
        )
    if "multithreading" in options:
        raise PlanError("context_options['multithreading']: a borrowed context keeps its own; leave it out")
    before = context.allow_unregistered_dialects
    try:
        _with_options(lambda options: pool.apply_options(context, options), options)
        yield context
    finally:
        context.allow_unregistered_dialects = before


def _with_options(make: Any, options: Any) -> Any:
    try:
        return make(options)
    except ValueError as error:
        raise CompileError(str(error), stage="context") from error


def parse(source: Source, context: Any, log: DiagnosticLog) -> Any:
    """The source as a module whose locations carry the source's name."""
    from mlir import ir

    try:
        if source.is_bytecode or source.name == UNNAMED:
            return ir.Module.parse(source.content, context=context)
        return _parse_named(source, context, log)
    except ir.MLIRError as error:
        shown = "the source" if source.name == UNNAMED else source.name
        raise log.error("parse", f"{shown} cannot be parsed") from error


def _parse_named(source: Source, context: Any, log: DiagnosticLog) -> Any:
    """Only the parser of one operation takes a name, and sources often are several without a module around
    them.

    Those get a module put around; where they cannot have one (they define aliases), locations say `-`.
    """
    from mlir import ir

    try:
        text = source.content if isinstance(source.content, str) else source.content.decode("utf-8")
        return _as_module(ir.Operation.parse(text, source_name=source.name, context=context), source, context)
    except UnicodeDecodeError:
        return ir.Module.parse(source.content, context=context)
    except ir.MLIRError:
        if not any(each.message.startswith(_SEVERAL) for each in log.diagnostics):
            raise
    log.clear()
    try:
        # On one line with what follows, so that lines keep their numbers.
        return ir.Operation.parse(f"module{{{text}\n}}", source_name=source.name, context=context)
    except ir.MLIRError:
        log.clear()
        return ir.Module.parse(source.content, context=context)


def _as_module(view: Any, source: Source, context: Any) -> Any:
    from mlir import ir
    from mlir.dialects import builtin

    if isinstance(view, builtin.ModuleOp):
        return view
    module = ir.Module.create(ir.Location.file(source.name, 0, 0, context=context))
    module.body.append(view)
    return module


def transform(module: Any, plan: CompilationPlan, context: Any, log: DiagnosticLog) -> None:
    """Apply the plan's transform schedule to the module."""
    from mlir import ir
    from mlir.dialects.transform import interpreter

    options = interpreter.TransformOptions()
    for name in ("expensive_checks", "enforce_single_top_level_transform_op"):
        if name in plan.transform_options:
            setattr(options, name, plan.transform_options[name])
    try:
        schedule = ir.Module.parse(plan.transform_schedule, context=context)
    except ir.MLIRError as error:
        raise log.error("transform", "the transform schedule cannot be parsed") from error
    entry = _entry_point(schedule, str(plan.transform_options.get("entry_point", ENTRY_POINT)))
    try:
        interpreter.apply_named_sequence(module.operation, entry, schedule.operation, options)
    except (ValueError, ir.MLIRError) as error:
        raise log.error("transform", "the transform schedule failed") from error


def _entry_point(schedule: Any, name: str) -> Any:
    for operation in schedule.body.operations:
        attributes = operation.operation.attributes
        if "sym_name" in attributes and attributes["sym_name"].value == name:
            return operation.operation
    raise CompileError(f"transform_schedule: it has no sequence called {name!r}", stage="transform")


def serialize(module: Any, plan: CompilationPlan, strip_locations: bool, log: DiagnosticLog) -> bytes:
    """The transformed module as bytecode, verified."""
    from mlir import ir
    from mlir.passmanager import PassManager

    try:
        if not _verifies_each(plan) or not plan.pipeline:
            module.operation.verify()
        if strip_locations:
            PassManager.parse("builtin.module(strip-debuginfo)", context=module.context).run(module.operation)
        return module_bytecode(module.operation, plan.bytecode_version)
    except (ValueError, ir.MLIRError) as error:
        raise log.error("serialize", f"the result cannot be written: {error}") from error


def signatures_of(module: Any) -> tuple[Signature, ...]:
    """The functions of the source that ask for a C interface, with the types that lowering will hide."""
    found = []
    for operation in module.body.operations:
        attributes = operation.operation.attributes
        if _INTERFACE in attributes and "function_type" in attributes and "sym_name" in attributes:
            kind = attributes["function_type"].value
            if hasattr(kind, "inputs"):
                name, inputs = attributes["sym_name"].value, tuple(map(str, kind.inputs))
                found.append(Signature(name, inputs, tuple(map(str, kind.results))))
    return tuple(found)


@contextlib.contextmanager
def recorded_actions(context: Any, stages: Stages, pipeline: Pipeline) -> Iterator[None]:
    """Record MLIR's actions, and what its pass managers tell, below the open stage.

    Only when a run is being recorded; what this build does not allow is a note on the stage.
    """
    if stages.run is None or not stages.record_actions:
        yield
        return
    try:
        session = importlib.import_module("passevents.adapters.mlir").attach(context)
    except (AdapterError, AdapterUnavailableError) as error:
        stages.note(actions=f"not recorded: {error}")
        yield
        return
    try:
        pipeline.instrument(session)
    except (AdapterError, AdapterUnavailableError) as error:
        stages.note(instrumentation=f"not recorded: {error}")
    try:
        yield
    finally:
        session.detach()
