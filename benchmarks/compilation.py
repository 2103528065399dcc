"""What a cache hit saves, against the honest cold compile: lazy dialects, one context a compile.

Three sources: one function; a linalg matmul lowered to LLVM; 20,000 functions. For each, medians of
interleaved turns in one process: the bare parse + passes + write in plain bindings, a miss, a file hit, a
memory hit. Then code: the JIT against loading the cached library. Then whole processes: one that compiles
against one that hits.

    python benchmarks/compilation.py            everything, a few minutes
    python benchmarks/compilation.py --quick    2,000 functions instead of 20,000, fewer turns
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import attrs

from passevents.adapters.compilation import (
    ALL,
    Artifact,
    CompilationPlan,
    CompilationRuntime,
    FileCache,
    MemoryCache,
)

ONE = """func.func @one(%a: i32) -> i32 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  return %0 : i32
}
"""
MATMUL = """func.func @matmul(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>)
    attributes {llvm.emit_c_interface} {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}
"""
LOWER = (
    "convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-to-llvm,"
    "reconcile-unrealized-casts"
)
FUNCTION = (
    "func.func @f{0}(%a: i32) -> i32 {{ %c0 = arith.constant 0 : i32 %c1 = arith.constant {0} : i32 "
    "%0 = arith.addi %a, %c0 : i32 %1 = arith.muli %c1, %c1 : i32 %2 = arith.addi %0, %1 : i32 "
    "return %2 : i32 }}\n"
)


@attrs.frozen
class Case:
    """A source with its plan, the least a hit must be faster by, and how often each thing takes its turn."""

    name: str
    source: str
    plan: CompilationPlan
    memory: float
    file: float
    turns: int


def cases(functions: int, quick: bool) -> list[Case]:
    many = "".join(map(FUNCTION.format, range(functions)))
    passes = CompilationPlan("func.func(canonicalize,cse)")
    return [
        Case("one function", ONE, passes, 75, 7, 20 if quick else 100),
        Case("matmul to LLVM", MATMUL, CompilationPlan(LOWER), 500, 30, 10 if quick else 40),
        Case(f"{functions:,} functions", many, passes, 200, 190, 2 if quick else 5),
    ]


def bare(source: str, pipeline: str, pool: object) -> bytes:
    """Parse, passes, write: what nobody can leave out, with the bindings alone."""
    from mlir import ir
    from mlir.passmanager import PassManager

    context = ir.Context(load_on_create_dialects=[], thread_pool=pool)
    module = ir.Module.parse(source, context=context)
    PassManager.parse(pipeline, context=context).run(module.operation)
    buffer = io.BytesIO()
    module.operation.clone(ip=False).write_bytecode(buffer)
    return buffer.getvalue()


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter_ns()
    action()
    return (time.perf_counter_ns() - start) / 1e6


def measure(case: Case, folder: Path) -> dict[str, float]:
    """Median milliseconds of each contender, which take turns so that a busy machine slows them alike."""
    from passevents.adapters.compilation.pool import shared_pool

    pool, pipeline = shared_pool(), case.plan.pipeline_text
    memory, file = CompilationRuntime(MemoryCache()), CompilationRuntime(FileCache(folder / "hits"))
    misses = {"miss": MemoryCache(), "miss, to a folder": FileCache(folder / "misses")}
    runtimes = {name: CompilationRuntime(cache) for name, cache in misses.items()}
    for warm in (memory, file, *runtimes.values()):
        warm.compile(case.source, case.plan)
    taken: dict[str, list[float]] = {
        "bare": [],
        **{name: [] for name in misses},
        "file hit": [],
        "memory hit": [],
    }
    for _ in range(case.turns):
        taken["bare"].append(timed(lambda: bare(case.source, pipeline, pool)))
        for name, runtime in runtimes.items():
            runtime.invalidate(None, ALL)
            taken[name].append(timed(partial(runtime.compile, case.source, case.plan)))
        for name, runtime in (("file hit", file), ("memory hit", memory)):
            repeats = 20 if len(case.source) < 100_000 else 1
            taken[name] += [timed(partial(runtime.compile, case.source, case.plan)) for _ in range(repeats)]
    return {name: statistics.median(times) for name, times in taken.items()}


def code(folder: Path, turns: int) -> dict[str, float]:
    """The JIT against the cached library, of the matmul."""
    runtime = CompilationRuntime(FileCache(folder / "code"))
    artifact: Artifact = runtime.compile(MATMUL, CompilationPlan(LOWER))
    runtime.load(artifact)
    taken: dict[str, list[float]] = {"JIT": [], "cached library": []}
    for _ in range(turns):
        taken["JIT"].append(timed(lambda: runtime.jit(artifact)["matmul"]))
        taken["cached library"] += [timed(lambda: runtime.load(artifact)["matmul"]) for _ in range(20)]
    return {name: statistics.median(times) for name, times in taken.items()}


PROGRAM = """
import sys
from passevents.adapters.compilation import CompilationPlan, CompilationRuntime
artifact = CompilationRuntime(sys.argv[1]).compile(sys.argv[2], CompilationPlan(sys.argv[3]))
assert artifact.cache == sys.argv[4] and (artifact.cache == "miss") == ("mlir" in sys.modules)
"""


def processes(folder: Path, turns: int) -> dict[str, float]:
    """Whole programs, from the start of the interpreter to its end.

    Their modules are compiled to Python's bytecode, as an installer leaves them.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run(cache: Path, outcome: str) -> None:
        command = [sys.executable, "-c", PROGRAM, str(cache), MATMUL, LOWER, outcome]
        subprocess.run(command, check=True, env=environment)

    run(folder / "warm", "miss")
    run(folder / "warm", "hit")
    taken: dict[str, list[float]] = {"compiling process": [], "hitting process": []}
    for turn in range(turns):
        taken["compiling process"].append(timed(lambda turn=turn: run(folder / f"cold{turn}", "miss")))
        taken["hitting process"].append(timed(lambda: run(folder / "warm", "hit")))
    return {name: statistics.median(times) for name, times in taken.items()}


def line(name: str, milliseconds: float, ratio: float, wanted: str, met: bool) -> bool:
    print(f"  {name:18} {milliseconds:10.3f} ms {ratio:9.2f}x   {wanted:22} {'yes' if met else 'NO'}")
    return met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller and shorter")
    quick = parser.parse_args().quick
    met = True
    for case in cases(2_000 if quick else 20_000, quick):
        with tempfile.TemporaryDirectory() as folder:
            found = measure(case, Path(folder))
        cold = found["bare"]
        print(f"{case.name}: bare parse + passes + write {cold:.2f} ms")
        slower = found["miss"] / cold
        met &= line("miss", found["miss"], slower, "at most 1.15x the bare", slower <= 1.15)
        folder_miss = found["miss, to a folder"]
        ratio = folder_miss / cold
        print(f"  {'miss, to a folder':18} {folder_miss:10.3f} ms {ratio:9.2f}x   with the disk's part")
        for name, least in (("file hit", case.file), ("memory hit", case.memory)):
            faster = cold / found[name]
            met &= line(name, found[name], faster, f"at least {least:g}x faster", faster >= least)
    turns = 5 if quick else 15
    with tempfile.TemporaryDirectory() as folder:
        found = code(Path(folder), turns)
        print(f"code of the matmul: JIT {found['JIT']:.1f} ms")
        faster = found["JIT"] / found["cached library"]
        met &= line("cached library", found["cached library"], faster, "at least 100x faster", faster >= 100)
        found = processes(Path(folder), turns)
        print(f"process of the matmul, compiling: {found['compiling process']:.0f} ms")
        faster = found["compiling process"] / found["hitting process"]
        met &= line("hitting process", found["hitting process"], faster, "at least 4x faster", faster >= 4)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
