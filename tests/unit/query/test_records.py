"""Which records of a run match, and that they come back as they went in."""

from __future__ import annotations

from typing import Any

import pytest

from passevents.errors import QueryError
from passevents.query import Run

from .runs import RECORDS


def sequences(run: Run, **filters: Any) -> list[int]:
    return [record.event.sequence for record in run.records(**filters)]


def test_records_come_back_equal_and_in_start_order(run: Run) -> None:
    assert list(run.records()) == RECORDS


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"name": "cse"}, [4, 5]),
        ({"name": ["cse", "print"]}, [4, 5, 6]),
        ({"name": "absent"}, []),
        ({"name": []}, []),
        ({"phase": "opt"}, [1, 2, 3, 4]),
        ({"phase": ""}, [0, 6]),
        ({"phase": ["late", ""]}, [0, 5, 6]),
        ({"tag": "apply-pattern"}, [2, 3]),
        ({"tag": ""}, [0, 1, 4, 5, 6]),
        ({"kind": "action"}, [2, 3]),
        ({"kind": ("action", "stage")}, [0, 2, 3]),
        ({"status": "failed"}, [4]),
        ({"status": ["incomplete", "lost"]}, [5]),
        ({"operation": "arith.addi"}, [2]),
        ({"min_duration_ns": 3_000}, [0, 1]),
        ({"under": 0}, [1, 2, 3, 4, 5]),
        ({"under": 1}, [2, 3]),
        ({"under": 6}, []),
        ({"under": 0, "kind": "pass", "phase": "opt"}, [1, 4]),
        ({"limit": 2}, [0, 1]),
        ({"limit": 0}, []),
        ({"name": "cse", "limit": 1}, [4]),
        ({"location": "/src/models/matmul.mlir"}, [2, 3]),
        ({"location": "matmul.mlir:5"}, [2, 3]),
        ({"location": "models/matmul.mlir:5:20"}, [3]),
        ({"location": "mul.mlir"}, []),
        ({"location": "matmul.mlir:6"}, []),
        ({"location": "other.mlir:7:1"}, [1]),
        ({"location": "other.mlir:7:1", "changed": True}, [1]),
        ({"location": ["other.mlir", "matmul.mlir:5:20"]}, [1, 3]),
        ({"location": []}, []),
        ({"changed": True}, [1]),
        ({"changed": False}, []),
        ({"thread": 7, "name": "cse"}, [4, 5]),
        ({"thread": [1, 2]}, []),
        ({"offset": 5}, [5, 6]),
        ({"offset": 1, "limit": 2, "order": "longest"}, [1, 2]),
        ({"order": "shortest", "limit": 2}, [6, 2]),
        ({"order": "tree", "limit": 3}, [0, 1, 2]),
    ],
)
def test_filters(run: Run, filters: dict[str, Any], expected: list[int]) -> None:
    assert sequences(run, **filters) == expected


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"kind": "passes"}, r"no kind 'passes'; did you mean 'pass'\?$"),
        ({"kind": "X"}, r"no kind 'X'; there are pass, action, pipeline"),
        ({"phse": "X"}, r"no filter 'phse'; did you mean 'phase'\?$"),
        ({"order": "longst"}, r"no order 'longst'; did you mean 'longest'\?$"),
        ({"offset": -1}, r"`offset` must be at least 0, not -1"),
        ({"changed": "yes"}, r"`changed` must be true or false, not 'yes'"),
        ({"thread": "7"}, r"`thread` must be a whole number, not '7'"),
        ({"min_duration_ns": 1.5}, r"`min_duration_ns` must be a whole number, not 1.5"),
        ({"name": 7}, r"A filter takes texts here, not 7"),
        ({"name": ["cse", 7]}, r"A filter takes texts here, not 7"),
        ({"status": ["failed", "ok"]}, r"no status 'ok'; there are completed, failed"),
        ({"under": 7}, r"no event with sequence 7"),
        ({"under": -1}, r"no event with sequence -1"),
        ({"under": 2**40}, r"no event with sequence"),
        ({"location": ""}, r"'' is not a location"),
        ({"limit": -1}, r"`limit` must be at least 0, not -1"),
        ({"colour": "red"}, r"no filter 'colour'; there are phase, name"),
    ],
)
def test_filters_that_make_no_sense_are_refused_when_asked(
    run: Run, filters: dict[str, Any], message: str
) -> None:
    with pytest.raises(QueryError, match=message):
        run.records(**filters)


def test_a_name_that_needs_quoting_is_an_ordinary_name(run: Run) -> None:
    assert sequences(run, name="x' or 1 --", location="%'--") == []


def test_more_values_than_sqlite_has_parameters_may_be_asked_for(run: Run) -> None:
    names = [f"name {number}" for number in range(40_000)]
    assert sequences(run, name=["cse", *names]) == [4, 5]


def test_slowest_are_the_longest_first(run: Run) -> None:
    assert [record.event.sequence for record in run.slowest(3)] == [0, 1, 2]
    assert [record.event.sequence for record in run.slowest(2, kind="pass")] == [1, 4]


@pytest.mark.parametrize("count", [0, -1, "ten", None])
def test_the_slowest_of_nothing_are_refused(run: Run, count: Any) -> None:
    with pytest.raises(QueryError, match="The number of slowest events must be"):
        run.slowest(count)


def test_incomplete_are_those_that_never_ended(run: Run) -> None:
    assert run.incomplete() == [RECORDS[5]]


def test_two_readings_of_one_run_do_not_disturb_each_other(run: Run) -> None:
    first, second = run.records(), run.records()
    pairs = [(one.event.sequence, other.event.sequence) for one, other in zip(first, second, strict=True)]
    assert pairs == [(number, number) for number in range(len(RECORDS))]


@pytest.mark.parametrize("context", [-1, "all"])
def test_a_diff_with_fewer_lines_than_none_around_it_is_refused(run: Run, context: Any) -> None:
    with pytest.raises(QueryError, match="`context` must be"):
        run.diff(0, context=context)


@pytest.mark.parametrize("sequence", [None, "first", 2**70])
def test_a_record_is_asked_for_by_its_number(run: Run, sequence: Any) -> None:
    with pytest.raises(QueryError, match=r"whole number|no event with sequence"):
        run.record(sequence)
