"""Answers as dictionaries and data frames: every integer stays an integer."""

from __future__ import annotations

import builtins
import datetime
import json
import sys
from collections.abc import Callable
from typing import Any

import pandas
import polars
import pytest

from passevents.errors import MissingPackageError
from passevents.query import EventStore, Run

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record
from .runs import RECORDS

LARGE = 2**60 + 1  # no float holds it

ANSWERS: dict[str, Callable[[Run], Any]] = {
    "records": lambda run: run.records(),
    "slowest": lambda run: run.slowest(3),
    "incomplete": lambda run: run.incomplete(),
    "failures": lambda run: run.failures(),
    "tree": lambda run: run.tree(),
    "totals": lambda run: run.totals(),
    "groups": lambda run: run.totals(by="location"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_dictionaries_are_plain_json(run: Run, name: str) -> None:
    dicts = ANSWERS[name](run).to_dicts()
    assert dicts
    assert json.loads(json.dumps(dicts)) == dicts


@pytest.mark.parametrize("name", ANSWERS)
def test_frames_hold_what_the_dictionaries_hold(run: Run, name: str) -> None:
    dicts = [as_text(each) for each in ANSWERS[name](run).to_dicts()]
    assert ANSWERS[name](run).to_polars().to_dicts() == dicts
    frame = ANSWERS[name](run).to_pandas()
    assert frame.astype(object).where(frame.notna(), None).to_dict("records") == dicts


def as_text(values: dict[str, Any]) -> dict[str, Any]:
    """A frame has texts where dictionaries hold more."""
    return {
        key: json.dumps(value) if isinstance(value, dict | list) else value for key, value in values.items()
    }


def test_the_rows_have_the_columns_of_the_view_events(run: Run) -> None:
    view = [row[0] for row in run._store.connection.execute("select * from events").description]
    columns = list(next(run.records().dicts()))
    assert columns == [name for name in view if name not in ("run", "pre", "pre_end")]


def test_a_time_that_no_float_holds_stays_exact_beside_one_that_is_missing(fill: Fill) -> None:
    records = [record("a", 0, start_ns=LARGE), record("b", 1, start_ns=LARGE + 2, duration_ns=None)]
    run = fill(SyntheticJournal(records)).run()
    frame = run.records().to_pandas()
    assert frame["start_ns"].tolist() == [LARGE, LARGE + 2]
    assert frame["end_ns"].tolist() == [LARGE + 100, pandas.NA]
    assert str(frame["end_ns"].dtype) == "Int64"
    assert run.records().to_polars()["end_ns"].to_list() == [LARGE + 100, None]


def test_a_column_without_a_value_has_its_type_all_the_same(run: Run) -> None:
    nothing = run.records(name="absent")
    assert nothing.to_polars().schema["start_ns"] == polars.Int64
    assert str(run.records(name="absent").to_pandas()["changed"].dtype) == "boolean"


def test_runs_are_rows_with_points_in_time(store: EventStore) -> None:
    started = datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)
    assert store.runs().to_dicts()[1]["started_at"] == started
    assert store.runs().to_pandas()["started_at"].tolist()[1] == started
    assert store.runs().to_polars()["started_at"].to_list()[1] == started


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_without_the_library_the_error_has_the_command_that_installs_it(
    run: Run, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingPackageError, match=f"`pip install {library}`"):
        getattr(run.totals(), f"to_{library}")()


def test_self_time_follows_its_record_when_the_list_is_reordered(run: Run) -> None:
    slowest = run.slowest(3)
    expected = {each["sequence"]: each["self_ns"] for each in slowest.to_dicts()}
    slowest.reverse()
    assert {each["sequence"]: each["self_ns"] for each in slowest.to_dicts()} == expected
    assert [each["sequence"] for each in slowest.to_dicts()] == [2, 1, 0]


def test_records_are_read_once(run: Run) -> None:
    records = run.records()
    assert len(list(records)) == len(RECORDS)
    assert list(records) == []


def test_neither_library_is_imported_before_it_is_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str, *rest: Any) -> Any:
        assert name.split(".")[0] not in ("pandas", "polars")
        return imported(name, *rest)

    imported = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", refuse)
    assert run.totals().to_dicts()
