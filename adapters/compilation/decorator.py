"""`@compiler`: a function that returns a plan, as a named compiler that can be called with arguments."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Generic, ParamSpec

from passevents.errors import PlanError

from .plan import CompilationPlan

P = ParamSpec("P")


class Compiler(Generic[P]):
    """A plan-returning function. Calling it gives the plan; `name` is the function's qualified name."""

    def __init__(self, function: Callable[P, CompilationPlan]) -> None:
        if not callable(function):
            raise PlanError(f"@compiler: expected a function that returns a plan, got {function!r}")
        self.function = function
        self.name: str = getattr(function, "__qualname__", repr(function))
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> CompilationPlan:
        """The plan for these arguments; PlanError when the function returned something else."""
        plan: Any = self.function(*args, **kwargs)
        if not isinstance(plan, CompilationPlan):
            raise PlanError(f"@compiler {self.name}: expected a CompilationPlan, it returned {plan!r}")
        return plan

    def __repr__(self) -> str:
        return f"<compiler {self.name}>"


def compiler(function: Callable[P, CompilationPlan]) -> Compiler[P]:
    """Declare that `function` returns a plan. It runs at every call, and what it returns is checked."""
    return Compiler(function)
