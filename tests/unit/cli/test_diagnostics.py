"""What the compiler said, as compilers write it."""

from __future__ import annotations

from pathlib import Path

from passevents.cli.diagnostics import error_lines
from passevents.errors import CompileError
from passevents.events import Diagnostic, Location


def failed(*diagnostics: Diagnostic) -> list[str]:
    return list(error_lines(CompileError("it failed", diagnostics=diagnostics, stage="parse")))


def test_an_error_stands_at_its_place_and_its_notes_below() -> None:
    note = Diagnostic("note", "see here", Location("a.mlir", 1, 2))
    assert failed(Diagnostic("error", "expected '}'", Location("a.mlir", 3, 7), (note,))) == [
        "a.mlir:3:7: error: expected '}'",
        "a.mlir:1:2: note: see here",
    ]


def test_the_line_of_the_source_is_shown_with_a_caret(tmp_path: Path) -> None:
    source = tmp_path / "café.mlir"
    source.write_text("module {\n\tfoo.bar\n}\n")
    assert failed(Diagnostic("error", "unknown op", Location(str(source), 2, 2))) == [
        f"{source}:2:2: error: unknown op",
        " foo.bar",
        " ^",
    ]


def test_a_place_that_cannot_be_read_shows_no_line(tmp_path: Path) -> None:
    """A location names whatever the source's author wrote: a folder, a NUL, a line past the end."""
    (tmp_path / "short").write_text("x\n")
    for name, line in ((str(tmp_path), 1), ("a\0b", 1), (str(tmp_path / "short"), 9)):
        assert len(failed(Diagnostic("error", "no", Location(name, line, 1)))) == 1


def test_an_error_without_a_place_has_no_prefix() -> None:
    assert failed(Diagnostic("error", "no such pass")) == ["error: no such pass"]


def test_an_error_with_more_than_a_place_is_shown_by_the_compilers_own_text() -> None:
    assert failed(Diagnostic("error", "no", Location(text='fused["a":1:2, "b":3:4]'))) == [
        'fused["a":1:2, "b":3:4]: error: no'
    ]


def test_an_error_without_diagnostics_is_a_line_of_this_programs() -> None:
    assert failed() == ["passevents: it failed"]


def test_what_acts_on_a_terminal_is_escaped_but_lines_stay_lines() -> None:
    assert failed(Diagnostic("error", "one\ntwo \x1b[2J")) == ["error: one\ntwo \\x1b[2J"]


def test_what_is_wrong_with_the_pipeline_is_one_line_that_names_the_option() -> None:
    error = CompileError(
        "no such pass", diagnostics=[Diagnostic("error", "no such pass\nx\n^")], stage="pipeline"
    )
    assert list(error_lines(error)) == ["passevents: --pass-pipeline: no such pass"]
