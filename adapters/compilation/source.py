"""What is compiled: text, bytecode, a file or a module, all as bytes with a name for its locations.

The digest of a source is over its bytes and its name, because the name is in every location of the result.
A file's name is its last path component, so that the working directory and the place of a checkout decide
nothing.
"""

from __future__ import annotations

import hashlib
import io
from os import PathLike, fsdecode
from pathlib import Path
from typing import Any, NamedTuple

from passevents.errors import CompileError

BYTECODE_MAGIC = b"ML\xefR"
UNNAMED = "-"


class Source(NamedTuple):
    """The bytes of a module and the name its locations carry (`-` where there is none)."""

    data: bytes
    name: str = UNNAMED

    def __repr__(self) -> str:
        return f"<Source {self.name} of {len(self.data)} bytes>"

    @property
    def is_bytecode(self) -> bool:
        """Whether the bytes are MLIR bytecode; else they are text."""
        return self.data.startswith(BYTECODE_MAGIC)

    def digest(self) -> str:
        """SHA-256 over name and bytes, in hexadecimal text."""
        digest = hashlib.sha256(self.name.encode("utf-8", "surrogateescape") + b"\0")
        digest.update(self.data)
        return digest.hexdigest()


def source_of(value: object, name: str | None = None) -> Source:
    """The source in `value`: text, bytes of text or bytecode, a path, or a module of the MLIR bindings.

    CompileError, stage `source`, when it cannot be read or is none of these. A text is never taken for a
    path.
    """
    if isinstance(value, Source):
        return value
    if isinstance(value, str):
        return Source(_encoded(value), name or UNNAMED)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return Source(bytes(value), name or UNNAMED)
    if isinstance(value, PathLike):
        path = fsdecode(value)
        return Source(_read(path), name or Path(path).name)
    operation = getattr(value, "operation", value)
    if hasattr(operation, "write_bytecode"):
        return Source(module_bytecode(operation), name or UNNAMED)
    raise CompileError(
        f"source: expected text, bytes, a path or a module, got {type(value).__name__}", stage="source"
    )


def module_bytecode(operation: Any, version: int | None = None) -> bytes:
    """The bytecode of an operation, equal for equal IR.

    Written from a clone: the use-list order that passes leave behind differs from run to run and is written
    with the operation itself. ValueError for a `version` that this MLIR cannot write.
    """
    buffer = io.BytesIO()
    operation.clone(ip=False).write_bytecode(buffer, desired_version=version)
    return buffer.getvalue()


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise CompileError(f"source: the text is not valid Unicode: {error}", stage="source") from error


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise CompileError(f"source: cannot read {path!r}: {error}", stage="source") from error
