"""Parquet, a folder of two tables in Hive layout: `events/run=ID/part-0.parquet` and `runs/run=ID/...`.

A run's events are written first and its row of `runs` last, each file whole or not at all: what `runs` has is
there in full, and a run that was interrupted is written again by the next export. So exporting into the same
folder adds what is new, also from several stores, and from two processes at once.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import attrs

from passevents.errors import ExportError
from passevents.export.columns import EVENT_COLUMNS, LAYOUT_VERSION, RUN_COLUMNS, Column
from passevents.export.extras import required
from passevents.export.files import whole_file
from passevents.export.runs import as_runs
from passevents.export.written import Written
from passevents.query import Run
from passevents.query.event_rows import event_rows

if TYPE_CHECKING:
    import pyarrow

MARKER = "_passevents.json"  # readers of Hive layouts pass over names that begin so

# Rows turned into columns at a time, and rows of a row group: what is in memory, and what a reader can skip.
_BATCH = 16_384
_ROW_GROUP = 8 * _BATCH


def export_parquet(
    runs: Run | Iterable[Run], path: str | os.PathLike[str], *, force: bool = False
) -> Written:
    """Add `runs` to the tables in the folder `path`; those that are there already are left alone.

    With `force` they are written again. Takes the memory of some ten thousand events. Raises `ExportError`
    where pyarrow is missing, the folder holds something else, or cannot be written.
    """
    required("pyarrow", "parquet", "Parquet")
    folder, chosen = Path(path), as_runs(runs)
    _prepare(folder, force)
    done: list[_Partition] = []
    present: list[str] = []
    for run in chosen:
        if _part(folder, "runs", run).exists() and not force:
            present.append(run.id)
        else:
            done.append(_write(folder, run))
    return Written(
        format="parquet",
        to=str(folder),
        runs=tuple(partition.run for partition in done),
        present=tuple(present),
        events=sum(partition.rows for partition in done),
        bytes=sum(partition.bytes for partition in done),
    )


def event_schema() -> pyarrow.Schema:
    """The schema of the files of `events`."""
    return _schema(EVENT_COLUMNS)


def run_schema() -> pyarrow.Schema:
    """The schema of the files of `runs`."""
    return _schema(RUN_COLUMNS)


@attrs.frozen
class _Partition:
    run: str
    rows: int
    bytes: int


def _prepare(folder: Path, force: bool) -> None:
    """Make the folder, or make sure that it is one of ours."""
    marker = folder / MARKER
    try:
        if marker.is_file():
            _check_layout(folder, json.loads(marker.read_text()))
            return
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ExportError(f"{str(folder)!r} holds something else: name a new or an empty folder.")
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise ExportError(f"{str(folder)!r} cannot be used: {error}.") from error
    with whole_file(marker, force=True) as temporary:
        temporary.write_text(json.dumps({"tables": ["events", "runs"], "layout": LAYOUT_VERSION}) + "\n")


def _check_layout(folder: Path, found: Any) -> None:
    layout = found.get("layout") if isinstance(found, dict) else None
    if layout != LAYOUT_VERSION:
        raise ExportError(
            f"{str(folder)!r} has layout {layout!r}, and this passevents writes {LAYOUT_VERSION}: export to"
            " another folder."
        )


def _part(folder: Path, table: str, run: Run) -> Path:
    return folder / table / f"run={quote(run.id, safe='')}" / "part-0.parquet"


def _write(folder: Path, run: Run) -> _Partition:
    events, about = _part(folder, "events", run), _part(folder, "runs", run)
    rows = _write_table(events, EVENT_COLUMNS, _event_batches(run))
    _write_table(about, RUN_COLUMNS, iter([[_run_row(run)]]))
    return _Partition(run.id, rows, events.stat().st_size + about.stat().st_size)


def _write_table(path: Path, columns: Sequence[Column], batches: Iterator[list[tuple[Any, ...]]]) -> int:
    from pyarrow.parquet import ParquetWriter

    schema = _schema(columns)
    texts = [column.name for column in columns if column.type in ("text", "object") and column.name != "run"]
    _make_folder(path.parent)
    rows = 0
    with (
        whole_file(path, force=True) as temporary,
        ParquetWriter(temporary, schema, compression="zstd", use_dictionary=texts) as writer,
    ):
        for table in _row_groups(schema, columns, batches):
            writer.write_table(table, row_group_size=_ROW_GROUP)
            rows += table.num_rows
    return rows


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExportError(f"The folder {str(folder)!r} cannot be made: {error.strerror}.") from error


def _row_groups(
    schema: pyarrow.Schema, columns: Sequence[Column], batches: Iterator[list[tuple[Any, ...]]]
) -> Iterator[pyarrow.Table]:
    import pyarrow

    waiting: list[pyarrow.RecordBatch] = []
    for rows in batches:
        arrays = [
            pyarrow.array(_values(column, values), field.type)
            for column, field, values in zip(columns[1:], schema, zip(*rows, strict=True), strict=True)
        ]
        waiting.append(pyarrow.record_batch(arrays, schema=schema))
        if len(waiting) * _BATCH >= _ROW_GROUP:
            yield pyarrow.Table.from_batches(waiting)
            waiting.clear()
    if waiting:
        yield pyarrow.Table.from_batches(waiting)


def _values(column: Column, values: Sequence[Any]) -> Sequence[Any]:
    # SQLite has no booleans.
    return (
        [None if value is None else bool(value) for value in values] if column.type == "boolean" else values
    )


def _event_batches(run: Run) -> Iterator[list[tuple[Any, ...]]]:
    return event_rows(run, [column.name for column in EVENT_COLUMNS[1:]], batch=_BATCH)


def _run_row(run: Run) -> tuple[Any, ...]:
    return tuple(_run_value(column, getattr(run, column.name)) for column in RUN_COLUMNS[1:])


def _run_value(column: Column, value: Any) -> Any:
    if column.type == "object":
        return json.dumps(dict(value))
    return list(value) if column.type == "texts" else value


def _schema(columns: Sequence[Column]) -> pyarrow.Schema:
    """All columns but `run`, which is the name of the folder."""
    import pyarrow

    types = {
        "text": pyarrow.string(),
        "integer": pyarrow.int64(),
        "boolean": pyarrow.bool_(),
        "moment": pyarrow.timestamp("us", tz="UTC"),
        "texts": pyarrow.list_(pyarrow.string()),
        "object": pyarrow.string(),
    }
    fields = [
        pyarrow.field(
            column.name,
            types[column.type],
            column.nullable,
            {"meaning": column.meaning, **({"unit": column.unit} if column.unit else {})},
        )
        for column in columns[1:]
    ]
    return pyarrow.schema(fields, {"passevents.layout": str(LAYOUT_VERSION)})
