"""The files of a cache folder: where they lie, writing them whole or not at all, listing and removing them.

    CACHEDIR.TAG            tells backup programs to pass the folder by
    entries/ab/KEY.entry    one compiled module
    native/ab/KEY.native    one emitted shared library with its description
    locks/KEY.lock          held while KEY is compiled
    statistics.json         counts over all processes

A file is written under a name nobody else has, in the folder it goes to, and then renamed: readers see the
old file or the new one. A writer that is killed leaves such a temporary file; pruning removes it after an
hour.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from typing import NamedTuple

from . import flight

TEMPORARY_PREFIX = ".writing-"
_ABANDONED_SECONDS = 3600.0
_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# A cache of passevents; safe to delete.\n"
KINDS = {"entries": ".entry", "native": ".native"}


class CachedFile(NamedTuple):
    """One file of the cache; `used_ns` is its last use, in nanoseconds since the epoch."""

    path: str
    size: int
    used_ns: int

    @property
    def key(self) -> str:
        """The key it is kept under."""
        return os.path.basename(self.path).partition(".")[0]

    @property
    def is_entry(self) -> bool:
        """Whether it is a compiled module, and not machine code."""
        return self.path.endswith(KINDS["entries"])


class Folder(NamedTuple):
    """A cache folder. It is made by the first write.

    Paths here are text: pathlib would be the largest import of a program that only hits.
    """

    root: str

    def path(self, kind: str, key: str) -> str:
        """Where the file of `key` lies."""
        return f"{self.root}/{kind}/{key[:2]}/{key}{KINDS[kind]}"

    def write(self, kind: str, key: str, data: bytes) -> str:
        """Write a file atomically and give its path; OSError leaves nothing behind."""
        path = self.path(kind, key)
        try:
            write_atomically(path, data)
        except FileNotFoundError:
            self._prepare(os.path.dirname(path))
            write_atomically(path, data)
        return path

    def files(self, kinds: tuple[str, ...] = tuple(KINDS)) -> list[CachedFile]:
        """Every file of these kinds, the one used longest ago first."""
        found = [file for kind in kinds for file in self._files_of(kind)]
        return sorted(found, key=lambda file: (file.used_ns, file.key))

    def sweep(self) -> int:
        """Remove the temporary files and locks of processes that are gone; gives how many."""
        removed = 0
        for folder in (self.root, *self._subfolders(*KINDS)):
            for entry in _scan(folder):
                if entry.name.startswith(TEMPORARY_PREFIX) and _is_abandoned(entry):
                    removed += remove(entry.path)
        return removed + flight.sweep(f"{self.root}/locks")

    def _files_of(self, kind: str) -> Iterator[CachedFile]:
        for folder in self._subfolders(kind):
            for entry in _scan(folder):
                if entry.name.endswith(KINDS[kind]) and not entry.name.startswith("."):
                    # Another process may have removed it since it was listed.
                    with contextlib.suppress(OSError):
                        status = entry.stat()
                        yield CachedFile(entry.path, status.st_size, status.st_mtime_ns)

    def _subfolders(self, *kinds: str) -> Iterator[str]:
        for kind in kinds:
            for entry in _scan(os.path.join(self.root, kind)):
                if entry.is_dir():
                    yield entry.path

    def _prepare(self, folder: str) -> None:
        os.makedirs(folder, exist_ok=True)
        tag = f"{self.root}/CACHEDIR.TAG"
        if not os.path.exists(tag):
            write_atomically(tag, _TAG.encode())


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path` so that nobody ever sees a part of it."""
    temporary = f"{os.path.dirname(path) or '.'}/{TEMPORARY_PREFIX}{os.getpid()}-{os.urandom(8).hex()}"
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        remove(temporary)
        raise


def touch(path: str) -> None:
    """Note a use, for the order of eviction; in a folder that cannot be written nothing is noted."""
    now = time.time_ns()
    with contextlib.suppress(OSError):
        os.utime(path, ns=(now, now))


def remove(path: str) -> bool:
    """Remove a file; False when it was not there or cannot be removed."""
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def _scan(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            yield from entries
    except (FileNotFoundError, NotADirectoryError):
        return


def _is_abandoned(entry: os.DirEntry[str]) -> bool:
    try:
        return time.time() - entry.stat().st_mtime > _ABANDONED_SECONDS
    except OSError:
        return False
