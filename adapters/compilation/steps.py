"""The steps of a pipeline: a registered pass, a Python pass, a scope of nested operations.

Steps are values: equal steps are interchangeable in a plan's identity. A Python pass is identified by its
name and its declared version alone. Its code is never hashed, because a closure's meaning lies in values
that no hash of code sees; whoever changes the function changes the version.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from passevents.errors import PlanError, UnstablePlanError

from .frozen import Frozen

PassFunction = Callable[[Any, Any], object]


_PUNCTUATION = set(",(){} \t\r\n\"'")


def _checked_name(value: object) -> str:
    if not isinstance(value, str) or not value or set(value) & _PUNCTUATION:
        raise PlanError(
            f"pipeline: {value!r} cannot be the name of a pass: text without blanks, quotes or ',(){{}}'"
        )
    return value


class PassStep(Frozen):
    """A pass registered in MLIR: its argument (`canonicalize`) and the text of its options, without
    braces."""

    __slots__ = ("name", "options")
    fields = compared = ("name", "options")
    name: str
    options: str

    def __init__(self, name: str, options: str = "") -> None:
        if not isinstance(options, str):
            raise PlanError(f"pipeline: the options of {name!r} must be text, got {options!r}")
        self._set(name=_checked_name(name), options=options)


class Scope(Frozen):
    """Steps that run on the operations called `operation` directly inside the enclosing one."""

    __slots__ = ("operation", "steps")
    fields = compared = ("operation", "steps")
    operation: str
    steps: tuple[Step, ...]

    def __init__(self, operation: str, steps: tuple[Step, ...]) -> None:
        self._set(operation=operation, steps=steps)


class PythonPass(Frozen):
    """A pass written in Python: `function(operation, pass_)`, called by the compiling thread.

    `version` is required and is the only thing that says that the function changed. `name` is shown in the
    recorded run and is part of the identity; it defaults to the function's module and qualified name.
    """

    __slots__ = ("function", "name", "version")
    fields = ("function", "version", "name")
    compared = ("version", "name")
    function: PassFunction
    version: str
    name: str

    def __init__(self, function: PassFunction, *, version: str | int, name: str = "") -> None:
        if not callable(function):
            raise PlanError(f"Python pass: {function!r} cannot be called")
        named = _checked_name(_default_name(function) if name == "" else name)
        self._set(function=function, version=_version_text(version), name=named)


def _version_text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
        raise UnstablePlanError(
            f"version of a Python pass: expected a non-empty text or a whole number, got {value!r}; "
            "without one a change of the function could not be told from the cached result"
        )
    return str(value)


Step = PassStep | PythonPass | Scope


def _default_name(function: PassFunction) -> str:
    qualified = getattr(function, "__qualname__", None)
    if qualified is None:
        raise PlanError(f"name of a Python pass: {function!r} has no name of its own, pass name=...")
    return f"{function.__module__}.{qualified}"


def unversioned(function: object) -> UnstablePlanError:
    """The refusal of a callable that comes without a version."""
    name = getattr(function, "__qualname__", repr(function))
    return UnstablePlanError(
        f"pipeline: the Python pass {name} has no version, so a cached result could outlive a change of it: "
        "use add_pass(function, version=...) or PythonPass(function, version=...)"
    )
