"""Caches in memory, in folders, in layers: hits, misses, limits, and every failure a miss with its reason."""

import errno
import gc
import os
import threading
import time
from pathlib import Path

import pytest

from passevents.adapters.compilation.cache import (
    ALL,
    FileCache,
    LayeredCache,
    MemoryCache,
    RemoteCache,
    Statistics,
    persisted,
)
from passevents.adapters.compilation.runtime import CompilationRuntime, cache_of
from passevents.errors import CacheError


def keys(count: int) -> list[str]:
    return [f"{number:064x}" for number in range(count)]


@pytest.fixture(params=["memory", "file", "layered", "remote"])
def cache(request, tmp_path):
    match request.param:
        case "memory":
            return MemoryCache()
        case "file":
            return FileCache(tmp_path / "cache")
        case "layered":
            return LayeredCache(MemoryCache(), FileCache(tmp_path / "cache"))
        case "remote":
            return RemoteCache((tmp_path / "remote").as_uri(), read_only=False)


def test_what_was_stored_is_found(cache, make_entry, key):
    assert cache.lookup(key).entry is None
    assert cache.store(key, make_entry(key)) == ()
    assert make_entry(key) == cache.lookup(key).entry
    assert (cache.statistics.hits, cache.statistics.misses, cache.statistics.stores) == (1, 1, 1)
    assert cache.statistics.saved_ns == 1_000_000


def test_a_second_look_counts_no_second_miss(cache, key):
    cache.lookup(key)
    cache.lookup(key, again=True)
    assert cache.statistics.misses == 1


def test_a_hit_at_the_second_look_takes_the_miss_back(cache, make_entry, key):
    """Another process finished it meanwhile: of one request there is one count."""
    cache.lookup(key)
    cache.store(key, make_entry(key))
    cache.lookup(key, again=True)
    assert (cache.statistics.hits, cache.statistics.misses) == (1, 0)


def test_one_key_or_all_can_be_forgotten(cache, make_entry):
    for each in keys(4):
        cache.store(each, make_entry(each))
    assert cache.invalidate(keys(4)[2]) == 1
    assert cache.invalidate(keys(4)[2]) == 0
    assert {keys(4)[0], keys(4)[1], keys(4)[3]} == {each.lookup_key for each in cache.entries()}
    assert cache.invalidate(ALL) == 3
    assert list(cache.entries()) == []


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_the_least_recently_used_go_first(kind, tmp_path, make_entry):
    cache = MemoryCache(max_entries=3) if kind == "memory" else FileCache(tmp_path, max_entries=3)
    for each in keys(3):
        cache.store(each, make_entry(each))
    cache.lookup(keys(3)[0])
    cache.store(keys(4)[3], make_entry(keys(4)[3]))
    assert cache.lookup(keys(3)[0]).entry is not None
    assert cache.lookup(keys(3)[1]).entry is None
    assert cache.statistics.evictions >= 1


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_the_size_limit_holds_and_a_too_large_entry_is_not_kept(kind, tmp_path, make_entry):
    cache = MemoryCache(max_bytes=9000) if kind == "memory" else FileCache(tmp_path, max_bytes=9000)
    for each in keys(20):
        cache.store(each, make_entry(each, b"x" * 1500))
    assert 1 <= len(list(cache.entries())) <= 5
    assert cache.store(keys(30)[29], make_entry(keys(30)[29], b"x" * 20_000)) == ()
    assert cache.lookup(keys(30)[29]).entry is None


DAMAGE = {
    "truncated": lambda data: data[: len(data) // 2],
    "checksum": lambda data: data[:-50] + b"?" + data[-49:],
    "empty": lambda data: b"",
    "magic": lambda data: b"something else entirely",
    "version": lambda data: data[:8] + b"\xff" + data[9:],
}


@pytest.mark.parametrize("reason", DAMAGE)
def test_a_damaged_file_is_a_miss_with_its_reason_and_the_next_store_repairs_it(
    tmp_path, make_entry, key, reason
):
    cache = FileCache(tmp_path)
    cache.store(key, make_entry(key))
    path = Path(cache.folder.path("entries", key))
    path.write_bytes(DAMAGE[reason](path.read_bytes()))
    found = cache.lookup(key)
    assert found.entry is None
    assert reason in found.failures[0]
    assert [(key, found.failures[0].removeprefix("file: "))] == list(cache.verify())
    cache.store(key, make_entry(key))
    assert cache.lookup(key).entry is not None
    assert cache.statistics.failures == 1


def test_the_entry_of_another_key_under_this_name_is_a_failure(tmp_path, make_entry, key):
    cache = FileCache(tmp_path)
    cache.store(key, make_entry("f" * 64))
    assert "foreign" in cache.lookup(key).failures[0]


def test_a_folder_that_cannot_be_written_is_a_counted_failure(tmp_path, make_entry, key):
    """A file stands where the folder should be, which also stops root."""
    (tmp_path / "cache").write_text("not a folder")
    cache = FileCache(tmp_path / "cache")
    assert cache.lookup(key).entry is None
    assert "Not a directory" in cache.store(key, make_entry(key))[0]
    with cache.flight(key):
        pass
    assert cache.statistics.failures == 2


def test_a_read_only_cache_is_read_and_never_written(tmp_path, make_entry, key):
    FileCache(tmp_path).store(key, make_entry(key))
    os.utime(FileCache(tmp_path).folder.path("entries", key), (1, 1))
    before = sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))
    cache = FileCache(tmp_path, read_only=True)
    assert cache.lookup(key).entry is not None
    cache.store("0" * 64, make_entry("0" * 64))
    with cache.flight(key):
        pass
    cache.save_statistics()
    assert before == sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))


def test_nothing_is_removed_from_a_read_only_cache_and_it_says_so(tmp_path, make_entry, key):
    FileCache(tmp_path).store(key, make_entry(key))
    cache = FileCache(tmp_path, read_only=True)
    with pytest.raises(CacheError, match="the file cache is read-only"):
        cache.invalidate(ALL)
    with pytest.raises(CacheError, match="the file cache is read-only"):
        cache.prune(max_entries=0)
    assert FileCache(tmp_path).lookup(key).entry is not None


def test_an_entry_that_cannot_be_removed_is_an_error(tmp_path, make_entry, key, monkeypatch):
    cache = FileCache(tmp_path)
    cache.store(key, make_entry(key))

    def refuse(path):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "unlink", refuse)
    for asked in (key, ALL):
        with pytest.raises(CacheError, match="cannot be removed: Read-only file system"):
            cache.invalidate(asked)


def test_a_farther_layer_fills_the_nearer(tmp_path, make_entry, key):
    far = FileCache(tmp_path / "shared")
    far.store(key, make_entry(key))
    memory, near = MemoryCache(), FileCache(tmp_path / "own")
    cache = LayeredCache(memory, near, FileCache(tmp_path / "shared", read_only=True))
    assert (cache.lookup(key).layer, cache.lookup(key).layer) == ("file", "memory")
    assert near.lookup(key).entry is not None


def test_the_counts_of_every_layer_are_saved_when_the_runtime_is_closed(tmp_path, key):
    folders = [FileCache(tmp_path / name) for name in ("near", "far")]
    for each in folders:
        each.path.mkdir()
    with CompilationRuntime(LayeredCache(MemoryCache(), *folders)) as runtime:
        runtime.cache.lookup(key)
    assert [persisted.read(str(each.path)).misses for each in folders] == [1, 1]


def test_a_broken_layer_hides_nothing_of_the_others(tmp_path, make_entry, key):
    near, far = FileCache(tmp_path / "near"), FileCache(tmp_path / "far")
    cache = LayeredCache(near, far)
    cache.store(key, make_entry(key))
    Path(near.folder.path("entries", key)).write_bytes(b"")
    found = cache.lookup(key)
    assert found.entry is not None
    assert "empty" in found.failures[0]
    assert near.lookup(key).entry is not None, "the damaged copy was repaired from the other layer"


@pytest.mark.parametrize("limits", [{"max_bytes": -1}, {"max_entries": "3"}, {"max_bytes": True}])
def test_a_limit_that_is_none_is_refused(tmp_path, limits):
    with pytest.raises(CacheError, match="expected a whole number"):
        MemoryCache(**limits)
    with pytest.raises(CacheError, match="expected a whole number"):
        FileCache(tmp_path, **limits)


def test_what_is_no_key_is_not_looked_for(tmp_path):
    with pytest.raises(CacheError, match="is not a key"):
        FileCache(tmp_path).invalidate("../../precious")


def test_a_layered_cache_needs_a_layer():
    with pytest.raises(CacheError, match="at least one"):
        LayeredCache()


def test_a_remote_place_that_is_not_there_is_a_miss_with_its_reason(make_entry, key):
    cache = RemoteCache("nosuchprotocol://bucket/folder", read_only=False)
    assert "remote" in cache.lookup(key).failures[0]
    assert "remote" in cache.store(key, make_entry(key))[0]


def test_counts_of_processes_add_up_in_the_folder(tmp_path, make_entry, key):
    first = FileCache(tmp_path)
    first.store(key, make_entry(key))
    first.lookup(key)
    first.save_statistics()
    second = FileCache(tmp_path)
    second.lookup(key)
    total = second.total_statistics()
    assert (total.hits, total.stores, total.saved_ns) == (2, 1, 2_000_000)
    (tmp_path / "statistics.json").write_text("[broken")
    assert (
        Statistics(hits=1, bytes_read=total.bytes_read // 2, saved_ns=1_000_000) == second.total_statistics()
    )


def test_counts_of_a_cache_that_is_dropped_are_kept(tmp_path, make_entry, key):
    FileCache(tmp_path).store(key, make_entry(key))
    gc.collect()
    assert FileCache(tmp_path).total_statistics().stores == 1


def test_a_cache_stays_where_it_was_made(tmp_path, make_entry, key, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cache = FileCache("here")
    cache.store(key, make_entry(key))
    monkeypatch.chdir("/")
    assert cache.lookup(key).entry is not None


def test_a_path_is_one_cache(tmp_path):
    assert cache_of(tmp_path) is cache_of(str(tmp_path / "x" / ".."))
    assert cache_of(None) is None
    with pytest.raises(CacheError, match="expected a cache or the path"):
        cache_of(3)


def test_pruning_removes_old_entries_temporary_files_and_dead_locks(tmp_path, make_entry):
    cache = FileCache(tmp_path)
    for each in keys(3):
        cache.store(each, make_entry(each))
    os.utime(cache.folder.path("entries", keys(3)[0]), (1000, 1000))
    abandoned = Path(cache.folder.path("entries", keys(3)[0])).parent / ".writing-1-aa"
    abandoned.write_bytes(b"half an ent")
    os.utime(abandoned, (1000, 1000))
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks" / f"{keys(1)[0]}.lock").touch()
    pruned = cache.prune(used_before=time.time() - 3600)
    assert (pruned.files, pruned.temporary) == (1, 2)
    assert len(list(cache.entries())) == 2


def test_only_one_thread_compiles_a_key_at_a_time(tmp_path, key):
    cache = FileCache(tmp_path)
    inside, most = 0, 0
    guard, barrier = threading.Lock(), threading.Barrier(6)

    def compile_it():
        nonlocal inside, most
        barrier.wait()
        with cache.flight(key):
            with guard:
                inside += 1
                most = max(most, inside)
            time.sleep(0.002)
            with guard:
                inside -= 1

    threads = [threading.Thread(target=compile_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert list((tmp_path / "locks").iterdir()) == []


def test_a_thread_does_not_wait_for_itself(tmp_path, key):
    """A Python pass may compile the very module that is being compiled."""
    cache = FileCache(tmp_path)
    with cache.flight(key), cache.flight(key):
        assert [f"{key}.lock"] == [path.name for path in (tmp_path / "locks").iterdir()]


def test_a_holder_that_hangs_is_passed_over(tmp_path, key):
    first, second = FileCache(tmp_path), FileCache(tmp_path, wait_seconds=0.05)
    with first.flight(key), second.flight(key):
        pass
