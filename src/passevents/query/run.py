"""One stored run, and the questions it answers."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Unpack

import attrs

from passevents.errors import QueryError
from passevents.events import PassKind, PassRecord, PassStatus
from passevents.journal import Moment
from passevents.query.diffs import unified_diff
from passevents.query.failures import Failure, failures
from passevents.query.filters import Filters, Selection, select_records
from passevents.query.folding import Branch, Folding, fold
from passevents.query.groups import Group, counted, grouped
from passevents.query.patterns import PatternTotal, pattern_totals
from passevents.query.program import program_text
from passevents.query.rows import RecordReader
from passevents.query.totals import Total, TotalFilters, totals
from passevents.query.tree import TreeNode, grow
from passevents.store.connect import store_errors
from passevents.store.schema import RUN_COLUMNS

if TYPE_CHECKING:
    from passevents.store.file import StoreFile


@attrs.frozen(kw_only=True)
class Run:
    """A recording in a store: what is known of it as a whole, and questions over its events.

    `status` is ``completed``, ``failed`` or ``lost`` (its process died); `dropped` counts events that could
    not be recorded or read back, `dropped_reason` says why. Times are aware, in UTC; durations are
    nanoseconds. `stored_bytes` is by how much the file grew with it, None where that is not known. Nothing of
    a run changes once it is stored, but for `pinned`: whether it is kept from being pruned. It may be used
    from the threads that may use its store.
    """

    number: int
    id: str
    name: str | None
    status: str
    started_at: datetime.datetime
    finished_at: datetime.datetime | None
    duration_ns: int | None
    tool: str | None
    compiler: str | None
    compiler_version: str | None
    build: str | None
    pipeline: str | None
    input_digest: str | None
    event_count: int
    failed_count: int
    incomplete_count: int
    dropped: int
    dropped_reason: str | None
    error: str | None
    parent_run: str | None
    pid: int | None
    host: str | None
    argv: tuple[str, ...]
    cwd: str | None
    metadata: Mapping[str, Any]
    info: Mapping[str, Any]
    clock_origin_ns: int | None
    pinned: bool
    stored_bytes: int | None
    _store: StoreFile = attrs.field(repr=False, eq=False)

    def records(self, *, limit: int | None = None, **filters: Unpack[Filters]) -> Iterator[PassRecord]:
        """Yield the records that match all filters, in start order, as they are read.

        See `Filters`. Raises `QueryError` for filters that make no sense, when called.
        """
        if limit is not None and limit < 0:
            raise QueryError(f"A limit cannot be negative, as {limit} is.")
        return self._read(self._select(filters), "r.id", limit)

    def tree(self, *, max_depth: int | None = None, **filters: Unpack[Filters]) -> list[TreeNode]:
        """Return the outermost records that match, each with those inside it.

        A record whose parent does not match hangs below its nearest ancestor that does. `max_depth` leaves
        out what has more than that many events around it; `TreeNode.hidden` counts what was left out.
        """
        selection = self._select(filters, max_depth)
        statement = f"{selection.sql} order by r.pre"
        with store_errors(self._store.path):
            rows = self._store.connection.execute(statement, selection.parameters).fetchall()
            return grow(rows, RecordReader(self._store.connection, self.number).records(rows))

    def branches(
        self, folding: Folding | None = None, *, max_depth: int | None = None, **filters: Unpack[Filters]
    ) -> list[Branch]:
        """Return the tree as `tree` does, with like siblings folded into one branch where there are many."""
        selection = self._select(filters, max_depth)
        with store_errors(self._store.path):
            return fold(self._store.connection, self.number, selection, folding or Folding())

    def totals(self, **filters: Unpack[TotalFilters]) -> list[Total]:
        """Return count, total and self time of each name in each phase, longest total first.

        See `Total` for what the times are.
        """
        with store_errors(self._store.path):
            return totals(self._store.connection, self.number, filters)

    def groups(self, by: str, **filters: Unpack[Filters]) -> list[Group]:
        """Return the matching records added up by what they have in common, most self time first.

        `by` is `name`, `phase`, `kind`, `tag`, `op`, `location` or `thread`; anything else is a `QueryError`.
        """
        selection = self._select(filters)
        with store_errors(self._store.path):
            return grouped(self._store.connection, self.number, selection, by)

    def patterns(self, *, by_pass: bool = False, **filters: Unpack[Filters]) -> list[PatternTotal]:
        """Return attempts, matches and time of each rewrite pattern, most self time first.

        With `by_pass` there is one for each pattern and pass that tried it. See `PatternTotal`.
        """
        selection = self._select(filters)
        with store_errors(self._store.path):
            return pattern_totals(self._store.connection, self.number, selection, by_pass=by_pass)

    def counts(self) -> dict[tuple[PassKind, PassStatus], int]:
        """Return how many records there are of each kind and status."""
        with store_errors(self._store.path):
            return counted(self._store.connection, self.number)

    def slowest(self, n: int = 10, **filters: Unpack[Filters]) -> list[PassRecord]:
        """Return the `n` matching records of the longest duration, longest first."""
        if n < 1:
            raise QueryError(f"The number of slowest events must be at least 1, not {n}.")
        selection = self._select(filters)
        return list(self._read(selection, "r.duration_ns desc, r.id", min(n, 2**63 - 1)))

    def ir(self, sequence: int, moment: Moment = "after") -> str:
        """Return the program's text `before` or `after` an event, where it was kept.

        Raises `QueryError` where there is none, with the reason.
        """
        with store_errors(self._store.path):
            return program_text(self._store.connection, self.number, sequence, moment)

    def diff(self, sequence: int, *, context: int = 3) -> str:
        """Return what an event changed in the program, as a unified diff; empty where it changed nothing.

        Raises `QueryError` as `ir` does.
        """
        before, after = self.ir(sequence, "before"), self.ir(sequence, "after")
        return unified_diff(before, after, f"{sequence} before", f"{sequence} after", context=context)

    def incomplete(self) -> list[PassRecord]:
        """Return the records that began and never ended, in start order."""
        if not self.incomplete_count:
            return []
        return list(self.records(status=("incomplete", "lost")))

    def failures(self) -> list[Failure]:
        """Return what failed, in tree order, an outer event before those inside it; see `Failure`."""
        with store_errors(self._store.path):
            unfinished = bool(self.failed_count or self.incomplete_count)
            return failures(self._store.connection, self.number, unfinished)

    def _select(self, filters: Filters, max_depth: int | None = None) -> Selection:
        with store_errors(self._store.path):
            return select_records(self._store.connection, self.number, filters, max_depth=max_depth)

    def _read(self, selection: Selection, order: str, limit: int | None) -> Iterator[PassRecord]:
        statement = f"{selection.sql} order by {order} limit ?"
        parameters = (*selection.parameters, -1 if limit is None else limit)
        with store_errors(self._store.path):
            rows = self._store.connection.execute(statement, parameters)
            yield from RecordReader(self._store.connection, self.number).records(rows)


def run_from_row(row: tuple[Any, ...], store: StoreFile) -> Run:
    """Make a `Run` of a row of `runs`, its columns in the order of `RUN_COLUMNS`."""
    values = dict(zip(RUN_COLUMNS, row, strict=True))
    values["started_at"] = datetime.datetime.fromisoformat(values["started_at"])
    if values["finished_at"] is not None:
        values["finished_at"] = datetime.datetime.fromisoformat(values["finished_at"])
    values["argv"] = tuple(json.loads(values["argv"] or "[]"))
    values["metadata"] = json.loads(values["metadata"])
    values["info"] = json.loads(values["info"])
    values["pinned"] = bool(values["pinned"])
    return Run(**values, store=store)
