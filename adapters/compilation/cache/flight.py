"""Single flight: one compile of a key at a time, in this process and, with a folder, across processes.

Locks here save work and decide nothing: entries are written atomically and checked when read. So a lock
that cannot be had (a folder that cannot be written, a holder that hangs) is passed over. Across processes
the operating system's `flock` is used, which a killed process releases; the lock's file is removed by its
holder, and whoever gets a lock on a file that is no longer the one at the path tries again.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Iterator

WAIT_SECONDS = 300.0
_FIRST_POLL = 0.001
_LONGEST_POLL = 0.05


class _KeyLock:
    """The lock of one key among threads. `depth` is changed by the thread that holds it only.

    It is re-entrant: a Python pass may compile the very module being compiled, and must not wait for itself,
    nor for the lock that its own process holds at the file.
    """

    def __init__(self) -> None:
        self.thread = threading.RLock()
        self.users = 0
        self.depth = 0


class Flights:
    """The compiles in flight of one cache object; `folder` makes them visible to other processes."""

    def __init__(self, folder: str | None = None, wait_seconds: float = WAIT_SECONDS) -> None:
        self.folder = folder
        self.wait_seconds = wait_seconds
        self.reset()

    def reset(self) -> None:
        """Forget every lock: in a forked child their holders do not exist."""
        self._guard = threading.Lock()
        self._locks: dict[str, _KeyLock] = {}

    @contextlib.contextmanager
    def held(self, key: str) -> Iterator[None]:
        """Hold `key`, among threads and then among processes, or go on without after `wait_seconds`."""
        lock = self._enter(key)
        got = lock.thread.acquire(timeout=self.wait_seconds)
        lock.depth += got
        try:
            with self._across_processes(key) if got and lock.depth == 1 else contextlib.nullcontext():
                yield
        finally:
            if got:
                lock.depth -= 1
                lock.thread.release()
            self._leave(key)

    def _enter(self, key: str) -> _KeyLock:
        with self._guard:
            lock = self._locks.setdefault(key, _KeyLock())
            lock.users += 1
            return lock

    def _leave(self, key: str) -> None:
        with self._guard:
            lock = self._locks.get(key)
            if lock is not None:
                lock.users -= 1
                if lock.users <= 0:
                    del self._locks[key]

    @contextlib.contextmanager
    def _across_processes(self, key: str) -> Iterator[None]:
        path = f"{self.folder}/{key}.lock" if self.folder else None
        descriptor = _locked(path, self.wait_seconds) if path else None
        try:
            yield
        finally:
            if descriptor is not None and path is not None:
                with contextlib.suppress(OSError):
                    os.unlink(path)
                os.close(descriptor)


def _locked(path: str, wait_seconds: float) -> int | None:
    """A descriptor that holds the lock at `path`; None when it cannot be had, now or in time."""
    deadline, pause = time.monotonic() + wait_seconds, _FIRST_POLL
    while True:
        descriptor = _opened(path)
        if descriptor is None:
            return None
        try:
            if _try_lock(descriptor, path):
                return descriptor
        except (ImportError, OSError):
            # A file system without locks; waiting would not bring them.
            os.close(descriptor)
            return None
        os.close(descriptor)
        if time.monotonic() >= deadline:
            return None
        time.sleep(pause)
        pause = min(pause * 2, _LONGEST_POLL)


def _opened(path: str) -> int | None:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
    try:
        return os.open(path, flags, 0o666)
    except FileNotFoundError:
        pass
    except OSError:
        return None
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return os.open(path, flags, 0o666)
    except OSError:
        return None


def _try_lock(descriptor: int, path: str) -> bool:
    """Whether the lock is ours now, and on the file that is at the path now; OSError without locks."""
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except (BlockingIOError, FileNotFoundError):
        return False


def sweep(folder: str) -> int:
    """Remove the locks that killed processes left; gives how many. One that is held stays."""
    removed = 0
    with contextlib.suppress(FileNotFoundError):
        removed = sum(_sweep_one(f"{folder}/{name}") for name in os.listdir(folder) if name.endswith(".lock"))
    return removed


def _sweep_one(path: str) -> bool:
    with contextlib.suppress(OSError):
        descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            if _try_lock(descriptor, path):
                os.unlink(path)
                return True
        finally:
            os.close(descriptor)
    return False
