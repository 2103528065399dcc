"""MLIR programs whose actions are known: every operation on a line of its own, so that a line names it."""

from __future__ import annotations

from dataclasses import dataclass

FUNCTION = """func.func @f{0}(%a: i32) -> i32 {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant {0} : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}}"""
SIMPLIFY = "builtin.module(func.func(canonicalize,cse))"

# Nobody bufferizes tosa.abs: the pass says so and fails.
UNBUFFERIZABLE = """module {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "tosa.abs"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}"""


def functions(count: int) -> str:
    """A module of ``count`` functions of six operations, some of which fold."""
    return "\n".join(["module {", *(FUNCTION.format(number) for number in range(1, count + 1)), "}"])


def nested(outer: int, inner: int, count: int) -> str:
    """Modules three levels deep: ``outer`` of ``inner`` of ``count`` functions."""
    innermost = functions(count)
    middle = "\n".join(["module {", *[innermost] * inner, "}"])
    return "\n".join(["module {", *[middle] * outer, "}"])


@dataclass(frozen=True)
class Layout:
    """Which line's operation lies in which other's, from the text alone."""

    parents: dict[int, int | None]

    @classmethod
    def of(cls, source: str) -> Layout:
        open_lines: list[int] = []
        parents: dict[int, int | None] = {}
        for number, line in enumerate(source.split("\n"), 1):
            if line.strip() == "}":
                open_lines.pop()
                continue
            parents[number] = open_lines[-1] if open_lines else None
            if line.endswith("{"):
                open_lines.append(number)
        return cls(parents)

    def encloses(self, outer: int, line: int | None) -> bool:
        while line is not None and line != outer:
            line = self.parents[line]
        return line == outer
