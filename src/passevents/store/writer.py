"""The one connection of a process that writes to a store.

Opened for each piece of work and closed after it (0.5 ms), under a lock of the process: so there is never
more than one, and a forked child never has a use for its parent's.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from passevents.store.connect import BUSY_TIMEOUT_S, open_for_writing, store_errors

_locks: dict[Path, threading.Lock] = {}

# A child starts with locks of its own: one held by another thread of the parent would never be released.
os.register_at_fork(after_in_child=_locks.clear)


@contextmanager
def writer(path: Path, timeout_s: float = BUSY_TIMEOUT_S) -> Iterator[sqlite3.Connection]:
    """Give this process's writer of the store at `path`, outside a transaction; waits for the one before.

    Raises `StoreError` as `open_for_writing` does, and for errors of SQLite inside the block.
    """
    with (
        _locks.setdefault(path.resolve(), threading.Lock()),
        closing(open_for_writing(path, timeout_s)) as connection,
        store_errors(path),
    ):
        yield connection
