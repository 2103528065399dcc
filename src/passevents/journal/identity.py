"""Who a run is: an id that sorts by time and is unique everywhere (UUID version 7, RFC 9562)."""

from __future__ import annotations

import os
import time
import uuid

_VERSION = 0x7 << 76
_VARIANT = 0x2 << 62


def new_run_id() -> str:
    """A new UUIDv7 as text: 48 bits of Unix time in milliseconds, the rest random."""
    random = int.from_bytes(os.urandom(10), "big")
    high = random >> 64 & 0xFFF
    low = random & 0x3FFF_FFFF_FFFF_FFFF
    milliseconds = time.time_ns() // 1_000_000
    return str(uuid.UUID(int=milliseconds << 80 | _VERSION | high << 64 | _VARIANT | low))
