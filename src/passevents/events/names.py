"""Names as people read them."""

from __future__ import annotations

import re

_NAMESPACES = re.compile(r"\b(?:mlir::)|(?:\{anonymous\}|\(anonymous namespace\))::")


def short_name(name: str) -> str:
    """A name from C++ without what says nothing: MLIR's own namespace and the anonymous one."""
    return _NAMESPACES.sub("", name) or name
