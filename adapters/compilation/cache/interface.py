"""What every cache offers, and how it counts.

A subclass implements `_read`, `_write`, `_remove` and `entries`; these raise EntryError or OSError, and
this class turns that into a counted failure. All methods may be called from any thread.
"""

from __future__ import annotations

import abc
import contextlib
import os
import threading
import weakref
from collections.abc import Iterator
from typing import Final, NamedTuple

from passevents.errors import CacheError

from .entry import Entry, EntryError, Metadata
from .flight import Flights


class _All:
    """The type of ALL."""

    def __repr__(self) -> str:
        return "ALL"


ALL: Final = _All()


class Statistics(NamedTuple):
    """Counts since the cache was made. `saved_ns` is what the hits would have taken to compile.

    `native_hits` and `native_misses` are of the machine code beside the entries of a folder.
    """

    hits: int = 0
    misses: int = 0
    failures: int = 0
    stores: int = 0
    evictions: int = 0
    bytes_read: int = 0
    bytes_written: int = 0
    saved_ns: int = 0
    native_hits: int = 0
    native_misses: int = 0

    def plus(self, other: Statistics) -> Statistics:
        """The counts of both."""
        return Statistics(*(one + two for one, two in zip(self, other, strict=True)))

    def minus(self, other: Statistics) -> Statistics:
        """What was counted since `other`."""
        return Statistics(*(one - two for one, two in zip(self, other, strict=True)))


class Lookup(NamedTuple):
    """What a look-up gave.

    `layer` names the cache that had it; `failures` say what could not be used, and why.
    """

    entry: Entry | None = None
    layer: str | None = None
    failures: tuple[str, ...] = ()


_ABSENT = Lookup()
_alive: weakref.WeakSet[Cache] = weakref.WeakSet()


class Cache(abc.ABC):
    """A place that keeps entries by key. `read_only` ones are never written to."""

    name = "cache"
    read_only = False

    def __init__(self) -> None:
        self._counted = Statistics()._asdict()
        self._flights = Flights()
        self._renew_locks()
        _alive.add(self)

    def _renew_locks(self) -> None:
        """Also run in a forked child, where whoever held a lock does not exist."""
        self._count_lock = threading.Lock()
        self._flights.reset()

    @property
    def statistics(self) -> Statistics:
        """A copy of the counts of this object."""
        with self._count_lock:
            return Statistics(**self._counted)

    def lookup(self, key: str, *, again: bool = False) -> Lookup:
        """The entry of `key`, checked; never raises.

        `again` is a second look within one request: no miss is counted, and a hit takes the first one's back.
        """
        try:
            entry = self._read(key)
        except (EntryError, OSError) as error:
            if not again:
                self._count(failures=1, misses=1)
            return Lookup(failures=(self._reason(error),))
        if entry is None:
            if not again:
                self._count(misses=1)
            return _ABSENT
        self._count_hit(entry, again)
        return Lookup(entry, self.name)

    def peek(self, key: str) -> Lookup:
        """The same as a look-up, without counting anything."""
        try:
            entry = self._read(key)
        except (EntryError, OSError) as error:
            return Lookup(failures=(self._reason(error),))
        return Lookup(entry, self.name if entry is not None else None)

    def store(self, key: str, entry: Entry) -> tuple[str, ...]:
        """Keep an entry; gives the reasons of what failed, and never raises.

        A read-only cache keeps nothing.
        """
        if self.read_only:
            return ()
        try:
            written = self._write(key, entry)
        except (EntryError, OSError) as error:
            self._count(failures=1)
            return (self._reason(error),)
        self._count(stores=1 if written else 0, bytes_written=written)
        return ()

    def invalidate(self, key: str | _All) -> int:
        """Forget one key, or all; gives how many entries went.

        CacheError when it cannot be done.
        """
        if not isinstance(key, _All) and not key.isalnum():
            raise CacheError(f"{key!r} is not a key: those are hexadecimal digits")
        self._check_writable()
        if isinstance(key, _All):
            return sum(self._remove(metadata.lookup_key) for metadata in list(self.entries()))
        return int(self._remove(key))

    @contextlib.contextmanager
    def flight(self, key: str) -> Iterator[None]:
        """Held while `key` is compiled, so that others who want it wait and then find it.

        It saves work and no more: where it cannot be had, or for too long, the caller goes on without.
        """
        with self._flights.held(key):
            yield

    def save_statistics(self) -> None:
        """Add the counts to those of the folders that keep them over processes; others keep none."""
        return

    @abc.abstractmethod
    def entries(self) -> Iterator[Metadata]:
        """The metadata of what is here, newest use first, unchecked."""

    @abc.abstractmethod
    def _read(self, key: str) -> Entry | None: ...

    @abc.abstractmethod
    def _write(self, key: str, entry: Entry) -> int:
        """Keep the entry and give the bytes written; 0 when it is too large to keep."""

    @abc.abstractmethod
    def _remove(self, key: str) -> bool: ...

    def _check_writable(self) -> None:
        if self.read_only:
            raise CacheError(f"the {self.name} cache is read-only: nothing can be removed from it")

    def _check_limits(self, **limits: object) -> None:
        for name, limit in limits.items():
            if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 0):
                raise CacheError(f"{name}: expected a whole number from 0 up, got {limit!r}")

    def _count(self, **amounts: int) -> None:
        with self._count_lock:
            for name, amount in amounts.items():
                self._counted[name] += amount

    def _count_hit(self, entry: Entry, again: bool) -> None:
        with self._count_lock:
            counted = self._counted
            counted["hits"] += 1
            counted["misses"] -= again
            counted["bytes_read"] += len(entry.bytecode)
            counted["saved_ns"] += entry.metadata.compile_ns

    def _reason(self, error: Exception) -> str:
        if isinstance(error, OSError):
            return f"{self.name}: {error.strerror or type(error).__name__}"
        return f"{self.name}: {error}"


def _renew_in_child() -> None:
    for cache in list(_alive):
        cache._renew_locks()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_in_child)
