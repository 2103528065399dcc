"""The formats there are. A new one is a line here and a module beside this one."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import attrs

from passevents.errors import ExportError
from passevents.export.written import Written


@attrs.frozen
class Format:
    """A format: what it is, and the function that writes it, imported when it is used.

    The function takes the runs, a path, `force`, and keywords named in `options`.
    """

    name: str
    summary: str
    module: str
    function: str
    options: frozenset[str] = frozenset()

    def export(self) -> Callable[..., Written]:
        """Return the function that writes it."""
        function: Callable[..., Written] = getattr(importlib.import_module(self.module), self.function)
        return function


FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Format("jsonl", "JSON, one event a line", "passevents.export.jsonl", "export_jsonl"),
        Format(
            "parquet",
            "a folder of Parquet files, one partition a run; adds new runs",
            "passevents.export.parquet",
            "export_parquet",
        ),
        Format(
            "otlp",
            "OpenTelemetry spans, to a file or a collector",
            "passevents.export.otlp",
            "export_otlp",
            frozenset({"endpoint", "kinds", "headers", "timeout_s", "service"}),
        ),
    )
}


def format_named(name: str) -> Format:
    """Return the format of that name. Raises `ExportError` where there is none."""
    if name not in FORMATS:
        raise ExportError(f"There is no format {name!r}; there are {', '.join(FORMATS)}.")
    return FORMATS[name]


def export(runs: Any, path: Any, format: str, *, force: bool = False, **options: Any) -> Written:
    """Write `runs` (a `Run`, or several) to `path` in the format of that name; see the functions for each.

    Raises `ExportError` where there is no such format, or it does not have one of the options.
    """
    chosen = format_named(format)
    for option in options:
        if option not in chosen.options:
            having = ", ".join(known.name for known in FORMATS.values() if option in known.options)
            raise ExportError(f"{format} has no option {option!r}{having and f': it is for {having}'}.")
    return chosen.export()(runs, path, force=force, **options)
