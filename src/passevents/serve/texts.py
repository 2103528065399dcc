"""How values look on the pages."""

from __future__ import annotations

import datetime


def moment(when: datetime.datetime) -> str:
    """A point in time, to the second."""
    return f"{when.astimezone(datetime.UTC):%Y-%m-%d %H:%M:%S} UTC"
