"""Immutable values with named fields.

Plans and steps are these and not attrs classes for one reason: a process whose every compile is a hit is
over in the time that imports take, and importing attrs would be the largest part of it.
"""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn


class Frozen:
    """Set once by `_set`, compared and hashed by the fields in `compared`, pickled as it is."""

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]] = ()
    compared: ClassVar[tuple[str, ...]] = ()

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.compared)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} is frozen: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frozen) and type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({shown})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (type(self), {name: getattr(self, name) for name in self.fields}))


def _restored(kind: type[Frozen], values: dict[str, Any]) -> Frozen:
    value = kind.__new__(kind)
    value._set(**values)
    return value
