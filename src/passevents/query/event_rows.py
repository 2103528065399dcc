"""Rows of the view `events` as they are, for what passes them on by the million.

Making a `PassRecord` of each would cost as much again as reading them, and those have neither the position
in the tree nor the self time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from passevents.query.run import Run
from passevents.store.connect import store_errors

Order = Literal["sequence", "pre"]


def event_rows(
    run: Run,
    columns: Sequence[str],
    *,
    kinds: Sequence[str] | None = None,
    order: Order = "sequence",
    batch: int = 4_096,
) -> Iterator[list[tuple[Any, ...]]]:
    """Yield the events of `run` in lists of up to `batch` rows, each with the named columns of the view.

    In start order, or in tree order (`pre`). Memory is that of one list, however large the run is; another
    process may record, or prune the run, meanwhile. `kinds` leaves out all others.
    """
    store = run._store
    names = ", ".join(f'"{column}"' for column in columns)
    wanted = "" if kinds is None else f" and kind in ({', '.join('?' for _ in kinds)})"
    # The view has start order by itself; to be told so, SQLite would sort.
    by = "" if order == "sequence" else " order by pre"
    statement = f"select {names} from events where run = ?{wanted}{by}"
    with store_errors(store.path):
        cursor = store.connection.execute(statement, (run.number, *(kinds or ())))
        while rows := cursor.fetchmany(batch):
            yield rows
