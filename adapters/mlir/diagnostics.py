"""What MLIR said, as this library's own objects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from passevents import _native
from passevents.errors import CompileError
from passevents.events.model import Diagnostic, Location

from .builds import context_capsule, extension_of

_SEVERITIES = ("error", "warning", "note", "remark")


class CollectedDiagnostics:
    """A context manager that takes what a context says meanwhile; nothing of it is printed.

    ``collected`` is there after the end. It must end before its context does.
    """

    def __init__(self, ctx: Any) -> None:
        self.collected: tuple[Diagnostic, ...] = ()
        self._native = _native.MlirDiagnostics(context_capsule(ctx), extension_of(ctx))

    def __enter__(self) -> CollectedDiagnostics:
        return self

    def __exit__(self, *_: object) -> None:
        self.collected = tuple(_from_native(entry) for entry in self._native.close())


def is_mlir_error(error: BaseException) -> bool:
    """Whether an exception is the MLIRError of some build of MLIR."""
    return hasattr(error, "error_diagnostics")


def diagnostics_of(error: BaseException) -> tuple[Diagnostic, ...]:
    """Those that an MLIRError carries."""
    return tuple(_from_python(info) for info in getattr(error, "error_diagnostics", ()))


def compile_error(stage: str, summary: str, diagnostics: Iterable[Diagnostic]) -> CompileError:
    """The error for what was said; its message is the first error with its place, else ``summary``."""
    collected = tuple(diagnostics)
    first = next((entry for entry in collected if entry.severity == "error"), None)
    if first is None:
        return CompileError(summary, diagnostics=collected, stage=stage)
    place = f"{first.location}: " if first.location is not None else ""
    return CompileError(f"{place}error: {first.message}", diagnostics=collected, stage=stage)


def _from_native(entry: tuple[Any, ...]) -> Diagnostic:
    severity, message, *place, notes = entry
    return Diagnostic(
        _SEVERITIES[severity], message, _location(*place), tuple(_from_native(note) for note in notes)
    )


def _from_python(info: Any) -> Diagnostic:
    place = _native.mlir_place(info.location._CAPIPtr, extension_of(info.location))
    severity = str(info.severity).rpartition(".")[2].lower()
    return Diagnostic(severity, info.message, _location(*place), tuple(map(_from_python, info.notes)))


def _location(file: str | None, line: int | None, column: int | None, text: str | None) -> Location | None:
    if file is None and text is None:
        return None
    return Location(file, line, column, text)
