"""Why a compile would miss: which of its inputs differ from those of the nearest entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import attrs

from .cache import Cache, Metadata
from .key import KeyParts
from .plan import CompilationPlan


@attrs.frozen
class Difference:
    """One input that differs: its name, its value here, and in the entry."""

    input: str
    here: str
    there: str

    def __str__(self) -> str:
        return f"{self.input}: {self.here} here, {self.there} in the entry"


@attrs.frozen
class Explanation:
    """What a compile would find. `nearest` is the entry with the fewest differences, where there is a miss.

    `reason` is one sentence for people; `failures` are entries of this very key that could not be used.
    """

    outcome: Literal["hit", "miss"]
    key: str
    reason: str
    nearest: Metadata | None = None
    differences: tuple[Difference, ...] = ()
    failures: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([f"{self.outcome}: {self.reason}", *(f"  {each}" for each in self.differences)])


def explain(parts: KeyParts, plan: CompilationPlan, cache: Cache) -> Explanation:
    """What a compile with these parts would find in the cache; nothing is counted."""
    key = parts.lookup_key()
    found = cache.peek(key)
    if found.entry is not None:
        return Explanation("hit", key, f"the entry is in the {found.layer} cache", found.entry.metadata)
    if found.failures:
        reason = f"no entry that can be used: {'; '.join(found.failures)}"
        return Explanation("miss", key, reason, failures=found.failures)
    candidates = [(differences(parts, plan, each), each) for each in cache.entries()]
    if not candidates:
        return Explanation("miss", key, "the cache is empty")
    nearest, entry = min(candidates, key=lambda pair: (len(pair[0]), -pair[1].created_at))
    return Explanation("miss", key, _reason(nearest), entry, nearest)


def _reason(found: tuple[Difference, ...]) -> str:
    if not found:
        return "the same inputs are there under another key, of a look-up by structure"
    names = [each.input for each in found]
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    return f"the nearest entry differs in {listed}"


def differences(parts: KeyParts, plan: CompilationPlan, entry: Metadata) -> tuple[Difference, ...]:
    """Every input in which an entry differs from a compile."""
    return tuple(
        Difference(name, here, there) for name, here, there in _compared(parts, plan, entry) if here != there
    )


def _compared(parts: KeyParts, plan: CompilationPlan, entry: Metadata) -> Iterable[tuple[str, str, str]]:
    yield "source", f"sha256 {parts.source[:12]}", f"sha256 {entry.source_digest[:12]}"
    yield "source name", parts.source_name, entry.source_name
    yield "MLIR version", parts.mlir_version, entry.mlir_version
    yield "MLIR build", parts.mlir_build, entry.mlir_build
    yield "locations", parts.locations, "exact" if entry.locations == "stale" else entry.locations
    here, there = plan.declaration(), entry.declaration
    for name in sorted(set(here) | set(there)):
        yield from _member(name, here.get(name), there.get(name))


def _member(name: str, here: Any, there: Any) -> Iterable[tuple[str, str, str]]:
    if isinstance(here, Mapping) or isinstance(there, Mapping):
        one, two = here or {}, there or {}
        for key in sorted(set(one) | set(two)):
            yield f"{name}.{key}", _shown(one.get(key)), _shown(two.get(key))
        return
    if name == "pipeline" and isinstance(here, list) and isinstance(there, list):
        yield name, _pipeline(here), _pipeline(there)
        return
    yield name, _shown(here), _shown(there)


def _shown(value: Any) -> str:
    text = "unset" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _pipeline(steps: list[Any]) -> str:
    """A declared pipeline as text, with the versions of its Python passes."""
    parts = []
    for step in steps:
        if "scope" in step:
            parts.append(f"{step['scope']}({_pipeline(step['steps'])})")
        elif "python" in step:
            parts.append(f"{step['python']}@{step['version']}")
        else:
            parts.append(
                f"{step['pass']}{{{step['options']}}}" if step.get("options") else str(step.get("pass"))
            )
    return ",".join(parts)
