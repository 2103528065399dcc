"""From an artifact to machine code: in an engine of this process, in an object file, in a shared library.

MLIR's execution engine generates code for this very machine, with all it can do, and ignores what a module
says of a triple. So a plan's `target` goes another way: the module is translated to LLVM IR, given the
target's data layout, optimized by `opt` and compiled by `llc`, which come with the `mlir` extra. What they
do not know they only warn of; here that is an error.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from passevents.errors import CompileError

from . import pool, tools
from .artifact import Artifact
from .diagnostics import DiagnosticLog, location_of
from .loaded import Code, LoadedModule
from .settings import Settings
from .stages import Stages

_ELF = b"\x7fELF"
# The dialects that have a translation to LLVM IR.
_TRANSLATED = {
    "acc", "amx", "arm_neon", "arm_sme", "arm_sve", "gpu", "llvm", "nvvm", "omp", "ptr", "rocdl", "vcix",
    "x86vector", "xevm",
}  # fmt: skip


@contextlib.contextmanager
def parsed(artifact: Artifact, stage: str) -> Iterator[tuple[Any, DiagnosticLog]]:
    """The artifact's module in a context of its own, with what MLIR says meanwhile."""
    from mlir import ir

    context = pool.new_context(Settings())
    with DiagnosticLog(context, artifact.metadata.source_name) as log:
        try:
            module = ir.Module.parse(artifact.bytecode, context=context)
        except ir.MLIRError as error:
            raise log.error(stage, "the artifact cannot be parsed") from error
        yield module, log


def jit(artifact: Artifact, opt_level: int, shared_libs: tuple[str, ...], stages: Stages) -> LoadedModule:
    """The artifact in an execution engine; CompileError, stage `jit_load`, when it has no code for this
    machine."""
    for library in shared_libs:
        # The engine prints that it has not found one, and goes on without.
        if not Path(library).is_file():
            raise CompileError(f"shared_libs: there is no file {library!r}", stage="jit_load")
    if artifact.target is not None:
        raise CompileError(
            f"the JIT generates code for this machine and would ignore target={dict(artifact.target)}: "
            "use load() or emit_shared()",
            stage="jit_load",
        )
    with stages.stage("jit_load"), parsed(artifact, "jit_load") as (module, log):
        engine = _engine(module, log, opt_level, shared_libs, "jit_load", dump=False)
        engine.initialize()
        types = function_types(module)
        # Code is generated at the first look-up: now, so that what cannot be loaded is found here.
        if types and not engine.raw_lookup(next(iter(types)).removeprefix("_mlir_")):
            raise log.error("jit_load", "the code cannot be loaded; does it call what no library here has?")

    def code(symbol: str) -> Code:
        # The engine looks for `_mlir_` and the name: a C interface has that prefix, others a packed wrapper.
        direct = symbol.startswith("_mlir_")
        return Code(engine.raw_lookup(symbol.removeprefix("_mlir_")), is_packed=not direct)

    return LoadedModule(lambda: types, code, artifact.signatures, engine, stages.listeners)


def function_types(module: Any) -> dict[str, str]:
    """The LLVM functions that a module defines, with their types as text."""
    found = {}
    for operation in module.body.operations:
        each = operation.operation
        if each.name == "llvm.func" and len(each.regions[0].blocks):
            found[each.attributes["sym_name"].value] = str(each.attributes["function_type"].value)
    return found


def object_code(artifact: Artifact, opt_level: int, stages: Stages) -> tuple[bytes, dict[str, str]]:
    """The bytes of a relocatable object file, and its functions with their types.

    CompileError, stage `codegen`, when there is no code for the target, or nothing to make code of.
    """
    with (
        tempfile.TemporaryDirectory(prefix="passevents-") as folder,
        stages.stage("codegen"),
        parsed(artifact, "codegen") as (module, log),
    ):
        path = Path(folder) / "module.o"
        if artifact.target is None:
            _engine(module, log, opt_level, (), "codegen", dump=True).dump_to_object_file(str(path))
        else:
            _write_for_target(module, log, path, opt_level, artifact.target)
        # The engine reports failure to the standard error only.
        code = path.read_bytes() if path.exists() else b""
        if not code.startswith(_ELF):
            raise log.error("codegen", "no object file was made")
        return code, function_types(module)


def _engine(
    module: Any, log: DiagnosticLog, opt_level: int, shared_libs: tuple[str, ...], stage: str, *, dump: bool
) -> Any:
    from mlir.execution_engine import ExecutionEngine

    _check_level(opt_level)
    try:
        return ExecutionEngine(
            module,
            opt_level=opt_level,
            shared_libs=list(shared_libs),
            enable_object_dump=dump,
            enable_pic=dump,
        )
    except RuntimeError as error:
        raise log.error(stage, "the module has no code for this machine; is it lowered to LLVM?") from error


def _check_level(opt_level: int) -> None:
    if opt_level not in (0, 1, 2, 3):
        raise CompileError(f"opt_level: expected 0, 1, 2 or 3, got {opt_level!r}", stage="codegen")


def _write_for_target(module: Any, log: DiagnosticLog, path: Path, opt_level: int, target: Any) -> None:
    from mlir._mlir_libs import _mlirDialectsLLVM

    _check_level(opt_level)
    _refuse_unlowered(module)
    try:
        text = _mlirDialectsLLVM.translate_module_to_llvmir(module.operation)
    except (RuntimeError, ValueError) as error:
        raise log.error("codegen", "the module cannot be translated to LLVM IR") from error
    tools.compile_ir(text, path, opt_level, target)


def _refuse_unlowered(module: Any) -> None:
    """Translation of an operation that has none ends in a segmentation fault in these bindings."""
    from mlir import ir

    found: list[str] = []

    def look(operation: Any) -> Any:
        name = operation.name
        if name != "builtin.module" and name.partition(".")[0] not in _TRANSLATED:
            found.append(f"{location_of(operation.location) or 'unknown'}: {name}")
            return ir.WalkResult.INTERRUPT
        return ir.WalkResult.ADVANCE

    module.operation.walk(look)
    if found:
        raise CompileError(f"the module is not lowered to LLVM: {found[0]}", stage="codegen")
