"""Calling compiled functions: types between Python and the C interface that MLIR's lowering emits.

With `llvm.emit_c_interface` a function `f` also gets `_mlir_ciface_f`, which takes scalars by value and a
pointer to a descriptor for each memref (allocated and aligned pointer, offset, sizes, strides). The source's
types, where they are known, are checked before a call.
"""

from __future__ import annotations

import ctypes
import math
import operator
from collections.abc import Callable
from typing import Any

import attrs

from .arrays import MemrefType, descriptor, memory_of, memref_type, split_types
from .cache.entry import Signature

Converter = Callable[[Any], Any]
_INTEGERS: dict[str, Any] = {
    "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32, "i64": ctypes.c_int64,
}  # fmt: skip


class UncallableError(TypeError):
    """This function cannot be called from Python; the message says what would make it callable."""


@attrs.frozen
class FunctionType:
    """The result and parameters of an LLVM function, as LLVM dialect types."""

    result: str
    parameters: tuple[str, ...]


def function_type(text: str) -> FunctionType:
    """`!llvm.func<i32 (i32, ptr)>` in its parts."""
    inside = text.removeprefix("!llvm.func<").removesuffix(">")
    result, _, parameters = inside.partition(" (")
    return FunctionType(result, tuple(split_types(parameters.rpartition(")")[0])))


def scalar_type(text: str) -> Any:
    """The ctypes type of a scalar; UncallableError for a type that C has not."""
    kinds = {**_INTEGERS, "i1": ctypes.c_bool, "f32": ctypes.c_float, "f64": ctypes.c_double, "void": None}
    if text == "index":
        return ctypes.c_int64
    if text not in kinds:
        raise UncallableError(f"a value of type {text} cannot be passed to or from Python")
    return kinds[text]


def scalar_converter(text: str) -> Converter:
    """What turns a Python number into a value of this type; OverflowError when it does not fit."""
    kind = scalar_type(text)
    if text in ("f32", "f64"):
        return _float_converter(text, kind)
    bits = 1 if text == "i1" else ctypes.sizeof(kind) * 8

    def convert(value: Any) -> Any:
        number = operator.index(_number(value))
        if not -(1 << bits - 1) <= number < 1 << bits:
            raise OverflowError(f"{number} does not fit {text}")
        return kind(number)

    return convert


def _float_converter(text: str, kind: Any) -> Converter:
    def convert(value: Any) -> Any:
        number = _number(value)
        if isinstance(number, (str, bytes, bytearray)):
            raise TypeError(f"{type(number).__name__!r} object is no number")
        given = kind(float(number))
        if math.isinf(given.value) and not math.isinf(number):
            raise OverflowError(f"{number!r} does not fit {text}")
        return given

    return convert


def _number(value: Any) -> Any:
    """The value of a ctypes or numpy number; others are what they are."""
    if isinstance(value, ctypes._SimpleCData):
        return value.value
    return value.item() if getattr(value, "shape", None) == () and hasattr(value, "item") else value


def array_converter(expected: MemrefType | None) -> Converter:
    """What turns an array into a pointer to its descriptor.

    A `c_void_p` or a pointer to a structure is taken for one that points to a descriptor.
    """

    def convert(value: Any) -> Any:
        if isinstance(value, ctypes.c_void_p) or _points_to_structure(value):
            return ctypes.cast(value, ctypes.c_void_p)
        if isinstance(value, ctypes._Pointer):
            raise TypeError("expected an array, or a pointer to a memref descriptor")
        held = descriptor(value, expected)
        # The cast pointer keeps the descriptor alive for the call.
        return ctypes.cast(ctypes.pointer(held), ctypes.c_void_p)

    return convert


def _points_to_structure(value: Any) -> bool:
    return isinstance(value, ctypes._Pointer) and issubclass(value._type_, ctypes.Structure)


def pointer_converter(value: Any) -> Any:
    """What an LLVM pointer gets: a ctypes pointer as it is, of an array the address of its first element."""
    if isinstance(value, (ctypes._Pointer, ctypes.c_void_p)):
        return ctypes.cast(value, ctypes.c_void_p)
    return ctypes.c_void_p(memory_of(value).address)


def converters(
    name: str, kind: FunctionType, signature: Signature | None, interface: bool
) -> list[Converter]:
    """One converter for each argument of a call; UncallableError when the function cannot be called."""
    if signature is not None:
        for result in signature.results:
            if "memref" in result or "tensor" in result:
                raise UncallableError(
                    f"{name} returns {result}, whose memory nobody would own: let it write to an argument "
                    "(the pass buffer-results-to-out-params does that)"
                )
        return [_for_type(name, text) for text in signature.inputs]
    if not interface and "ptr" in kind.parameters:
        raise UncallableError(f"{name} takes pointers and has no C interface: give it llvm.emit_c_interface")
    return [array_converter(None) if text == "ptr" else scalar_converter(text) for text in kind.parameters]


def _for_type(name: str, text: str) -> Converter:
    memref = memref_type(text)
    if memref is not None:
        return array_converter(memref)
    if text.startswith(("memref", "tensor", "vector")):
        raise UncallableError(f"{name} takes {text}, which has no C interface")
    return pointer_converter if text.startswith("!llvm.ptr") else scalar_converter(text)
