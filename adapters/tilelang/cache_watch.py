"""Telling a compilation from a hit in TileLang's kernel cache, which runs no passes.

While anything listens, the method of the kernel cache that every compilation goes through is wrapped;
TileLang has no hook for it. A call in which no compile session began was a hit.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

from .tool import compilations

Listener = Callable[[str], None]

_lock = threading.Lock()
_listeners: list[Listener] = []
_original: Any = None


def listen(listener: Listener) -> None:
    """Have ``listener`` called with the name of each kernel that comes out of the cache, on the thread that
    asks.
    """
    global _original
    from tilelang.cache.kernel_cache import KernelCache

    with _lock:
        _listeners.append(listener)
        if _original is None:
            _original = KernelCache.cached
            KernelCache.cached = _watched(_original)


def stop(listener: Listener) -> None:
    """Undo :func:`listen`."""
    global _original
    from tilelang.cache.kernel_cache import KernelCache

    with _lock:
        _listeners.remove(listener)
        if not _listeners:
            KernelCache.cached, _original = _original, None


def _watched(original: Any) -> Any:
    @functools.wraps(original)
    def cached(self: Any, func: Any = None, *args: Any, **options: Any) -> Any:
        before = getattr(compilations, "count", 0)
        kernel = original(self, func, *args, **options)
        if getattr(compilations, "count", 0) == before:
            for listener in tuple(_listeners):
                listener(_name(func))
        return kernel

    return cached


def _name(func: Any) -> str:
    attributes = getattr(func, "attrs", None)
    name = attributes.get("global_symbol") if attributes is not None else None
    return "kernel" if name is None else str(name)
