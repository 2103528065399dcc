"""The key of the cache: everything that decides a result, and nothing else, without importing MLIR."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from .build import MlirBuild, installed_build
from .plan import CompilationPlan
from .source import Source

_FORM = "passevents compilation key 1"


class KeyParts(NamedTuple):
    """The inputs of a look-up key. The plan's identity covers target, schema version and bytecode version.

    `locations` is `exact`, or `stripped` where the caller asked for a result without locations.
    """

    source: str
    source_name: str
    plan: str
    mlir_version: str
    mlir_build: str
    locations: str = "exact"

    def lookup_key(self) -> str:
        """SHA-256 of all parts, 64 hexadecimal digits."""
        parts = (self.source, self.plan, self.mlir_version, self.mlir_build, self.locations)
        return _digest(_FORM, *parts)

    def structural_key(self, structural_hash: str) -> str:
        """The key of the second look-up, with the structure of the module in the place of its text."""
        parts = (structural_hash, self.plan, self.mlir_version, self.mlir_build, self.locations)
        return _digest(f"{_FORM} structural", *parts)


def _digest(*parts: str) -> str:
    # No part holds a NUL: all are hexadecimal, versions, or words.
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def key_parts(
    source: Source, plan: CompilationPlan, revision: str | None = None, locations: str = "exact"
) -> KeyParts:
    """The parts for this compile; `revision` takes the place of the version and build found on disk."""
    build = MlirBuild(revision, "override") if revision is not None else installed_build()
    return KeyParts(source.digest(), source.name, plan.identity(), build.version, build.build, locations)
