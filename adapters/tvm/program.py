"""TVM's programs as text, and whether two are the same without printing them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any


def program_text(mod: Any) -> str:
    """The program as TVMScript; what has none as its text.

    TVM leaves constants out and says so. A fingerprint of the whole follows, so that programs which differ in
    constants alone do not have the same text; that of the same program compiled once more is the same.
    """
    script = getattr(mod, "script", None)
    text = str(script()) if callable(script) else str(mod)
    if _OMITTED in text:
        # Free variables by their places: of themselves they are other ones in every compilation.
        whole = _structural_hash()(mod, map_free_vars=True)
        text += f"\n# Fingerprint of the program with what is omitted: {whole}\n"
    return text


def fingerprint(mod: Any) -> Hashable:
    """Equal for programs of equal structure: those that differ at most in the names of variables and in
    spans.
    """
    return _structural_hash()(mod)


def remember(mod: Any) -> Callable[[Any], bool]:
    """A test of whether a program is this very module, untouched.

    A module can be changed in place. What it consists of is copied first where somebody else holds it, so
    that as long as the test is kept a change shows in other parts.
    """
    parts = [getattr(mod, name, None) for name in _PARTS]

    def is_untouched(other: Any) -> bool:
        return bool(other.same_as(mod)) and all(
            _same(getattr(other, name, None), part) for name, part in zip(_PARTS, parts, strict=True)
        )

    return is_untouched


_OMITTED = "\n# Metadata omitted."
_PARTS = ("functions", "attrs", "global_infos")


def _same(part: Any, other: Any) -> bool:
    return part is other or (part is not None and other is not None and bool(part.same_as(other)))


@functools.cache
def _structural_hash() -> Callable[..., Hashable]:
    import tvm.ir
    import tvm_ffi

    # TVM 0.27 has moved it.
    home = tvm.ir if hasattr(tvm.ir, "structural_hash") else tvm_ffi
    found: Callable[..., Hashable] = home.structural_hash
    return found
