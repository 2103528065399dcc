"""Files that are there whole or not at all, and never in the place of others.

Everything is written under a temporary name in the same folder, flushed to the disk, and renamed. A writer
that is killed leaves a hidden file that ends in `.tmp`, which no reader takes for data.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from passevents.errors import ExportError


@contextmanager
def whole_file(path: Path, *, force: bool) -> Iterator[Path]:
    """Give a temporary path to write to, which becomes `path` when the block ends well.

    Raises `ExportError` where `path` exists and `force` is not given, and where it cannot be written.
    """
    check_free(path, force=force)
    temporary = path.with_name(f".{path.name[:200]}.{os.getpid()}.{secrets.token_hex(4)}.tmp")
    try:
        yield temporary
        _flush(temporary)
        check_free(path, force=force)  # somebody else may have been faster
        os.replace(temporary, path)
    except OSError as error:
        raise ExportError(f"{str(path)!r} cannot be written: {error.strerror or error}.") from error
    finally:
        temporary.unlink(missing_ok=True)


def check_free(path: Path, *, force: bool) -> None:
    """Raise `ExportError` where `path` must not be written."""
    if path.is_dir():
        raise ExportError(f"{str(path)!r} is a folder; name a file.")
    if path.exists() and not force:
        raise ExportError(f"{str(path)!r} exists already: name another file, or add --force to replace it.")
    if not path.parent.is_dir():
        raise ExportError(f"There is no folder {str(path.parent)!r} to write {path.name!r} to.")


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
