"""JSON Lines: one event a line, with the keys of `EVENT_COLUMNS`, in UTF-8."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from passevents.export.columns import EVENT_COLUMNS
from passevents.export.files import whole_file
from passevents.export.runs import as_runs
from passevents.export.stored_json import attributes_of
from passevents.export.written import Written
from passevents.query import Run
from passevents.query.event_rows import event_rows

_KEYS = [column.name for column in EVENT_COLUMNS]
_STORED = _KEYS[1:]  # all but `run`, which is not the store's
_CHANGED = _STORED.index("changed")
_ATTRIBUTES = _STORED.index("attributes")
_BOOLEANS = {None: None, 0: False, 1: True}
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def export_jsonl(runs: Run | Iterable[Run], path: str | os.PathLike[str], *, force: bool = False) -> Written:
    """Write the events of `runs` to the file `path`, run after run, each in start order.

    Takes the memory of a few thousand events. Raises `ExportError` where the file exists and `force` is not
    given, or cannot be written.
    """
    path, chosen = Path(path), as_runs(runs)
    events = 0
    with whole_file(path, force=force) as temporary, temporary.open("xb") as file:
        for run in chosen:
            for line in _lines(run):
                file.write(line)
                events += 1
    return Written(
        format="jsonl",
        to=str(path),
        runs=tuple(run.id for run in chosen),
        events=events,
        bytes=path.stat().st_size,
    )


def _lines(run: Run) -> Iterator[bytes]:
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
    for rows in event_rows(run, _STORED):
        for row in rows:
            yield _utf8(encode(dict(zip(_KEYS, _values(run.id, row), strict=True)))) + b"\n"


def _values(run: str, row: tuple[Any, ...]) -> list[Any]:
    values = [run, *row]
    values[_CHANGED + 1] = _BOOLEANS[row[_CHANGED]]
    values[_ATTRIBUTES + 1] = attributes_of(row[_ATTRIBUTES])
    return values


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Half of a pair, escaped in a JSON text of the store: written as the store writes it elsewhere.
        return _LONE_SURROGATE.sub(lambda found: f"\\\\u{ord(found[0]):04x}", text).encode()
