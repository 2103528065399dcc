"""Which passes and patterns worked on a place in the source."""

from __future__ import annotations

import sqlite3
from typing import Any

import attrs

from passevents.events import PassKind, PassRecord
from passevents.query.answers import Layout
from passevents.query.filters import Selection
from passevents.query.rows import KINDS, RecordReader
from passevents.store.schema import RUN_SHIFT


@attrs.frozen
class Touch:
    """All events of one name in passes of one name that worked on a place in the source.

    `pass_name` is that of the innermost pass around (or of the pass itself), None outside any. `count` is how
    many there were; `changed` and `unchanged` count those of which it is known (patterns: matched or not).
    `record` is the first of them, `self_ns` the time in all.
    """

    pass_name: str | None
    kind: PassKind
    tag: str | None
    name: str
    count: int
    changed: int
    unchanged: int
    self_ns: int
    record: PassRecord


TOUCH_LAYOUT: Layout[Touch] = Layout(
    {
        "sequence": int,
        "pass": str,
        "kind": str,
        "tag": str,
        "name": str,
        "count": int,
        "changed": int,
        "unchanged": int,
        "self_ns": int,
    },
    lambda each: (
        each.record.event.sequence,
        each.pass_name,
        each.kind.value,
        *attrs.astuple(each, recurse=False)[2:-1],
    ),
)


def touches(connection: sqlite3.Connection, run: int, selection: Selection) -> list[Touch]:
    """Return which passes and patterns the selected records are of, in the order in which they began."""
    rows = connection.execute(f"{selection.sql} order by r.id", selection.parameters)
    passes = _Passes(connection, run)
    found: dict[tuple[Any, ...], Touch] = {}
    for record, self_ns in RecordReader(connection, run).reads(rows):
        event = record.event
        key = (passes.around(record), record.kind, record.tag, event.name)
        known = found.get(key) or Touch(*key, count=0, changed=0, unchanged=0, self_ns=0, record=record)
        found[key] = attrs.evolve(
            known,
            count=known.count + 1,
            changed=known.changed + (record.changed is True),
            unchanged=known.unchanged + (record.changed is False),
            self_ns=known.self_ns + (self_ns or 0),
        )
    return list(found.values())


class _Passes:
    """The innermost pass around an event, each looked up once."""

    _AROUND = (
        "select r.parent_sequence, r.kind, (select text from strings where id = r.name)"
        " from records r where r.id = ?"
    )

    def __init__(self, connection: sqlite3.Connection, run: int) -> None:
        self._connection = connection
        self._first = run << RUN_SHIFT
        self._known: dict[int | None, str | None] = {None: None}

    def around(self, record: PassRecord) -> str | None:
        if record.kind is PassKind.pass_:
            return record.event.name
        looked_at: list[int] = []
        sequence = record.event.parent_sequence
        while sequence not in self._known:
            looked_at.append(sequence)  # type: ignore[arg-type]  # None is known
            row = self._connection.execute(self._AROUND, (self._first | sequence,)).fetchone()  # type: ignore[operator]
            if KINDS[row[1]] is PassKind.pass_:
                self._known[sequence] = row[2] or ""
            else:
                sequence = row[0]
        name = self._known[sequence]
        self._known |= dict.fromkeys(looked_at, name)
        return name
