"""Filters and totals answer as a reader would who goes through all records one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from passevents.events import Location, PassKind, PassRecord, PassStatus
from passevents.journal import memory_run
from passevents.query import EventStore, Run

from .test_store_roundtrip import store, stored, write

__all__ = ["store"]

Trace = list[tuple[int, dict[str, Any]]]

NAMES, PHASES, OPERATIONS = ["cse", "inline", "b*d"], [None, "opt", "late"], [None, "add", "mul"]
FILES = [None, "/src/a.mlir", "a.mlir", "/src/b[1].mlir"]
PLACES = st.one_of(
    st.fixed_dictionaries({"file": st.sampled_from(FILES), "location": st.none()}),
    st.fixed_dictionaries(
        {
            "file": st.sampled_from(FILES[1:]),
            "line": st.integers(1, 3),
            "column": st.integers(1, 11),
            "location": st.sampled_from([None, 'fused["/src/a.mlir":2:1, "x/b[1].mlir":3:11]']),
        }
    ),
)
EVENTS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(NAMES),
        "phase": st.sampled_from(PHASES),
        "kind": st.sampled_from(list(PassKind)),
        "tag": st.sampled_from([None, "apply-pattern"]),
        "detail": st.none(),
        "operation": st.sampled_from(OPERATIONS),
        "iteration": st.none(),
        "place": PLACES,
        "attributes": st.just({}),
        "status": st.none() | st.sampled_from([*PassStatus][:4]),
        "changed": st.none() | st.booleans(),
        "error": st.none(),
        "more": st.just({}),
    }
)
TRACES = st.lists(st.tuples(st.integers(0, 3), EVENTS), max_size=25)
SOME_NAMES = st.lists(st.sampled_from([*NAMES, "absent"]), max_size=2) | st.sampled_from(NAMES)
FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "name": SOME_NAMES,
        "phase": st.sampled_from(["", "opt", ["", "late"]]),
        "kind": st.sampled_from(["pass", ["action", "stage"]]),
        "tag": st.sampled_from(["apply-pattern", ""]),
        "status": st.sampled_from(["completed", ["failed", "incomplete"]]),
        "changed": st.booleans(),
        "operation": st.sampled_from(["add", ["mul", ""]]),
        "location": st.sampled_from(
            ["a.mlir", "/src/a.mlir:2", "a.mlir:2:1", "b[1].mlir:3:1", ["b[1].mlir:3", "c"]]
        ),
        "min_duration_ns": st.integers(0, 40_000),
    },
)


def oracle_places(record: PassRecord) -> list[tuple[str | None, int | None, int | None]]:
    places = []
    for unit in record.ir_units:
        at = unit.location or Location()
        places.append((at.file, at.line, at.column))
        if at.text and at.text.startswith("fused"):
            places += [("/src/a.mlir", 2, 1), ("x/b[1].mlir", 3, 11)]
    return places


def at_place(record: PassRecord, text: str) -> bool:
    file, *numbers = text.split(":")
    return any(
        found[0] is not None
        and (found[0] == file or found[0].endswith(f"/{file}"))
        and all(int(number) == part for number, part in zip(numbers, found[1:], strict=False))
        for found in oracle_places(record)
    )


def operation(record: PassRecord) -> str:
    # The columns of a record hold its first unit where that is a named operation.
    unit = record.ir_units[0] if record.ir_units else None
    return (unit and unit.kind == "operation" and unit.operation) or ""


TEXTS: Mapping[str, Callable[[PassRecord], str]] = {
    "name": lambda record: record.event.name,
    "phase": lambda record: record.event.phase or "",
    "kind": lambda record: record.kind.value,
    "tag": lambda record: record.tag or "",
    "status": lambda record: record.status.value,
    "operation": operation,
}


def matches(record: PassRecord, filters: Mapping[str, Any]) -> bool:
    for name, wanted in filters.items():
        several = [wanted] if not isinstance(wanted, list) else wanted
        if name in TEXTS and TEXTS[name](record) not in several:
            return False
        if name == "location" and not any(at_place(record, text) for text in several):
            return False
        if name == "changed" and record.changed is not wanted:
            return False
        if name == "min_duration_ns" and (record.duration_ns is None or record.duration_ns < wanted):
            return False
    return True


def recorded(store: EventStore, trace: Trace) -> tuple[Run, list[PassRecord]]:
    run = memory_run()
    write(run, trace)
    run.close()
    found = stored(store, run)
    return found, list(run.read().records())


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TRACES, FILTERS, st.integers(0, 3), st.none() | st.integers(0, 5))
def test_filters_pick_what_a_reader_would(
    store: EventStore, trace: Trace, filters: dict[str, Any], offset: int, limit: int | None
) -> None:
    run, records = recorded(store, trace)
    expected = [record for record in records if matches(record, filters)]
    assert list(run.records(**filters)) == expected
    end = None if limit is None else offset + limit
    assert list(run.records(offset=offset, limit=limit, **filters)) == expected[offset:end]
    longest = sorted(expected, key=lambda record: (-(record.duration_ns or -1), record.event.sequence))
    assert list(run.records(order="longest", **filters)) == longest


KEYS: Mapping[str, Callable[[PassRecord], Any]] = {
    "name": lambda record: (record.event.name, record.kind),
    "phase": lambda record: (record.event.phase, None),
    "kind": lambda record: (record.kind.value, record.kind),
    "tag": lambda record: (record.tag, None),
    "status": lambda record: (record.status.value, None),
    "operation": lambda record: (operation(record) or None, None),
    "thread": lambda record: (record.thread, None),
}


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TRACES, FILTERS, st.sampled_from(sorted(KEYS)))
def test_totals_count_the_outermost_of_a_group_once(
    store: EventStore, trace: Trace, filters: dict[str, Any], by: str
) -> None:
    run, records = recorded(store, trace)
    chosen = [record for record in records if matches(record, filters)]
    found = {
        (group.key, group.kind): (group.count, group.total_ns, group.changed, group.unchanged)
        for group in run.totals(by=by, **filters)
    }
    assert found == naive_totals(records, {record.event.sequence for record in chosen}, KEYS[by])
    self_ns = sum(self_ns or 0 for _, self_ns in run.records(**filters).with_self_ns())
    assert sum(group.self_ns for group in run.totals(by=by, **filters)) == self_ns


def naive_totals(
    records: list[PassRecord], chosen: set[int], key: Callable[[PassRecord], Any]
) -> dict[Any, tuple[int, int, int, int]]:
    totals: dict[Any, tuple[int, int, int, int]] = {}
    for record in records:
        if record.event.sequence not in chosen:
            continue
        around = record.event.parent_sequence
        nested = False
        while around is not None:
            nested = nested or (around in chosen and key(records[around]) == key(record))
            around = records[around].event.parent_sequence
        counted, total_ns, changed, unchanged = totals.get(key(record), (0, 0, 0, 0))
        total_ns += 0 if nested else record.duration_ns or 0
        totals[key(record)] = (
            counted + 1,
            total_ns,
            changed + (record.changed is True),
            unchanged + (record.changed is False),
        )
    return totals
