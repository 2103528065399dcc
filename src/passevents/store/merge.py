"""Runs of another store into this one: all of those that are not here yet, or none.

A run is known by its id, which is unique everywhere, and gets a number of its own here; texts and snapshots
that are here already are shared. The other store is only read. One of an earlier version is copied, and the
copy brought up to date.
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import attrs

from passevents.errors import StoreError
from passevents.store.blocks import FACETS, TEXT_FACETS
from passevents.store.connect import open_for_writing, open_untouched
from passevents.store.ingest import next_number
from passevents.store.schema import RUN_MASK, RUN_SHIFT, TABLES
from passevents.store.space import used_bytes
from passevents.store.transaction import transaction
from passevents.store.writer import writer

# What a table's rows are found by, for one run; the snapshots themselves come first.
_KEYS = {
    "records": "id",
    "locations": "id",
    "ir_units": "record",
    "record_snapshots": "record",
    "summaries": "run",
    "run_strings": "run",
    "blocks": "run",
    "block_values": "run",
    "runs": "number",
}
_RANGES = ("id", "record")
_TEXT_COLUMNS = {
    "records": ("tag", "name", "phase", "op", "file", "detail", "attributes", "error"),
    "locations": ("file", "text"),
    "ir_units": ("op", "file"),
    "summaries": ("name", "phase", "tag"),
    "run_strings": ("string",),
}
_TEXT = "(select here from temp.string_ids where there = {0})"
_SNAPSHOT = (
    "(select id from main.snapshots where digest = (select digest from other.snapshots where id = {0}))"
)


@attrs.frozen
class Merged:
    """The ids of the runs that were taken from another store, and how many of it were here already."""

    added: list[str]
    present: int


def merge(path: Path, other: Path) -> Merged:
    """Take the runs of the store `other` that the store at `path` has not, in one transaction.

    Raises:
        StoreError: One of them cannot be used, or they are the same.
        SchemaVersionError: A newer version of passevents has written `other`.
    """
    if other.exists() and path.exists() and other.samefile(path):
        raise StoreError(f"A store cannot be merged into itself: {str(path)!r}.")
    with _of_this_version(other, path.parent) as uri, writer(path) as connection:
        connection.execute("attach ? as other", (uri,))
        # An immediate transaction would take the write lock of the other store too.
        with transaction(connection, "begin"):
            connection.execute("update main.numbering set last_run = last_run")
            return _take(connection)


@contextmanager
def _of_this_version(other: Path, folder: Path) -> Iterator[str]:
    """Give the URI of `other`, or of a copy in `folder` that is of this version."""
    with open_untouched(other) as (connection, uri, is_current):
        if is_current:
            yield uri
            return
        with tempfile.TemporaryDirectory(dir=folder, prefix=f"{other.name}-") as temporary:
            copy = Path(temporary, other.name)
            with closing(sqlite3.connect(copy)) as target:
                connection.backup(target)
            open_for_writing(copy).close()
            yield f"{copy.absolute().as_uri()}?mode=rw"


def _take(connection: sqlite3.Connection) -> Merged:
    """Take the runs that are missing from the database attached as `other`."""
    missing = connection.execute(
        "select number, id from other.runs where id not in (select id from main.runs) order by number"
    ).fetchall()
    (all_of_them,) = connection.execute("select count(*) from other.runs").fetchone()
    connection.execute(
        "create temp table taken as select value as run from json_each(?)", (_numbers(missing),)
    )
    _share_strings(connection)
    for there, _ in missing:
        _take_run(connection, there, next_number(connection))
    for table in ("taken", "string_ids"):
        connection.execute(f"drop table temp.{table}")
    return Merged([run_id for _, run_id in missing], all_of_them - len(missing))


def _numbers(runs: list[tuple[int, str]]) -> str:
    return json.dumps([number for number, _ in runs])


def _share_strings(connection: sqlite3.Connection) -> None:
    """Make the table of the texts that the runs need: their ids there, and here."""
    needed = "select distinct string from other.run_strings where run in (select run from temp.taken)"
    connection.execute(
        f"insert or ignore into main.strings (text) select text from other.strings where id in ({needed})"
    )
    connection.execute("create temp table string_ids (there integer primary key, here integer not null)")
    connection.execute(
        "insert into temp.string_ids select theirs.id, ours.id from other.strings theirs"
        f" cross join main.strings ours on ours.text = theirs.text where theirs.id in ({needed})"
    )


def _take_run(connection: sqlite3.Connection, there: int, here: int) -> None:
    bytes_before = used_bytes(connection)
    of_run = {
        "there": there,
        "here": here,
        "first": there << RUN_SHIFT,
        "last": there << RUN_SHIFT | RUN_MASK,
    }
    connection.execute(
        "insert or ignore into main.snapshots (digest, encoding, size, data)"
        " select digest, encoding, size, data from other.snapshots where id in"
        " (select snapshot from other.record_snapshots where record between :first and :last)",
        of_run,
    )
    for statement in _STATEMENTS.values():
        connection.execute(statement, of_run)
    grown = used_bytes(connection) - bytes_before
    connection.execute("update main.runs set stored_bytes = ? where number = ?", (grown, here))


def _statement(table: str, key: str) -> str:
    """The statement that copies one run's rows of a table."""
    columns = TABLES[table][1]
    names = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(_value(table, column) for column in columns)
    found = f"{key} between :first and :last" if key in _RANGES else f"{key} = :there"
    return f"insert into main.{table} ({names}) select {values} from other.{table} t where {found}"


def _value(table: str, column: str) -> str:
    """What a column becomes here."""
    value = f't."{column}"'
    if column == _KEYS[table]:
        return f"{value} - :first + (:here << {RUN_SHIFT})" if column in _RANGES else ":here"
    if column in _TEXT_COLUMNS.get(table, ()):
        return _TEXT.format(value)
    if column == "snapshot":
        return _SNAPSHOT.format(value)
    if table == "block_values" and column == "value":
        facets = ", ".join(str(FACETS[facet]) for facet in TEXT_FACETS)
        return f"case when facet in ({facets}) and {value} then {_TEXT.format(value)} else {value} end"
    return value


_STATEMENTS = {table: _statement(table, key) for table, key in _KEYS.items()}
