"""What is compiled: text, bytecode, a file or a module, all as bytes with a name for its locations.

The digest of a source is over its bytes and its name, because the name is in every location of the result.
A file's name is its last path component, so that the working directory and the place of a checkout decide
nothing.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable
from os import PathLike, fsdecode
from typing import Any, NamedTuple

from passevents.errors import CompileError

BYTECODE_MAGIC = b"ML\xefR"
UNNAMED = "-"
_PIECE = 1 << 17


class Source(NamedTuple):
    """A module, as bytes or as the text that it was given as, and the name its locations carry.

    The name is `-` where there is none.
    """

    content: bytes | str
    name: str = UNNAMED

    def __repr__(self) -> str:
        unit = "letters" if isinstance(self.content, str) else "bytes"
        return f"<Source {self.name} of {len(self.content)} {unit}>"

    @property
    def is_bytecode(self) -> bool:
        """Whether it is MLIR bytecode; else it is text."""
        return isinstance(self.content, bytes) and self.content.startswith(BYTECODE_MAGIC)

    def mentions(self, word: str) -> bool:
        """Whether an ASCII word is anywhere in it; names stand in bytecode as they are."""
        return word in self.content if isinstance(self.content, str) else word.encode() in self.content

    def digest(self) -> str:
        """SHA-256 over name and bytes, in hexadecimal text; CompileError, stage `source`, for text that has
        no bytes."""
        digest = hashlib.sha256(self.name.encode() + b"\0")
        try:
            _digest_of(self.content, digest.update)
        except UnicodeEncodeError as error:
            raise CompileError(f"source: the text is not valid Unicode: {error}", stage="source") from error
        return digest.hexdigest()


def _digest_of(content: bytes | str, update: Callable[[bytes], object]) -> None:
    """Update a digest, of a long text piece by piece: a hit on it needs no copy of all of it."""
    if isinstance(content, bytes):
        update(content)
    elif len(content) <= _PIECE:
        update(content.encode())
    else:
        for at in range(0, len(content), _PIECE):
            update(content[at : at + _PIECE].encode())


def source_of(value: object, name: str | None = None) -> Source:
    """The source in `value`: text, bytes of text or bytecode, a path, or a module of the MLIR bindings.

    CompileError, stage `source`, when it cannot be read or is none of these. A text is never taken for a
    path.
    """
    if isinstance(value, Source):
        return value
    name = _shown(name) if name else name
    if isinstance(value, str):
        return Source(value, name or UNNAMED)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return Source(bytes(value), name or UNNAMED)
    if isinstance(value, PathLike):
        path = fsdecode(value)
        return Source(_read(path), name or _shown(os.path.basename(path)))
    operation = getattr(value, "operation", value)
    if hasattr(operation, "write_bytecode"):
        return Source(module_bytecode(operation), name or UNNAMED)
    raise CompileError(
        f"source: expected text, bytes, a path or a module, got {type(value).__name__}", stage="source"
    )


def _shown(name: str) -> str:
    """A name as valid text: that of a file may hold bytes that are none."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def module_bytecode(operation: Any, version: int | None = None) -> bytes:
    """The bytecode of an operation, equal for equal IR.

    Written from a clone: the use-list order that passes leave behind differs from run to run and is written
    with the operation itself. ValueError for a `version` that this MLIR cannot write.
    """
    buffer = io.BytesIO()
    operation.clone(ip=False).write_bytecode(buffer, desired_version=version)
    return buffer.getvalue()


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        raise CompileError(f"source: cannot read {path!r}: {error}", stage="source") from error
