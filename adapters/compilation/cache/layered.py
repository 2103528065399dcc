"""Several caches as one: the nearest first, and what a farther one had is copied to the nearer."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from passevents.errors import CacheError

from .entry import Entry, Metadata
from .interface import Cache, Lookup, Statistics, _All

_SUMMED = ("failures", "evictions", "bytes_read", "bytes_written", "native_hits", "native_misses")


class LayeredCache(Cache):
    """Asks its `layers` in order. A layer that fails is passed by, and counted in its own statistics."""

    name = "layered"

    def __init__(self, *layers: Cache) -> None:
        if not layers:
            raise CacheError("a layered cache needs at least one layer")
        self.layers = layers
        super().__init__()

    @property
    def statistics(self) -> Statistics:
        """Hits and misses of the whole, failures and bytes of all layers."""
        counted = [layer.statistics for layer in self.layers]
        sums = {name: sum(getattr(each, name) for each in counted) for name in _SUMMED}
        return super().statistics._replace(**sums)

    def lookup(self, key: str, *, again: bool = False) -> Lookup:
        """The entry of the nearest layer that has it, kept in the layers before that one."""
        failures: list[str] = []
        for place, layer in enumerate(self.layers):
            found = layer.lookup(key, again=again)
            failures += found.failures
            if found.entry is not None:
                for nearer in self.layers[:place]:
                    failures += nearer.store(key, found.entry)
                self._count(hits=1, misses=-again, saved_ns=found.entry.metadata.compile_ns)
                return Lookup(found.entry, found.layer, tuple(failures))
        self._count(misses=0 if again else 1)
        return Lookup(failures=tuple(failures))

    def peek(self, key: str) -> Lookup:
        """The first layer's that has something to say: an entry, or why one cannot be used."""
        found = [layer.peek(key) for layer in self.layers]
        failures = tuple(failure for each in found for failure in each.failures)
        hit = next((each for each in found if each.entry is not None), Lookup())
        return Lookup(hit.entry, hit.layer, failures)

    def store(self, key: str, entry: Entry) -> tuple[str, ...]:
        """Keep the entry in every layer that can be written."""
        failures = [failure for layer in self.layers for failure in layer.store(key, entry)]
        self._count(stores=1)
        return tuple(failures)

    def invalidate(self, key: str | _All) -> int:
        """Forget in every layer that can be written; gives the largest count of one layer."""
        return max(0 if layer.read_only else layer.invalidate(key) for layer in self.layers)

    def save_statistics(self) -> None:
        """Save those of every layer."""
        for layer in self.layers:
            layer.save_statistics()

    def entries(self) -> Iterator[Metadata]:
        """The metadata of all layers, each key once."""
        seen: set[str] = set()
        for layer in self.layers:
            for metadata in layer.entries():
                if metadata.lookup_key not in seen:
                    seen.add(metadata.lookup_key)
                    yield metadata

    @contextlib.contextmanager
    def flight(self, key: str) -> Iterator[None]:
        """Held in every layer, so that other processes wait at the folder they share with this one."""
        with contextlib.ExitStack() as held:
            for layer in self.layers:
                held.enter_context(layer.flight(key))
            yield

    def _read(self, key: str) -> Entry | None:
        return self.lookup(key).entry

    def _write(self, key: str, entry: Entry) -> int:
        self.store(key, entry)
        return entry.size

    def _remove(self, key: str) -> bool:
        return self.invalidate(key) > 0
