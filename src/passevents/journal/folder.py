"""Journals as folders: ``<runs folder>/<run id>/`` with ``run.jsonl`` and the streams of the threads.

``run.jsonl`` holds what is known of the run, one JSON object a line, later ones over earlier ones; a line
that was cut by a crash is passed over. Its owner holds a lock (``flock``) on it: locked means alive,
whatever the process id says. Whoever wants a journal of a dead process takes the lock first
(:func:`claim`).
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from passevents._native import Journal
from passevents.errors import JournalError

INFO_NAME = "run.jsonl"
_NEW_SUFFIX = ".new"
_ABANDONED_AFTER_S = 60.0


def create_folder(runs: Path, run_id: str, max_bytes: int | None) -> Journal:
    """Create ``runs/run_id`` with a journal whose lock is ours. Raises JournalError."""
    while True:
        try:
            runs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"cannot create the folder {runs}: {error.strerror or error}") from error
        try:
            return Journal.create_file(str(runs / run_id), max_bytes)
        except JournalError:
            # The store removes the empty folder with its last journal: it may just have done so.
            if runs.is_dir():
                raise


def read_info(directory: Path) -> dict[str, Any]:
    """What ``run.jsonl`` says. Raises JournalError where there is none."""
    try:
        lines = (directory / INFO_NAME).read_bytes().splitlines()
    except OSError as error:
        raise JournalError(f"{directory} is not a journal: {error.strerror or error}") from error
    info: dict[str, Any] = {}
    for line in lines:
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if isinstance(entry, dict):
            info.update(entry)
    return info


@contextmanager
def claim(directory: Path) -> Generator[bool, None, None]:
    """Hold the lock of a journal that nobody owns. Gives False where somebody does, or where it is gone."""
    try:
        file = os.open(directory / INFO_NAME, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        yield False
        return
    try:
        yield _lock(file) and _is_still(directory / INFO_NAME, file)
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_still(path: Path, file: int) -> bool:
    """Whether the file that was locked is the one of that name: its last owner may just have removed it."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(file))
    except OSError:
        return False


def orphans(runs: str | Path) -> list[Path]:
    """The journals in this folder that nobody owns, oldest first.

    Take one with :func:`claim` before reading it: another process may have the same idea. What was left by
    a process that died while it created its journal is removed.
    """
    found = []
    for directory in sorted(_folders(Path(runs))):
        with claim(directory) as claimed:
            if directory.suffix == _NEW_SUFFIX:
                _remove_abandoned(directory, claimed)
            elif claimed:
                found.append(directory)
    return found


def _folders(runs: Path) -> list[Path]:
    try:
        return [entry for entry in runs.iterdir() if entry.is_dir()]
    except OSError:
        return []


def _remove_abandoned(directory: Path, claimed: bool) -> None:
    """A ``.new`` folder is in use for an instant: between creation, locking and renaming."""
    try:
        age_s = time.time() - directory.stat().st_mtime
    except OSError:
        return
    if age_s > _ABANDONED_AFTER_S and (claimed or not (directory / INFO_NAME).exists()):
        shutil.rmtree(directory, ignore_errors=True)


def remove(directory: str | Path) -> None:
    """Remove a journal, its ``run.jsonl`` last: what is half removed is still found, and done again.

    Raises JournalError. A journal that is gone already is no error.
    """
    directory = Path(directory)
    try:
        for entry in _streams(directory):
            entry.unlink(missing_ok=True)
        (directory / INFO_NAME).unlink(missing_ok=True)
        directory.rmdir()
    except FileNotFoundError:
        return
    except OSError as error:
        raise JournalError(f"cannot remove the journal {directory}: {error.strerror or error}") from error


def _streams(directory: Path) -> list[Path]:
    return [entry for entry in directory.iterdir() if entry.suffix in (".records", ".texts", ".snapshots")]
