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


class StringCache:
    """The texts of ids, fetched once each; bounded, so that a long read does not hold every text."""

    def __init__(self, connection: sqlite3.Connection, limit: int = 100_000) -> None:
        self._connection = connection
        self._limit = limit
        self._texts: dict[int, str] = {}

    def text(self, key: int) -> str:
        """Return the text of the id `key`."""
        found = self._texts.get(key)
        if found is None:
            (found,) = self._connection.execute("select text from strings where id = ?", (key,)).fetchone()
            if len(self._texts) >= self._limit:
                self._texts.clear()
            self._texts[key] = found
        return found

    def optional(self, key: int | None) -> str | None:
        """Return the text of the id `key`, or None for no id."""
        return None if key is None else self.text(key)
