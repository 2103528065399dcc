"""Stores as earlier schema versions wrote them, as SQL: one file a version, by the code of its day.

`1.sql` is a real recording of MLIR and of spans, with a composed location, a further IR unit and two texts of
the program put in. `2.sql` is the same, brought to version 2 by its migration, with one run pinned.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

VERSIONS = sorted(int(file.stem) for file in Path(__file__).parent.glob("*.sql"))


def write_store(path: Path, version: int) -> Path:
    """Make a store of an earlier version at `path`."""
    statements = Path(__file__).with_name(f"{version}.sql").read_text()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma journal_mode = wal")
        connection.executescript(statements)
    return path
