"""Actions counted by a second method that shares nothing with the recorder: a handler made of ctypes alone.

It is slow and holds the interpreter lock, but it is a few lines that can be checked by eye.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from mlir import _mlir_libs

_REGISTER = (
    "_ZN4mlir11MLIRContext21registerActionHandlerE"
    "St8functionIFvN4llvm12function_refIFvvEEERKNS_7tracing6ActionEEE"
)
_Word = ctypes.c_size_t


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class _Function(ctypes.Structure):
    """std::function: two words of storage, a manager, an invoker."""

    _fields_ = [("storage", _Word * 2), ("manager", ctypes.c_void_p), ("invoker", ctypes.c_void_p)]


_Manager = ctypes.CFUNCTYPE(ctypes.c_bool, _Word, _Word, ctypes.c_int)
_Invoker = ctypes.CFUNCTYPE(None, _Word, ctypes.POINTER(_Word * 2), ctypes.c_void_p)
_Body = ctypes.CFUNCTYPE(None, _Word)
_GetTag = ctypes.CFUNCTYPE(_Text, ctypes.c_void_p)


def _tag_of(action: int) -> str:
    table = ctypes.cast(action, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))[0]
    text = _GetTag(table[2])(action)
    return ctypes.string_at(text.data, text.size).decode()


def register(ctx: Any, handler: _Function) -> None:
    """Give the context this handler, through the function that MLIR exports."""
    library = ctypes.PyDLL(_mlir_libs._mlir.__file__)
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    context = get_pointer(ctx._CAPIPtr, b"mlir.ir.Context._CAPIPtr")
    library[_REGISTER](ctypes.c_void_p(context), ctypes.byref(handler))


@contextmanager
def counted_tags(ctx: Any) -> Generator[Counter[str], None, None]:
    """Count the actions of a context by tag; its threading must be off."""
    counts: Counter[str] = Counter()

    def invoke(_: int, body: Any, action: int) -> None:
        counts[_tag_of(action)] += 1
        callback, closure = body.contents
        _Body(callback)(closure)

    manager, invoker = _Manager(lambda *_: False), _Invoker(invoke)
    register(
        ctx,
        _Function(
            manager=ctypes.cast(manager, ctypes.c_void_p), invoker=ctypes.cast(invoker, ctypes.c_void_p)
        ),
    )
    try:
        yield counts
    finally:
        register(ctx, _Function())
