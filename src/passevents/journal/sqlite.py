"""Filling SQLite from a journal natively, and adding up its rows: a third of the time that Python takes.

The statements run on Python's own connection, through the SQLite library that Python itself has loaded:
a second library in the process would endanger the file. Where that library cannot be reached (it may be
linked into Python with its functions hidden), rows go through Python as they do for everybody.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from passevents import _native
from passevents._native import SqliteHandle, capture_sqlite
from passevents.journal.reading import JournalData


class ReachableConnection(sqlite3.Connection):
    """A connection whose SQLite handle is known natively, where that is possible."""

    handle: SqliteHandle | None = None

    def close(self) -> None:
        """Close it; the handle is not to be used any more."""
        self.handle = None
        super().close()


def connect(*arguments: Any, **options: Any) -> ReachableConnection:
    """Connect as :func:`sqlite3.connect` does."""
    connection: ReachableConnection
    connection, connection.handle = capture_sqlite(
        _library(), lambda: sqlite3.connect(*arguments, factory=ReachableConnection, **options)
    )
    return connection


def insert_records(
    connection: sqlite3.Connection,
    data: JournalData,
    statement: Callable[[int], str],
    group: int,
    run_number: int,
    string_ids: Sequence[int],
) -> bool:
    """Insert what ``data.rows(run_number, string_ids)`` gives, by ``statement(count)`` with 24 values a row.

    Numbered places of the statement take the columns in their order; ``group`` rows go into one statement.
    False where it cannot be done natively: nothing was inserted then. Raises
    :class:`sqlite3.OperationalError`.
    """
    handle = getattr(connection, "handle", None)
    if handle is None or not isinstance(data, JournalData):
        return False
    data.insert_into(handle, statement(group), group, statement(1), run_number, list(string_ids))
    return True


def insert_blocks(
    connection: sqlite3.Connection,
    data: JournalData,
    statements: tuple[str, str],
    run_number: int,
    string_ids: Sequence[int],
    shift: int,
) -> bool:
    """Insert what ``data.blocks(run_number, string_ids, shift)`` gives, its two lists by one statement each.

    False where it cannot be done natively: nothing was inserted then. Raises
    :class:`sqlite3.OperationalError`.
    """
    handle = getattr(connection, "handle", None)
    if handle is None or not isinstance(data, JournalData):
        return False
    data.insert_blocks_into(handle, *statements, run_number, string_ids, shift)
    return True


def sum_groups(
    connection: sqlite3.Connection, query: str, parameters: Sequence[int | str], width: int
) -> list[tuple[int, ...]] | None:
    """Add up the rows of ``query``, in the order of ids, by their last ``width`` columns (null counts as -1).

    The columns before are id, pre, descendants, duration_ns, self_ns and changed. Each group has its columns,
    then count, total_ns of the events that lie in no other of the group, self_ns, how many changed something
    or did not, and the self_ns of those that did not. None where it cannot be done natively. Raises
    :class:`sqlite3.OperationalError`.
    """
    handle = getattr(connection, "handle", None)
    return None if handle is None else _native.sum_groups(handle, query, list(parameters), width)


def fold_leaves(
    connection: sqlite3.Connection, query: str, parameters: Sequence[int | str], kind: int
) -> list[tuple[Any, ...]] | None:
    """Fetch the rows of ``query``, like events of ``kind`` with nothing inside them as the first of them.

    Of the 16 columns id, pre, descendants, kind, status, tag, name, phase, changed, duration_ns, self_ns, op,
    file, line, column and location, changed and the times are sums then; behind them come how many a row
    stands for, and whether all have the same operation and the same place. None where the rows do not come in
    tree order, and where it cannot be done natively. Raises :class:`sqlite3.OperationalError`.
    """
    handle = getattr(connection, "handle", None)
    return None if handle is None else _native.fold_leaves(handle, query, list(parameters), kind)


def _library() -> str:
    """The file of Python's SQLite module; empty where it is built into the interpreter."""
    import _sqlite3

    return getattr(_sqlite3, "__file__", None) or ""
