"""The store as its users see it: runs to find, and to ask."""

from __future__ import annotations

import datetime
import os
import warnings
from collections.abc import Sequence
from typing import Any

import attrs

from passevents.errors import PassEventsWarning, QueryError
from passevents.query.answers import Answer
from passevents.query.filters import Texts
from passevents.query.pruning import Limits, Pruning, prune
from passevents.query.run import Run, run_from_row
from passevents.query.run_list import RunList
from passevents.query.search import Hit, Syntax, search
from passevents.store.file import StoreFile, store_path
from passevents.store.merge import merge
from passevents.store.removal import set_pinned
from passevents.store.strings import storable


@attrs.frozen
class Merging:
    """What `EventStore.merge` did: the `runs` taken, and how many were `present` already."""

    runs: Sequence[Run]
    present: int


class EventStore(StoreFile):
    """A store opened for questions.

    ```python
    with EventStore("passevents.db") as store:
        for total in store.run("latest").totals(kind="pass"):
            print(total.name, total.total_ns)
    ```

    Opening takes up recordings whose process died. It may be shared by threads and outlive a fork; other
    processes may record into the file meanwhile.
    """

    def runs(self) -> RunList:
        """Return the stored runs, newest first."""
        return RunList(run_from_row(row, self) for row in self.run_rows())

    def run(self, key: str | int = "latest") -> Run:
        """Return one run: ``"latest"``, an id or its unique beginning, a name, or a number.

        Of several runs of one name it is the newest.

        Raises `QueryError` (a `ValueError`) where there is none, or more than one id begins so.
        """
        text = storable(str(key))  # as a name was stored
        rows = self._rows_of(text) or self._rows_by_prefix(text)
        if not rows:
            raise QueryError(self._not_found(text))
        return run_from_row(rows[0], self)

    def recover(self) -> list[Run]:
        """Take up the recordings whose process died, and return them as runs, oldest first.

        Those of living processes are left alone. What cannot be taken up is left as it is, with one
        `PassEventsWarning`.
        """
        recovered, errors = self.recover_journals()
        if errors:
            warnings.warn(
                f"{len(errors)} recordings were left where they are; the first one: {errors[0]}",
                PassEventsWarning,
                stacklevel=2,
            )
        return [self.run(key) for key in sorted(recovered)]

    def search(self, text: str, *, syntax: Syntax = "words", limit: int = 100) -> Answer[Hit]:
        """Return where a text occurs in any run, the newest first: at most `limit` texts.

        Searched are whole words of names, details, errors, operations, phases, tags, attributes, files and
        locations, and of the programs that were kept. All words of `text` have to occur in the same text;
        what joins words in it (`arith.addi`) has to stand together there, and `canon*` is the beginning of a
        word. With the syntax ``fts5`` it is a query in SQLite's own language (`addi NOT muli`, `NEAR(a b)`).

        The first search of a run takes its texts into an index in the store's file. Raises `QueryError` for a
        text that makes no sense; `StoreError` where this Python's SQLite has no FTS5, or the store cannot be
        written.
        """
        return search(self, self.runs(), text, syntax, limit)

    def merge(self, other: str | os.PathLike[str]) -> Merging:
        """Take the runs of another store that are not here yet, and return them.

        All of them or none are taken. Runs are known by their ids, so that doing it twice changes nothing.
        `other` is only read, and may be of an earlier version; recordings that wait beside it for
        `recover` are not taken.

        Raises `StoreError` where one of the stores cannot be used, or they are the same;
        `SchemaVersionError` where a newer version of passevents has written `other`.
        """
        merged = merge(self.path, store_path(other))
        return Merging([self.run(key) for key in merged.added], merged.present)

    def pin(self, key: str | int = "latest") -> Run:
        """Keep a run (named as for `run`) from being pruned, and return it. Raises `QueryError`."""
        return self._set_pinned(key, True)

    def unpin(self, key: str | int = "latest") -> Run:
        """Let a run be pruned again, and return it. Raises `QueryError`."""
        return self._set_pinned(key, False)

    def prune(
        self,
        *,
        older_than: datetime.timedelta | datetime.datetime | None = None,
        keep: int | None = None,
        max_bytes: int | None = None,
        status: Texts = None,
        dry_run: bool = False,
    ) -> Pruning:
        """Remove runs for which all that is given agrees, and give their space back; return what was done.

        `older_than` is an age or a moment, of a run's start; `keep` is how many of the newest stay (of those
        of that `status`, where one is given); with `max_bytes` only as many go, oldest first, as it takes
        until the store is not larger. `status` is ``completed``, ``failed``, ``lost`` or several. Pinned runs
        stay. With `dry_run` nothing is removed.

        Others may read and record meanwhile; recordings in progress are not touched.

        Raises `QueryError` (a `ValueError`) for limits that make no sense, or none; `StoreError` where the
        store cannot be written.
        """
        limits = Limits(older_than=older_than, keep=keep, max_bytes=max_bytes, status=status)
        return prune(self, limits, dry_run=dry_run)

    def _set_pinned(self, key: str | int, pinned: bool) -> Run:
        run = self.run(key)
        set_pinned(self.path, run.number, pinned)
        return self.run(run.id)

    def _rows_of(self, key: str) -> list[tuple[Any, ...]]:
        if key == "latest":
            return self.run_rows(limit=1)
        named = self.run_rows("id = ?1 or name = ?1", key, limit=1)
        return named or self.run_rows("cast(number as text) = ?", key)

    def _rows_by_prefix(self, key: str) -> list[tuple[Any, ...]]:
        if not key:
            return []
        rows = self.run_rows("substr(id, 1, length(?1)) = ?1", key)
        if len(rows) > 1:
            raise QueryError(f"{len(rows)} runs have ids that begin with {key!r}; give more of it.")
        return rows

    def _not_found(self, key: str) -> str:
        if key == "latest":
            return f"The store {str(self.path)!r} has no runs yet."
        return f"The store {str(self.path)!r} has no run {key!r}: give an id, its beginning, or a name."
