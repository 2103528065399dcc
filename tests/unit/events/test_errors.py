"""The error tree: one root, and the built-in exception that says the same."""

from __future__ import annotations

import pickle

import pytest

import passevents
from passevents import CompileError, Diagnostic, PassEventsError
from passevents.errors import PassEventsWarning

ALSO = {
    "PairingError": RuntimeError,
    "ObserverError": RuntimeError,
    "AdapterUnavailableError": ImportError,
    "UnsupportedCompilerError": RuntimeError,
    "AttachError": RuntimeError,
    "StoreBusyError": TimeoutError,
    "QueryError": ValueError,
    "MissingPackageError": ImportError,
    "PlanError": ValueError,
    "UnstablePlanError": ValueError,
    "CompileError": RuntimeError,
}
PARENTS = {
    "AdapterUnavailableError": "AdapterError",
    "UnsupportedCompilerError": "AdapterError",
    "AttachError": "AdapterError",
    "SchemaVersionError": "StoreError",
    "StoreBusyError": "StoreError",
    "UnstablePlanError": "PlanError",
}
ERRORS = [name for name in passevents.__all__ if name.endswith("Error")]


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_is_in_the_tree_and_keeps_its_message(name: str) -> None:
    error = getattr(passevents, name)("what was wrong")
    assert isinstance(error, PassEventsError)
    assert isinstance(error, ALSO.get(name, Exception))
    assert isinstance(error, getattr(passevents, PARENTS.get(name, "PassEventsError")))
    assert str(error) == "what was wrong"


def test_a_compile_error_survives_pickling_with_what_the_compiler_said() -> None:
    error = CompileError("it failed", diagnostics=[Diagnostic("error", "no")], stage="parse")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.diagnostics, copy.stage) == ("it failed", (Diagnostic("error", "no"),), "parse")


def test_the_warning_is_a_users() -> None:
    assert issubclass(PassEventsWarning, UserWarning)
