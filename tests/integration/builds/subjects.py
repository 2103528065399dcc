"""The MLIR builds that are tested, each in an environment of its own, and what each can compile.

The programs have every operation on a line of its own, so that a line names it, and every module and function
has a name that no other has.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

FUNCTION = """    func.func @f{0}(%a: i32, %t: tensor<4xi32>) -> i32 {{
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant {0} : i32
      %0 = arith.addi %a, %c0 : i32
      %1 = arith.muli %c1, %c1 : i32
      %2 = arith.addi %0, %1 : i32
      return %2 : i32
    }}"""
CIRCUIT = """    hw.module @f{0}(in %a: i32, out o: i32) {{
      %c0 = hw.constant 0 : i32
      %0 = comb.add %a, %c0 : i32
      %1 = comb.and %0, %0 : i32
      %2 = comb.xor %1, %c0 : i32
      hw.output %2 : i32
    }}"""


@dataclass(frozen=True)
class Subject:
    """A build: where its bindings are, what it compiles through which passes, and which pipeline fails."""

    package: str
    mlir_version: str
    unit: str = FUNCTION
    pipeline: str = "builtin.module(builtin.module(func.func(canonicalize,cse),cse),canonicalize,symbol-dce)"
    # None: a pass written in Python, as no registered one fails on a program like this.
    failing: str | None = (
        "builtin.module(builtin.module(func.func(canonicalize{max-iterations=1 test-convergence=true})))"
    )
    reach: str = "dynamic symbols"
    register: Callable[[Any], None] = lambda ctx: None

    def load(self, name: str) -> ModuleType:
        """A module of its bindings."""
        root = self.package.partition(".")[0]
        if root == "numba_cuda_mlir" and root not in sys.modules:
            # Its own __init__ wants CUDA, which its copy of MLIR does not.
            bare = ModuleType(root)
            bare.__path__ = importlib.util.find_spec(root).submodule_search_locations  # type: ignore[union-attr]
            sys.modules[root] = bare
        return importlib.import_module(f"{self.package}.{name}")

    def program(self, modules: int = 4, units: int = 6) -> str:
        lines = ["module @top {"]
        for module in range(modules):
            lines.append(f"  module @m{module} {{")
            lines += [self.unit.format(module * units + number + 1) for number in range(units)]
            lines.append("  }")
        return "\n".join([*lines, "}"])


def _register_circt(ctx: Any) -> None:
    importlib.import_module("circt").register_dialects(ctx)


def _register_jax(ctx: Any) -> None:
    libraries = "jaxlib.mlir._mlir_libs"
    for name in ("_mlirGPUPasses", "_mlirSparseTensorPasses"):
        importlib.import_module(f"{libraries}.{name}")
    registry = importlib.import_module("jaxlib.mlir.ir").DialectRegistry()
    importlib.import_module(f"{libraries}._jax_mlir_ext").register_dialects(registry)
    ctx.append_dialect_registry(registry)
    ctx.load_all_available_dialects()


# By distribution. jaxlib registers neither canonicalize nor cse.
SUBJECTS = {
    "circt": Subject(
        "circt",
        "18.0.0git",
        CIRCUIT,
        "builtin.module(builtin.module(hw.module(canonicalize,cse,hw-cleanup),cse),canonicalize)",
        "builtin.module(builtin.module(hw.module(canonicalize{max-iterations=1 test-convergence=true})))",
        register=_register_circt,
    ),
    "finch-mlir": Subject("mlir_finch", "20.0.0git"),
    "flydsl": Subject("flydsl._mlir", "24.0.0git"),
    "iree-base-compiler": Subject("iree.compiler", "24.0.0git", reach="symbol table"),
    "jaxlib": Subject(
        "jaxlib.mlir",
        "23.0.0git",
        FUNCTION,
        "builtin.module(builtin.module(func.func(stage-sparse-ops,gpu-async-region),pre-sparsification-rewrite,"
        "sparsification,lower-sparse-ops-to-foreach,sparse-reinterpret-map),gpu-decompose-memrefs)",
        None,
        "symbol table",
        _register_jax,
    ),
    "numba-cuda-mlir": Subject("numba_cuda_mlir._mlir", "23.0.0git"),
    "xtc-mlir-python-bindings": Subject("mlir", "as the distribution"),
}


def installed() -> Subject | None:
    """The build of this environment; None for one without MLIR's Python bindings."""
    for distribution, subject in SUBJECTS.items():
        try:
            version = importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            continue
        return replace(subject, mlir_version=version[:6]) if subject.package == "mlir" else subject
    return None
