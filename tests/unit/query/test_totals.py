"""Sums by name and phase."""

from __future__ import annotations

from typing import Any

import pytest

from passevents.errors import QueryError
from passevents.events import PassKind
from passevents.query import Run, Total


def test_totals_are_of_name_phase_kind_and_tag_longest_first(run: Run) -> None:
    assert run.totals()[:3] == [
        Total("lower", None, PassKind.stage, None, 1, 9_000, 9_000),
        Total("canonicalize", "opt", PassKind.pass_, None, 1, 3_000, 3_000),
        Total("apply", "opt", PassKind.action, "apply-pattern", 2, 200, 200),
    ]


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({"kind": "action"}, ["apply"]),
        ({"phase": "late"}, ["cse"]),
        ({"phase": ""}, ["lower", "print"]),
        ({"name": ["print", "apply"]}, ["apply", "print"]),
        ({"tag": "apply-pattern", "phase": "opt"}, ["apply"]),
    ],
)
def test_totals_can_be_narrowed(run: Run, filters: dict[str, Any], names: list[str]) -> None:
    assert [total.name for total in run.totals(**filters)] == names


@pytest.mark.parametrize("filters", [{"kind": "x"}, {"under": 3}])
def test_filters_that_make_no_sense_are_refused(run: Run, filters: dict[str, Any]) -> None:
    with pytest.raises(QueryError, match="There is no"):
        run.totals(**filters)
