"""Opening the store's file: what is checked, how connections are set up, and what SQLite's errors mean.

Every connection is in WAL mode (readers never wait for a writer), never begins a transaction by itself, and
belongs to the process that opened it. SQLite forbids using a connection in a forked child, and closing it
there: `abandon` is for that.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from passevents.errors import SchemaVersionError, StoreBusyError, StoreError
from passevents.journal.sqlite import connect
from passevents.store.migrations import SCHEMA_VERSION, upgrade
from passevents.store.schema import APPLICATION_ID

# A big run holds the write lock for seconds, and several may queue up.
BUSY_TIMEOUT_S = 60.0

_SMALLEST_DATABASE = 512
_NOT_WRITABLE = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


def open_for_writing(path: Path, timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """Open the store at `path`, made or brought up to date where needed.

    Raises:
        StoreError: It cannot be opened or written, or is something else. Nothing was changed then.
        SchemaVersionError: A newer version of passevents has written it.
        StoreBusyError: Another process was writing for longer than `timeout_s`.
    """
    _check_file(path)
    _check_writable(path)
    with store_errors(path):
        connection = _connect(path, "rwc", timeout_s)
        try:
            if not _is_current(connection, path):
                _enable_wal(connection, path, timeout_s)
                upgrade(connection)
            return connection
        except BaseException:
            connection.close()
            raise


def open_for_reading(path: Path, timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """Open the existing store at `path`; an older one is brought up to date first.

    A store on a medium that cannot be written is read as it is.

    Raises:
        StoreError: There is no store there.
        SchemaVersionError: A newer version of passevents has written it.
    """
    _check_file(path)
    if not path.exists():
        raise StoreError(f"There is no store at {str(path)!r}: record into it first, or name another file.")
    with store_errors(path):
        try:
            current = _open_current(path, "rw", timeout_s)
        except sqlite3.OperationalError as error:
            if _primary_code(error) not in _NOT_WRITABLE and not _lacks_only_room(error, path):
                raise
            current = _open_current(path, "ro&immutable=1", timeout_s)
            if current is None:
                message = (
                    f"The store {str(path)!r} is of an older version and cannot be updated: it is read-only."
                )
                raise StoreError(message) from error
        return current or open_for_writing(path, timeout_s)


@contextmanager
def open_untouched(path: Path) -> Iterator[tuple[sqlite3.Connection, str, bool]]:
    """Give a connection for reading the store at `path`, whatever its version; its URI; is it of this one.

    Nothing is brought up to date.

    Raises:
        StoreError: There is no store there.
        SchemaVersionError: A newer version of passevents has written it.
    """
    _check_file(path)
    if not path.exists():
        raise StoreError(f"There is no store at {str(path)!r}.")
    with store_errors(path):
        mode = "rw"  # a connection that cannot write would leave an empty log behind
        try:
            connection, is_current = _open_checked(path, mode, BUSY_TIMEOUT_S)
        except sqlite3.OperationalError as error:
            if _primary_code(error) not in _NOT_WRITABLE:
                raise
            mode = "ro&immutable=1"
            connection, is_current = _open_checked(path, mode, BUSY_TIMEOUT_S)
        with closing(connection):
            yield connection, _uri(path, mode), is_current


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the file at `path` into `StoreError`s that say what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explained(error, path) from error
    except UnicodeDecodeError as error:  # SQLite quotes what it cannot read of a damaged schema
        raise StoreError(_damaged(path, "its schema is not readable")) from error


def abandon(connection: sqlite3.Connection) -> None:
    """Keep a connection inherited through a fork from ever being closed in this process.

    Closing it would drop the parent's locks' protection and could remove the parent's WAL file.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


def _connect(path: Path, mode: str, timeout_s: float) -> sqlite3.Connection:
    # SQLite is compiled thread-safe; which thread uses a store is its owner's affair.
    connection = connect(
        _uri(path, mode),
        uri=True,
        timeout=timeout_s,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        # A journal is removed once its run is committed: the commit has to be on the disk by then.
        connection.execute("pragma synchronous = full")
    except BaseException:
        connection.close()
        raise
    return connection


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


def _open_current(path: Path, mode: str, timeout_s: float) -> sqlite3.Connection | None:
    """Open a store of this version; None where it is of an older one."""
    connection, is_current = _open_checked(path, mode, timeout_s)
    if is_current:
        return connection
    connection.close()
    return None


def _open_checked(path: Path, mode: str, timeout_s: float) -> tuple[sqlite3.Connection, bool]:
    """Open a store, and tell whether it is of this version."""
    connection = _connect(path, mode, timeout_s)
    try:
        return connection, _is_current(connection, path)
    except BaseException:
        connection.close()
        raise


def _is_current(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the schema is this version's; raises where the file is not for us."""
    (version,) = connection.execute("pragma user_version").fetchone()
    (application,) = connection.execute("pragma application_id").fetchone()
    if application == APPLICATION_ID:
        if version > SCHEMA_VERSION:
            raise SchemaVersionError(
                f"The store {str(path)!r} has schema version {version}; this passevents knows versions up to"
                f" {SCHEMA_VERSION}. Install a newer passevents, or record into another file."
            )
        return bool(version == SCHEMA_VERSION)
    tables = connection.execute("select name from sqlite_master limit 3").fetchall()
    if application or version or tables:
        names = ", ".join(name for (name,) in tables) or "none"
        raise StoreError(
            f"{str(path)!r} is an SQLite database of something else (tables: {names}), not a store of"
            " passevents. Name another file."
        )
    return False


def _check_file(path: Path) -> None:
    # By its name only. To open the file, and close it, would drop every lock that this process's connections
    # hold on it (POSIX locks are of a process, not a connection), and another process would take the log from
    # under them. What is in it is left to SQLite; which takes the shortest files for empty ones.
    try:
        exists = path.exists()
    except OSError as error:  # a name too long, a folder that may not be entered
        raise StoreError(f"The store {str(path)!r} cannot be reached: {error.strerror}.") from None
    if path.is_dir():
        raise StoreError(f"{str(path)!r} is a folder; name a file for the store.")
    if exists and not path.is_file():
        raise StoreError(f"{str(path)!r} is not an ordinary file; name another one for the store.")
    if exists and not os.access(path, os.R_OK):
        raise StoreError(f"The store {str(path)!r} cannot be read: permission denied.")
    if exists and 0 < path.stat().st_size < _SMALLEST_DATABASE:
        raise StoreError(_no_database(path))


def _check_writable(path: Path) -> None:
    # Asked of the system, not by taking the write lock: a recording must not wait for another's to be stored.
    if not path.parent.is_dir():
        raise StoreError(f"There is no folder {str(path.parent)!r} to keep the store {path.name!r} in.")
    for needed in (path.parent, path):
        if needed.exists() and not os.access(needed, os.W_OK):
            raise StoreError(f"{str(needed)!r} cannot be written; keep the store where it can.")


def _enable_wal(connection: sqlite3.Connection, path: Path, timeout_s: float) -> None:
    # Before the first page is written: only such a file can give pages back a few at a time.
    connection.execute("pragma auto_vacuum = incremental")
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            (mode,) = connection.execute("pragma journal_mode = wal").fetchone()
            break
        except sqlite3.OperationalError as error:
            # SQLite does not wait here while another process makes the same file.
            if _primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
    if mode != "wal":
        raise StoreError(_network_drive(path))


def _no_database(path: Path) -> str:
    return f"{str(path)!r} is not an SQLite database; name another file for the store."


def _damaged(path: Path, reason: str) -> str:
    return f"The store {str(path)!r} is damaged: {reason}. Try `sqlite3 FILE .recover`."


def _lacks_only_room(error: sqlite3.Error, path: Path) -> bool:
    """Whether there is no room for the index of a log that is empty: all of the store is in its file."""
    log = path.with_name(path.name + "-wal")
    is_empty = not log.exists() or log.stat().st_size == 0
    return is_empty and _primary_code(error) == sqlite3.SQLITE_IOERR and _is_disk_full(path)


def _is_disk_full(path: Path) -> bool:
    """Where not even the log's index finds room, SQLite says only that input and output failed."""
    try:
        system = os.statvfs(path.parent)
    except OSError:
        return False
    return system.f_bavail == 0


def _network_drive(path: Path) -> str:
    return (
        f"The file system of {str(path)!r} cannot hold SQLite's write-ahead log (a network drive?)."
        " Keep the store on a local disk."
    )


def _explained(error: sqlite3.Error, path: Path) -> StoreError:
    code = _primary_code(error)
    name = repr(str(path))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusyError(f"The store {name} is being written by another process; try again later.")
    if code == sqlite3.SQLITE_PROTOCOL:
        return StoreError(_network_drive(path))
    if code == sqlite3.SQLITE_FULL:
        return StoreError(f"The disk of the store {name} is full.")
    if code in _NOT_WRITABLE:
        return StoreError(f"The store {name} or its folder cannot be written.")
    if code == sqlite3.SQLITE_NOTADB:
        return StoreError(_no_database(path))
    if code == sqlite3.SQLITE_CORRUPT:
        return StoreError(_damaged(path, str(error)))
    if code == sqlite3.SQLITE_IOERR and _is_disk_full(path):
        return StoreError(f"The disk of the store {name} is full.")
    return StoreError(f"The store {name} failed: {error}.")


def _primary_code(error: sqlite3.Error) -> int:
    # An extended code has the primary one in its low byte; errors of the Python module have none.
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF
