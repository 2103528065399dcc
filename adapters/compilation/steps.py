"""The steps of a pipeline: a registered pass, a Python pass, a scope of nested operations.

Steps are values: equal steps are interchangeable in a plan's identity. A Python pass is identified by its
name and its declared version alone. Its code is never hashed, because a closure's meaning lies in values
that no hash of code sees; whoever changes the function changes the version.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from passevents.errors import PlanError, UnstablePlanError

PassFunction = Callable[[Any, Any], object]


_PUNCTUATION = set(",(){} \t\r\n\"'")


def _check_name(step: object, field: attrs.Attribute[str], value: object) -> None:
    if not isinstance(value, str) or not value or set(value) & _PUNCTUATION:
        raise PlanError(
            f"pipeline: {value!r} cannot be the name of a pass: text without blanks, quotes or ',(){{}}'"
        )


@attrs.frozen
class PassStep:
    """A pass registered in MLIR: its argument (`canonicalize`) and the text of its options, without
    braces."""

    name: str = attrs.field(validator=_check_name)
    options: str = attrs.field(default="", validator=attrs.validators.instance_of(str))


@attrs.frozen
class Scope:
    """Steps that run on the operations called `operation` directly inside the enclosing one."""

    operation: str
    steps: tuple[Step, ...]


def _version_text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
        raise UnstablePlanError(
            f"version of a Python pass: expected a non-empty text or a whole number, got {value!r}; "
            "without one a change of the function could not be told from the cached result"
        )
    return str(value)


@attrs.frozen
class PythonPass:
    """A pass written in Python: `function(operation, pass_)`, called by the compiling thread.

    `version` is required and is the only thing that says that the function changed. `name` is shown in the
    recorded run and is part of the identity; it defaults to the function's module and qualified name.
    """

    function: PassFunction = attrs.field(eq=False, repr=False)
    version: str = attrs.field(kw_only=True, converter=_version_text)
    name: str = attrs.field(kw_only=True, default="")

    def __attrs_post_init__(self) -> None:
        if not callable(self.function):
            raise PlanError(f"Python pass: {self.function!r} cannot be called")
        if self.name == "":
            object.__setattr__(self, "name", _default_name(self.function))
        _check_name(self, attrs.fields(PythonPass).name, self.name)


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
