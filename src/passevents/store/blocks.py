"""What stands in each block of a large run, so that questions pass over blocks that hold no answer.

A block is the events of 128 consecutive sequence numbers. For each there is one row of `blocks`, and one of
`block_values` for every distinct name, tag, operation, ... in it: some 4 bytes an event, where an index on
each of those columns would take 15. A run that is read in a few milliseconds has none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from passevents.journal.sqlite import insert_blocks

if TYPE_CHECKING:
    from passevents.journal import JournalData

BLOCK_SHIFT = 7
SMALLEST_RUN = 8_192

_ADD_BLOCK = (
    "insert into blocks (run, block, first_pre, last_pre, shallowest, slowest_ns) values (?, ?, ?, ?, ?, ?)"
)
_ADD_VALUE = "insert into block_values (run, facet, value, block, slowest_ns) values (?, ?, ?, ?, ?)"


# What `block_values.facet` stands for; also in native/bindings/blocks.cpp. The values of texts are ids of
# `strings`, 0 for none; those of `whole_location` are 1 where the location is more than file, line and
# column, else 0.
FACETS = {
    "kind": 1,
    "status": 2,
    "tag": 3,
    "name": 4,
    "phase": 5,
    "op": 6,
    "file": 7,
    "line": 8,
    "whole_location": 9,
}
TEXT_FACETS = ("tag", "name", "phase", "op", "file")


def store_blocks(
    connection: sqlite3.Connection, run: int, data: JournalData, string_ids: Sequence[int]
) -> None:
    """Store the blocks of a run, where it is large enough, inside the caller's transaction."""
    if data.counts.get("events", 0) < SMALLEST_RUN:
        return
    if insert_blocks(connection, data, (_ADD_BLOCK, _ADD_VALUE), run, string_ids, BLOCK_SHIFT):
        return
    blocks, values = data.blocks(run, string_ids, BLOCK_SHIFT)
    connection.executemany(_ADD_BLOCK, blocks)
    connection.executemany(_ADD_VALUE, values)
