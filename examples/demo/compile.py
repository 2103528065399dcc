"""Record a real compilation and show it: `make demo`.

A layer of a neural network (matmul, bias, relu, on tensors) becomes the LLVM dialect in three phases. All
that MLIR does on the way, each pass and each attempt of a pattern, is recorded into an SQLite file.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from mlir import ir
from mlir.passmanager import PassManager

import passevents
from passevents.adapters.mlir import attach

LAYER = Path(__file__).with_name("layer.mlir")
PHASES = {
    "tensors": "builtin.module(canonicalize,cse,linalg-fuse-elementwise-ops,canonicalize)",
    "buffers": "builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
    "buffer-deallocation-pipeline,canonicalize,cse)",
    "llvm": "builtin.module(convert-linalg-to-loops,func.func(canonicalize,cse),convert-scf-to-cf,"
    "expand-strided-metadata,lower-affine,convert-to-llvm,reconcile-unrealized-casts,canonicalize,cse)",
}


def compile_layer(store: Path) -> str:
    """Lower the layer to the LLVM dialect, recording into `store`; returns what became of it."""
    with ir.Context() as context, passevents.record(store, name="demo"), attach(context):
        module = ir.Module.parseFile(os.path.relpath(LAYER))  # the name that locations will have
        for phase, pipeline in PHASES.items():
            print(f"==> {phase}: {pipeline}", flush=True)
            with passevents.pass_phase(phase):
                PassManager.parse(pipeline).run(module.operation)
        return str(module)


def show(*arguments: str, store: Path) -> None:
    """Run a command as its user would, and say so."""
    print(f"\n$ passevents {shlex.join(arguments)}", flush=True)
    subprocess.run(["passevents", *arguments], check=True, env={**os.environ, "PASSEVENTS_DB": str(store)})


def main() -> None:
    store = Path(sys.argv[1] if len(sys.argv) > 1 else "passevents.db")
    lowered = compile_layer(store)
    print(f"==> {LAYER.name}: {len(lowered.splitlines())} lines of the LLVM dialect; recorded into {store}")
    show("show", store=store)
    show("tree", "--kind", "pass", store=store)
    show("top", store=store)
    print(f"\nNow ask it anything:  sqlite3 {store} 'select * from totals'")


if __name__ == "__main__":
    main()
