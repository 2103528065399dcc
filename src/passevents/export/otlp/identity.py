"""Ids of traces and spans, the same in every export of a run.

A run's UUID is the id of its trace, without the dashes. Spans count from a number made of the run's id, so
that they are distinct within a run by construction, and between runs as good as certainly.
"""

from __future__ import annotations

import uuid
from hashlib import sha256

_TOP_BIT = 1 << 63  # no span's id may be zero


def trace_id(run: str) -> bytes:
    """The 16 bytes for the run of that id."""
    try:
        return uuid.UUID(run).bytes
    except ValueError:
        return sha256(run.encode()).digest()[:16]


def root_id(run: str) -> int:
    """The number of the span for the run itself."""
    return int.from_bytes(sha256(run.encode()).digest()[:8], "big") | _TOP_BIT


def span_id(number: int) -> bytes:
    """The 8 bytes for a span's number: the root's, or for an event `root ^ (sequence + 1)`."""
    return number.to_bytes(8, "big")
