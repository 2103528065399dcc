"""What the compiler said, written the way compilers write it: `file:line:column: error: message`.

Editors jump to such lines, so they carry no prefix of this program's.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from passevents.cli.formats import visible
from passevents.errors import CompileError
from passevents.events import Diagnostic, Location


def error_lines(error: CompileError) -> Iterator[str]:
    """The lines for an error that stopped a compile.

    What is wrong with the pipeline's text stands in no file: that is one line of this program's.
    """
    if error.stage == "pipeline" or not error.diagnostics:
        option = "--pass-pipeline: " if error.stage == "pipeline" else ""
        yield f"passevents: {option}{visible(str(error))}"
        return
    for diagnostic in error.diagnostics:
        yield from diagnostic_lines(diagnostic)


def diagnostic_lines(diagnostic: Diagnostic) -> Iterator[str]:
    """The lines for one diagnostic: itself, the line of the source, its notes."""
    message = "\n".join(visible(line) for line in diagnostic.message.splitlines())
    yield f"{_place(diagnostic.location)}{diagnostic.severity}: {message}"
    yield from _excerpt(diagnostic.location)
    for note in diagnostic.notes:
        yield from diagnostic_lines(note)


def _place(location: Location | None) -> str:
    if location is None or (location.file is None and location.text is None):
        return ""
    return f"{visible(str(location))}: "


def _excerpt(location: Location | None) -> Iterator[str]:
    """The line of the source and a caret under the column, where the source can still be read."""
    if location is None or not location.file or not location.line:
        return
    source = _line(Path(location.file), location.line)
    if source is None:
        return
    yield visible(source.expandtabs(1))
    if location.column:
        yield " " * (location.column - 1) + "^"


def _line(path: Path, number: int) -> str | None:
    try:
        if not path.is_file():  # a location may name a pipe, which was read already, or a device
            return None
        with path.open(encoding="utf-8", errors="replace") as file:
            for position, line in enumerate(file, 1):
                if position == number:
                    return line.rstrip("\r\n")
    except (OSError, ValueError):
        return None
    return None
