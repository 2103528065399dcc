"""Compiled code in this process, as callables.

A function keeps alive what its code lies in, so it may outlive the module and the runtime it came from.
Calls release the interpreter's lock and may be made from any thread; whether the code itself is safe to run
twice at once is its author's knowledge.
"""

from __future__ import annotations

import ctypes
import difflib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from passevents.errors import CompileError

from .cache.entry import Signature
from .calling import FunctionType, UncallableError, converters, function_type, scalar_type
from .stages import Listeners, current_run

INTERFACE_PREFIX = "_mlir_ciface_"


@attrs.frozen
class Code:
    """Where a function's code is. Packed code takes one pointer, to an array of pointers to its values."""

    address: int
    is_packed: bool = False


class Function:
    """One compiled function: `name` is its symbol in the source, `address` that of the code that is
    called."""

    def __init__(
        self,
        name: str,
        code: Code,
        kind: FunctionType,
        signature: Signature | None,
        interface: bool,
        owner: object,
        listeners: Listeners,
    ) -> None:
        self.name = name
        self.address = code.address
        self._owner = owner
        self._listeners = listeners
        self._converters = converters(name, kind, signature, interface)
        self._several = _several_results(signature, interface)
        self._result = _result_type(name, kind)
        self._is_packed = code.is_packed
        taken = self._taken(kind)
        prototype = (
            ctypes.CFUNCTYPE(None, ctypes.c_void_p)
            if code.is_packed
            else ctypes.CFUNCTYPE(self._result, *taken)
        )
        self._code = prototype(code.address)

    def _taken(self, kind: FunctionType) -> list[Any]:
        """The ctypes types of the lowered parameters, checked against what a call will give."""
        taken = [ctypes.c_void_p if text == "ptr" else scalar_type(text) for text in kind.parameters]
        expected = len(self._converters) + (self._several is not None)
        if len(taken) != expected:
            raise UncallableError(f"{self.name} takes {len(taken)} values when lowered, {expected} are known")
        return taken

    def __call__(self, *arguments: Any) -> Any:
        """Run it. Arrays are passed by reference, numbers by value.

        TypeError, ValueError or OverflowError, naming the argument, when one does not fit.
        """
        if len(arguments) != len(self._converters):
            raise TypeError(f"{self.name} takes {len(self._converters)} arguments, got {len(arguments)}")
        values = [self._convert(place, value) for place, value in enumerate(arguments)]
        if self._listeners.telemetry is None and current_run() is None:
            return self._call(values)
        with self._listeners.stages().stage("execute", function=self.name):
            return self._call(values)

    def __repr__(self) -> str:
        return f"<compiled function {self.name} at {self.address:#x}>"

    def _convert(self, place: int, value: Any) -> Any:
        try:
            return self._converters[place](value)
        except (TypeError, ValueError, OverflowError) as error:
            raise type(error)(f"{self.name}: argument {place}: {error}") from None

    def _call(self, values: list[Any]) -> Any:
        if self._is_packed:
            return self._call_packed(values)
        if self._several is None:
            return self._code(*values)
        results = self._several()
        self._code(ctypes.cast(ctypes.pointer(results), ctypes.c_void_p), *values)
        return tuple(getattr(results, name) for name, *_ in self._several._fields_)

    def _call_packed(self, values: list[Any]) -> Any:
        result = self._result() if self._result is not None else None
        held = values if result is None else [*values, result]
        self._code((ctypes.c_void_p * len(held))(*map(ctypes.addressof, held)))
        return None if result is None else result.value


def _result_type(name: str, kind: FunctionType) -> Any:
    if "struct" in kind.result or "array" in kind.result:
        raise UncallableError(f"{name} returns {kind.result}: give it llvm.emit_c_interface")
    return ctypes.c_void_p if kind.result == "ptr" else scalar_type(kind.result)


def _several_results(signature: Signature | None, interface: bool) -> type[ctypes.Structure] | None:
    """The structure that several results come back in, through a first pointer parameter."""
    if signature is None or not interface or len(signature.results) < 2:
        return None
    fields = [(f"r{place}", scalar_type(text)) for place, text in enumerate(signature.results)]
    return type("Results", (ctypes.Structure,), {"_fields_": fields})


class LoadedModule(Mapping[str, Function]):
    """The functions of an artifact that was loaded.

    `owner` is what the code lies in: an engine, a library.
    """

    def __init__(
        self,
        types: Callable[[], Mapping[str, str]],
        code: Callable[[str], Code],
        signatures: tuple[Signature, ...],
        owner: object,
        listeners: Listeners,
    ) -> None:
        self._read_types = types
        self._types: Mapping[str, str] | None = None
        self._code = code
        self._signatures = {each.name: each for each in signatures}
        self._functions: dict[str, Function] = {}
        self.owner = owner
        self._listeners = listeners

    def function(self, name: str) -> Function:
        """The function of this name; CompileError, stage `jit_load`, when there is none or it cannot be
        called."""
        if name not in self._functions:
            self._functions[name] = self._make(name)
        return self._functions[name]

    def __getitem__(self, name: str) -> Function:
        if name not in self._known():
            raise KeyError(name)
        return self.function(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._known() if not name.startswith(INTERFACE_PREFIX))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _known(self) -> Mapping[str, str]:
        if self._types is None:
            self._types = self._read_types()
        return self._types

    def _make(self, name: str) -> Function:
        interface = INTERFACE_PREFIX + name in self._known()
        symbol = INTERFACE_PREFIX + name if interface else name
        if symbol not in self._known():
            raise CompileError(f"there is no function {name!r}{self._suggestion(name)}", stage="jit_load")
        code = self._code(symbol)
        if not code.address:
            raise CompileError(f"the code of {symbol!r} was not found", stage="jit_load")
        kind = function_type(self._known()[symbol])
        try:
            signature = self._signatures.get(name) if interface else None
            return Function(name, code, kind, signature, interface, self, self._listeners)
        except UncallableError as error:
            raise CompileError(str(error), stage="jit_load") from error

    def _suggestion(self, name: str) -> str:
        near = difflib.get_close_matches(name, list(self), n=1)
        return f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(list(self)[:10]) or 'none'}"
