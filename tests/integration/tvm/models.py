"""What the tests compile: a multi-layer perceptron in relax, and passes that do nothing, fail, or nest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tvm
from tvm.ir.transform import module_pass
from tvm.relax.frontend import nn

EMPTY = tvm.IRModule({})


class Perceptron(nn.Module):  # type: ignore[misc]
    """Two dense layers with a relu between."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(16, 32)
        self.second = nn.Linear(32, 8)

    def forward(self, x: Any) -> Any:
        return self.second(nn.op.relu(self.first(x)))


def mlp() -> Any:
    """The perceptron as a relax module."""
    module, _ = Perceptron().export_tvm({"forward": {"x": nn.spec.Tensor((4, 16), "float32")}})
    return module


def python_pass(name: str, body: Callable[[Any], Any] = lambda mod: mod) -> Any:
    """A module pass called `name`."""

    @module_pass(opt_level=0, name=name)
    def run(mod: Any, ctx: Any) -> Any:
        return body(mod)

    return run


def raising(name: str, error: BaseException) -> Any:
    def fail(mod: Any) -> Any:
        raise error

    return python_pass(name, fail)


noop = python_pass("noop")
