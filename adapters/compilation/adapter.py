"""The adapter of the compilation runtime: what the command line asks of it, as plain data."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from passevents.errors import CacheError

if TYPE_CHECKING:
    from passevents.events.adapter import CompilerReport

    from .cache.file import FileCache
    from .explain import Explanation


class CompilationAdapter:
    """Offers the runtime's cache folders. It observes no compiler of its own: MLIR's adapter does that."""

    name = "compilation"

    def inspect(self) -> list[CompilerReport]:
        """None: the compiler it drives is reported by the adapter that observes it."""
        return []

    def cache_statistics(self, path: Path) -> dict[str, Any]:
        """The counts of a cache folder over all processes, and what lies in it."""
        cache = _opened(path)
        files = cache.folder.files()
        entries = sum(file.is_entry for file in files)
        held = {"entries": entries, "native": len(files) - entries}
        counts: dict[str, Any] = cache.total_statistics()._asdict()
        return {**held, "bytes": sum(file.size for file in files), **counts}

    def cache_entries(self, path: Path) -> Iterator[dict[str, Any]]:
        """The entries of a cache folder, newest use first."""
        for entry in _opened(path).entries():
            yield entry._asdict()

    def cache_explain(self, path: Path, source: Path, pipeline: str) -> Explanation:
        """Why compiling this file with this pipeline would hit or miss."""
        from .plan import CompilationPlan
        from .runtime import CompilationRuntime

        return CompilationRuntime().explain(source, CompilationPlan(pipeline), _opened(path))

    def cache_prune(
        self, path: Path, max_bytes: int | None, max_entries: int | None, unused_days: float | None
    ) -> dict[str, int]:
        """Remove what was used longest ago until the limits hold, and what was not used for so many days."""
        before = None if unused_days is None else time.time() - unused_days * 86400
        return (
            _writable(path).prune(max_bytes=max_bytes, max_entries=max_entries, used_before=before)._asdict()
        )

    def cache_clear(self, path: Path) -> int:
        """Remove every entry, and what code lies beside it; gives the number of entries."""
        from .cache import ALL

        return _writable(path).invalidate(ALL)

    def cache_verify(self, path: Path) -> Iterator[tuple[str, str | None]]:
        """Read everything, machine code too: each key with None, or with what is wrong with it."""
        from . import native

        cache = _opened(path)
        yield from cache.verify()
        for file in cache.folder.files(("native",)):
            try:
                native.unpack(Path(file.path).read_bytes())
            except (CacheError, OSError, ValueError) as error:
                yield file.key, f"native: {error}"
            else:
                yield file.key, None


def _opened(path: Path) -> FileCache:
    return _cache(path, read_only=True)


def _writable(path: Path) -> FileCache:
    return _cache(path, read_only=False)


def _cache(path: Path, read_only: bool) -> FileCache:
    from .cache.file import FileCache

    if not (path / "CACHEDIR.TAG").is_file():
        raise CacheError(f"{path} is not a cache folder of passevents")
    return FileCache(path, read_only=read_only)


ADAPTER = CompilationAdapter()
