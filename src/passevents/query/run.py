"""One stored run, and the questions it answers."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Unpack, overload

import attrs

from passevents.errors import QueryError
from passevents.events import PassKind, PassRecord, PassStatus
from passevents.journal import Moment
from passevents.query.answers import Answer
from passevents.query.blame import Blame, Match, blame
from passevents.query.compare import LEAST_NS, compare
from passevents.query.comparison import Comparison
from passevents.query.diffs import Diff, unified_diff
from passevents.query.failures import FAILURE_LAYOUT, Failure, failures
from passevents.query.filters import (
    Filters,
    Selection,
    select_children,
    select_record,
    select_records,
    whole_number,
)
from passevents.query.folding import Branch, Folding, fold
from passevents.query.groups import GROUP_LAYOUT, Group, counted, grouped
from passevents.query.html import run_page
from passevents.query.ordering import Order, check_order, ordered_rows
from passevents.query.patterns import PatternTotal, pattern_totals
from passevents.query.program import program_text
from passevents.query.records import Read, RecordList, Records
from passevents.query.rows import RecordReader
from passevents.query.search import Hit, Syntax, search
from passevents.query.totals import TOTAL_LAYOUT, Total, TotalFilters, totals
from passevents.query.touches import TOUCH_LAYOUT, Touch, touches
from passevents.query.tree import Tree, grow
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

    def records(
        self,
        *,
        order: Order = "start",
        limit: int | None = None,
        offset: int = 0,
        **filters: Unpack[Filters],
    ) -> Records:
        """Return the records that match all filters, to be read one after another.

        In memory is one of them at a time; a `Records` is read once. `order` is `start`, `tree` (an event
        before those inside it), `longest` or `shortest`; in start order the first are there at once.
        See `Filters`. Raises `QueryError` for what makes no sense, when called.
        """
        page = _page(limit, offset)
        check_order(order)
        return Records(self._read(self._select(filters), order, page))

    def record(self, sequence: int) -> PassRecord:
        """Return one record; raises `QueryError` where the run has no event of that number."""
        with store_errors(self._store.path):
            selection = select_record(self._store.connection, self.number, sequence)
        (found,) = Records(self._read(selection, "start", (1, 0)))
        return found

    def count(self, **filters: Unpack[Filters]) -> int:
        """Return how many records match all filters."""
        selection = self._select(filters)
        with store_errors(self._store.path):
            statement = f"select count(*) from ({selection.sql})"
            return int(self._store.connection.execute(statement, selection.parameters).fetchone()[0])

    def tree(self, *, max_depth: int | None = None, **filters: Unpack[Filters]) -> Tree:
        """Return the outermost records that match, each with those inside it.

        A record whose parent does not match hangs below its nearest ancestor that does. `max_depth` leaves
        out what has more than that many events around it; `TreeNode.hidden` counts what was left out.
        """
        return self._tree(self._select(filters, max_depth))

    def children(self, sequence: int | None = None, *, limit: int | None = None, offset: int = 0) -> Tree:
        """Return the events directly inside one, or the outermost ones: one level of the tree.

        Each has no `children` but counts what is inside it as `hidden`, so that a large tree can be read
        level by level. Raises `QueryError` for an event that the run does not have.
        """
        page = _page(limit, offset)
        with store_errors(self._store.path):
            return self._tree(select_children(self._store.connection, self.number, sequence), page)

    def branches(
        self,
        folding: Folding | None = None,
        *,
        max_depth: int | None = None,
        with_root: bool = False,
        **filters: Unpack[Filters],
    ) -> list[Branch]:
        """Return the tree as `tree` does, with like siblings folded into one branch where there are many.

        `with_root` puts the event that `under` names at its top.
        """
        selection = self._select(filters, max_depth, with_root)
        with store_errors(self._store.path):
            return fold(self._store.connection, self.number, selection, folding or Folding())

    @overload
    def totals(self, *, by: None = None, **filters: Unpack[TotalFilters]) -> Answer[Total]: ...

    @overload
    def totals(self, *, by: str, **filters: Unpack[Filters]) -> Answer[Group]: ...

    def totals(self, *, by: str | None = None, **filters: Any) -> Answer[Total] | Answer[Group]:
        """Return count, total and self time of each name in each phase, longest total first.

        With `by` (`name`, `phase`, `kind`, `tag`, `status`, `operation`, `location` or `thread`) the records
        that match all `Filters` are added up by what they have in common, most self time first. See `Total`
        and `Group` for what the times are.
        """
        with store_errors(self._store.path):
            if by is None:
                return Answer(totals(self._store.connection, self.number, filters), TOTAL_LAYOUT)  # type: ignore[arg-type]
            selection = self._select(filters)  # type: ignore[arg-type]
            return Answer(grouped(self._store.connection, self.number, selection, by), GROUP_LAYOUT)

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

    def slowest(self, n: int = 10, **filters: Unpack[Filters]) -> RecordList:
        """Return the `n` matching records of the longest duration, longest first."""
        number = whole_number("The number of slowest events", n, 1)
        return RecordList(self.records(order="longest", limit=number, **filters).with_self_ns())

    def ir(self, sequence: int, moment: Moment = "after") -> str:
        """Return the program's text `before` or `after` an event, where it was kept.

        Raises `QueryError` where there is none, with the reason.
        """
        with store_errors(self._store.path):
            return program_text(self._store.connection, self.number, sequence, moment)

    def diff(self, sequence: int, *, context: int = 3) -> Diff:
        """Return what an event changed in the program, as a unified diff; empty where it changed nothing.

        Raises `QueryError` as `ir` does.
        """
        context = whole_number("`context`", context, 0)
        before, after = self.ir(sequence, "before"), self.ir(sequence, "after")
        return Diff(unified_diff(before, after, f"{sequence} before", f"{sequence} after", context=context))

    @overload
    def blame(self, text: str, *, match: Match = "text") -> Blame: ...

    @overload
    def blame(self, *, location: str) -> Answer[Touch]: ...

    def blame(
        self, text: str | None = None, *, match: Match = "text", location: str | None = None
    ) -> Blame | Answer[Touch]:
        """Return which events brought a text into the program or took it out, or touched a place.

        `text` is searched in the program before and after each event, as it stands, as a whole `word`
        (an operation's name, a symbol) or as a `regex`; `QueryError` where no program texts were kept.
        With `location` (`file`, `file:line` or `file:line:column`) instead it is every pass and pattern that
        worked on what is there. See `Blame` and `Touch`.
        """
        with store_errors(self._store.path):
            if location is not None and text is None:
                selection = self._select({"location": location})
                return Answer(touches(self._store.connection, self.number, selection), TOUCH_LAYOUT)
            if text is None or location is not None:
                raise QueryError("Say either a text or a location to blame for.")
            return blame(self._store.connection, self.number, text, match)

    def compare(self, other: Run, *, least_ns: int = LEAST_NS) -> Comparison:
        """Return this run and another side by side, which may be in another store; see `Comparison`.

        Differences of less than `least_ns` are taken for noise.
        """
        return compare(self, other, least_ns=least_ns)

    def search(self, text: str, *, syntax: Syntax = "words", limit: int = 100) -> Answer[Hit]:
        """Return where a text occurs in this run; see `EventStore.search`."""
        return search(self._store, [self], text, syntax, limit)

    def incomplete(self) -> RecordList:
        """Return the records that began and never ended, in start order."""
        if not self.incomplete_count:
            return RecordList([])
        return RecordList(self.records(status=("incomplete", "lost")).with_self_ns())

    def failures(self) -> Answer[Failure]:
        """Return what failed, in tree order, an outer event before those inside it; see `Failure`."""
        with store_errors(self._store.path):
            unfinished = bool(self.failed_count or self.incomplete_count)
            found = failures(self._store.connection, self.number, unfinished, self.error)
            return Answer(found, FAILURE_LAYOUT)

    def _repr_html_(self) -> str:
        return run_page(self)

    def _select(self, filters: Filters, max_depth: int | None = None, with_root: bool = False) -> Selection:
        with store_errors(self._store.path):
            return select_records(
                self._store.connection, self.number, filters, max_depth=max_depth, with_root=with_root
            )

    def _tree(self, selection: Selection, page: tuple[int, int] = (-1, 0)) -> Tree:
        statement = f"{selection.sql} order by r.pre limit ? offset ?"
        with store_errors(self._store.path):
            rows = self._store.connection.execute(statement, (*selection.parameters, *page)).fetchall()
            return grow(rows, RecordReader(self._store.connection, self.number).records(rows))

    def _read(self, selection: Selection, order: Order, page: tuple[int, int]) -> Iterator[Read]:
        with store_errors(self._store.path):
            rows = ordered_rows(self._store.connection, selection, order, *page)
            yield from RecordReader(self._store.connection, self.number).reads(rows)


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


def _page(limit: int | None, offset: int) -> tuple[int, int]:
    return (
        -1 if limit is None else whole_number("`limit`", limit, 0),
        whole_number("`offset`", offset, 0),
    )
