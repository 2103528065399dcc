"""Texts of the program beside the events: which one each event began and ended with.

A snapshot log is one append-only file in the folder of the journal (in memory for a run in memory). It
holds every distinct text once, compressed, and links from events to texts. An entry is written by one call
and carries a check sum, so that a log whose process died is whole up to its last entry. Times and numbers
of events are the journal's.
"""

from __future__ import annotations

import hashlib
import os
import struct
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NoReturn

import attrs

Moment = Literal["before", "after"]

FILE_NAME = "program.snapshots"
ENCODING = "zlib"
_MAGIC = b"passevents snapshots 1\n"
_ENTRY = struct.Struct("<cII")  # kind, length and check sum of what follows
_TEXT = struct.Struct("<32sQ")  # SHA-256 and size of the text; the compressed text follows
_LINK = struct.Struct("<IBI")  # number of the event, moment, number of the text in this log
MOMENTS: tuple[Moment, Moment] = ("before", "after")
# Programs repeat themselves: higher levels take several times longer and save a tenth.
LEVEL = 3


@attrs.frozen
class Text:
    """A text, compressed; ``size`` is its length in bytes when it is not."""

    digest: bytes
    size: int
    data: bytes

    def decompressed(self) -> str:
        """The text itself."""
        return zlib.decompress(self.data).decode()


@attrs.frozen
class Link:
    """The event ``sequence`` began (``"before"``) or ended (``"after"``) with the text of that index."""

    sequence: int
    moment: Moment
    text: int


class SnapshotLog:
    """Where the snapshots of a run are written; any thread may use it. Raises OSError where there is no
    room.
    """

    def __init__(self, directory: Path | None, max_bytes: int | None = None) -> None:
        self.max_bytes = max_bytes
        self._size = 0
        self._stopped: str | None = None
        self._lock = threading.Lock()
        self._path = None if directory is None else directory / FILE_NAME
        self._file: int | None = None
        self._memory = bytearray(_MAGIC)
        self._indices: dict[bytes, int] = {}

    def add(self, text: str) -> int:
        """Keep a text, unless it is there already; returns its index."""
        encoded = text.encode(errors="backslashreplace")
        digest = hashlib.sha256(encoded).digest()
        with self._lock:
            index = self._indices.get(digest)
            if index is None:
                compressed = zlib.compress(encoded, LEVEL)
                self._append(b"T", _TEXT.pack(digest, len(encoded)) + compressed)
                index = self._indices[digest] = len(self._indices)
        return index

    def link(self, sequence: int, moment: Moment, text: int) -> None:
        """Say that an event began or ended with the text of that index."""
        with self._lock:
            self._append(b"L", _LINK.pack(sequence, MOMENTS.index(moment), text))

    def contents(self) -> bytes:
        """The log as it is now."""
        if self._path is None:
            return bytes(self._memory)
        return contents_of(self._path.parent)

    def close(self) -> None:
        """Close the file; nothing more is written. Idempotent."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None

    def _append(self, kind: bytes, payload: bytes) -> None:
        entry = _ENTRY.pack(kind, len(payload), zlib.crc32(payload)) + payload
        if self._stopped is not None:
            raise OSError(self._stopped)
        if self.max_bytes is not None and self._size + len(entry) > self.max_bytes:
            self._stop(f"the snapshots of a run have reached max_bytes, {self.max_bytes}")
        self._size += len(entry)
        if self._path is None:
            self._memory += entry
        else:
            self._write(entry, self._path)

    def _write(self, entry: bytes, path: Path) -> None:
        if self._file is None:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
            if os.fstat(self._file).st_size == 0:
                entry = _MAGIC + entry
        if os.write(self._file, entry) != len(entry):
            self._stop(f"no room for a snapshot in {path}")

    def _stop(self, reason: str) -> NoReturn:
        """Write nothing more: behind an entry that is cut nothing could be read."""
        self._stopped = reason
        raise OSError(reason)


def contents_of(directory: Path) -> bytes:
    """The log in the folder of a journal; empty where there is none."""
    try:
        return (directory / FILE_NAME).read_bytes()
    except FileNotFoundError:
        return b""


def entries(contents: bytes) -> Iterator[Text | Link]:
    """Every text and link, up to the first that is damaged; a link comes after its text."""
    place = len(_MAGIC)
    if contents[:place] != _MAGIC:
        return
    while place + _ENTRY.size <= len(contents):
        kind, length, check_sum = _ENTRY.unpack_from(contents, place)
        place += _ENTRY.size
        payload = contents[place : place + length]
        place += length
        if len(payload) != length or zlib.crc32(payload) != check_sum:
            return
        yield _text(payload) if kind == b"T" else _link(payload)


def _text(payload: bytes) -> Text:
    digest, size = _TEXT.unpack_from(payload)
    return Text(digest, size, payload[_TEXT.size :])


def _link(payload: bytes) -> Link:
    sequence, moment, text = _LINK.unpack(payload)
    return Link(sequence, MOMENTS[moment], text)
