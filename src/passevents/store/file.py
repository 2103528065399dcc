"""A store file as a whole: its connections, its runs as rows, and the journals that wait beside it.

Recordings in progress, and those whose process died, are journals in the folder `<store>.runs`. Opening a
store takes up the ones that nobody owns any more.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import warnings
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from passevents.errors import PassEventsWarning, StoreBusyError, StoreError
from passevents.journal import claim, orphans, read, remove
from passevents.store.connect import BUSY_TIMEOUT_S, abandon, open_for_reading, store_errors
from passevents.store.ingest import ingest
from passevents.store.schema import RUN_COLUMNS
from passevents.store.writer import writer

if TYPE_CHECKING:
    from sqlite_utils import Database

DEFAULT_NAME = "passevents.db"
PATH_VARIABLE = "PASSEVENTS_DB"

# Opening must not wait for long: what is left lying is taken up by the next one.
_OPENING_TIMEOUT_S = 2.0

_SELECT_RUNS = f"select {', '.join(RUN_COLUMNS)} from runs"


def store_path(path: str | os.PathLike[str] | None = None) -> Path:
    """Return where the store is: `path`, else `PASSEVENTS_DB`, else `passevents.db` in the current folder.

    The path is absolute: the program may go elsewhere meanwhile. Raises `StoreError` for a text that names no
    file.
    """
    text = os.fspath(os.environ.get(PATH_VARIABLE) or DEFAULT_NAME if path is None else path)
    if not text or "\0" in text:
        raise StoreError(f"{text!r} does not name a file for the store.")
    try:
        str(text).encode()
    except UnicodeEncodeError:
        raise StoreError(f"{text!r} is not UTF-8, which the name of a store has to be.") from None
    return Path(text).absolute()


def journals_folder(path: Path) -> Path:
    """Return the folder of the journals that belong to the store at `path`."""
    return path.with_name(path.name + ".runs")


def _let_go(connection: sqlite3.Connection, pid: int) -> None:
    if pid == os.getpid():
        connection.close()
    else:
        abandon(connection)


def remove_empty_folder(folder: Path) -> None:
    """Remove the folder of the journals where it holds none: nothing stays beside a store at rest."""
    with suppress(OSError):
        folder.rmdir()


class StoreFile:
    """An open store. Close it, or use it as a context manager.

    It may be shared by threads, one question at a time each. In a forked child it opens a connection of its
    own.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, recover: bool = True) -> None:
        """Open the existing store at `path` (see `store_path`) and take up the journals left beside it.

        Raises:
            StoreError: There is none, or it cannot be read.
            SchemaVersionError: A newer version of passevents has written it.
        """
        self.path = store_path(path)
        self._opening = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._pid = os.getpid()
        self._let_go: Callable[[], object] = lambda: None
        self.connection  # noqa: B018 - says at once what is wrong with the file
        if recover:
            self._recover_quietly()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; asking again opens another."""
        self._connection = None
        self._let_go()

    @property
    def connection(self) -> sqlite3.Connection:
        """This process's connection for reading."""
        if self._pid != os.getpid():
            # In a forked child: the lock may have been held by a thread that is not here.
            self._opening = threading.Lock()
            self.close()
        with self._opening:
            if self._connection is None:
                self._connection = open_for_reading(self.path)
                self._pid = os.getpid()
                # When the store is forgotten rather than closed, also as part of a cycle.
                self._let_go = weakref.finalize(self, _let_go, self._connection, self._pid)
            return self._connection

    @property
    def db(self) -> Database:
        """The store as a sqlite-utils `Database`."""
        from sqlite_utils import Database

        database = Database(self.connection, execute_plugins=False)
        # `EventStore(path).db` alone keeps the store, and with it the connection.
        vars(database)["store"] = self
        return database

    def run_rows(self, where: str = "true", *parameters: Any, limit: int = -1) -> list[tuple[Any, ...]]:
        """Return rows of `runs`, columns as in `RUN_COLUMNS`, newest start first."""
        statement = f"{_SELECT_RUNS} where {where} order by started_at desc, number desc limit {limit}"
        with store_errors(self.path):
            return self.connection.execute(statement, parameters).fetchall()

    def store_orphan(self, directory: Path, timeout_s: float = BUSY_TIMEOUT_S) -> bool:
        """Take the journal in `directory` into the store, and remove it; False where it has an owner.

        Killed at any point it can be done again: a run is stored once, and a journal is removed after that.
        Raises `StoreError` or `JournalError`; the journal is left then.
        """
        with claim(directory) as claimed:
            if not claimed:
                return False
            if not self.run_rows("id = ?", directory.name):
                data = read(directory)
                # Who died before it wrote a word about itself has at least a name.
                data.info["id"] = directory.name
                with writer(self.path, timeout_s) as connection:
                    ingest(connection, data)
            remove(directory)
        remove_empty_folder(directory.parent)
        return True

    def recover_journals(self, timeout_s: float = BUSY_TIMEOUT_S) -> tuple[list[str], list[Exception]]:
        """Take up every journal that nobody owns; return the runs' ids, and what went wrong with others."""
        recovered: list[str] = []
        errors: list[Exception] = []
        for directory in orphans(journals_folder(self.path)):
            try:
                if self.store_orphan(directory, timeout_s):
                    recovered.append(directory.name)
            except StoreBusyError as error:
                errors.append(error)
                break
            except Exception as error:
                # Whatever is wrong with one journal, it must not keep people from their store.
                errors.append(error)
        return recovered, errors

    def _recover_quietly(self) -> None:
        _, errors = self.recover_journals(_OPENING_TIMEOUT_S)
        if errors:
            warnings.warn(
                f"{len(errors)} recordings beside {str(self.path)!r} could not be taken into it; run"
                f" `passevents recover`. The first one: {errors[0]}",
                PassEventsWarning,
                stacklevel=4,
            )
