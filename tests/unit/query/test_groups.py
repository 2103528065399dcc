"""Sums of any selection: what they are worked out to be, record by record."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from passevents._native import Recorder, sum_groups
from passevents.errors import QueryError
from passevents.events import PassEvent, PassKind, PassRecord
from passevents.journal import RunJournal, memory_run
from passevents.query import EventStore, Run
from passevents.store.ingest import ingest
from passevents.store.writer import writer

EVENTS = 400
FIELDS: dict[str, Callable[[PassRecord], Any]] = {
    "name": lambda record: (record.event.name, record.kind),
    "phase": lambda record: (record.event.phase, None),
    "kind": lambda record: (record.kind.value, record.kind),
    "tag": lambda record: (record.tag, None),
    "status": lambda record: (record.status.value, None),
    "operation": lambda record: (record.ir_units[0].operation if record.ir_units else None, None),
    "location": lambda record: (
        str(record.ir_units[0].location) if record.ir_units and record.ir_units[0].location else None,
        None,
    ),
    "thread": lambda record: (record.thread, None),
}


def recorded() -> RunJournal:
    """Events of few names, each inside any earlier one or none, as many threads at once would make them."""
    run, chance = memory_run(), random.Random(7)
    for number in range(EVENTS):
        parent = chance.choice([None, *range(number)]) if number else None
        event = PassEvent(
            f"name {chance.randrange(4)}", run.next_sequence(), 0, parent, chance.choice([None, "late"])
        )
        recorder = Recorder(run.native, chance.randrange(len(PassKind) - 1))
        recorder.start_with(
            event,
            tag=chance.choice([None, "apply-pattern"]),
            operation=chance.choice([None, "op.a", "op.b"]),
            file=chance.choice([None, "a.mlir"]),
            line=chance.randrange(3),
        )
        if number % 50:
            recorder.finish(event, number % 3 == 0, chance.choice([None, True, False]), None, None)
    run.close()
    return run


@pytest.fixture(params=["natively", "through Python"])
def run(path: Path, request: pytest.FixtureRequest) -> Iterator[Run]:
    with writer(path) as connection:
        ingest(connection, recorded().read())
    with EventStore(path) as store:
        if request.param == "through Python":
            store.connection.handle = None  # type: ignore[attr-defined]
        yield store.run()


def expected(run: Run, by: str, filters: dict[str, Any]) -> dict[Any, tuple[int, ...]]:
    """The sums, by looking at every record and all that are around it."""
    parents = {record.event.sequence: record.event.parent_sequence for record in run.records()}
    selected = list(run.records(**filters).with_self_ns())
    keys = {record.event.sequence: FIELDS[by](record) for record, _ in selected}
    sums: dict[Any, list[int]] = {}
    for record, self_ns in selected:
        key, around = keys[record.event.sequence], parents[record.event.sequence]
        while around is not None and keys.get(around) != key:
            around = parents[around]
        total_ns = (record.duration_ns or 0) if around is None else 0
        added = (1, total_ns, self_ns or 0, record.changed is True, record.changed is False)
        sums[key] = [one + other for one, other in zip(sums.get(key, (0,) * 5), added, strict=True)]
    return {key: tuple(numbers) for key, numbers in sums.items()}


@pytest.mark.parametrize(
    "filters", [{}, {"name": ["name 1", "name 2"]}, {"under": 3}, {"location": "a.mlir"}]
)
@pytest.mark.parametrize("by", FIELDS)
def test_one_inside_another_of_the_group_counts_its_time_once(
    run: Run, by: str, filters: dict[str, Any]
) -> None:
    found = run.totals(by=by, **filters)
    sums = {
        (group.key, group.kind): (
            group.count,
            group.total_ns,
            group.self_ns,
            group.changed,
            group.unchanged,
        )
        for group in found
    }
    assert sums == expected(run, by, filters)
    assert [group.self_ns for group in found] == sorted((group.self_ns for group in found), reverse=True)


def test_a_facet_that_does_not_exist_is_refused(run: Run) -> None:
    with pytest.raises(QueryError, match="no way to add up events"):
        run.totals(by="nam")


def test_rows_out_of_order_are_refused(path: Path) -> None:
    with writer(path) as connection:
        handle = connection.handle  # type: ignore[attr-defined]
        if handle is None:
            pytest.skip("this Python hides its SQLite")
        with pytest.raises(ValueError, match="in the order of their ids"):
            sum_groups(handle, "select 2, 0, 0, 0, 0, 0, 1 union all select 1, 0, 0, 0, 0, 0, 1", [], 1)
        import sqlite3

        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            sum_groups(handle, "select * from nowhere", [], 1)
