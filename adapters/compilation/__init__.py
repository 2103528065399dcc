"""The incremental compilation runtime for MLIR: compile only what changed, and know why.

A plan says what a compile does, a runtime does it through a cache, an artifact is what comes back. Plans,
keys and caches import no MLIR, so a program whose every compile is a hit never loads it; and each name here
brings in only its own part, because such a program is over in the time that imports take.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .adapter import ADAPTER
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
    from .explain import Explanation
    from .loaded import Function, LoadedModule
    from .plan import CompilationPlan
    from .runtime import CompilationRuntime
    from .steps import PassStep, PythonPass, Scope
    from .watch import Watch

_MODULES = {
    "adapter": ("ADAPTER",),
    "artifact": ("Artifact",),
    "cache": ("ALL", "Cache", "Lookup", "Metadata", "Signature", "Statistics"),
    "cache.file": ("FileCache",),
    "cache.layered": ("LayeredCache",),
    "cache.memory": ("MemoryCache",),
    "cache.remote": ("RemoteCache",),
    "decorator": ("Compiler", "compiler"),
    "explain": ("Explanation",),
    "loaded": ("Function", "LoadedModule"),
    "plan": ("CompilationPlan",),
    "runtime": ("CompilationRuntime",),
    "steps": ("PassStep", "PythonPass", "Scope"),
    "watch": ("Watch",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "ADAPTER", "ALL", "Artifact", "Cache", "CompilationPlan", "CompilationRuntime", "Compiler", "Explanation",
    "FileCache", "Function", "LayeredCache", "LoadedModule", "Lookup", "MemoryCache", "Metadata", "PassStep",
    "PythonPass", "RemoteCache", "Scope", "Signature", "Statistics", "Watch", "compiler",
]  # fmt: skip


if not TYPE_CHECKING:  # a type checker would take any name to be there

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
        globals()[name] = value
        return value
