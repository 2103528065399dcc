"""A cache folder under several processes, one of them killed."""

import os
import signal
import subprocess
import sys
import time

from passevents.adapters.compilation.cache import FileCache

WRITER = """
import hashlib, sys
from passevents.adapters.compilation.cache import Entry, FileCache, Metadata
cache, seed = FileCache(sys.argv[1]), int(sys.argv[2])
bytecode = b"ML\\xefR" + bytes(200_000)
def entry(key):
    digest = hashlib.sha256(bytecode).hexdigest()
    return Entry(Metadata(key, "s", "-", "p", {}, "v", "b", digest, len(bytecode), 1, 1.0), bytecode)
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    key = hashlib.sha256(bytes([number % 40])).hexdigest()
    failures = cache.store(key, entry(key)) + cache.lookup(key).failures
    assert not failures, failures
"""


def start(path, seed: int, count: int) -> subprocess.Popen:
    command = [sys.executable, "-c", WRITER, str(path), str(seed), str(count)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert "ready" in process.stdout.readline()
    return process


def test_a_killed_writer_leaves_no_broken_entry(tmp_path):
    """Killed at many moments: whatever is there is whole, and what it was writing is swept away."""
    for moment in range(6):
        process = start(tmp_path, moment, 1_000_000)
        time.sleep(0.05 + 0.023 * moment)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    cache = FileCache(tmp_path)
    checked = list(cache.verify())
    assert len(checked) > 0
    assert [reason for _, reason in checked if reason] == []
    for path in tmp_path.rglob(".writing-*"):
        os.utime(path, (1000, 1000))
    cache.prune()
    assert list(tmp_path.rglob(".writing-*")) == []


def test_processes_that_write_the_same_keys_never_read_a_torn_entry(tmp_path):
    writers = [start(tmp_path, seed, 150) for seed in range(3)]
    for writer in writers:
        writer.stdout.close()
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert [reason for _, reason in FileCache(tmp_path).verify()] == [None] * 40


def test_a_full_disk_is_a_counted_failure(tmp_path):
    """A limit on the size of files stands for the disk: the write fails half-way."""
    program = (
        "import resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
        + WRITER.split("print(")[0]
        + "key = 'a' * 64\n"
        + "failures = cache.store(key, entry(key))\n"
        + "assert 'large' in failures[0], failures\n"
        + "assert cache.statistics.failures == 1 and cache.lookup(key).entry is None\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path), "0"], check=True)
    kept = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert kept == {"CACHEDIR.TAG", "statistics.json"}


def test_a_forked_child_neither_waits_for_its_parents_locks_nor_counts_its_counts(tmp_path, make_entry, key):
    cache = FileCache(tmp_path)
    cache.store(key, make_entry(key))
    with cache._count_lock:
        child = os.fork()
        if child == 0:
            found = cache.lookup(key).entry is not None
            cache.save_statistics()
            os._exit(0 if found else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    total = cache.total_statistics()
    assert (total.stores, total.hits) == (1, 1)
