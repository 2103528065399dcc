"""How much room the store's file takes, and giving back what is free in it.

A store made by this version keeps account of its pages (SQLite's incremental vacuum), so that free ones are
given back in steps of a few megabytes, between which others may write. An older file is rewritten once.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from passevents.store.writer import writer

_INCREMENTAL = 2
# 8 MB in pages of 4 KB: some 50 ms in which nobody else can write.
_STEP_PAGES = 2_000


def used_bytes(connection: sqlite3.Connection) -> int:
    """Return the bytes of all pages that hold something, those of an open transaction included."""
    pages, free, size = (_pragma(connection, name) for name in ("page_count", "freelist_count", "page_size"))
    return (pages - free) * size


def file_bytes(connection: sqlite3.Connection) -> int:
    """Return the bytes of all pages, those that are free included."""
    return _pragma(connection, "page_count") * _pragma(connection, "page_size")


def free_space(path: Path) -> None:
    """Give the free pages of the store at `path` back to the file system. Raises `StoreError`.

    A reader that is in the middle of a question keeps the file from shrinking until SQLite next tidies up.
    """
    with writer(path) as connection:
        if _pragma(connection, "auto_vacuum") != _INCREMENTAL:
            _rewrite(connection)
    while _free_some(path):
        pass
    # Without waiting for readers: meanwhile nobody could write.
    with writer(path) as connection, suppress(sqlite3.OperationalError):
        connection.execute("pragma busy_timeout = 0").fetchall()
        connection.execute("pragma wal_checkpoint(truncate)").fetchall()


def _rewrite(connection: sqlite3.Connection) -> None:
    if _pragma(connection, "freelist_count"):
        connection.execute("pragma auto_vacuum = incremental")
        connection.execute("vacuum")


def _free_some(path: Path) -> bool:
    """Give some pages back; True where there are more."""
    with writer(path) as connection:
        free = _pragma(connection, "freelist_count")
        if free:
            # A script, as it frees one page a step, and `execute` takes only the first.
            connection.executescript(f"pragma incremental_vacuum({_STEP_PAGES})")
        return 0 < _pragma(connection, "freelist_count") < free


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"pragma {name}").fetchone()[0])
