"""Which runs a store can do without, and taking them out of it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from passevents.errors import QueryError
from passevents.query.filters import Texts, as_texts, whole_number
from passevents.query.run import Run
from passevents.store.connect import store_errors
from passevents.store.removal import remove_run, remove_unused
from passevents.store.space import file_bytes, free_space, used_bytes

if TYPE_CHECKING:
    from passevents.query.event_store import EventStore

RUN_STATUSES = ("completed", "failed", "lost")

# What a run takes that was stored before its size was noted: an event some 60 bytes, and its tables' last
# pages.
_BYTES_AN_EVENT = 60
_BYTES_A_RUN = 4_096


@attrs.frozen(kw_only=True)
class Pruning:
    """What `EventStore.prune` did, or would do.

    `runs` are those removed, oldest first; `events`, `strings` and `snapshots` count what went with them
    (the last two None for a dry run, which cannot know). `bytes_before` and `bytes_after` are the size of
    the file; after a dry run an estimate. `pinned` counts the runs that only their pin has kept.
    """

    runs: Sequence[Run]
    events: int
    strings: int | None
    snapshots: int | None
    bytes_before: int
    bytes_after: int
    pinned: int
    dry_run: bool


@attrs.frozen(kw_only=True)
class Limits:
    """Which runs may be removed: those for which everything that is not None agrees."""

    older_than: datetime.timedelta | datetime.datetime | None = None
    keep: int | None = None
    max_bytes: int | None = None
    status: Texts = None

    def check(self) -> None:
        """Raise `QueryError` for limits that make no sense, or none at all."""
        if all(value is None for value in (self.older_than, self.keep, self.max_bytes, self.status)):
            raise QueryError("Say which runs to remove: older_than, keep, max_bytes or status.")
        for name, number in (("keep", self.keep), ("max_bytes", self.max_bytes)):
            if number is not None:
                whole_number(name, number, 0)
        _check_age(self.older_than)
        for text in as_texts(self.status or ()):
            if text not in RUN_STATUSES:
                raise QueryError(f"There is no run status {text!r}; there are {', '.join(RUN_STATUSES)}.")

    def candidates(self, runs: Iterable[Run]) -> list[Run]:
        """Return those of `runs`, given newest first, that may go but for their pins: oldest first."""
        statuses = None if self.status is None else as_texts(self.status)
        matching = [run for run in runs if statuses is None or run.status in statuses]
        oldest = self._oldest()
        return [run for run in matching[self.keep or 0 :] if oldest is None or run.started_at < oldest][::-1]

    def _oldest(self) -> datetime.datetime | None:
        if isinstance(self.older_than, datetime.timedelta):
            return _before_now(self.older_than)
        # A time without a zone is local time, as datetime itself has it.
        return self.older_than.astimezone() if self.older_than else None


def _check_age(age: object) -> None:
    if age is not None and not isinstance(age, datetime.timedelta | datetime.datetime):
        raise QueryError(f"older_than must be a timedelta or a datetime, not {age!r}.")
    # Every run is older than the future.
    if isinstance(age, datetime.timedelta) and age < datetime.timedelta():
        raise QueryError(f"older_than cannot be negative, as {age} is.")


def _before_now(age: datetime.timedelta) -> datetime.datetime:
    now = datetime.datetime.now(datetime.UTC)
    try:
        return now - age
    except OverflowError:  # before the calendar begins
        return datetime.datetime.min.replace(tzinfo=datetime.UTC)


def prune(store: EventStore, limits: Limits, *, dry_run: bool) -> Pruning:
    """Remove what `limits` allow from `store`; see `EventStore.prune`."""
    limits.check()
    candidates = limits.candidates(store.runs())
    free = [run for run in candidates if not run.pinned]
    before = _sizes(store)
    if dry_run:
        removed = free if limits.max_bytes is None else _enough(free, before.used - limits.max_bytes)
        after = max(before.file - sum(map(size_of, removed)), 0)
        strings = snapshots = None
    else:
        removed, strings, snapshots = _remove(store, free, limits.max_bytes)
        after = _sizes(store).file
    return Pruning(
        runs=removed,
        events=sum(run.event_count for run in removed),
        strings=strings,
        snapshots=snapshots,
        bytes_before=before.file,
        bytes_after=after,
        pinned=len(candidates) - len(free),
        dry_run=dry_run,
    )


def size_of(run: Run) -> int:
    """Return about how many bytes of the store's file a run takes."""
    if run.stored_bytes is not None:
        return run.stored_bytes
    return _BYTES_A_RUN + _BYTES_AN_EVENT * run.event_count


@attrs.frozen
class _Sizes:
    used: int
    file: int


def _sizes(store: EventStore) -> _Sizes:
    with store_errors(store.path):
        return _Sizes(used_bytes(store.connection), file_bytes(store.connection))


def _remove(store: EventStore, runs: list[Run], max_bytes: int | None) -> tuple[list[Run], int, int]:
    """Remove of `runs` all, or the first until the store fits; what they shared with no other goes too."""
    removed: list[Run] = []
    strings = snapshots = 0
    waiting = runs
    while True:
        batch = waiting if max_bytes is None else _enough(waiting, _sizes(store).used - max_bytes)
        removed += [run for run in batch if remove_run(store.path, run.number)]
        unused = remove_unused(store.path)
        strings, snapshots = strings + unused.strings, snapshots + unused.snapshots
        waiting = waiting[len(batch) :]
        if not batch or not waiting:
            break
    free_space(store.path)
    return removed, strings, snapshots


def _enough(runs: Sequence[Run], excess: int) -> list[Run]:
    """Return the first of `runs` that take `excess` bytes together."""
    chosen = []
    for run in runs:
        if excess <= 0:
            break
        chosen.append(run)
        excess -= size_of(run)
    return chosen
