"""One transaction of a store's writer: all of it or nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def transaction(connection: sqlite3.Connection, begin: str = "begin immediate") -> Iterator[None]:
    """Commit at the end of the block, undo where the block raises.

    It waits for other writers when it begins: a transaction that turns into a writing one later is refused at
    once where another wrote meanwhile.
    """
    connection.execute(begin)
    try:
        yield
        connection.execute("commit")
    except BaseException:
        # The error may have ended the transaction already (a full disk does).
        if connection.in_transaction:
            connection.execute("rollback")
        raise
