"""Which MLIR would compile, found on disk without importing it.

The version alone does not tell two builds apart, so the key of the cache holds a digest of the libraries as
well: the hashes that the installer recorded for them, or, where there is no such record or a library was
replaced since, their sizes with the first and last 64 KiB. It is found once a process, as the libraries can
be loaded only once.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
from importlib.machinery import PathFinder
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
    here = [name for name in _LIBRARIES if os.path.isfile(f"{root}/{name}")]
    if not here:
        raise AdapterUnavailableError(f"the MLIR in {root} has none of the libraries {', '.join(_LIBRARIES)}")
    lines = [f"{name} {_identity_of(root, name, records.get(name))}" for name in here]
    version = records[here[0]].version if here[0] in records else "unknown"
    return MlirBuild(version, hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32])


def package_root() -> str:
    """The folder that the installed `mlir` package lies in; AdapterUnavailableError when there is none."""
    spec = PathFinder.find_spec("mlir")
    for place in (spec.submodule_search_locations if spec else None) or ():
        if os.path.isdir(os.path.join(place, "_mlir_libs")):
            return os.path.dirname(place)
    raise AdapterUnavailableError(
        "MLIR's Python bindings are not installed: pip install 'passevents[mlir]', or name the revision "
        "(mlir_revision=...) to use a cache without them"
    )


class _Record(NamedTuple):
    """What an installer recorded of one library: `hash,size`, of which version, and when."""

    record: str
    version: str
    written_ns: int


def _installed_records(root: str) -> dict[str, _Record]:
    """The records of the libraries, from the distributions whose name speaks of MLIR or LLVM.

    Reading those of all distributions would cost more than a hit.
    """
    found = {}
    for name in os.listdir(root):
        if name.endswith(".dist-info") and ("mlir" in name or "llvm" in name):
            version = name.removesuffix(".dist-info").partition("-")[2]
            with contextlib.suppress(OSError), open(f"{root}/{name}/RECORD", encoding="utf-8") as file:
                written_ns = os.fstat(file.fileno()).st_mtime_ns
                for line in file:
                    if line.startswith(_LIBRARIES):
                        library, _, record = line.rstrip().partition(",")
                        found[library] = _Record(record, version, written_ns)
    return found


def _identity_of(root: str, name: str, known: _Record | None) -> str:
    status = os.stat(f"{root}/{name}")
    # A library that is newer than its record was put there by something else than the installer.
    record = known.record if known is not None and status.st_mtime_ns <= known.written_ns else ""
    if record.startswith("sha256=") and record.endswith(f",{status.st_size}"):
        return record
    return _sampled(f"{root}/{name}", status.st_size)


def _sampled(path: str, size: int) -> str:
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read(_SAMPLE))
        file.seek(max(0, size - _SAMPLE))
        digest.update(file.read(_SAMPLE))
    return f"sampled={digest.hexdigest()},{size}"
