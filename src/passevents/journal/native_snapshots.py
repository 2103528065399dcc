"""Snapshots that native code took: the file `native.snapshots` in the folder of a journal.

It is laid out as the texts of a stream (native/core/layout.h): a header, two windows of which one may hold
what was written last, and entries whose first word is stored last, so that what a process had written when
it died can be read. Texts are as the compiler wrote them; they are compressed here, on their way into the
store.
"""

from __future__ import annotations

import hashlib
import mmap
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from passevents.errors import JournalError
from passevents.journal.snapshots import LEVEL, MOMENTS, Link, Text

FILE_NAME = "native.snapshots"

Contents = bytes | mmap.mmap

_HEADER = struct.Struct("<8sIIQIIQ")  # the last is the window in use
_WINDOW, _WINDOWS = 64 * 1024, 4096
_BODY = _WINDOWS + 2 * _WINDOW
_MAGIC = b"PSEVSNP\n"
_VERSION = 2
_ENTRY = struct.Struct("<II")  # commit word, length; then the bytes, up to a multiple of 8
_LINK = struct.Struct("<III")  # number of the event, moment, id of the text
_SEAL, _SEAL_MASK, _TYPE_MASK = 0x9E5A0000, 0xFFFF0000, 0xFF
_TEXT, _SNAPSHOT = 1, 4


def contents_of(directory: Path) -> Contents:
    """The file in the folder of a journal; empty where there is none."""
    try:
        with (directory / FILE_NAME).open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (FileNotFoundError, ValueError):  # none, or an empty one
        return b""


def entries(contents: Contents) -> Iterator[Text | Link]:
    """Every text and link up to the first that was not committed; raises JournalError for another version."""
    if len(contents) < _HEADER.size or not contents[:8].strip(b"\0"):
        return
    _check_header(contents)
    indices: dict[int, int] = {}
    for place, kind, payload in _committed(contents):
        if kind == _TEXT:
            indices[place // 8] = len(indices)
            yield _text(payload)
        elif kind == _SNAPSHOT and len(payload) == _LINK.size:
            sequence, moment, text = _LINK.unpack(payload)
            if text in indices and moment < len(MOMENTS):
                yield Link(sequence, MOMENTS[moment], indices[text])


def _check_header(contents: Contents) -> None:
    magic, version, *_ = _HEADER.unpack_from(contents)
    if magic != _MAGIC:
        raise JournalError(f"{FILE_NAME} holds no snapshots")
    if version != _VERSION:
        raise JournalError(f"{FILE_NAME} has version {version}; this version of passevents reads {_VERSION}")


def _parts(contents: Contents) -> Iterator[tuple[int, int, int]]:
    """(position, start, end): where each part of the log belongs, and where it is in the file."""
    *_, window = _HEADER.unpack_from(contents)
    position = window & ~7
    if not window or not _BODY <= position <= len(contents):
        yield _BODY, _BODY, len(contents)
        return
    yield _BODY, _BODY, position
    start = _WINDOWS + (window & 1) * _WINDOW
    yield position, start, start + _WINDOW


def _committed(contents: Contents) -> Iterator[tuple[int, int, bytes]]:
    """(position, type, bytes) of every entry."""
    for position, place, end in _parts(contents):
        shift = position - place
        while place + _ENTRY.size <= end:
            commit, length = _ENTRY.unpack_from(contents, place)
            start = place + _ENTRY.size
            if commit & _SEAL_MASK != _SEAL or start + length > end:
                break
            yield place + shift, commit & _TYPE_MASK, contents[start : start + length]
            place = (start + length + 7) & ~7


def _text(payload: bytes) -> Text:
    # As everywhere, what is no UTF-8 becomes a backslash escape.
    encoded = payload.decode("utf-8", "backslashreplace").encode()
    return Text(hashlib.sha256(encoded).digest(), len(encoded), zlib.compress(encoded, LEVEL))
