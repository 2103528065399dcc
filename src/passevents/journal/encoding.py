"""What users say of events and runs, as JSON that every reader takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def json_text(value: Any) -> str:
    """The value as JSON; what it has no form for (objects, NaN, infinities) as its text."""
    plain = dict(value) if isinstance(value, Mapping) else value
    try:
        return json.dumps(plain, default=str, allow_nan=False)
    except ValueError:
        return json.dumps(json.loads(json.dumps(plain, default=str), parse_constant=str))
