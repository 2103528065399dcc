"""Rows laid out for pipes, terminals and programs."""

from __future__ import annotations

import json

import pytest

from passevents.cli import formats
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table, fitted, plain_lines

COLUMNS = [
    Column("name", "name", flexible=True),
    Column("total_ns", "total", show=formats.duration, right=True),
    Column("phase", "phase", optional=True),
]
ROWS = [["canonicalize", 1_234_567, None], ["cse", 950, None]]


def test_piped_rows_are_raw_and_aligned_by_their_content() -> None:
    assert list(plain_lines(COLUMNS, ROWS)) == [
        "name          total_ns  phase",
        "canonicalize   1234567  -",
        "cse                950  -",
    ]


def test_rows_past_the_sample_stream_with_the_widths_of_the_sample() -> None:
    rows = [["a", 1, None], ["b", 2, None], ["much-longer", 3, None]]
    assert list(plain_lines(COLUMNS, rows, sample=2))[-1] == "much-longer         3  -"


def test_a_table_on_a_terminal_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(human=True, width=80).table(Table(COLUMNS, ROWS))
    assert capsys.readouterr().out.splitlines() == [
        "name            total",
        "canonicalize  1.23 ms",
        "cse            950 ns",
    ]


def test_a_narrow_terminal_shortens_the_flexible_column(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(human=True, width=25).table(Table(COLUMNS, [["canonicalize-and-more", 1_234_567, None]]))
    assert capsys.readouterr().out.splitlines()[1] == "canonicalize-an…  1.23 ms"


def test_columns_are_never_narrowed_below_what_still_says_something() -> None:
    assert fitted(COLUMNS, [20, 7, 5], limit=10) == {0: 16, 1: 7, 2: 5}


def test_spare_columns_go_when_narrowing_is_not_enough() -> None:
    columns = [*COLUMNS, Column("a", "a", spare=True), Column("b", "b", spare=True)]
    assert fitted(columns, [20, 7, 5, 4, 4], limit=39) == {0: 17, 1: 7, 2: 5, 3: 4}


def test_a_screen_without_colour_writes_no_escape(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(human=True, colour=False).line(("failed", "bold red"))
    assert capsys.readouterr().out == "failed\n"


def test_a_screen_with_colour_does(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(human=True, colour=True).line(("failed", "bold red"))
    assert "\x1b[1;31mfailed" in capsys.readouterr().out


def test_text_with_markup_of_the_drawing_library_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Template names hold brackets: [red] is a name here and nothing else."""
    Screen(human=True, width=80).table(Table([Column("name", "name")], [["Pattern[red]<:x>"]]))
    assert "Pattern[red]<:x>" in capsys.readouterr().out


def test_csv_is_raw_and_quotes_what_it_must(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().csv(COLUMNS, [['a "b",\nc', 5, None]])
    assert capsys.readouterr().out == 'name,total_ns,phase\n"a ""b"",\nc",5,\n'


def test_json_has_one_shape(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().data("runs", [{"id": 1}])
    assert json.loads(capsys.readouterr().out) == {"format": 1, "command": "runs", "data": [{"id": 1}]}
