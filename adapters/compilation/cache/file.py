"""A cache in a folder, shared by any number of processes."""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from passevents.errors import CacheError

from .entry import Entry, EntryError, Metadata, decode, decode_metadata, encode, verify
from .flight import WAIT_SECONDS, Flights
from .folder import CachedFile, Folder, remove, touch
from .interface import Cache, Statistics, _All

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_MAX_BYTES = 4 * 1024**3
_HEAD_BYTES = 64 * 1024
# Below the limit by this much after an eviction, so that not every further write evicts.
_EVICT_TO = 0.9
# Other processes write too: what they added is seen when the folder is measured again.
_WRITES_BETWEEN_MEASURES = 64


class Pruned(NamedTuple):
    """What a pruning removed."""

    files: int = 0
    bytes: int = 0
    temporary: int = 0


class FileCache(Cache):
    """Entries as files in a folder; safe under any number of threads and processes.

    Beyond `max_bytes` or `max_entries` the least recently used go first. `read_only` never writes, not even
    the time of use. `wait_seconds` is how long a compile waits for another process that compiles the same.
    """

    name = "file"

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        max_bytes: int = DEFAULT_MAX_BYTES,
        max_entries: int | None = None,
        read_only: bool = False,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._check_limits(max_bytes=max_bytes, max_entries=max_entries)
        # What it is now, whatever the working directory will be.
        self.folder = Folder(os.path.abspath(os.fsdecode(path)))
        self.max_bytes = max_bytes
        self.max_entries = max_entries
        self.read_only = read_only
        self._bytes: int | None = None
        self._entries_here = 0
        self._writes = 0
        self._saved: dict[str, int] = {}
        super().__init__()
        self._flights = Flights(None if read_only else f"{self.folder.root}/locks", wait_seconds)
        if not read_only:
            weakref.finalize(self, _save, self.folder.root, self._counted, self._saved)

    @property
    def path(self) -> Path:
        """The folder."""
        from pathlib import Path

        return Path(self.folder.root)

    def entries(self) -> Iterator[Metadata]:
        """The metadata of what is here, newest use first; files that are not entries are passed by."""
        for file in reversed(self.folder.files(("entries",))):
            with contextlib.suppress(EntryError, OSError), open(file.path, "rb") as stream:
                yield decode_metadata(stream.read(_HEAD_BYTES))

    def verify(self) -> Iterator[tuple[str, str | None]]:
        """Read everything: (key, None) for a sound entry, (key, reason) for one that would be a failure."""
        for file in self.folder.files(("entries",)):
            try:
                verify(_checked(file.path, file.key))
            except (EntryError, OSError) as error:
                yield file.key, str(error)
            else:
                yield file.key, None

    def prune(
        self,
        *,
        max_bytes: int | None = None,
        max_entries: int | None = None,
        used_before: float | None = None,
    ) -> Pruned:
        """Remove what was used longest ago until the limits hold, and all not used since `used_before`.

        `used_before` is in seconds since the epoch. Without any argument the cache's own limits are meant.
        CacheError when the cache or its folder is read-only.
        """
        self._check_writable()
        if max_bytes is max_entries is used_before is None:
            max_bytes, max_entries = self.max_bytes, self.max_entries
        files = self.folder.files()
        doomed = _beyond(files, max_bytes, max_entries)
        if used_before is not None:
            doomed += [file for file in files if file.used_ns < used_before * 1e9 and file not in doomed]
        gone = [file for file in doomed if _removed(file.path)]
        self._bytes = None
        return Pruned(len(gone), sum(file.size for file in gone), self.folder.sweep())

    def total_statistics(self) -> Statistics:
        """The counts of all processes that ever used the folder, this one included."""
        from . import persisted

        return persisted.read(self.folder.root).plus(self.statistics.minus(Statistics(**self._saved)))

    def save_statistics(self) -> None:
        """Add this object's new counts to the folder's; done when it is dropped, and at exit, as well."""
        if not self.read_only:
            with self._count_lock:
                counted = dict(self._counted)
            _save(self.folder.root, counted, self._saved)

    def _renew_locks(self) -> None:
        super()._renew_locks()
        self._lock = threading.Lock()
        # A forked child counts from here: what its parent counted is its parent's to save.
        self._saved.update(self._counted)

    def invalidate(self, key: str | _All) -> int:
        """Forget one key, or every file of the folder, those that cannot be read included."""
        if not isinstance(key, _All):
            return super().invalidate(key)
        self._check_writable()
        gone = sum(_removed(file.path) and file.is_entry for file in self.folder.files())
        self._bytes, self._entries_here = 0, 0
        return gone

    def _read(self, key: str) -> Entry | None:
        path = self.folder.path("entries", key)
        try:
            entry = _checked(path, key)
        except FileNotFoundError:
            return None
        if not self.read_only:
            touch(path)
        return entry

    def _write(self, key: str, entry: Entry) -> int:
        data = encode(entry)
        if len(data) > self.max_bytes or self.max_entries == 0:
            return 0
        self.folder.write("entries", key, data)
        self.wrote(len(data), entries=1)
        return len(data)

    def _remove(self, key: str) -> bool:
        gone = _removed(self.folder.path("entries", key))
        self._bytes = None
        return gone

    def wrote(self, size: int, entries: int = 0) -> None:
        """Note a written file, and evict where a limit is passed."""
        with self._lock:
            self._writes += 1
            if self._bytes is None or self._writes % _WRITES_BETWEEN_MEASURES == 0:
                self._measure()
            else:
                self._bytes += size
                self._entries_here += entries
            if self._is_over():
                self._evict()

    def failed(self) -> None:
        """Count machine code that could not be read, loaded or kept."""
        self._count(failures=1)

    def looked_for_native(self, found: bool, again: bool = False) -> None:
        """Count a look-up of machine code; `again` as of `lookup`."""
        if found:
            self._count(native_hits=1, native_misses=-again)
        elif not again:
            self._count(native_misses=1)

    def _measure(self) -> None:
        files = self.folder.files()
        self._bytes = sum(file.size for file in files)
        self._entries_here = sum(file.is_entry for file in files)

    def _is_over(self) -> bool:
        over = self._bytes is not None and self._bytes > self.max_bytes
        return over or (self.max_entries is not None and self._entries_here > self.max_entries)

    def _evict(self) -> None:
        files = self.folder.files()
        most = None if self.max_entries is None else max(1, int(self.max_entries * _EVICT_TO))
        gone = [file for file in _beyond(files, int(self.max_bytes * _EVICT_TO), most) if remove(file.path)]
        self._count(evictions=len(gone))
        self._measure()


def _removed(path: str) -> bool:
    """Remove what somebody asked to be removed; CacheError when the folder does not allow it."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise CacheError(f"{path} cannot be removed: {error.strerror}") from error
    return True


def _checked(path: str, key: str) -> Entry:
    with open(path, "rb", buffering=0) as file:
        return decode(file, os.fstat(file.fileno()).st_size, key)


def _beyond(files: list[CachedFile], max_bytes: int | None, max_entries: int | None) -> list[CachedFile]:
    """The files, oldest use first, that must go for the rest to keep the limits."""
    size, entries, doomed = sum(file.size for file in files), sum(file.is_entry for file in files), []
    for file in files:
        too_large = max_bytes is not None and size > max_bytes
        too_many = max_entries is not None and entries > max_entries and file.is_entry
        if too_large or too_many:
            doomed.append(file)
            size -= file.size
            entries -= file.is_entry
    return doomed


def _save(path: str, counted: dict[str, int], saved: dict[str, int]) -> None:
    """Add to a folder's counts what was counted since they were saved; what cannot be written is left."""
    from . import persisted

    new = Statistics(**counted).minus(Statistics(**saved))
    saved.update(counted)
    if new != Statistics() and os.path.isdir(path):
        with contextlib.suppress(OSError):
            persisted.add(path, new)
