"""JSON Lines: every line is JSON in UTF-8, with every key, whatever a compiler called its passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from passevents.errors import ExportError
from passevents.export import export_jsonl
from passevents.export.columns import EVENT_COLUMNS
from passevents.query import Run

from .conftest import FIRST, HOSTILE, SECOND


def strict(line: str) -> Any:
    """Parse JSON as the standard has it, which Python's own reader does not insist on."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    return json.loads(line, parse_constant=refuse)


def exported(runs: list[Run], path: Path) -> list[dict[str, Any]]:
    export_jsonl(runs, path)
    return [strict(line) for line in path.read_bytes().decode("utf-8").split("\n")[:-1]]


def test_every_line_has_every_key_in_order(runs: list[Run], tmp_path: Path) -> None:
    keys = [column.name for column in EVENT_COLUMNS]
    assert [list(event) for event in exported(runs, tmp_path / "e.jsonl")] == [keys] * 13


def test_values_are_those_of_the_records(runs: list[Run], tmp_path: Path) -> None:
    events = exported(runs[:1], tmp_path / "e.jsonl")
    expected = [
        (r.event.sequence, r.event.name, r.kind, r.status, r.changed, r.duration_ns)
        for r in runs[0].records()
    ]
    keys = ("sequence", "name", "kind", "status", "changed", "duration_ns")
    assert [tuple(event[key] for key in keys) for event in events] == expected
    assert events[4]["attributes"] == {"options": [1, None]}
    assert {event["run"] for event in events} == {FIRST}


def test_hostile_texts_stay_one_line_of_valid_utf8(runs: list[Run], tmp_path: Path) -> None:
    events = exported(runs[1:2], tmp_path / "e.jsonl")
    escaped = [text.replace("\ud800", "\\ud800") for text in HOSTILE]
    assert [event["attributes"]["text"] for event in events] == escaped
    assert [event["name"] for event in events] == [text.replace("\0", "\\x00") for text in escaped]
    assert events[0]["attributes"]["nan"] == "NaN"


def test_its_real_reader_takes_it(runs: list[Run], tmp_path: Path) -> None:
    exported(runs, tmp_path / "e.jsonl")
    question = f"select run::text, count(*) from read_json('{tmp_path}/e.jsonl') group by all order by all"
    assert duckdb.sql(question).fetchall() == [(FIRST, 7), (SECOND, 6)]


def test_a_run_named_twice_is_written_once(runs: list[Run], tmp_path: Path) -> None:
    assert len(exported([runs[0], runs[0]], tmp_path / "e.jsonl")) == 7


def test_a_file_that_is_there_stays_unless_forced(runs: list[Run], tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    path.write_text("mine")
    with pytest.raises(ExportError, match=r"exists already.*--force"):
        export_jsonl(runs, path)
    assert path.read_text() == "mine"
    assert export_jsonl(runs, path, force=True).bytes == path.stat().st_size > 4


@pytest.mark.parametrize("name", [".", "no/such/folder/e.jsonl"])
def test_a_place_that_cannot_be_is_refused(runs: list[Run], tmp_path: Path, name: str) -> None:
    with pytest.raises(ExportError, match="folder"):
        export_jsonl(runs, tmp_path / name)


def test_no_runs_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="no runs"):
        export_jsonl([], tmp_path / "e.jsonl")


def test_what_fails_half_way_leaves_nothing(
    runs: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "out").mkdir()
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(ExportError, match="No space left"):
        export_jsonl(runs, tmp_path / "out" / "e.jsonl")
    assert list((tmp_path / "out").iterdir()) == []
