"""Running a textual pipeline over a file, as ``mlir-opt`` does, for the command line."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from passevents.errors import AdapterUnavailableError, CompileError
from passevents.events.adapter import PipelineResult
from passevents.events.model import Diagnostic
from passevents.journal import RunJournal

from . import arguments
from .diagnostics import CollectedDiagnostics, compile_error, diagnostics_of, is_mlir_error
from .runner import run as run_pass_manager
from .session import attach

_PARSER_PREFIX = re.compile(r"^MLIR Textual PassPipeline Parser:\d+:\d+: error: ")


def run_pipeline(
    source: Path,
    pipeline: str,
    *,
    tags: Sequence[str] | None,
    locations: Sequence[str] | None,
    skip: Mapping[str, int] | None,
    limit: Mapping[str, int] | None,
    threading: bool,
    begin: Callable[[], RunJournal | None],
    emit_bytecode: bool = False,
    fingerprints: bool = False,
    operation_counts: bool = False,
    elide_larger_than: int | None = None,
    allow_unregistered_dialect: bool = False,
) -> PipelineResult:
    """See :class:`passevents.events.adapter.PipelineAdapter`."""
    arguments.parse_tags(tags), arguments.parse_locations(locations), arguments.parse_rules(skip, limit)
    ir, passmanager = _import_mlir()
    # Dialects are loaded when they are needed, as mlir-opt does: those that are loaded bring patterns along.
    ctx = ir.Context(load_on_create_dialects=[])
    ctx.enable_multithreading(threading)
    ctx.allow_unregistered_dialects = allow_unregistered_dialect
    try:
        module = _parse(ir, source, ctx)
        manager = _parse_pipeline(passmanager, pipeline, ctx)
        run = begin()
        if run is not None:
            _describe(run, source, pipeline)
        with attach(
            ctx,
            tags,
            locations,
            skip,
            limit,
            fingerprints=fingerprints,
            operation_counts=operation_counts,
            elide_larger_than=elide_larger_than,
        ) as session:
            said = run_pass_manager(manager, module)
    except CompileError as error:
        return PipelineResult(error=error)
    result = _result(module.operation, said, emit_bytecode)
    return attrs.evolve(result, unmatched=tuple(session.unmatched()))


def _import_mlir() -> tuple[ModuleType, ModuleType]:
    try:
        from mlir import ir, passmanager
    except ImportError as error:
        raise AdapterUnavailableError(
            f"MLIR's Python bindings cannot be imported ({error}); "
            "install them with: pip install 'passevents[mlir]'"
        ) from error
    return ir, passmanager


def _describe(run: RunJournal, source: Path, pipeline: str) -> None:
    facts = {"pipeline": pipeline}
    # Not where the caller has read it already, nor of the standard input or a pipe.
    with suppress(OSError):
        if "input_digest" not in run.info and source.is_file():
            facts["input_digest"] = hashlib.sha256(source.read_bytes()).hexdigest()
    run.update(**facts)


def _parse(ir: ModuleType, source: Path, ctx: Any) -> Any:
    """Parse a file by the name it was given, which its locations then have; ``-`` is the standard input."""
    _check_utf8(
        str(source), f"{str(source)!r} is no name of a file that MLIR can open: it is not UTF-8", "parse"
    )
    with CollectedDiagnostics(ctx) as diagnostics:
        try:
            return ir.Module.parseFile(str(source), ctx)
        except Exception as failure:
            if not is_mlir_error(failure):
                raise
            error = failure
    said = (*diagnostics_of(error), *diagnostics.collected)
    raise compile_error("parse", f"{source} cannot be parsed", said) from error


def _check_utf8(text: str, message: str, stage: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CompileError(message, stage=stage) from None


def _parse_pipeline(passmanager: ModuleType, pipeline: str, ctx: Any) -> Any:
    _check_utf8(pipeline, f"{pipeline!r} is not UTF-8", "pipeline")
    try:
        return passmanager.PassManager.parse(pipeline, ctx)
    except ValueError as error:
        message = _PARSER_PREFIX.sub("", str(error)).strip()
        said = Diagnostic("error", message)
        raise CompileError(message.split("\n")[0], diagnostics=[said], stage="pipeline") from error


def _result(operation: Any, said: Sequence[Any], emit_bytecode: bool) -> PipelineResult:
    if not emit_bytecode:
        # With an empty line after it: byte for byte what mlir-opt writes.
        return PipelineResult(text=f"{operation}\n", diagnostics=tuple(said))
    # The order of use lists, which bytecode keeps, differs from run to run; a clone's does not.
    buffer = io.BytesIO()
    operation.clone(ip=False).write_bytecode(buffer)
    return PipelineResult(bytecode=buffer.getvalue(), diagnostics=tuple(said))
