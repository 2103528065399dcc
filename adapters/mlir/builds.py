"""Which MLIR build a Python object comes from.

A build with MLIR's own Python bindings has a package (``mlir``, ``flydsl._mlir``, ...) whose ``_mlir_libs``
holds the extension module that made the object. Triton has bindings of its own, in one module. That module
leads to the libraries; nothing here imports MLIR.
"""

from __future__ import annotations

import sys
from typing import Any

from passevents import _native
from passevents.errors import AttachError, UnsupportedCompilerError

_LIBRARIES = "._mlir_libs"
_EXTENSION = "._mlir"
_TRITON = "._C.libtriton"


def context_of(ctx: Any) -> tuple[object, str]:
    """The capsule of a context, and the path of the extension module behind it.

    ``ctx`` is a Context of MLIR's Python bindings or, as Triton's context does not tell where it is, a module
    of Triton. Raises TypeError for anything else.
    """
    library, found, kind = type(ctx).__module__.partition(_TRITON)
    if not found or kind not in ("", ".ir"):
        return context_capsule(ctx), extension_of(ctx)
    if not hasattr(ctx, "get_region"):
        raise TypeError(f"expected a module of Triton, whose {type(ctx).__name__} does not say where it is")
    extension = str(sys.modules[library + _TRITON].__file__)
    return _native.mlir_context_of_region(ctx.get_region(0).id(), extension), extension


def context_capsule(ctx: Any) -> object:
    """The capsule with the context's pointer. Raises TypeError for what is no MLIR context."""
    return _capsule(ctx, "ir.Context._CAPIPtr", "an MLIR Context")


def operation_capsule(op: Any) -> object:
    """The capsule of an Operation, or of an OpView or Module around it."""
    return _capsule(getattr(op, "operation", op), "ir.Operation._CAPIPtr", "an MLIR operation")


def pass_manager_capsule(pm: Any) -> object:
    """The capsule of a PassManager. Raises AttachError for Triton's, which have none."""
    if _TRITON in type(pm).__module__:
        raise AttachError(
            "a pass manager of Triton does not say where it is, so it cannot be instrumented; "
            "attach to the module, and its passes are recorded"
        )
    return _capsule(pm, "passmanager.PassManager._CAPIPtr", "an MLIR PassManager")


def extension_of(obj: Any) -> str:
    """The path of the extension module behind an object of MLIR's Python bindings."""
    return str(sys.modules[bindings_of(obj)].__file__)


def bindings_of(obj: Any) -> str:
    """The name of that module. Raises UnsupportedCompilerError if there is none."""
    for cls in type(obj).__mro__:
        package, found, _ = cls.__module__.partition(_LIBRARIES)
        name = package + _LIBRARIES + _EXTENSION
        if found and getattr(sys.modules.get(name), "__file__", None) is not None:
            return name
    raise UnsupportedCompilerError(
        f"{type(obj).__module__}.{type(obj).__qualname__} does not come from MLIR's Python bindings: "
        f"no loaded module *{_LIBRARIES}{_EXTENSION} belongs to it"
    )


def _capsule(obj: Any, kind: str, expected: str) -> object:
    capsule = getattr(obj, "_CAPIPtr", None)
    if type(capsule).__name__ != "PyCapsule" or kind not in repr(capsule):
        raise TypeError(f"expected {expected}, not {obj!r}")
    return capsule
