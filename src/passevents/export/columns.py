"""The columns of exported events and runs: names, types, units and which may be missing.

They are those of the store, so that a question reads the same on either side; only `run` differs: a store
counts its runs, and beside other stores' runs a number says nothing, so it is the run's `id` here.

`python -m passevents.export.columns_doc` makes a page of the documentation of this.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import attrs

from passevents.store.schema import TABLES, VIEWS

# Raised when a column goes away or changes its meaning, not when one is added at the end.
LAYOUT_VERSION = 1

Type = Literal["text", "integer", "boolean", "moment", "texts", "object"]


@attrs.frozen
class Column:
    """One column: ``text``, ``integer`` (64 bits), ``boolean``, ``moment`` (microseconds, UTC), ``texts``
    (a list) or ``object`` (JSON); ``unit`` is what an integer counts.
    """

    name: str
    type: Type
    nullable: bool
    unit: str | None
    meaning: str


def _columns(meanings: Mapping[str, str], **types: tuple[Type, bool]) -> tuple[Column, ...]:
    return tuple(
        Column(name, type_, nullable, _unit(name), meanings[name])
        for name, (type_, nullable) in types.items()
    )


def _unit(name: str) -> str | None:
    return "nanoseconds" if name.endswith("_ns") else None


_RUN = "The run's identity everywhere: `id` of the store's table `runs`."

EVENT_COLUMNS = _columns(
    {**VIEWS["events"][1], "run": _RUN},
    run=("text", False),
    sequence=("integer", False),
    parent_sequence=("integer", True),
    pre=("integer", False),
    pre_end=("integer", False),
    depth=("integer", False),
    kind=("text", False),
    tag=("text", True),
    name=("text", True),
    phase=("text", True),
    status=("text", False),
    changed=("boolean", True),
    iteration=("integer", True),
    thread=("integer", False),
    start_ns=("integer", False),
    end_ns=("integer", True),
    duration_ns=("integer", True),
    self_ns=("integer", True),
    op=("text", True),
    file=("text", True),
    line=("integer", True),
    column=("integer", True),
    location=("text", True),
    detail=("text", True),
    attributes=("object", True),
    error=("text", True),
)

RUN_COLUMNS = _columns(
    {**TABLES["runs"][1], "run": _RUN},
    run=("text", False),
    name=("text", True),
    status=("text", False),
    started_at=("moment", False),
    finished_at=("moment", True),
    duration_ns=("integer", True),
    tool=("text", True),
    compiler=("text", True),
    compiler_version=("text", True),
    build=("text", True),
    pipeline=("text", True),
    input_digest=("text", True),
    event_count=("integer", False),
    failed_count=("integer", False),
    incomplete_count=("integer", False),
    dropped=("integer", False),
    dropped_reason=("text", True),
    error=("text", True),
    parent_run=("text", True),
    pid=("integer", True),
    host=("text", True),
    argv=("texts", False),
    cwd=("text", True),
    metadata=("object", False),
    info=("object", False),
    clock_origin_ns=("integer", True),
)
