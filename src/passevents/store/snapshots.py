"""Texts of the program, from a journal into the store: each distinct one once, over all runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from passevents.journal.snapshots import ENCODING, Link, Text
from passevents.store.schema import RUN_SHIFT

_ADD_TEXT = "insert or ignore into snapshots (digest, encoding, size, data) values (?, ?, ?, ?)"
_FIND_TEXT = "select id from snapshots where digest = ?"
# Links of events that the journal lost are passed over; of two to one moment the last one counts.
_ADD_LINK = (
    "insert or replace into record_snapshots (record, moment, snapshot)"
    " select id, ?, ? from records where id = ?"
)
# What changed is told by the texts, unless the compiler said so itself.
_SET_CHANGED = """
    update records set changed = (
      select b.snapshot <> a.snapshot
      from record_snapshots b join record_snapshots a on a.record = b.record
      where b.record = records.id and b.moment = 'before' and a.moment = 'after')
    where changed is null
      and id in (select record from record_snapshots where record between ? and ? and moment = 'after')
"""


def store_snapshots(connection: sqlite3.Connection, run: int, entries: Iterable[Text | Link]) -> None:
    """Store the snapshots of a run whose records are there, inside the caller's transaction."""
    ids: list[int] = []
    linked = False
    for entry in entries:
        if isinstance(entry, Text):
            ids.append(_add_text(connection, entry))
        elif entry.text < len(ids):
            record = run << RUN_SHIFT | entry.sequence
            connection.execute(_ADD_LINK, (entry.moment, ids[entry.text], record))
            linked = True
    if linked:
        connection.execute(_SET_CHANGED, (run << RUN_SHIFT, (run + 1 << RUN_SHIFT) - 1))


def _add_text(connection: sqlite3.Connection, text: Text) -> int:
    added = connection.execute(_ADD_TEXT, (text.digest, ENCODING, text.size, text.data))
    if added.rowcount == 1:
        return int(added.lastrowid or 0)
    (found,) = connection.execute(_FIND_TEXT, (text.digest,)).fetchone()
    return int(found)
