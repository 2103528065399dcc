"""Taking runs out of a store, while others read and write it.

Each run goes in a transaction of its own, and what no run refers to any more in another: whoever records
meanwhile waits for one of them at most. Killed in between, the texts that are left over go with the next
removal.
"""

from __future__ import annotations

from pathlib import Path

import attrs

from passevents.store.schema import run_span
from passevents.store.text_index import forget_run, forget_texts
from passevents.store.transaction import transaction
from passevents.store.writer import writer

# The tables whose keys begin with the run's number, and the name of that key.
_BY_KEY = {"record_snapshots": "record", "ir_units": "record", "locations": "id", "records": "id"}
_BY_NUMBER = {
    "summaries": "run",
    "run_strings": "run",
    "blocks": "run",
    "block_values": "run",
    "runs": "number",
}
_UNUSED_STRINGS = "id not in (select string from run_strings)"
_UNUSED_SNAPSHOTS = "not exists (select 1 from record_snapshots where snapshot = snapshots.id)"


@attrs.frozen
class Unused:
    """How many things were removed because no run refers to them any more."""

    strings: int
    snapshots: int


def remove_run(path: Path, number: int) -> bool:
    """Remove the run of that number from the store; False where it is gone already, or is pinned now."""
    span = run_span(number)
    with writer(path) as connection:
        # Nothing is overwritten with zeros where that would mean writing pages that are given up anyway.
        connection.execute("pragma secure_delete = fast").fetchall()
        with transaction(connection):
            row = connection.execute("select pinned from runs where number = ?", (number,)).fetchone()
            if row is None or row[0]:
                return False
            for table, key in _BY_KEY.items():
                connection.execute(f"delete from {table} where {key} between ? and ?", span)
            forget_run(connection, number)
            for table, key in _BY_NUMBER.items():
                connection.execute(f"delete from {table} where {key} = ?", (number,))
    return True


def remove_unused(path: Path) -> Unused:
    """Remove the texts, of names and of programs, that belong to no run."""
    with writer(path) as connection, transaction(connection):
        forget_texts(connection, _UNUSED_STRINGS, _UNUSED_SNAPSHOTS)
        strings = connection.execute(f"delete from strings where {_UNUSED_STRINGS}")
        snapshots = connection.execute(f"delete from snapshots where {_UNUSED_SNAPSHOTS}")
        return Unused(strings.rowcount, snapshots.rowcount)


def set_pinned(path: Path, number: int, pinned: bool) -> None:
    """Say whether the run of that number may be removed."""
    with writer(path) as connection, transaction(connection):
        connection.execute("update runs set pinned = ? where number = ?", (int(pinned), number))
