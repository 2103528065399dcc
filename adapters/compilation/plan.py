"""CompilationPlan: everything that decides what a compile produces, closed into one frozen value.

A plan needs no compiler. Its declaration is plain data in one fixed form, and its identity the SHA-256 of
that, so it is the same in every process, with any hash seed, in any working directory. Telemetry metadata
labels events and decides nothing of the result: it belongs to neither.
"""

from __future__ import annotations

import hashlib
import json
import operator
from collections.abc import Iterable, Mapping, Set
from os import PathLike
from typing import Any

from passevents.errors import PlanError, UnstablePlanError

from . import pipeline_text, settings
from .frozen import Frozen
from .settings import Settings
from .steps import PassFunction, PassStep, PythonPass, Scope, Step, unversioned

DECLARATION_VERSION = 1
StepLike = str | Step
_NOTHING = Settings()


def _pipeline(value: object) -> tuple[Step, ...]:
    """Steps from text, from one step, or from a list of either."""
    if isinstance(value, str):
        return pipeline_text.parse(value)
    if isinstance(value, (PassStep, PythonPass)):
        return (value,)
    if isinstance(value, Scope):
        return (pipeline_text.checked_scope(value.operation, _pipeline(value.steps)),)
    if callable(value):
        raise unversioned(value)
    if not isinstance(value, Iterable) or isinstance(value, (bytes, Mapping, Set)):
        raise PlanError(f"pipeline: expected text or steps in their order, got {value!r}")
    return tuple(step for item in value for step in _pipeline(item))


def _schedule(value: object) -> str | None:
    """The schedule's text; a path is read now, so that the plan stays what it was."""
    if isinstance(value, PathLike):
        try:
            with open(value, encoding="utf-8") as file:
                value = file.read()
        except (OSError, UnicodeDecodeError) as error:
            raise PlanError(f"transform_schedule: cannot read {value}: {error}") from error
    if value is not None and (not isinstance(value, str) or not value.strip()):
        raise PlanError(f"transform_schedule: expected MLIR text or a path, got {value!r}")
    return value


def _bytecode_version(value: int | None) -> int | None:
    return None if value is None else settings.whole("bytecode_version", value, least=0)


class CompilationPlan(Frozen):
    """What a compile does to a source. Builders return new plans and leave this one alone.

    `pipeline` is text or steps; `transform_schedule` (MLIR text, or a path read at once) runs before it.
    `schema_version` is the caller's own: raise it to make every cached result of an older meaning a miss. Two
    plans are equal when nothing that identifies them differs.
    """

    fields = (
        "pipeline", "transform_schedule", "transform_options", "target", "schema_version", "bytecode_version",
        "context_options", "telemetry_metadata",
    )  # fmt: skip
    compared = fields[:-1]
    __slots__ = (*fields, "_identity")
    pipeline: tuple[Step, ...]
    transform_schedule: str | None
    transform_options: Settings
    target: Settings | None
    schema_version: int
    bytecode_version: int | None
    context_options: Settings
    telemetry_metadata: Settings
    _identity: tuple[tuple[Any, ...], str]

    def __init__(
        self,
        pipeline: StepLike | Iterable[StepLike] = (),
        *,
        transform_schedule: str | PathLike[str] | None = None,
        transform_options: Mapping[str, object] = _NOTHING,
        target: Mapping[str, object] | None = None,
        schema_version: int = 1,
        bytecode_version: int | None = None,
        context_options: Mapping[str, object] = _NOTHING,
        telemetry_metadata: Mapping[str, object] = _NOTHING,
    ) -> None:
        self._set(
            pipeline=_pipeline(pipeline),
            transform_schedule=_schedule(transform_schedule),
            transform_options=settings.transform_options(transform_options),
            target=settings.target(target),
            schema_version=settings.whole("schema_version", schema_version, least=0),
            bytecode_version=_bytecode_version(bytecode_version),
            context_options=settings.context_options(context_options),
            telemetry_metadata=settings.telemetry_metadata(telemetry_metadata),
        )
        if self.transform_options and self.transform_schedule is None:
            raise PlanError("transform_options: there is no transform_schedule that they would apply to")
        _refuse_two_meanings(self.pipeline, {})

    @property
    def pipeline_text(self) -> str:
        """The pipeline in MLIR's notation, with Python passes shown by name."""
        return pipeline_text.render(self.pipeline)

    def add_pass(
        self, step: StepLike | PassFunction, version: str | int | None = None, name: str = ""
    ) -> CompilationPlan:
        """A plan with one more step: text (one pass or several), a step, or a function with its `version`.

        UnstablePlanError for a function without a version.
        """
        if version is None and not name:
            return self._with_steps(_pipeline(step))
        if isinstance(step, (str, PassStep, PythonPass, Scope)):
            raise PlanError(f"version, name: only a function takes them here, not {step!r}")
        if version is None:
            raise unversioned(step)
        return self._with_steps((PythonPass(step, version=version, name=name),))

    def nested(self, operation: str, steps: StepLike | Iterable[StepLike]) -> CompilationPlan:
        """A plan whose pipeline ends with `steps` run on the operations called `operation` directly in the
        module."""
        return self._with_steps((pipeline_text.checked_scope(operation, _pipeline(steps)),))

    def set_transform_schedule(self, schedule: str | PathLike[str], **options: object) -> CompilationPlan:
        """Run this transform dialect schedule (text, or a path read now) before the pipeline."""
        return self._set_once(
            transform_schedule=schedule, **({"transform_options": options} if options else {})
        )

    def set_transform_options(self, **options: object) -> CompilationPlan:
        """Settings of the interpreter; the entry point is `__transform_main` unless `entry_point` is
        given."""
        return self._set_once(transform_options=options)

    def set_target(self, **target: object) -> CompilationPlan:
        """Generate code for `triple`, `cpu`, `features`; what is not given is the compiling machine's."""
        return self._set_once(target=target)

    def set_schema_version(self, version: int) -> CompilationPlan:
        """The caller's own version of what a result means; another one is another identity."""
        return self._set_once(schema_version=version)

    def set_bytecode_version(self, version: int) -> CompilationPlan:
        """The version of MLIR bytecode to write; unset is the newest of the MLIR that compiles."""
        return self._set_once(bytecode_version=version)

    def set_context_options(self, **options: object) -> CompilationPlan:
        """`allow_unregistered_dialects`, `load_dialects`, `multithreading`, `verify_each`."""
        return self._set_once(context_options=options)

    def set_telemetry_metadata(self, **metadata: object) -> CompilationPlan:
        """Labels merged into the metadata of every telemetry event and compile record; no part of the
        identity."""
        return self._set_once(telemetry_metadata=metadata)

    def replacing(self, **fields: Any) -> CompilationPlan:
        """A plan with these fields set anew, whether they were set before or not."""
        for name in fields:
            if name not in self.fields:
                raise PlanError(f"unknown option {name!r} of a plan; known are {', '.join(self.fields)}")
        return CompilationPlan(**{**{name: getattr(self, name) for name in self.fields}, **fields})

    def declaration(self) -> dict[str, Any]:
        """What identifies this plan, as plain data (dicts, lists, texts, numbers) in one fixed form."""
        return {
            "declaration": DECLARATION_VERSION,
            "pipeline": [_declare(step) for step in self.pipeline],
            "transform_schedule": self.transform_schedule,
            "transform_options": _plain(self.transform_options),
            "target": None if self.target is None else _plain(self.target),
            "schema_version": self.schema_version,
            "bytecode_version": self.bytecode_version,
            "context_options": _plain(self.context_options),
        }

    def identity(self) -> str:
        """SHA-256 of the declaration, 64 hexadecimal digits. Needs no MLIR."""
        # Kept with the values that it is of: should one be replaced in spite of the plan, it is another.
        fields, known = _compared(self), getattr(self, "_identity", None)
        if known is None or known[0] != fields:
            text = json.dumps(self.declaration(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
            known = (fields, hashlib.sha256(text.encode("ascii")).hexdigest())
            self._set(_identity=known)
        return known[1]

    def _with_steps(self, steps: tuple[Step, ...]) -> CompilationPlan:
        return self.replacing(pipeline=self.pipeline + steps)

    def _set_once(self, **fields: Any) -> CompilationPlan:
        for name in fields:
            if getattr(self, name) != getattr(_DEFAULTS, name):
                raise PlanError(
                    f"{name}: already set to {getattr(self, name)!r}; plan.replacing({name}=...) sets it anew"
                )
        return self.replacing(**fields)


def _declare(step: Step) -> dict[str, Any]:
    if isinstance(step, Scope):
        return {"scope": step.operation, "steps": [_declare(inner) for inner in step.steps]}
    if isinstance(step, PythonPass):
        return {"python": step.name, "version": step.version}
    return {"pass": step.name, "options": step.options}


def _plain(values: Settings) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _refuse_two_meanings(steps: tuple[Step, ...], seen: dict[tuple[str, str], PassFunction]) -> None:
    """One name and version stand for one function, else the identity could not tell two plans apart."""
    for step in steps:
        if isinstance(step, Scope):
            _refuse_two_meanings(step.steps, seen)
        elif isinstance(step, PythonPass):
            first = seen.setdefault((step.name, step.version), step.function)
            if first != step.function:
                raise UnstablePlanError(
                    f"pipeline: two different functions are both {step.name} version {step.version!r}: "
                    "give one of them a name="
                )


_DEFAULTS = CompilationPlan()
_compared = operator.attrgetter(*CompilationPlan.compared)
