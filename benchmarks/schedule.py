"""The work whose events fill the store: eight layers, tiled and vectorized by a schedule, then lowered.

A real compile of many small actions. Run again and again inside one recording it gives as many events as one
asks for, of the shape that users' stores have: few distinct texts, many attempts of patterns.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import passevents
from passevents.journal import activate, create_run

if TYPE_CHECKING:
    from mlir import ir

LAYERS = 8
_LAYER = """
  func.func @layer{n}(%a: tensor<64x{k}xf32>, %b: tensor<{k}x64xf32>, %bias: tensor<64xf32>)
      -> tensor<64x64xf32> {{
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<64x64xf32>
    %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
    %product = linalg.matmul ins(%a, %b : tensor<64x{k}xf32>, tensor<{k}x64xf32>)
      outs(%filled : tensor<64x64xf32>) -> tensor<64x64xf32>
    %biased = linalg.generic {{
        indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
          affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}}
        ins(%product, %bias : tensor<64x64xf32>, tensor<64xf32>) outs(%empty : tensor<64x64xf32>) {{
      ^bb0(%value: f32, %offset: f32, %out: f32):
        %sum = arith.addf %value, %offset : f32
        %positive = arith.maximumf %sum, %zero : f32
        linalg.yield %positive : f32
    }} -> tensor<64x64xf32>
    return %biased : tensor<64x64xf32>
  }}"""
_SCHEDULE = """
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:3 = transform.structured.tile_using_for %matmul tile_sizes [8, 8, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %generic = transform.structured.match ops{["linalg.generic"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %row, %outer:2 = transform.structured.tile_using_for %generic tile_sizes [8, 8]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %function = transform.structured.match ops{["func.func"]} in %module
      : (!transform.any_op) -> !transform.any_op
    %vectorized = transform.structured.vectorize_children_and_apply_patterns %function
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }"""
PHASES = {
    "schedule": "builtin.module(transform-interpreter,canonicalize,cse)",
    "buffers": "builtin.module(one-shot-bufferize{bufferize-function-boundaries},"
    "buffer-deallocation-pipeline,canonicalize,cse)",
    "llvm": "builtin.module(convert-vector-to-scf{full-unroll},convert-linalg-to-loops,"
    "func.func(canonicalize,cse),convert-scf-to-cf,expand-strided-metadata,lower-affine,"
    "convert-vector-to-llvm,convert-to-llvm,reconcile-unrealized-casts,canonicalize,cse)",
}


def source(layers: int = LAYERS) -> str:
    """The program: so many layers, and the schedule that tiles them."""
    functions = "".join(_LAYER.format(n=n, k=32 + 8 * n) for n in range(layers))
    return f"module attributes {{transform.with_named_sequence}} {{{functions}{_SCHEDULE}\n}}\n"


@contextlib.contextmanager
def compiler(layers: int = LAYERS) -> Iterator[tuple[ir.Context, Callable[[], None]]]:
    """A context of MLIR with one thread, and what compiles the program in it once."""
    from mlir import ir
    from mlir.passmanager import PassManager

    text = source(layers)
    with ir.Context() as context:
        context.enable_multithreading(False)
        pipelines = {phase: PassManager.parse(pipeline) for phase, pipeline in PHASES.items()}

        def compile_once() -> None:
            run = passevents.current_run()
            assert run is not None
            module = ir.Module.parse(text)
            with run.span("compile"):
                for phase, pipeline in pipelines.items():
                    with passevents.pass_phase(phase), run.span(phase):
                        pipeline.run(module.operation)

        yield context, compile_once


def record_run(path: Path, compiles: int, layers: int = LAYERS, name: str = "schedule") -> None:
    """Record so many compiles into one run of the store."""
    from passevents.adapters.mlir import attach

    with (
        compiler(layers) as (context, compile_once),
        passevents.record(path, name=name),
        attach(context),
    ):
        for _ in range(compiles):
            compile_once()


def record_journal(folder: Path, compiles: int, layers: int = LAYERS) -> Path:
    """Record so many compiles into a journal in `folder`; returns where it is."""
    from passevents.adapters.mlir import attach

    recording = create_run(folder, {"name": "schedule"})
    with compiler(layers) as (context, compile_once), activate(recording), attach(context):
        for _ in range(compiles):
            compile_once()
    recording.close()
    recording.release()
    [directory] = folder.iterdir()
    return directory
