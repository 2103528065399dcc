"""The incremental compilation runtime for MLIR: compile only what changed, and know why.

A plan says what a compile does, a runtime does it through a cache, an artifact is what comes back. Plans,
keys and caches import no MLIR, so a program whose every compile is a hit never loads it.
"""

from .artifact import Artifact
from .cache import (
    ALL,
    Cache,
    FileCache,
    LayeredCache,
    Lookup,
    MemoryCache,
    Metadata,
    RemoteCache,
    Signature,
    Statistics,
)
from .decorator import Compiler, compiler
from .loaded import Function, LoadedModule
from .plan import CompilationPlan
from .runtime import CompilationRuntime
from .steps import PassStep, PythonPass, Scope

__all__ = [
    "ALL", "Artifact", "Cache", "CompilationPlan", "CompilationRuntime", "Compiler", "FileCache", "Function",
    "LayeredCache", "LoadedModule", "Lookup", "MemoryCache", "Metadata", "PassStep", "PythonPass",
    "RemoteCache", "Scope", "Signature", "Statistics", "compiler",
]  # fmt: skip
