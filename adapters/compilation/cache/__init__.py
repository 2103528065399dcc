"""Caches of compiled modules: in memory, in a folder, remote, and layers of these.

No cache raises because of what it holds or where it lies: a look-up gives an entry, nothing, or the reason
why what was there could not be used, and the caller compiles.
"""

from .entry import Entry, EntryError, Metadata, Signature
from .file import FileCache
from .interface import ALL, Cache, Lookup, Statistics
from .layered import LayeredCache
from .memory import MemoryCache
from .remote import RemoteCache

__all__ = [
    "ALL", "Cache", "Entry", "EntryError", "FileCache", "LayeredCache", "Lookup", "MemoryCache", "Metadata",
    "RemoteCache", "Signature", "Statistics",
]  # fmt: skip
