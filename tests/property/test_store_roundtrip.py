"""Whatever is recorded comes back from the store as it went in, and the tree with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from passevents._native import Recorder
from passevents.events import PassEvent, PassKind, PassRecord, PassStatus
from passevents.journal import RunJournal, memory_run
from passevents.query import EventStore, Run, TreeNode
from passevents.store.ingest import ingest
from passevents.store.strings import storable
from passevents.store.writer import writer

# Surrogates and NUL too: they come back as escapes. What is empty is not there.
TEXTS = st.text(st.characters(exclude_categories=()), max_size=8) | st.sampled_from(
    ["canonicalize", "caf\u00e9", "a\0b", "\udcff", "quote\"'\\\n", "x" * 5_000, "Foo<int>::bar"]
)
OPTIONAL = st.none() | TEXTS
PLACES = st.fixed_dictionaries(
    {"file": OPTIONAL, "location": OPTIONAL},
    optional={"line": st.integers(1, 2**31), "column": st.integers(1, 2**31)},
)
ATTRIBUTES = st.dictionaries(st.text(max_size=4), st.none() | st.integers() | st.text(max_size=4), max_size=3)
EVENTS = st.fixed_dictionaries(
    {
        "name": TEXTS,
        "phase": OPTIONAL,
        "kind": st.sampled_from(list(PassKind)),
        "tag": OPTIONAL,
        "detail": OPTIONAL,
        "operation": OPTIONAL,
        "iteration": st.none() | st.integers(0, 2**31 - 1),
        "place": PLACES,
        "attributes": ATTRIBUTES,
        # How it ends; None is not at all.
        "status": st.none() | st.sampled_from([*PassStatus][:4]),
        "changed": st.none() | st.booleans(),
        "error": OPTIONAL,
        "more": ATTRIBUTES,
    }
)
# Each event opens inside one that is open, named by a number of levels to close first.
TRACES = st.lists(st.tuples(st.integers(0, 3), EVENTS), max_size=40)


def write(run: RunJournal, trace: list[tuple[int, dict[str, Any]]]) -> list[int | None]:
    """Record the trace; return each event's parent."""
    open_events: list[tuple[PassEvent, dict[str, Any]]] = []
    parents: list[int | None] = []
    for levels, values in trace:
        for _ in range(min(levels, len(open_events))):
            finish(run, *open_events.pop())
        parent = open_events[-1][0].sequence if open_events else None
        event = PassEvent(values["name"], run.next_sequence(), len(open_events), parent, values["phase"])
        start(run, event, values)
        open_events.append((event, values))
        parents.append(parent)
    while open_events:
        finish(run, *open_events.pop())
    return parents


def recorder(run: RunJournal, values: dict[str, Any]) -> Recorder:
    return Recorder(run.native, list(PassKind).index(values["kind"]))


def start(run: RunJournal, event: PassEvent, values: dict[str, Any]) -> None:
    iteration = -1 if values["iteration"] is None else values["iteration"]
    texts = {key: values[key] for key in ("tag", "detail", "operation")}
    attributes = json.dumps(values["attributes"]) if values["attributes"] else None
    more = {"attributes": attributes, "iteration": iteration, **texts, **values["place"]}
    assert recorder(run, values).start_with(event, **more)


def finish(run: RunJournal, event: PassEvent, values: dict[str, Any]) -> None:
    if values["status"] is not None:
        status = list(PassStatus).index(values["status"])
        more = json.dumps(values["more"]) if values["more"] else None
        recorder(run, values).finish(event, status, values["changed"], values["error"], more)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    """One store of all traces: what belongs to one must not be seen in another."""
    path = tmp_path_factory.mktemp("roundtrip") / "events.db"
    with writer(path):
        pass
    with EventStore(path) as opened:
        yield opened


def stored(store: EventStore, run: RunJournal) -> Run:
    with writer(store.path) as connection:
        ingest(connection, run.read())
    return store.run(run.id)


def text(value: str | None) -> str | None:
    return storable(value) if value else None


def agrees(record: PassRecord, values: dict[str, Any], parent: int | None) -> bool:
    ended = values["status"] is not None
    expected = (
        *(text(values["name"]) or "", parent, text(values["phase"]), values["kind"], text(values["tag"])),
        *(text(values["detail"]), values["iteration"]),
        *((values["status"], values["changed"]) if ended else (PassStatus.incomplete, None)),
        text(values["error"]) if ended else None,
        {**values["attributes"], **(values["more"] if ended else {})},
    )
    event = record.event
    found = (
        *(event.name, event.parent_sequence, event.phase, record.kind, record.tag),
        *(record.detail, record.iteration, record.status, record.changed),
        *(record.error, record.attributes),
    )
    return bool(found == expected)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TRACES)
def test_a_stored_run_has_the_records_of_its_journal(
    store: EventStore, trace: list[tuple[int, dict[str, Any]]]
) -> None:
    run = memory_run()
    parents = write(run, trace)
    run.close()
    expected = list(run.read().records())
    found = stored(store, run)
    records = list(found.records())
    assert records == expected
    for record, (_, values), parent in zip(records, trace, parents, strict=True):
        assert agrees(record, values, parent)
    assert parents_in(found.tree()) == dict(enumerate(parents))
    for record in records:
        under = [one.event.sequence for one in found.records(under=record.event.sequence)]
        assert under == descendants(record.event.sequence, parents)


def parents_in(roots: list[TreeNode]) -> dict[int, int | None]:
    parents: dict[int, int | None] = {node.record.event.sequence: None for node in roots}
    for root in roots:
        for node in root.walk():
            parents |= {child.record.event.sequence: node.record.event.sequence for child in node.children}
    return parents


def descendants(root: int, parents: list[int | None]) -> list[int]:
    found = {root}
    for sequence, parent in enumerate(parents):
        if parent in found:
            found.add(sequence)
    return sorted(found - {root})
