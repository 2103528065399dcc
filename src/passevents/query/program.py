"""The program's text before and after an event, out of the store's snapshots."""

from __future__ import annotations

import sqlite3
from typing import get_args

from passevents.errors import QueryError
from passevents.journal.snapshots import Moment
from passevents.query.kept_texts import NO_TEXTS, decoded
from passevents.store.schema import RUN_MASK, RUN_SHIFT

_TEXT = """
    select encoding, data from record_snapshots join snapshots on snapshots.id = snapshot
    where record = ? and moment = ?
"""
_EVENT = """
    select kinds.status in (3, 4), (select count(*) from record_snapshots where record between ? and ?)
    from records kinds where id = ?
"""


def program_text(connection: sqlite3.Connection, run: int, sequence: int, moment: Moment) -> str:
    """Return the text that was kept of the program at that moment of an event; QueryError where none was."""
    if moment not in get_args(Moment):
        raise QueryError(f"The moment must be before or after, not {moment!r}.")
    if not 0 <= sequence <= RUN_MASK:
        raise QueryError(f"This run has no event {sequence}.")
    record = run << RUN_SHIFT | sequence
    found = connection.execute(_TEXT, (record, moment)).fetchone()
    if found is None:
        raise QueryError(_why_not(connection, run, sequence, moment))
    encoding, data = found
    return decoded(encoding, data)


def _why_not(connection: sqlite3.Connection, run: int, sequence: int, moment: Moment) -> str:
    first, record = run << RUN_SHIFT, run << RUN_SHIFT | sequence
    event = connection.execute(_EVENT, (first, first | RUN_MASK, record)).fetchone()
    if event is None:
        return f"This run has no event {sequence}."
    never_ended, snapshots = event
    if not snapshots:
        return NO_TEXTS
    if moment == "after" and never_ended:
        return f"Event {sequence} never ended: there is only the program before it."
    return f"No program text was kept {moment} event {sequence}."
