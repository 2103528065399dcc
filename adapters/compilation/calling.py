"""Calling compiled functions: types between Python and the C interface that MLIR's lowering emits.

With `llvm.emit_c_interface` a function `f` also gets `_mlir_ciface_f`, which takes scalars by value and a
pointer to a descriptor for each memref (allocated and aligned pointer, offset, sizes, strides). Arrays come
in through numpy's `__array_interface__`, which needs no numpy here. The source's types, where they are
known, are checked before a call: a wrong rank or element type would read foreign memory.
"""

from __future__ import annotations

import ctypes
import operator
import re
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from .cache.entry import Signature

Converter = Callable[[Any], Any]
_ELEMENTS = {
    "f64": ("f8",), "f32": ("f4",), "f16": ("f2",), "bf16": ("V2", "u2"),
    "i64": ("i8", "u8"), "i32": ("i4", "u4"), "i16": ("i2", "u2"), "i8": ("i1", "u1"), "i1": ("b1",),
    "index": ("i8", "u8"), "complex<f32>": ("c8",), "complex<f64>": ("c16",),
}  # fmt: skip
_INTEGERS: dict[str, Any] = {
    "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32, "i64": ctypes.c_int64,
}  # fmt: skip
_SHAPE = re.compile(r"((?:(?:\d+|\?)x)*)(.+)", re.DOTALL)


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


def split_types(text: str) -> list[str]:
    """Types separated by commas that are in no bracket."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "<([{") - (letter in ">)]}" and text[at - 1 : at + 1] != "->")
        if letter == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()] if text.strip() else []


@attrs.frozen
class MemrefType:
    """A ranked memref of the source; None in `shape` is a dynamic size."""

    shape: tuple[int | None, ...]
    element: str
    has_layout: bool


def memref_type(text: str) -> MemrefType | None:
    """The memref in `text`; None when it is no ranked memref."""
    if not text.startswith("memref<") or text.startswith("memref<*"):
        return None
    parts = split_types(text[len("memref<") : -1])
    match = _SHAPE.fullmatch(parts[0])
    if match is None:
        return None
    sizes = tuple(None if size == "?" else int(size) for size in match[1].split("x")[:-1])
    return MemrefType(sizes, match[2], any(part.startswith(("strided", "affine_map")) for part in parts[1:]))


def descriptor(array: Any, expected: MemrefType | None) -> ctypes.Structure:
    """The memref descriptor of an array; TypeError or ValueError when it does not fit `expected`."""
    interface = getattr(array, "__array_interface__", None)
    if interface is None:
        raise TypeError(f"expected an array, got {type(array).__name__}")
    shape, kind = tuple(interface["shape"]), interface["typestr"]
    address, read_only = interface["data"]
    if read_only:
        raise ValueError("the array is read-only, and compiled code may write to it: pass a copy")
    if kind[0] == ">":
        raise TypeError(f"expected native byte order, got {kind}")
    size = int(kind[2:])
    strides = _element_strides(interface.get("strides"), shape, size)
    if expected is not None:
        _check_array(shape, kind[1:], strides, expected)
    return _fill(address, shape, strides)


def _check_array(shape: tuple[int, ...], kind: str, strides: list[int], expected: MemrefType) -> None:
    if kind not in _ELEMENTS.get(expected.element, (kind,)):
        raise TypeError(f"expected elements of {expected.element}, got an array of {kind}")
    fits = len(shape) == len(expected.shape) and all(
        want in (None, have) for want, have in zip(expected.shape, shape, strict=True)
    )
    if not fits:
        wanted = "x".join("?" if size is None else str(size) for size in expected.shape) or "a scalar"
        raise ValueError(
            f"expected an array of shape {wanted}, got {'x'.join(map(str, shape)) or 'a scalar'}"
        )
    if not expected.has_layout and 0 not in shape and strides != _element_strides(None, shape, 1):
        raise ValueError("expected a C-contiguous array: the function's memref has no strided layout")


def _element_strides(strides: tuple[int, ...] | None, shape: Sequence[int], size: int) -> list[int]:
    if strides is not None:
        if any(stride % size for stride in strides):
            raise ValueError("the array's strides are not whole elements")
        return [stride // size for stride in strides]
    found, step = [], 1
    for length in reversed(shape):
        found.append(step)
        step *= length
    return found[::-1]


_descriptor_types: dict[int, type[ctypes.Structure]] = {}


def _descriptor_type(rank: int) -> type[ctypes.Structure]:
    if rank not in _descriptor_types:
        fields: list[Any] = [
            ("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p), ("offset", ctypes.c_int64),
        ]  # fmt: skip
        if rank:
            fields += [("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]
        _descriptor_types[rank] = type(f"Memref{rank}", (ctypes.Structure,), {"_fields_": fields})
    return _descriptor_types[rank]


def _fill(address: int, shape: Sequence[int], strides: Sequence[int]) -> ctypes.Structure:
    rank = len(shape)
    values: list[Any] = [address, address, 0]
    if rank:
        values += [(ctypes.c_int64 * rank)(*shape), (ctypes.c_int64 * rank)(*strides)]
    return _descriptor_type(rank)(*values)


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
        return lambda value: kind(float(_number(value)))
    if text == "i1":
        return lambda value: kind(bool(operator.index(_number(value))))
    bits = ctypes.sizeof(kind) * 8

    def convert(value: Any) -> Any:
        number = operator.index(_number(value))
        if not -(1 << bits - 1) <= number < 1 << bits:
            raise OverflowError(f"{number} does not fit {text}")
        return kind(number)

    return convert


def _number(value: Any) -> Any:
    """The value of a ctypes number; others are what they are."""
    return value.value if isinstance(value, ctypes._SimpleCData) else value


def array_converter(expected: MemrefType | None) -> Converter:
    """What turns an array into a pointer to its descriptor; ctypes pointers pass as they are."""

    def convert(value: Any) -> Any:
        if isinstance(value, (ctypes._Pointer, ctypes.c_void_p)):
            return ctypes.cast(value, ctypes.c_void_p)
        held = descriptor(value, expected)
        # The cast pointer keeps the descriptor alive for the call.
        return ctypes.cast(ctypes.pointer(held), ctypes.c_void_p)

    return convert


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
    return array_converter(None) if text == "!llvm.ptr" else scalar_converter(text)
