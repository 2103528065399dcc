"""The formats there are. A new one is a line here and a module beside this one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from passevents.errors import ExportError
from passevents.export.jsonl import export_jsonl
from passevents.export.otlp import export_otlp
from passevents.export.parquet import export_parquet
from passevents.export.written import Written


@attrs.frozen
class Format:
    """A format, and the function that writes it.

    The function takes the runs, a path, `force`, and keywords named in `options`.
    """

    name: str
    function: Callable[..., Written]
    options: frozenset[str] = frozenset()


FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Format("jsonl", export_jsonl),
        Format("parquet", export_parquet),
        Format("otlp", export_otlp, frozenset({"endpoint", "kinds", "headers", "timeout_s", "service"})),
    )
}


def export(runs: Any, path: Any, format: str, *, force: bool = False, **options: Any) -> Written:
    """Write `runs` (a `Run`, or several) to `path` in the format of that name; see the functions for each.

    Raises `ExportError` where there is no such format, or it does not have one of the options.
    """
    if format not in FORMATS:
        raise ExportError(f"There is no format {format!r}; there are {', '.join(FORMATS)}.")
    chosen = FORMATS[format]
    for option in options:
        if option not in chosen.options:
            having = ", ".join(known.name for known in FORMATS.values() if option in known.options)
            raise ExportError(f"{format} has no option {option!r}{having and f': it is for {having}'}.")
    return chosen.function(runs, path, force=force, **options)
