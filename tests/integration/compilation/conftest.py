"""What the tests of the runtime compile."""

import pytest

from passevents.adapters.compilation import CompilationPlan, CompilationRuntime, FileCache

ADD = """\
func.func @add(%a: i32, %b: i32) -> i32 attributes {llvm.emit_c_interface} {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
"""
KERNELS = (
    ADD
    + """\
func.func @two(%a: i32, %b: f64) -> (f64, i32) attributes {llvm.emit_c_interface} {
  return %b, %a : f64, i32
}
func.func @plain(%a: i64, %b: f32) -> f32 { return %b : f32 }
func.func @scale(%m: memref<?xf32>, %s: f32) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%i] : memref<?xf32>
    %y = arith.mulf %x, %s : f32
    memref.store %y, %m[%i] : memref<?xf32>
  }
  return
}
func.func @corner(%m: memref<2x3xf64, strided<[?, ?], offset: ?>>) -> f64 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = memref.load %m[%c0, %c2] : memref<2x3xf64, strided<[?, ?], offset: ?>>
  return %x : f64
}
"""
)
LOWER = "convert-scf-to-cf,expand-strided-metadata,convert-to-llvm,reconcile-unrealized-casts"


@pytest.fixture
def add() -> str:
    return ADD


@pytest.fixture
def kernels() -> str:
    return KERNELS


@pytest.fixture
def lowering() -> CompilationPlan:
    return CompilationPlan(LOWER)


@pytest.fixture
def cache(tmp_path) -> FileCache:
    return FileCache(tmp_path / "cache")


@pytest.fixture
def runtime(cache) -> CompilationRuntime:
    return CompilationRuntime(cache)


@pytest.fixture
def artifact(runtime, kernels, lowering):
    return runtime.compile(kernels, lowering)


@pytest.fixture(params=["jit", "load"])
def loaded(request, runtime, artifact):
    return getattr(runtime, request.param)(artifact)
