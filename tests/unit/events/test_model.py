"""The models: immutable, comparable, and spelled as they are stored."""

from __future__ import annotations

import pickle

import attrs
import pytest

from passevents import (
    Diagnostic,
    IRUnit,
    Location,
    PassEvent,
    PassKind,
    PassRecord,
    PassStatus,
)

EVENT = PassEvent(name="canonicalize", sequence=3, depth=1, parent_sequence=2, phase="lower")


def record(**changes: object) -> PassRecord:
    given = {"event": EVENT, "kind": PassKind.pass_, "status": PassStatus.completed}
    times = {"start_ns": 10, "end_ns": 25, "thread": 7}
    return PassRecord(**{**given, **times, **changes})  # type: ignore[arg-type]


def test_kinds_and_statuses_are_in_the_order_of_the_journal() -> None:
    assert list(PassKind) == ["pass", "action", "pipeline", "analysis", "stage", "codegen", "diagnostic"]
    assert list(PassStatus) == ["completed", "failed", "skipped", "incomplete", "lost"]


def test_an_event_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        EVENT.name = "cse"  # type: ignore[misc]


@pytest.mark.parametrize(
    "model", [record(), Location("a.mlir", 1, 2), IRUnit("operation", "func.func"), Diagnostic("error", "no")]
)
def test_models_are_frozen_and_survive_pickling(model: attrs.AttrsInstance) -> None:
    assert pickle.loads(pickle.dumps(model)) == model
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        setattr(model, attrs.fields(type(model))[0].name, None)
    assert not hasattr(model, "__dict__")


def test_a_record_lasts_from_start_to_end() -> None:
    assert record().duration_ns == 15


def test_an_open_record_has_no_duration() -> None:
    assert record(end_ns=None).duration_ns is None


def test_records_share_no_attributes() -> None:
    assert record().attributes is not record().attributes


@pytest.mark.parametrize(
    ("location", "text"),
    [
        (Location("café.mlir", 3, 7), "café.mlir:3:7"),
        (Location("a.py", 3), "a.py:3"),
        (Location("a.py"), "a.py"),
        (Location(text="fused<[...]>"), "fused<[...]>"),
        (Location("a.mlir", 3, 7, "callsite(...)"), "a.mlir:3:7"),
        (Location(), "unknown"),
    ],
)
def test_a_location_reads_as_compilers_write_it(location: Location, text: str) -> None:
    assert str(location) == text
