"""The LLVM thread pool of this process, and the contexts that lease it.

The bindings keep no reference from a context to its pool, and a pool destroyed first is a segmentation
fault in whoever still has a context: a module in a global at exit is enough. So there is one pool a
process, and it is never destroyed; its threads end with the process. A forked child has none of those
threads, and work given to the inherited pool would wait for ever: it makes a pool of its own at its first
context.
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import Any

from .settings import Settings

_lock = threading.Lock()
_pool: Any = None


def shared_pool() -> Any:
    """This process's `mlir.ir.ThreadPool`."""
    global _pool
    with _lock:
        if _pool is None:
            from mlir import ir

            _pool = ir.ThreadPool()
            # Immortal: also the clearing of modules at exit must not destroy it before the last context.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(_pool))
        return _pool


def new_context(options: Settings) -> Any:
    """A context that loads dialects as they are met and leases the pool.

    Loading all dialects at once is most of what a context costs otherwise.
    """
    from mlir import ir

    context = ir.Context(load_on_create_dialects=[], thread_pool=shared_pool())
    if options.get("multithreading") is False:
        context.enable_multithreading(False)
    apply_options(context, options)
    return context


def apply_options(context: Any, options: Settings) -> None:
    """What of a plan's context options can be set on any context; ValueError for a dialect that is not
    there."""
    if "allow_unregistered_dialects" in options:
        context.allow_unregistered_dialects = options["allow_unregistered_dialects"]
    names = options.get("load_dialects")
    for name in names if isinstance(names, tuple) else ():
        try:
            context.dialects[name]
        except (IndexError, KeyError, AttributeError) as error:
            raise ValueError(
                f"context_options['load_dialects']: this MLIR has no dialect {name!r}"
            ) from error


def _forget_in_child() -> None:
    global _pool, _lock
    _pool, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
