"""Caches of compiled modules: in memory, in a folder, remote, and layers of these.

No cache raises because of what it holds or where it lies: a look-up gives an entry, nothing, or the reason
why what was there could not be used, and the caller compiles.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .entry import Entry, EntryError, Metadata, Signature
from .interface import ALL, Cache, Lookup, Statistics

if TYPE_CHECKING:
    from .file import FileCache
    from .layered import LayeredCache
    from .memory import MemoryCache
    from .remote import RemoteCache

_HOME = {"FileCache": "file", "LayeredCache": "layered", "MemoryCache": "memory", "RemoteCache": "remote"}

__all__ = [
    "ALL", "Cache", "Entry", "EntryError", "FileCache", "LayeredCache", "Lookup", "MemoryCache", "Metadata",
    "RemoteCache", "Signature", "Statistics",
]  # fmt: skip


if not TYPE_CHECKING:  # a type checker would take any name to be there

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
        globals()[name] = value
        return value
