"""Texts as small integers: each distinct text of a store is one row of `strings`."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence


def intern(connection: sqlite3.Connection, texts: Sequence[str]) -> list[int]:
    """Return the ids of `texts`, in their order, adding those that are new.

    Call it inside the transaction that uses the ids.
    """
    (last,) = connection.execute("select coalesce(max(id), 0) from strings").fetchone()
    connection.executemany("insert or ignore into strings (text) values (?)", ((text,) for text in texts))
    # The new ones lie together at the end of the table; only the others need a look-up each.
    ids: dict[str, int] = dict(connection.execute("select text, id from strings where id > ?", (last,)))
    for text in texts:
        if text not in ids:
            (ids[text],) = connection.execute("select id from strings where text = ?", (text,)).fetchone()
    return [ids[text] for text in texts]


def storable(text: str) -> str:
    """Return `text` with what SQLite's text cannot hold (lone surrogates, NUL) as backslash escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")


class StringCache(dict[int | None, str | None]):
    """The text of an id, and None of None; fetched once, and bounded, as a long read may meet every text."""

    def __init__(self, connection: sqlite3.Connection, limit: int = 100_000) -> None:
        super().__init__()
        self._connection = connection
        self._limit = limit

    def __missing__(self, key: int | None) -> str | None:
        if len(self) >= self._limit:
            self.clear()
        row = self._connection.execute("select text from strings where id = ?", (key,)).fetchone()
        self[key] = text = None if row is None else row[0]
        return text
