"""Machine code kept beside the bytecode: shared libraries in a cache folder, loadable as they lie there.

A file is the library, followed by a description and a footer; a loader of ELF files does not mind what
follows. Its key covers the bytecode, the target or this machine's processor with all it can do, and the
options; its digest is checked before it is loaded.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import platform
import struct
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from passevents.errors import CompileError

from . import tools
from .artifact import Artifact
from .cache import Cache, EntryError, FileCache, LayeredCache
from .cache.folder import touch
from .loaded import Code, LoadedModule
from .stages import Stages

MAGIC = b"PENATIVE"
_FOOTER = struct.Struct("<QI32s8s")


@attrs.frozen
class Options:
    """How machine code is made.

    `libraries` are linked to it by name or path, by the compiler driver `linker`.
    """

    opt_level: int = 2
    libraries: tuple[str, ...] = ()
    linker: str | None = None


def native_key(artifact: Artifact, options: Options) -> str:
    """The key of the machine code of an artifact, 64 hexadecimal digits."""
    parts = {
        "form": "passevents native 1",
        "bytecode": artifact.metadata.bytecode_sha256,
        "build": artifact.metadata.mlir_build,
        "target": dict(artifact.target or {}),
        "cpu": host_cpu() if (artifact.target or {}).get("cpu", "native") == "native" else "",
        "options": attrs.asdict(options),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@functools.cache
def host_cpu() -> str:
    """What decides which instructions this machine has."""
    wanted = ("model name", "flags", "Features", "CPU implementer", "CPU part")
    found = [platform.machine()]
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            for line in file:
                if not line.strip():
                    break
                if line.startswith(wanted):
                    found.append(line.strip())
    except OSError:
        found.append(platform.processor())
    return hashlib.sha256("\n".join(found).encode()).hexdigest()[:32]


def pack(library: bytes, description: Mapping[str, Any]) -> bytes:
    """The bytes of a native file."""
    text = json.dumps(description, sort_keys=True).encode()
    digest = hashlib.sha256(library + text).digest()
    return library + text + _FOOTER.pack(len(library), len(text), digest, MAGIC)


def unpack(data: bytes) -> tuple[bytes, dict[str, Any]]:
    """The library and description of a native file; EntryError when it is not whole."""
    if len(data) < _FOOTER.size or data[-8:] != MAGIC:
        raise EntryError("magic", "not a native file of this cache, or cut short")
    size, described, digest, _ = _FOOTER.unpack_from(data, len(data) - _FOOTER.size)
    if size + described + _FOOTER.size != len(data):
        raise EntryError("truncated", "the native file has another length than was written")
    if hashlib.sha256(memoryview(data)[: size + described]).digest() != digest:
        raise EntryError("checksum", "the native file's bytes are not those that were written")
    description = json.loads(data[size : size + described])
    return data[:size], description


def folders_of(cache: Cache | None) -> list[FileCache]:
    """The folders among a cache's layers, the nearest first: machine code may lie in each."""
    if isinstance(cache, FileCache):
        return [cache]
    layers = cache.layers if isinstance(cache, LayeredCache) else ()
    return [folder for layer in layers for folder in folders_of(layer)]


def load(artifact: Artifact, cache: Cache | None, options: Options, stages: Stages) -> LoadedModule:
    """The artifact's machine code in this process, from the cache or made now and kept there."""
    _refuse_foreign(artifact)
    folders, key = folders_of(cache), native_key(artifact, options)
    for folder in folders:
        loaded = _from_folder(artifact, folder, key, stages)
        if loaded is not None:
            return loaded
    nearest = next((folder for folder in folders if not folder.read_only), None)
    if nearest is None:
        return _load_from_temporary(pack(*build_library(artifact, options, stages)), artifact, stages)
    with nearest.flight(key):
        # Another thread or process may have made it while this one waited.
        found = _from_folder(artifact, nearest, key, stages, again=True)
        return _made(artifact, nearest, key, options, stages) if found is None else found


def _made(artifact: Artifact, folder: FileCache, key: str, options: Options, stages: Stages) -> LoadedModule:
    data = pack(*build_library(artifact, options, stages))
    # What cannot be loaded is not kept either.
    loaded = _load_from_temporary(data, artifact, stages)
    _keep(folder, key, data, stages)
    return loaded


def _keep(folder: FileCache, key: str, data: bytes, stages: Stages) -> None:
    try:
        folder.folder.write("native", key, data)
        folder.wrote(len(data))
    except OSError as error:
        folder.failed()
        stages.moment("failure", key=key, reason=f"native: {error.strerror or error}")


def _refuse_foreign(artifact: Artifact) -> None:
    triple = (artifact.target or {}).get("triple")
    if triple and not tools.is_this_machine(triple):
        raise CompileError(f"code for {triple} cannot be loaded on this machine", stage="jit_load")


def _from_folder(
    artifact: Artifact, folder: FileCache, key: str, stages: Stages, again: bool = False
) -> LoadedModule | None:
    path = folder.folder.path("native", key)
    failure: Exception | None = None
    with stages.stage("native_lookup", key=key):
        try:
            loaded = _load_file(path, artifact, _read(path), stages)
        except FileNotFoundError:
            folder.looked_for_native(found=False, again=again)
            return None
        except (EntryError, OSError, ValueError) as error:
            failure = error
    folder.looked_for_native(found=failure is None, again=again)
    if failure is not None and again:
        return None  # told at the first look
    if failure is not None:
        folder.failed()
        stages.moment("failure", key=key, reason=f"native: {failure}")
        return None
    if not folder.read_only:
        touch(path)
    stages.moment("hit", key=key, layer="native", detail="hit, no code was generated")
    return loaded


def build_library(artifact: Artifact, options: Options, stages: Stages) -> tuple[bytes, dict[str, Any]]:
    """Generate and link a shared library; gives its bytes and the description of its functions."""
    from . import codegen

    triple = (artifact.target or {}).get("triple")
    if options.linker is None and triple and not tools.is_this_machine(triple):
        what = f"linking for {triple} needs a compiler driver of its own, as in linker='{triple}-gcc'"
        raise CompileError(what, stage="link")
    with stages.stage("object_emission"):
        code, types = codegen.object_code(artifact, options.opt_level, stages)
        with stages.stage("link"):
            library = _linked(code, options)
    return library, {"functions": types, "bytecode_sha256": artifact.metadata.bytecode_sha256}


def _linked(code: bytes, options: Options) -> bytes:
    try:
        with tempfile.TemporaryDirectory(prefix="passevents-") as name:
            folder = Path(name)
            (folder / "module.o").write_bytes(code)
            tools.link_shared([folder / "module.o"], folder / "module.so", options.libraries, options.linker)
            return (folder / "module.so").read_bytes()
    except OSError as error:
        what = f"no room to link in the temporary folder: {error.strerror or error}"
        raise CompileError(what, stage="link") from error


def _read(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.readall()


def _load_file(path: str, artifact: Artifact, data: bytes, stages: Stages) -> LoadedModule:
    _, description = unpack(data)
    library = ctypes.CDLL(path)

    def code(symbol: str) -> Code:
        return Code(ctypes.cast(library[symbol], ctypes.c_void_p).value or 0)

    types = description["functions"]
    return LoadedModule(lambda: types, code, artifact.signatures, library, stages.listeners)


def _load_from_temporary(data: bytes, artifact: Artifact, stages: Stages) -> LoadedModule:
    """Load it from a file whose name goes at once; the mapping stays as long as the library is loaded.

    The name must be new each time: the loader gives back what it has loaded under a name before.
    """
    try:
        with tempfile.NamedTemporaryFile(prefix="passevents-", suffix=".so") as file:
            file.write(data)
            file.flush()
            return _load_file(file.name, artifact, data, stages)
    except OSError as error:
        what = f"the code cannot be loaded: {error}; does it call what needs libraries=...?"
        raise CompileError(what, stage="jit_load") from error
