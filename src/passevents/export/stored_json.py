"""The JSON texts of a store, as data."""

from __future__ import annotations

import functools
import json
from typing import Any


@functools.lru_cache(maxsize=10_000)
def attributes_of(text: str | None) -> Any:
    """The attributes of an event as data, which is not to be changed; what is no JSON object is wrapped."""
    if text is None:
        return None
    try:
        value = json.loads(text, parse_constant=str)
    except ValueError:  # bytes that were no text were escaped when the journal was read
        return {"text": text}
    return value if isinstance(value, dict) else {"value": value}
