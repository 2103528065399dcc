"""A plan's declaration as typed data, both ways, through cattrs.

`CompilationPlan.declaration()` writes the form; this module reads it back, checks it while it does, and
names the path to the member that is wrong. It is apart from the plan because a warm cache hit should not
import cattrs.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import cattrs
from cattrs.strategies import configure_union_passthrough

from passevents.errors import PlanError, UnstablePlanError

from . import pipeline_text
from .plan import DECLARATION_VERSION, CompilationPlan
from .steps import PassFunction, PassStep, PythonPass, Step

_FIELDS = {
    "pipeline", "transform_schedule", "transform_options", "target", "schema_version", "bytecode_version",
    "context_options",
}  # fmt: skip


def from_declaration(
    data: Mapping[str, Any], passes: Mapping[str, PassFunction] | None = None
) -> CompilationPlan:
    """The plan that `data` declares. `passes` gives the function of each Python pass by its name.

    PlanError names the member that is missing, unknown or of a wrong type; UnstablePlanError a Python pass
    that `passes` does not have.
    """
    return _converter(passes or {}).structure(data, CompilationPlan)


def to_declaration(plan: CompilationPlan) -> dict[str, Any]:
    """The same data as `plan.declaration()`, through the converter, for plans inside other cattrs data."""
    data: dict[str, Any] = _converter({}).unstructure(plan)
    return data


def _converter(passes: Mapping[str, PassFunction]) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True)
    configure_union_passthrough(str | int | float | bool | None, converter)
    converter.register_structure_hook(CompilationPlan, functools.partial(_structure_plan, passes))
    converter.register_unstructure_hook(CompilationPlan, lambda plan: plan.declaration())
    return converter


def _structure_plan(passes: Mapping[str, PassFunction], data: Any, _: Any) -> CompilationPlan:
    if not isinstance(data, Mapping) or data.get("declaration") != DECLARATION_VERSION:
        raise PlanError(
            f"declaration: expected version {DECLARATION_VERSION} of a plan's declaration, got {data!r}"
        )
    unknown = set(data) - _FIELDS - {"declaration"}
    if unknown:
        raise PlanError(f"declaration: unknown member {min(map(str, unknown))!r}")
    fields = {name: data[name] for name in _FIELDS & set(data)}
    steps = fields.pop("pipeline", [])
    if not isinstance(steps, list):
        raise PlanError(f"declaration['pipeline']: expected a list, got {steps!r}")
    return CompilationPlan(
        [_structure_step(passes, f"pipeline[{i}]", s) for i, s in enumerate(steps)], **fields
    )


def _structure_step(passes: Mapping[str, PassFunction], path: str, data: Any) -> Step:
    match data:
        case {"scope": str(operation), "steps": list(steps), **rest} if not rest:
            inner = [_structure_step(passes, f"{path}.steps[{i}]", step) for i, step in enumerate(steps)]
            return pipeline_text.checked_scope(operation, tuple(inner))
        case {"python": str(name), "version": str(version), **rest} if not rest:
            if name not in passes:
                raise UnstablePlanError(f"{path}: no function was given for the Python pass {name!r}")
            return PythonPass(passes[name], version=version, name=name)
        case {"pass": str(name), "options": str(options), **rest} if not rest:
            return PassStep(name, options)
    raise PlanError(f"{path}: not a step: {data!r}")
