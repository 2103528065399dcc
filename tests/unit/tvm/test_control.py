"""Which passes a control lets run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passevents.errors import QueryError
from passevents.events.control import PassControl


def allowed(control: PassControl, *names: str) -> list[bool]:
    return [control.allows(name) for name in names]


def test_nothing_to_decide_is_false() -> None:
    assert not PassControl()
    assert PassControl(skip={"pass": 0})


def test_skip_refuses_the_first_passes() -> None:
    assert allowed(PassControl(skip={"pass": 2}), "a", "b", "c", "a") == [False, False, True, True]


def test_limit_lets_only_the_first_run() -> None:
    assert allowed(PassControl(limit={"pass:a": 1}), "a", "b", "a", "b") == [True, True, False, True]


def test_limit_counts_what_is_beyond_skip() -> None:
    control = PassControl(skip={"pass": 1}, limit={"pass": 2})
    assert allowed(control, *"abcde") == [False, True, True, False, False]


def test_every_key_that_covers_a_pass_has_to_let_it() -> None:
    control = PassControl(skip={"pass": 1}, limit={"pass:b": 1})
    assert allowed(control, "a", "b", "b", "c") == [False, True, False, True]


def test_a_name_may_hold_colons() -> None:
    assert allowed(PassControl(limit={"pass:a::b": 0}), "a::b", "a") == [False, True]


def test_passes_may_be_called_as_mlir_does() -> None:
    assert allowed(PassControl(limit={"pass-execution:a": 0}), "a", "b") == [False, True]


@pytest.mark.parametrize(
    "counts", [{"apply-pattern": 1}, {"": 1}, {"pass:": 1}, {"pass": -1}, {"Simplify": 1}]
)
def test_what_makes_no_sense_is_refused(counts: Mapping[str, int]) -> None:
    with pytest.raises(QueryError, match="skip"):
        PassControl(skip=counts)


@pytest.mark.parametrize("counts", [{"pass": 1.0}, {"pass": True}, {1: 1}, ["pass"]])
def test_what_is_no_count_is_refused(counts: Any) -> None:
    with pytest.raises(TypeError, match="limit"):
        PassControl(limit=counts)


@given(st.lists(st.sampled_from("ab")), st.integers(0, 9), st.integers(0, 9))
def test_a_control_runs_one_window_of_the_passes_of_a_name(names: list[str], skip: int, limit: int) -> None:
    control = PassControl(skip={"pass:a": skip}, limit={"pass:a": limit})
    ran = [name for name in names if control.allows(name)]
    assert ran.count("a") == min(limit, max(0, names.count("a") - skip))
    assert ran.count("b") == names.count("b")
