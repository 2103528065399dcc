"""A hash of a module that sees its structure and not its text: blanks, comments, names of values, locations.

It costs a parse, a clone and a write of the source, a third to a half of a small compile, and needs MLIR;
that is why it is asked for only after the ordinary look-up has missed, and only by those who want it.
"""

from __future__ import annotations

import hashlib

from .compilation import borrowed, parse
from .diagnostics import DiagnosticLog
from .plan import CompilationPlan
from .source import Source, module_bytecode


def structural_hash(source: Source, plan: CompilationPlan) -> str:
    """SHA-256 of the source's bytecode without locations; CompileError, stage `parse`, when it cannot be
    parsed.

    The order of operations, every attribute's value and resources count. The plan gives the context's
    options.
    """
    from mlir.passmanager import PassManager

    # In a context of its own: another's types and attributes would change the numbering in the bytecode.
    with borrowed(None, plan) as context, DiagnosticLog(context, source.name) as log:
        module = parse(source, context, log)
        PassManager.parse("builtin.module(strip-debuginfo)", context=context).run(module.operation)
        return hashlib.sha256(module_bytecode(module.operation)).hexdigest()
