"""A cache in a place that fsspec can reach: a bucket, a web server, a folder mounted elsewhere.

It needs the `fsspec` package and, for most places, the package of their protocol. fsspec is imported by the
first look-up that comes this far. Every failure of the network is a miss with its reason, and entries are
checked like all others, so a remote place is trusted with nothing but speed; still, whoever can write to it
can put code into your process.
"""

from __future__ import annotations

import functools
import importlib
import io
import os
from collections.abc import Iterator
from typing import Any

from passevents.errors import AdapterUnavailableError, CacheError

from .entry import Entry, EntryError, Metadata, decode, decode_metadata, encode
from .interface import Cache


class RemoteCache(Cache):
    """Entries under `url` (`s3://bucket/folder`, `https://...`, `file:///...`), read-only unless told
    otherwise."""

    name = "remote"

    def __init__(self, url: str, *, read_only: bool = True, **storage_options: Any) -> None:
        self.url = url
        self.read_only = read_only
        self.storage_options = storage_options
        super().__init__()

    @functools.cached_property
    def _place(self) -> tuple[Any, str]:
        try:
            core = importlib.import_module("fsspec.core")
        except ImportError as error:
            raise AdapterUnavailableError(
                "a remote cache needs fsspec: pip install 'passevents[compilation]'"
            ) from error
        files, root = core.url_to_fs(self.url, **self.storage_options)
        return files, root.rstrip("/")

    def entries(self) -> Iterator[Metadata]:
        """The metadata of what is there, in no order; CacheError when the place cannot be listed."""
        files, root = self._place
        try:
            paths = files.glob(f"{root}/entries/*/*.entry")
        except Exception as error:
            raise CacheError(f"{self.url} cannot be listed: {error}") from error
        for path in paths:
            try:
                yield decode_metadata(files.cat_file(path, start=0, end=64 * 1024))
            except Exception:
                # One unreadable entry is counted and does not end the listing.
                self._count(failures=1)

    def _read(self, key: str) -> Entry | None:
        files, _ = self._connected()
        try:
            data = files.cat_file(self._path(key))
        except FileNotFoundError:
            return None
        except Exception as error:
            raise EntryError("unreachable", f"{type(error).__name__}: {error}") from error
        return decode(io.BytesIO(data), len(data), key)

    def _write(self, key: str, entry: Entry) -> int:
        files, _ = self._connected()
        path, data = self._path(key), encode(entry)
        temporary = f"{path}.{os.urandom(8).hex()}"
        try:
            files.makedirs(path.rpartition("/")[0], exist_ok=True)
            # Whole or not at all where the place renames; where it copies, the digest finds a torn one.
            files.pipe_file(temporary, data)
            files.mv(temporary, path)
        except Exception as error:
            raise EntryError("unreachable", f"{type(error).__name__}: {error}") from error
        return len(data)

    def _remove(self, key: str) -> bool:
        try:
            files, _ = self._place
            if not files.exists(self._path(key)):
                return False
            files.rm_file(self._path(key))
        except AdapterUnavailableError:
            raise
        except Exception as error:
            raise CacheError(f"{self.url}: {key} cannot be removed: {error}") from error
        return True

    def _path(self, key: str) -> str:
        return f"{self._place[1]}/entries/{key[:2]}/{key}.entry"

    def _connected(self) -> tuple[Any, str]:
        try:
            return self._place
        except AdapterUnavailableError:
            raise
        except Exception as error:
            raise EntryError("unreachable", f"{type(error).__name__}: {error}") from error
