"""What failed: the cause, what was said inside it, and what is around it."""

from __future__ import annotations

from typing import Any

import pytest

import passevents
from passevents.events import IRUnit, Location, PassKind, PassRecord, PassStatus
from passevents.query import Failure, Run
from passevents.testing import PassInfo

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record

FAILED: dict[str, Any] = {"status": PassStatus.failed}
FUNCTION = IRUnit("operation", "func.func", Location("f.mlir", 1, 1))
PLACE = Location("f.mlir", 7, 3)


def said(
    severity: str, sequence: int, parent: int | None, depth: int, text: str, **further: Any
) -> PassRecord:
    units = (IRUnit("operation", None, PLACE),)
    return record(
        severity,
        sequence,
        parent,
        depth,
        kind=PassKind.diagnostic,
        duration_ns=0,
        detail=text,
        ir_units=units,
        **further,
    )


NESTED = [
    record("pipeline", 0, kind=PassKind.pipeline, **FAILED),
    record("canonicalize", 1, 0, 1),
    said("warning", 2, 1, 2, "deprecated"),
    record("lower", 3, 0, 1, ir_units=(FUNCTION,), **FAILED),
    said("remark", 4, 3, 2, "trying"),
    said("error", 5, 3, 2, "cannot lower"),
    record("after", 6),
]


@pytest.fixture
def failures_of(fill: Fill) -> Any:
    def found(*records: PassRecord) -> list[Failure]:
        other = SyntheticJournal(NESTED, started_at="2025-01-01T00:00:00+00:00")
        run: Run = fill(other, SyntheticJournal(records, name="asked")).run("asked")
        return run.failures()

    return found


def test_the_innermost_is_the_cause(failures_of: Any) -> None:
    found = failures_of(*NESTED)
    assert [(each.record.event.name, each.is_cause) for each in found] == [
        ("pipeline", False),
        ("lower", True),
    ]


def test_a_failure_has_what_was_said_inside_it_and_what_is_around_it(failures_of: Any) -> None:
    _, cause = failures_of(*NESTED)
    assert cause == Failure(
        record=NESTED[3],
        is_cause=True,
        error="cannot lower",
        operation="func.func",
        location=PLACE,
        diagnostics=(NESTED[4], NESTED[5]),
        path=(NESTED[0],),
    )


def test_a_failure_without_diagnostics_has_the_records_error_and_place(failures_of: Any) -> None:
    (found,) = failures_of(record("cse", 0, error="no", ir_units=(FUNCTION,), **FAILED))
    assert (found.error, found.location, found.diagnostics) == ("no", FUNCTION.location, ())


def test_the_only_cause_that_did_not_say_why_has_the_error_of_the_run(fill: Fill) -> None:
    run = fill(
        SyntheticJournal([record("all", 0, **FAILED), record("cse", 1, 0, 1, **FAILED)], error="no")
    ).run()
    assert [(each.record.event.name, each.error) for each in run.failures()] == [("all", None), ("cse", "no")]


def test_an_error_said_under_nothing_that_failed_is_a_failure_itself(failures_of: Any) -> None:
    (found,) = failures_of(record("parse", 0, kind=PassKind.stage), said("error", 1, 0, 1, "expected '='"))
    assert (found.record.event.name, found.error, found.is_cause, found.diagnostics) == (
        "error",
        "expected '='",
        True,
        (),
    )


def test_two_failures_side_by_side_are_two_causes(failures_of: Any) -> None:
    found = failures_of(
        record("all", 0, **FAILED), record("a", 1, 0, 1, **FAILED), record("b", 2, 0, 1, **FAILED)
    )
    assert [each.is_cause for each in found] == [False, True, True]


def test_what_a_process_died_in_is_a_failure_and_what_was_only_left_open_is_not(failures_of: Any) -> None:
    found = failures_of(
        record("open", 0, duration_ns=None, status=PassStatus.incomplete),
        record("died", 1, duration_ns=None, status=PassStatus.lost),
    )
    assert [each.record.event.name for each in found] == ["died"]


def test_a_run_in_which_nothing_failed_has_none(failures_of: Any) -> None:
    assert failures_of(record("cse", 0), said("warning", 1, 0, 1, "unused")) == []


def compile_too_much(instrument: Any) -> None:
    instrument.enter_pass_ctx()
    try:
        instrument.run_before_pass(None, PassInfo("outer"))
        instrument.run_before_pass(None, PassInfo("inner"))
        raise RuntimeError("too big")
    finally:
        instrument.exit_pass_ctx()


def test_an_exception_through_python_passes_is_their_failure(tmp_path: Any) -> None:
    with pytest.raises(RuntimeError), passevents.record(tmp_path / "events.db") as recording:
        compile_too_much(recording.instrument())
    found = [(each.record.event.name, each.is_cause, each.error) for each in recording.stored.failures()]
    assert found == [("outer", False, "RuntimeError: too big"), ("inner", True, "RuntimeError: too big")]
