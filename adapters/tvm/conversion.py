"""Making TVM's pass instruments of this library's.

TVM's class takes the hooks that its subclass has. Here they are properties, so that TVM is given the
callbacks themselves and no object stands between; nothing refers back to TVM's object, which is gone when
its pass context is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from operator import attrgetter
from typing import Any

from passevents.errors import AdapterUnavailableError

from .binding import callbacks

HOOKS = ("enter_pass_ctx", "exit_pass_ctx", "run_before_pass", "run_after_pass")


def pass_instrument(instrument: Any) -> Any:
    """Make a ``tvm.instrument.PassInstrument`` that calls ``instrument``, for one pass context.

    Whoever hands a :class:`passevents.StackedPassInstrument` to TVM needs not call this: TVM does.
    Raises :class:`passevents.errors.AdapterUnavailableError` if no TVM can be imported.
    """
    named = callbacks(instrument)
    return _native_class(type(instrument).__name__, "should_run" in named)(named)


@functools.lru_cache(maxsize=256)
def _native_class(name: str, decides: bool) -> Callable[[dict[str, Callable[..., Any]]], Any]:
    """A subclass of TVM's instrument, called ``name``; with a ``should_run`` if it decides."""
    base = _base()

    def initialize(self: Any, named: dict[str, Callable[..., Any]]) -> None:
        self._named = named
        base.__init__(self)
        del self._named

    hooks = (*HOOKS, "should_run") if decides else HOOKS
    members: dict[str, Any] = {hook: property(_callback(hook)) for hook in hooks}
    made: Callable[..., Any] = type(
        name, (base,), {"__slots__": ("__dict__",), "__init__": initialize, **members}
    )
    return made


def _callback(hook: str) -> Callable[[Any], Any]:
    named = attrgetter("_named")
    return lambda native: named(native)[hook]


def _base() -> Any:
    try:
        from tvm.ir.instrument import PassInstrument
    except ImportError as error:
        raise AdapterUnavailableError(
            f"TVM cannot be imported ({error}): pip install apache-tvm, or first import tilelang,"
            " which has its own"
        ) from error
    return PassInstrument
