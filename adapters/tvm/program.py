"""TVM's programs as text, and whether two are the same without printing them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any


def program_text(mod: Any) -> str:
    """The program as TVMScript; what has none as its text."""
    script = getattr(mod, "script", None)
    return str(script()) if callable(script) else str(mod)


def fingerprint(mod: Any) -> Hashable:
    """Equal for programs of equal structure: those that differ at most in the names of variables and in
    spans.
    """
    return _structural_hash()(mod)


@functools.cache
def _structural_hash() -> Callable[[Any], Hashable]:
    import tvm.ir
    import tvm_ffi

    # TVM 0.27 has moved it.
    home = tvm.ir if hasattr(tvm.ir, "structural_hash") else tvm_ffi
    found: Callable[[Any], Hashable] = home.structural_hash
    return found
