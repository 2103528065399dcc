"""A plan's settings: small frozen mappings whose names and types are checked where they are set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from passevents.errors import PlanError, UnstablePlanError

Value = str | int | float | bool | None | tuple[str, ...]
Check = Callable[[str, object], Value]


class Settings(Mapping[str, Value]):
    """An immutable, hashable mapping in the order of its names; insertion order never matters."""

    __slots__ = ("_hash", "_items")
    _items: dict[str, Value]

    def __init__(self, items: Mapping[str, Value] | None = None) -> None:
        object.__setattr__(self, "_items", dict(sorted((items or {}).items())))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings are frozen: cannot set {name}")

    def __getitem__(self, name: str) -> Value:
        return self._items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._items == dict(other)

    def __repr__(self) -> str:
        return repr(self._items)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Settings, (self._items,))


def checked(option: str, values: object, known: Mapping[str, Check]) -> Settings:
    """`values` as Settings; PlanError names the option and the member that is unknown or of a wrong type."""
    if not isinstance(values, Mapping):
        raise PlanError(f"{option}: expected a mapping, got {type(values).__name__}")
    kept = {}
    for name, value in values.items():
        if name not in known:
            raise PlanError(f"{option}: unknown option {name!r}{_suggestion(name, known)}")
        kept[name] = known[name](f"{option}[{name!r}]", value)
    return Settings(kept)


def _suggestion(name: object, known: Mapping[str, Check]) -> str:
    import difflib

    near = difflib.get_close_matches(str(name), known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(sorted(known))}"


def _wrong(option: str, wanted: str, value: object) -> PlanError:
    kind = UnstablePlanError if callable(value) else PlanError
    return kind(f"{option}: expected {wanted}, got {value!r}")


def flag(option: str, value: object) -> bool:
    """True or False, and nothing that merely looks so."""
    if not isinstance(value, bool):
        raise _wrong(option, "True or False", value)
    return value


def text(option: str, value: object) -> str:
    """A non-empty text that can be an argument of a program."""
    if not isinstance(value, str) or not value or "\0" in value:
        raise _wrong(option, "a non-empty text", value)
    return value


def texts(option: str, value: object) -> tuple[str, ...]:
    """A list of non-empty texts, as a tuple."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) and item for item in value):
        raise _wrong(option, "a list of texts", value)
    return tuple(value)


def features(option: str, value: object) -> str:
    """Target features as LLVM writes them: `+avx2,-sse4a`, in their order, because a later one overrides."""
    parts = value.split(",") if isinstance(value, str) else list(texts(option, value))
    names = [part.strip() for part in parts if part.strip()]
    for name in names:
        if name[0] not in "+-" or len(name) < 2:
            raise PlanError(f"{option}: expected features as '+name' or '-name', got {name!r}")
    return ",".join(names)


def whole(option: str, value: object, least: int) -> int:
    """A whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise _wrong(option, f"a whole number of at least {least}", value)
    return value


def plain(option: str, value: object) -> Value:
    """Text, a number, True, False or None."""
    if value is not None and not isinstance(value, (str, int, float, bool)):
        raise _wrong(option, "text, a number, True, False or None", value)
    return value


TARGET: dict[str, Check] = {"triple": text, "cpu": text, "features": features}
TRANSFORM: dict[str, Check] = {
    "entry_point": text,
    "enforce_single_top_level_transform_op": flag,
    "expensive_checks": flag,
}
CONTEXT: dict[str, Check] = {
    "allow_unregistered_dialects": flag,
    "load_dialects": texts,
    "multithreading": flag,
    "verify_each": flag,
}


def target(values: object) -> Settings | None:
    """The target's settings; None, or nothing in it, is the machine that compiles."""
    if values is None:
        return None
    return checked("target", values, TARGET) or None


def transform_options(values: object) -> Settings:
    """The settings of a transform schedule's interpreter."""
    return checked("transform_options", values, TRANSFORM)


def context_options(values: object) -> Settings:
    """The settings of the context that compiles."""
    return checked("context_options", values, CONTEXT)


def telemetry_metadata(values: object) -> Settings:
    """Any names with plain values; they label events and identify nothing."""
    if not isinstance(values, Mapping):
        raise PlanError(f"telemetry_metadata: expected a mapping, got {type(values).__name__}")
    for name in values:
        text("telemetry_metadata: a name", name)
    return Settings({name: plain(f"telemetry_metadata[{name!r}]", value) for name, value in values.items()})
