"""Parquet: the documented schema, whole partitions, and only what is new."""

from __future__ import annotations

import datetime
from pathlib import Path

import duckdb
import pyarrow.parquet
import pytest

from passevents.errors import ExportError
from passevents.export import export_parquet
from passevents.export.parquet import MARKER, event_schema, run_schema
from passevents.query import Run

from .conftest import EMPTY, FIRST, HOSTILE, SECOND


def part(folder: Path, table: str, run: str) -> Path:
    return folder / table / f"run={run}" / "part-0.parquet"


def table(folder: Path, name: str) -> str:
    return f"read_parquet('{folder}/{name}/*/*.parquet', hive_partitioning = true)"


def files(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}


def test_files_have_the_documented_schema(runs: list[Run], tmp_path: Path) -> None:
    export_parquet(runs, tmp_path / "lake")
    for run in (FIRST, SECOND, EMPTY):
        events = pyarrow.parquet.read_schema(part(tmp_path / "lake", "events", run))
        about = pyarrow.parquet.read_schema(part(tmp_path / "lake", "runs", run))
        assert (events.equals(event_schema()), about.equals(run_schema())) == (True, True)


def test_texts_are_dictionary_encoded(runs: list[Run], tmp_path: Path) -> None:
    export_parquet(runs, tmp_path / "lake")
    group = pyarrow.parquet.ParquetFile(part(tmp_path / "lake", "events", FIRST)).metadata.row_group(0)
    encodings = {group.column(i).path_in_schema: group.column(i).encodings for i in range(group.num_columns)}
    assert "RLE_DICTIONARY" in encodings["name"]


def test_values_are_those_of_the_records(runs: list[Run], tmp_path: Path) -> None:
    export_parquet(runs, tmp_path / "lake")
    columns = "sequence, name, kind, status, changed, duration_ns"
    rows = duckdb.sql(
        f"select {columns} from {table(tmp_path / 'lake', 'events')} where run = '{FIRST}' order by sequence"
    )
    expected = [
        (r.event.sequence, r.event.name, r.kind, r.status, r.changed, r.duration_ns)
        for r in runs[0].records()
    ]
    assert rows.fetchall() == expected


def test_hostile_texts_come_back(runs: list[Run], tmp_path: Path) -> None:
    export_parquet(runs, tmp_path / "lake")
    read = pyarrow.parquet.ParquetFile(part(tmp_path / "lake", "events", SECOND)).read()
    expected = [text.replace("\0", "\\x00").replace("\ud800", "\\ud800") for text in HOSTILE]
    assert read.column("detail").to_pylist() == expected


def test_runs_are_a_table_of_their_own(runs: list[Run], tmp_path: Path) -> None:
    export_parquet(runs, tmp_path / "lake")
    rows = pyarrow.parquet.ParquetFile(part(tmp_path / "lake", "runs", SECOND)).read().to_pylist()
    [row] = rows
    assert (row["name"], row["status"], row["argv"]) == ("second", "failed", ["passevents", "opt"])
    assert (row["parent_run"], row["metadata"]) == (FIRST, '{"commit": "abc"}')
    assert row["started_at"] == datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)


def test_exporting_again_adds_only_what_is_new(runs: list[Run], tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    assert export_parquet(runs[:1], folder).runs == (FIRST,)
    before = files(folder)
    written = export_parquet(runs, folder)
    assert (written.runs, written.present) == ((SECOND, EMPTY), (FIRST,))
    assert {name: time for name, time in files(folder).items() if name in before} == before


def test_a_run_is_written_again_when_forced(runs: list[Run], tmp_path: Path) -> None:
    export_parquet(runs, tmp_path / "lake")
    assert export_parquet(runs[:1], tmp_path / "lake", force=True).runs == (FIRST,)


def test_an_interrupted_run_is_no_partition_and_is_written_by_the_next_export(
    runs: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "lake"
    export_parquet(runs[:1], folder)
    with monkeypatch.context() as patch:
        patch.setattr("pyarrow.parquet.ParquetWriter.write_table", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            export_parquet(runs, folder)
    assert sorted(files(folder)) == [f"events/run={FIRST}/part-0.parquet", f"runs/run={FIRST}/part-0.parquet"]
    assert export_parquet(runs, folder).runs == (SECOND, EMPTY)


def _interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_a_folder_of_something_else_is_refused(runs: list[Run], tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(ExportError, match="something else"):
        export_parquet(runs, tmp_path, force=True)


def test_a_file_is_refused(runs: list[Run], tmp_path: Path) -> None:
    (tmp_path / "lake").write_text("")
    with pytest.raises(ExportError, match="something else"):
        export_parquet(runs, tmp_path / "lake")


@pytest.mark.parametrize("text", ['{"layout": 99}', "[]", "no json"])
def test_another_layout_is_refused(runs: list[Run], tmp_path: Path, text: str) -> None:
    (tmp_path / MARKER).write_text(text)
    with pytest.raises(ExportError, match=r"another folder|cannot be used"):
        export_parquet(runs, tmp_path)


def test_without_pyarrow_the_error_says_what_to_install(
    runs: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("passevents.export.extras.find_spec", lambda _: None)
    with pytest.raises(ExportError, match=r"pip install 'passevents\[parquet\]'"):
        export_parquet(runs, tmp_path / "lake")
