"""Whatever is recorded comes out of every export as it is in the store, whatever it is called."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings

from passevents.export import export_jsonl, export_otlp, export_parquet
from passevents.export.columns import EVENT_COLUMNS
from passevents.export.kinds import SPAN_KINDS
from passevents.journal import memory_run
from passevents.query import EventStore, Run
from passevents.query.event_rows import event_rows
from passevents.store.writer import writer

from .test_store_roundtrip import TRACES, stored, write

COLUMNS = [column.name for column in EVENT_COLUMNS[1:]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EventStore]:
    path = tmp_path_factory.mktemp("exported") / "events.db"
    with writer(path):
        pass
    with EventStore(path) as opened:
        yield opened


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp())
    yield made
    shutil.rmtree(made)


def rows(run: Run) -> list[dict[str, Any]]:
    found = [dict(zip(COLUMNS, row, strict=True)) for batch in event_rows(run, COLUMNS) for row in batch]
    for row in found:
        row["changed"] = None if row["changed"] is None else bool(row["changed"])
    return found


def spans(path: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [span for line in lines for span in line["resourceSpans"][0]["scopeSpans"][0]["spans"]]


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(TRACES)
def test_every_export_has_every_event(
    store: EventStore, folder: Path, trace: list[tuple[int, dict[str, Any]]]
) -> None:
    journal = memory_run()
    write(journal, trace)
    journal.close()
    run = stored(store, journal)
    expected = rows(run)
    in_lines(run, folder, expected)
    in_columns(run, folder, expected)
    in_spans(run, folder, expected)


def in_lines(run: Run, folder: Path, expected: list[dict[str, Any]]) -> None:
    export_jsonl(run, folder / "events.jsonl", force=True)
    found = [json.loads(line) for line in (folder / "events.jsonl").read_bytes().decode().split("\n")[:-1]]
    assert [event.pop("run") for event in found] == [run.id] * len(expected)
    for event, row in zip(found, expected, strict=True):
        if row["attributes"] is None:
            assert event["attributes"] is None
        event["attributes"] = row["attributes"]
    assert found == expected


def in_columns(run: Run, folder: Path, expected: list[dict[str, Any]]) -> None:
    export_parquet(run, folder / "lake")
    part = folder / "lake" / "events" / f"run={run.id}" / "part-0.parquet"
    assert pyarrow.parquet.ParquetFile(part).read().to_pylist() == expected


def in_spans(run: Run, folder: Path, expected: list[dict[str, Any]]) -> None:
    export_otlp(run, folder / "spans.jsonl", kinds=SPAN_KINDS, force=True)
    found = spans(folder / "spans.jsonl")
    assert len(found) == 1 + sum(row["kind"] != "diagnostic" for row in expected)
    assert len({span["spanId"] for span in found}) == len(found)
    assert sum("parentSpanId" not in span for span in found) == 1
    assert {span["parentSpanId"] for span in found if "parentSpanId" in span} <= {
        span["spanId"] for span in found
    }
