"""This library in the place of ``tilelang.instrumentation``: same names, same results, this core
underneath.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from passevents import events
from passevents.errors import AttachError

from ..tvm import StackedPassInstrument as TvmInstrument
from ..tvm import instrument_current_pass_context

PACKAGE = "tilelang.instrumentation"
_lock = threading.Lock()


class StackedPassInstrument(TvmInstrument):
    """The instrument as TileLang's is: an after-callback that does not match the innermost pass drains all
    of them.
    """

    expects_passes = False

    def __init__(self, observer: Any, **options: Any) -> None:
        super().__init__(observer, **{"strict": True} | options)


# What each module of the package exports, from here or from the core.
_EVENTS = (
    "CapturePredicate",
    "IncompletePass",
    "PassEvent",
    "PassEventObserver",
    "SequenceAllocator",
    "StackedPassInstrument",
    "active_stacked_pass_instruments",
    "current_pass_phase",
    "pass_phase",
)
_SESSION = (
    "CodegenEvent",
    "CompilePassInstrumentationSession",
    "PassInstrumentationTool",
    "compile_pass_instrumentation",
    "create_pass_instruments",
    "current_compile_pass_instrumentation",
    "current_pass_instrument_context",
    "instrument_current_pass_context",
    "pass_pipeline",
    "register_pass_instrumentation_tool",
    "run_codegen_with_instrumentation",
    "unregister_pass_instrumentation_tool",
)
MODULES = {PACKAGE: sorted(_EVENTS + _SESSION), f"{PACKAGE}.events": _EVENTS, f"{PACKAGE}.session": _SESSION}
_OURS = {
    "StackedPassInstrument": StackedPassInstrument,
    "instrument_current_pass_context": instrument_current_pass_context,
}


def exported(name: str) -> Any:
    """What stands for that name of TileLang's."""
    return _OURS[name] if name in _OURS else getattr(events, name)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the package and its modules from here."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in MODULES:
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=fullname == PACKAGE)

    def exec_module(self, module: ModuleType) -> None:
        names = MODULES[module.__name__]
        module.__doc__ = "The instrumentation of TileLang, on the core of passevents."
        vars(module).update({name: exported(name) for name in names}, __all__=list(names))
        if module.__name__ == PACKAGE:
            for submodule in MODULES.keys() - {PACKAGE}:
                importlib.import_module(submodule)


_finder = _Finder()


def is_installed() -> bool:
    """Whether TileLang's instrumentation is, or is going to be, this library's."""
    return _finder in sys.meta_path


def install() -> None:
    """Have TileLang and its users' tools run on this library instead of ``tilelang.instrumentation``.

    To be called before ``import tilelang``. Afterwards it replaces what the loaded modules, TileLang's and
    others, have imported from there; tools that are registered stay so. For the rest of the process;
    idempotent.

    Raises :class:`passevents.errors.AttachError`, and changes nothing, where that cannot be right any more:
    a session or an instrument is active, or a class was derived from TileLang's instrument.
    """
    with _lock:
        if is_installed():
            return
        loaded = {name: sys.modules[name] for name in MODULES if name in sys.modules}
        if loaded:
            _refuse_if_in_use(loaded[PACKAGE])
        sys.meta_path.insert(0, _finder)
        if loaded:
            _take_over(loaded)


def _refuse_if_in_use(package: ModuleType) -> None:
    session = package.current_compile_pass_instrumentation()
    if session is not None or package.active_stacked_pass_instruments():
        raise AttachError("a compilation of TileLang is being observed: install() before or after it")
    derived = sorted(_subclasses(package.StackedPassInstrument))
    if derived:
        raise AttachError(
            f"{', '.join(derived)} is derived from TileLang's own StackedPassInstrument already:"
            " call install() before it is imported, best before `import tilelang`"
        )


def _subclasses(cls: type) -> Iterator[str]:
    each: type
    for each in cls.__subclasses__():
        yield f"{each.__module__}.{each.__qualname__}"
        yield from _subclasses(each)


def _take_over(loaded: dict[str, ModuleType]) -> None:
    """Replace the package's objects wherever a loaded module has them, and hand on the registered tools."""
    theirs = {id(getattr(loaded[PACKAGE], name)): exported(name) for name in MODULES[PACKAGE]}
    # Aliases of types are made anew by whoever writes them down; only functions and classes are the
    # package's own.
    own = {key: value for key, value in theirs.items() if not _is_alias(value)}
    for module in tuple(sys.modules.values()):
        for name, value in tuple(getattr(module, "__dict__", {}).items()):
            if id(value) in own:
                setattr(module, name, own[id(value)])
    session = loaded.get(f"{PACKAGE}.session")
    for name, factory in dict(getattr(session, "_tool_factories", {})).items():
        events.register_pass_instrumentation_tool(name, factory)


def _is_alias(value: Any) -> bool:
    return value in (events.CapturePredicate, events.SequenceAllocator)
