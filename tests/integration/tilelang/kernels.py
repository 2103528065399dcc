"""What the tests compile: a tiled matrix product, for the C target, without a GPU."""

from __future__ import annotations

from typing import Any

import tilelang
import tilelang.language as T
from tilelang import tvm


def gemm(size: int = 64, block: int = 32) -> Any:
    """A product of two square matrices, as a function for the C target."""
    with tvm.target.Target("c"):

        @T.prim_func
        def product(
            a: T.Tensor((size, size), "float32"),
            b: T.Tensor((size, size), "float32"),
            c: T.Tensor((size, size), "float32"),
        ) -> None:
            with T.Kernel(T.ceildiv(size, block), T.ceildiv(size, block), threads=1) as (bx, by):
                for i, j in T.grid(block, block):
                    c[by * block + i, bx * block + j] = 0.0
                    for k in T.serial(size):
                        c[by * block + i, bx * block + j] += a[by * block + i, k] * b[k, bx * block + j]

    return product


def lower(function: Any) -> Any:
    """Lower it to C; the artifact holds the source."""
    with tvm.target.Target("c"):
        return tilelang.lower(function, target="c")
