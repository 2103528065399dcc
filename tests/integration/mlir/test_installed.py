"""What is said of the installed builds without importing them."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from mlir import _mlir_libs

from passevents import _native
from passevents.adapters.mlir import ADAPTER
from passevents.adapters.mlir.elf import ElfFile

LIBRARY = Path(_mlir_libs.__file__).parent / "libMLIRPythonCAPI.so"


def test_the_upstream_build_is_observable() -> None:
    (report,) = [report for report in ADAPTER.inspect() if report.module == "mlir"]
    assert (report.adapter, report.distribution) == ("mlir", "xtc-mlir-python-bindings")
    assert report.version == version("xtc-mlir-python-bindings")
    assert (report.observable, report.reason) == (True, None)


def test_the_version_is_that_which_the_library_says_itself() -> None:
    (report,) = [report for report in ADAPTER.inspect() if report.module == "mlir"]
    assert _native.mlir_build(_mlir_libs._mlir.__file__)[:2] == (str(LIBRARY), report.mlir_version)


def test_nothing_is_imported_to_find_out() -> None:
    code = (
        "import sys; from passevents.adapters.mlir import ADAPTER; ADAPTER.inspect(); "
        "print(sorted(name for name in sys.modules if name.split('.')[0] == 'mlir'))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


def test_what_is_recorded_is_said_without_loading_it_as_afterwards() -> None:
    (report,) = [report for report in ADAPTER.inspect() if report.module == "mlir"]
    _, _, _, reach, capabilities = _native.mlir_build(_mlir_libs._mlir.__file__)
    assert (report.reach, report.recorded) == (reach, capabilities)
    assert reach == "dynamic symbols" and set(capabilities.values()) == {None}


def test_a_library_that_is_no_mlir_build_lacks_what_is_looked_for() -> None:
    import _sqlite3

    version, reach, fault, recorded = _native.mlir_inspect(_sqlite3.__file__)
    assert (version, reach) == (None, None)
    assert "registerActionHandler" in str(fault) and "registerActionHandler" in str(recorded["actions"])


def test_a_library_is_read_for_what_it_needs() -> None:
    with ElfFile(LIBRARY) as elf:
        assert "libLLVM.so" in elf.needed()
        assert LIBRARY.parent in elf.search_folders()


def test_what_is_no_library_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "libMLIRPythonCAPI.so"
    for content in (b"GROUP ( libLLVM.so )", b"\x7fELF\x01\x01" + bytes(100), b"\x7fELF\x02\x01"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="ELF"):
            ElfFile(path)
