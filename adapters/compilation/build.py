"""Which MLIR would compile, found on disk without importing it.

The version alone does not tell two builds apart, so the key of the cache holds a digest of the libraries as
well: the hashes that the installer recorded for them, or, where there is no such record or a library was
replaced since, their sizes with the first and last 64 KiB. It is found once a process, as the libraries can
be loaded only once.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from typing import NamedTuple

from passevents.errors import AdapterUnavailableError

_LIBRARIES = ("mlir/_mlir_libs/libMLIRPythonCAPI.so", "llvm/lib/libLLVM.so")
_SAMPLE = 64 * 1024


class MlirBuild(NamedTuple):
    """The version of the installed MLIR and a digest of its libraries."""

    version: str
    build: str


@functools.cache
def installed_build() -> MlirBuild:
    """The build that `import mlir` would load; AdapterUnavailableError when there is none."""
    root = package_root()
    records = _installed_records(root)
    lines = [f"{name} {_identity_of(root, name, records)}" for name in _LIBRARIES if (root / name).is_file()]
    if not lines:
        raise AdapterUnavailableError(f"the MLIR in {root} has none of the libraries {', '.join(_LIBRARIES)}")
    return MlirBuild(_version(root), hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32])


def package_root() -> Path:
    """The folder that the installed `mlir` package lies in; AdapterUnavailableError when there is none."""
    spec = PathFinder.find_spec("mlir")
    for place in (spec.submodule_search_locations if spec else None) or ():
        if os.path.isdir(os.path.join(place, "_mlir_libs")):
            return Path(place).parent
    raise AdapterUnavailableError(
        "MLIR's Python bindings are not installed: pip install 'passevents[mlir]', or name the revision "
        "(mlir_revision=...) to use a cache without them"
    )


def _distributions(root: Path) -> Iterator[Path]:
    """Installed distributions whose name speaks of MLIR or LLVM: reading every record would cost more than
    a hit."""
    for entry in os.listdir(root):
        if entry.endswith(".dist-info") and ("mlir" in entry or "llvm" in entry):
            yield root / entry


def _installed_records(root: Path) -> dict[str, str]:
    """`hash,size` by file, from the RECORD files of these distributions, for the libraries only."""
    found = {}
    for distribution in _distributions(root):
        try:
            text = (distribution / "RECORD").read_text(encoding="utf-8")
        except OSError:
            continue
        for line in text.splitlines():
            name, _, record = line.partition(",")
            if name in _LIBRARIES:
                found[name] = record
    return found


def _version(root: Path) -> str:
    for distribution in _distributions(root):
        try:
            text = (distribution / "RECORD").read_text(encoding="utf-8")
        except OSError:
            continue
        if _LIBRARIES[0] + "," in text:
            return distribution.name.removesuffix(".dist-info").partition("-")[2]
    return "unknown"


def _identity_of(root: Path, name: str, records: dict[str, str]) -> str:
    size = (root / name).stat().st_size
    record = records.get(name, "")
    if record.startswith("sha256=") and record.endswith(f",{size}"):
        return record
    return _sampled(root / name, size)


def _sampled(path: Path, size: int) -> str:
    with path.open("rb") as file:
        digest = hashlib.sha256(file.read(_SAMPLE))
        file.seek(max(0, size - _SAMPLE))
        digest.update(file.read(_SAMPLE))
    return f"sampled={digest.hexdigest()},{size}"
