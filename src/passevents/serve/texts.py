"""How values look on the pages."""

from __future__ import annotations

import datetime
import re

_NAMESPACES = re.compile(r"\b(?:mlir::)|(?:\{anonymous\}|\(anonymous namespace\))::")


def short(name: str) -> str:
    """A name from C++ without what says nothing: MLIR's own namespace and the anonymous one."""
    return _NAMESPACES.sub("", name) or name


def moment(when: datetime.datetime) -> str:
    """A point in time, to the second."""
    return f"{when.astimezone(datetime.UTC):%Y-%m-%d %H:%M:%S} UTC"
