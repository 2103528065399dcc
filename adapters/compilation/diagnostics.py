"""What MLIR says while it compiles, kept as values and turned into errors.

A context reports to one of these while a compile runs. Everything is copied inside the handler, since a
diagnostic is dead once it returns; and the context is set to report errors as diagnostics, because an error
emitted by a Python pass that then succeeds would otherwise abort the process.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

from passevents.errors import CompileError
from passevents.events.model import Diagnostic, Location

_SEVERITIES = {"ERROR": "error", "WARNING": "warning", "REMARK": "remark", "NOTE": "note"}


class DiagnosticLog:
    """The diagnostics of a context while this is entered; `unnamed` is the file shown where MLIR has only
    `-`."""

    def __init__(self, context: Any, unnamed: str = "-") -> None:
        self.diagnostics: list[Diagnostic] = []
        self._context = context
        self._unnamed = unnamed

    def __enter__(self) -> DiagnosticLog:
        self._before = self._context.emit_error_diagnostics
        self._context.emit_error_diagnostics = True
        self._handler = self._context.attach_diagnostic_handler(self._keep)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._handler.detach()
        self._context.emit_error_diagnostics = self._before
        # The binding's handler keeps its callback, and Python's collector does not see into it: a reference
        # back to it from here would keep the context for ever.
        del self._handler, self._context

    def error(self, stage: str, what: str) -> CompileError:
        """A CompileError with all that was said; its message leads with the first error's place and text."""
        said = tuple(self.diagnostics)
        first = next((each for each in said if each.severity == "error"), None)
        message = what if first is None else f"{what}: {first.location or 'unknown'}: {first.message}"
        return CompileError(message, diagnostics=said, stage=stage)

    def clear(self) -> None:
        """Forget what was said, after an attempt whose failure does not count."""
        self.diagnostics.clear()

    def _keep(self, diagnostic: Any) -> bool:
        self.diagnostics.append(self._copy(diagnostic))
        return True

    def _copy(self, diagnostic: Any) -> Diagnostic:
        severity = str(diagnostic.severity).rpartition(".")[2]
        notes = tuple(self._copy(note) for note in diagnostic.notes)
        place = location_of(diagnostic.location, self._unnamed)
        return Diagnostic(_SEVERITIES.get(severity, severity.lower()), diagnostic.message, place, notes)


def location_of(location: Any, unnamed: str = "-") -> Location | None:
    """An MLIR location as a value; None for an unknown one."""
    if location.is_a_file():
        file = location.filename
        # MLIR counts from 1; 0 says that it knows only the file.
        line, column = location.start_line or None, location.start_col or None
        return Location(unnamed if file == "-" else file, line, column)
    text = str(location)
    return None if text == "loc(unknown)" else Location(text=text.removeprefix("loc(").removesuffix(")"))
