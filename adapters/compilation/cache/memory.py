"""A cache in this process's memory: the fastest hit, bounded, forgotten at exit."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator

from .entry import Entry, Metadata
from .interface import Cache


class MemoryCache(Cache):
    """Entries in memory, the least recently used going first beyond `max_bytes` or `max_entries`."""

    name = "memory"

    def __init__(self, max_bytes: int = 256 * 1024 * 1024, max_entries: int | None = None) -> None:
        self._check_limits(max_bytes=max_bytes, max_entries=max_entries)
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._bytes = 0
        self.max_bytes = max_bytes
        self.max_entries = max_entries
        super().__init__()

    def _renew_locks(self) -> None:
        super()._renew_locks()
        self._lock = threading.Lock()

    def entries(self) -> Iterator[Metadata]:
        """The metadata of what is here, newest use first."""
        with self._lock:
            return iter([entry.metadata for entry in reversed(self._entries.values())])

    def _read(self, key: str) -> Entry | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries.move_to_end(key)
            return entry

    def _write(self, key: str, entry: Entry) -> int:
        if entry.size > self.max_bytes or self.max_entries == 0:
            return 0
        with self._lock:
            self._forget(key)
            self._entries[key] = entry
            self._bytes += entry.size
            self._evict()
        return len(entry.bytecode)

    def _remove(self, key: str) -> bool:
        with self._lock:
            return self._forget(key)

    def _forget(self, key: str) -> bool:
        entry = self._entries.pop(key, None)
        self._bytes -= entry.size if entry else 0
        return entry is not None

    def _evict(self) -> None:
        most = self.max_entries if self.max_entries is not None else len(self._entries)
        while self._bytes > self.max_bytes or len(self._entries) > most:
            _, entry = self._entries.popitem(last=False)
            self._bytes -= entry.size
            self._count(evictions=1)
