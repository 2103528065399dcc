"""The full-text index of a store (SQLite's FTS5), made when it is first asked for, a run at a time.

Two tables: `search_strings` over the texts of names, details, errors and so on, which keeps no copy of them,
and `search_snapshots` over the texts of programs, which are compressed in the store and so are not in it.
Each text is in it once, of however many runs. `searched_runs` says which runs are in it; what is pruned
leaves it.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable
from pathlib import Path

from passevents.errors import StoreError
from passevents.journal.snapshots import ENCODING
from passevents.store.schema import run_span
from passevents.store.transaction import transaction
from passevents.store.writer import writer

_TABLES = (
    "create table if not exists searched_runs (run integer primary key) strict",
    "create virtual table if not exists search_strings"
    " using fts5 (text, content = 'strings', content_rowid = 'id')",
    "create virtual table if not exists search_snapshots using fts5 (text, content = '')",
)
_FTS5 = "fts5"
_HAS_INDEX = "select count(*) from sqlite_master where name = 'searched_runs'"
_ADD_STRINGS = """
    insert into search_strings (rowid, text)
    select s.id, s.text from run_strings u join strings s on s.id = u.string
    where u.run = ? and s.id not in (select id from search_strings_docsize)
"""
_ADD_SNAPSHOTS = """
    insert into search_snapshots (rowid, text)
    select id, program_text(encoding, data) from snapshots
    where id in (select snapshot from record_snapshots where record between ? and ?)
      and id not in (select id from search_snapshots_docsize)
"""
# What leaves a table of FTS5 has to be told to it once more; `{0}` are the ids that go.
_FORGET_STRINGS = """
    insert into search_strings (search_strings, rowid, text)
    select 'delete', id, text from strings
    where id in (select id from search_strings_docsize) and {0}
"""
_FORGET_SNAPSHOTS = """
    insert into search_snapshots (search_snapshots, rowid, text)
    select 'delete', id, program_text(encoding, data) from snapshots
    where id in (select id from search_snapshots_docsize) and {0}
"""


def index_runs(path: Path, connection: sqlite3.Connection, runs: Iterable[int]) -> None:
    """Take those of `runs` into the index that are not in it yet, each in a transaction of its own.

    `connection` only reads. Raises `StoreError` where this Python's SQLite has no FTS5, or the store cannot
    be written.
    """
    _check_fts5(connection)
    known: set[int] = set()
    if has_index(connection):
        known = {run for (run,) in connection.execute("select run from searched_runs")}
    for run in sorted({*runs} - known):
        with writer(path) as own, transaction(own):
            _index_run(own, run)


def has_index(connection: sqlite3.Connection) -> bool:
    """Return whether the store has been searched before."""
    return bool(connection.execute(_HAS_INDEX).fetchone()[0])


def forget_run(connection: sqlite3.Connection, run: int) -> None:
    """Take a run that is being removed out of the index, inside the caller's transaction."""
    if has_index(connection):
        connection.execute("delete from searched_runs where run = ?", (run,))


def forget_texts(connection: sqlite3.Connection, strings: str, snapshots: str) -> None:
    """Take the texts out that are about to be removed, inside the caller's transaction.

    `strings` and `snapshots` are the conditions for them in SQL. Raises `StoreError` where there is an index
    and this Python's SQLite has no FTS5.
    """
    if has_index(connection):
        _check_fts5(connection)
        _define_program_text(connection)
        connection.execute(_FORGET_STRINGS.format(strings))
        connection.execute(_FORGET_SNAPSHOTS.format(snapshots))


def decompressed(encoding: str, data: bytes) -> str:
    """Return a program's text as it was; raises `StoreError` for an encoding of a later version."""
    if encoding != ENCODING:
        raise StoreError(f"A program's text is kept as {encoding!r}, which this version cannot read.")
    return zlib.decompress(data).decode()


def _index_run(connection: sqlite3.Connection, run: int) -> None:
    for statement in _TABLES:
        connection.execute(statement)
    # Another process may have done it, or removed the run, since it was looked at.
    added = connection.execute(
        "insert or ignore into searched_runs (run) select number from runs where number = ?", (run,)
    )
    if added.rowcount:
        _define_program_text(connection)
        connection.execute(_ADD_STRINGS, (run,))
        connection.execute(_ADD_SNAPSHOTS, run_span(run))


def _define_program_text(connection: sqlite3.Connection) -> None:
    connection.create_function("program_text", 2, decompressed, deterministic=True)


def _check_fts5(connection: sqlite3.Connection) -> None:
    module = connection.execute("select 1 from pragma_module_list where name = ?", (_FTS5,)).fetchone()
    if module is None:
        raise StoreError(
            f"The SQLite {sqlite3.sqlite_version} of this Python was built without full-text search (FTS5),"
            " which the search index of a store needs: use another Python for searching and pruning it."
        )
