"""Arrays as memref arguments: what memory is behind one, whether it fits the function's type, its descriptor.

Arrays come in through numpy's `__array_interface__`, which needs no numpy here, or through Python's buffer
protocol (ctypes arrays, `array.array`, `memoryview`). Where the source's type is known all of it is checked
before a call, strides included: code compiled for other strides would read or write foreign memory.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import attrs

# What an element may be in numpy's notation, kind and bytes; float8 and bfloat16 are ml_dtypes' or raw bytes.
_ELEMENTS = {
    "f64": ("f8",), "f32": ("f4",), "f16": ("f2",), "bf16": ("V2", "u2"),
    "i64": ("i8", "u8"), "i32": ("i4", "u4"), "i16": ("i2", "u2"), "i8": ("i1", "u1"), "i1": ("b1",),
    "index": ("i8", "u8"), "complex<f32>": ("c8",), "complex<f64>": ("c16",),
}  # fmt: skip
_FLOAT8 = ("V1", "u1", "i1")
_BUFFER_KINDS = {
    **dict.fromkeys("bhilqn", "i"),
    **dict.fromkeys("BHILQN", "u"),
    **dict.fromkeys("efd", "f"),
    "?": "b",
}
_SHAPE = re.compile(r"((?:(?:\d+|\?)x)*)(.+)", re.DOTALL)
_STRIDED = re.compile(r"strided<\[(.*?)\](?:, offset: (\?|-?\d+))?>")


class Memory(NamedTuple):
    """What an array says of itself: `kind` as numpy writes it (`f4`), `strides` in elements."""

    address: int
    shape: tuple[int, ...]
    strides: list[int]
    kind: str
    size: int


@attrs.frozen
class MemrefType:
    """A ranked memref of the source; None in `shape` and `strides` is a dynamic size, as is `offset` None.

    `layout` is the text of one that is not strided, which no array is known to have.
    """

    shape: tuple[int | None, ...]
    element: str
    strides: tuple[int | None, ...] | None = None
    offset: int | None = 0
    layout: str | None = None


def split_types(text: str) -> list[str]:
    """Types separated by commas that are in no bracket."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "<([{") - (letter in ">)]}" and text[at - 1 : at + 1] != "->")
        if letter == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def memref_type(text: str) -> MemrefType | None:
    """The memref in `text`; None when it is no ranked memref."""
    if not text.startswith("memref<") or text.startswith("memref<*"):
        return None
    parts = split_types(text[len("memref<") : -1])
    match = _SHAPE.fullmatch(parts[0])
    if match is None:
        return None
    shape = tuple(map(_size, match[1].split("x")[:-1]))
    for part in parts[1:]:
        if part.startswith("strided<"):
            return MemrefType(shape, match[2], *_strided(part))
        if part.startswith("affine_map<"):
            return MemrefType(shape, match[2], layout=part)
    return MemrefType(shape, match[2])


def _size(text: str) -> int | None:
    return None if text.strip() == "?" else int(text)


def _strided(text: str) -> tuple[tuple[int | None, ...], int | None]:
    match = _STRIDED.fullmatch(text)
    strides, offset = (match[1], match[2]) if match else ("", None)
    return tuple(map(_size, filter(None, strides.split(",")))), _size(offset or "0")


def memory_of(array: Any) -> Memory:
    """The memory behind an array; TypeError or ValueError when compiled code cannot be given it."""
    interface = getattr(array, "__array_interface__", None)
    if interface is None:
        return _of_buffer(array)
    shape, kind = tuple(interface["shape"]), interface["typestr"]
    data = interface.get("data")
    if not isinstance(data, tuple):
        raise TypeError("the array does not say where its data is")
    _refuse_unwritable(data[1])
    if kind[0] == ">":
        raise TypeError(f"expected native byte order, got {kind}")
    size = int(kind[2:])
    strides = _in_elements(interface.get("strides"), shape, size)
    return Memory(data[0], shape, strides, kind[1:], size)


def _of_buffer(array: Any) -> Memory:
    try:
        view = memoryview(array)
    except TypeError:
        raise TypeError(f"expected an array, got {type(array).__name__}") from None
    _refuse_unwritable(view.readonly)
    letter = view.format.lstrip("@=<")
    if letter not in _BUFFER_KINDS:
        raise TypeError(f"expected numbers, got a buffer of format {view.format!r}")
    if not view.c_contiguous:
        raise ValueError("expected a C-contiguous buffer")
    address = ctypes.addressof(ctypes.c_char.from_buffer(array)) if view.nbytes else 0
    shape, size = tuple(view.shape or ()), view.itemsize
    return Memory(address, shape, _contiguous(shape), f"{_BUFFER_KINDS[letter]}{size}", size)


def _refuse_unwritable(read_only: bool) -> None:
    if read_only:
        raise ValueError("the array is read-only, and compiled code may write to it: pass a copy")


def _in_elements(strides: tuple[int, ...] | None, shape: Sequence[int], size: int) -> list[int]:
    if strides is None:
        return _contiguous(shape)
    if any(stride % size for stride in strides):
        raise ValueError("the array's strides are not whole elements")
    return [stride // size for stride in strides]


def _contiguous(shape: Sequence[int]) -> list[int]:
    found, step = [], 1
    for length in reversed(shape):
        found.append(step)
        step *= length
    return found[::-1]


def check(memory: Memory, expected: MemrefType) -> None:
    """TypeError or ValueError unless the memory is what code for `expected` takes it for."""
    element = expected.element
    kinds = _FLOAT8 if element.startswith("f8") else _ELEMENTS.get(element)
    if kinds is None or expected.layout is not None:
        what = f"elements of {element}" if kinds is None else f"the layout {expected.layout}"
        raise TypeError(f"no array is known to have {what}: pass a pointer to a descriptor")
    if memory.kind not in kinds:
        raise TypeError(f"expected elements of {element}, got an array of {memory.kind}")
    if not _fits(memory.shape, expected.shape):
        raise ValueError(f"expected an array of shape {_shown(expected.shape)}, got {_shown(memory.shape)}")
    if memory.address % memory.size and 0 not in memory.shape and memory.kind[0] != "c":
        raise ValueError("the array's elements are not aligned: pass a copy")
    if 0 not in memory.shape:
        _check_strides(memory, expected)


def _check_strides(memory: Memory, expected: MemrefType) -> None:
    # The stride of a dimension of one element is never used.
    used = [place for place, length in enumerate(memory.shape) if length > 1]
    wanted = _contiguous(memory.shape) if expected.strides is None else expected.strides
    if _fits([memory.strides[place] for place in used], [wanted[place] for place in used]):
        return
    if expected.strides is None:
        raise ValueError("expected a C-contiguous array: the function's memref has no strided layout")
    raise ValueError(f"expected strides of {_shown(expected.strides)} elements, got {_shown(memory.strides)}")


def _fits(have: Sequence[int], want: Sequence[int | None]) -> bool:
    return len(have) == len(want) and all(each in (None, one) for each, one in zip(want, have, strict=True))


def _shown(sizes: Sequence[int | None]) -> str:
    return "x".join("?" if size is None else str(size) for size in sizes) or "a scalar"


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


def descriptor(array: Any, expected: MemrefType | None) -> ctypes.Structure:
    """The memref descriptor of an array; TypeError or ValueError when it does not fit `expected`."""
    memory = memory_of(array)
    offset = 0
    if expected is not None:
        check(memory, expected)
        offset = expected.offset or 0
    # Code for a static offset adds it by itself, so its base lies that much before the first element.
    base = memory.address - offset * memory.size
    values: list[Any] = [base, base, offset]
    rank = len(memory.shape)
    if rank:
        values += [(ctypes.c_int64 * rank)(*memory.shape), (ctypes.c_int64 * rank)(*memory.strides)]
    return _descriptor_type(rank)(*values)
