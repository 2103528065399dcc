"""Any sequence of uses, damage and limits: a cache gives back exactly what was stored, or nothing."""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from passevents.adapters.compilation.cache import ALL, Entry, FileCache, LayeredCache, MemoryCache, Metadata

KEYS = [hashlib.sha256(bytes([number])).hexdigest() for number in range(6)]
keys = st.sampled_from(KEYS)


def entry_of(key: str, content: bytes) -> Entry:
    digest = hashlib.sha256(content).hexdigest()
    return Entry(Metadata(key, "s", "-", "p", {}, "v", "b", digest, len(content), 5, 1.0), content)


class Caches(RuleBasedStateMachine):
    """A memory cache over a folder over a shared folder, beside what was stored in them."""

    def __init__(self):
        super().__init__()
        self.root = tempfile.mkdtemp()
        self.memory = MemoryCache(max_entries=2, max_bytes=20_000)
        self.near = FileCache(os.path.join(self.root, "near"), max_bytes=12_000, max_entries=4)
        self.far = FileCache(os.path.join(self.root, "far"))
        self.cache = LayeredCache(self.memory, self.near, self.far)
        self.stored: dict[str, Entry] = {}
        self.damaged_far: set[str] = set()

    @rule(key=keys, content=st.binary(max_size=4000))
    def store(self, key, content):
        entry = entry_of(key, content)
        assert self.cache.store(key, entry) == ()
        self.stored[key] = entry
        self.damaged_far.discard(key)

    @rule(key=keys)
    def look_up(self, key):
        found = self.cache.lookup(key)
        if key in self.stored and key not in self.damaged_far:
            assert found.entry == self.stored[key], "the last layer has no limit"
        elif found.entry is not None:
            assert found.entry == self.stored.get(key), "never another result, never a forgotten one"

    @rule(key=keys)
    def forget(self, key):
        self.cache.invalidate(key)
        self.stored.pop(key, None)
        assert self.cache.lookup(key).entry is None

    @rule()
    def forget_all(self):
        self.cache.invalidate(ALL)
        self.stored.clear()
        self.damaged_far.clear()
        assert list(self.cache.entries()) == []

    @precondition(lambda self: self.stored)
    @rule(data=st.data(), cut=st.integers(0, 300), near=st.booleans())
    def damage(self, data, cut, near):
        key = data.draw(st.sampled_from(sorted(self.stored)))
        cache = self.near if near else self.far
        path = Path(cache.folder.path("entries", key))
        if path.exists():
            content = path.read_bytes()
            position = min(cut, len(content) - 1)
            path.write_bytes(content[:position] + bytes([content[position] ^ 1]) + content[position + 1 :])
            if not near:
                self.damaged_far.add(key)

    @rule()
    def another_process_opens_the_folder(self):
        self.memory = MemoryCache(max_entries=2, max_bytes=20_000)
        self.near = FileCache(os.path.join(self.root, "near"), max_bytes=12_000, max_entries=4)
        self.cache = LayeredCache(self.memory, self.near, self.far)

    @rule(most=st.integers(0, 3))
    def prune(self, most):
        self.near.prune(max_entries=most)
        assert len(list(self.near.entries())) <= most

    @invariant()
    def limits_hold(self):
        assert len(list(self.memory.entries())) <= 2
        files = self.near.folder.files()
        assert len(files) <= 4
        assert sum(file.size for file in files) <= 12_000

    def teardown(self):
        shutil.rmtree(self.root)


TestCaches = Caches.TestCase
TestCaches.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
