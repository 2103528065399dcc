"""The layers of the design: each imports only those before it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .sources import ADAPTERS, PACKAGE, ROOT, imported, modules

# What each part may import besides itself. `_native` is the extension: it knows no store and no compiler.
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "events": {"errors"},
    "journal": {"errors", "events", "_native"},
    "store": {"errors", "events", "journal"},
    "query": {"errors", "events", "journal", "store"},
    "report": {"errors", "events", "journal", "store", "query"},
    "export": {"errors", "events", "journal", "store", "query"},
    "importers": {"errors", "events", "journal", "store", "query"},
    "serve": {"errors", "events", "journal", "store", "query"},
    "cli": {"errors", "events", "journal", "store", "query", "report", "export", "importers", "serve"},
    "__main__": {"cli"},
    "testing": {"errors", "events"},
    "adapters": {"errors", "events", "journal", "_native"},
}
# The public names come from every layer, the later ones lazily; and a version is nobody's secret.
PUBLIC_FACE = "__init__"
NATIVE_ALLOWED = {"core": {"core"}, "mlir": {"core", "mlir"}, "bindings": {"core", "mlir", "bindings"}}
COMPILERS = {"mlir", "tvm", "tilelang", "triton", "iree", "jax", "jaxlib", "torch", "torch_mlir", "circt"}


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def package_of(path: Path) -> str:
    root, prefix = (
        (ADAPTERS, "passevents.adapters") if path.is_relative_to(ADAPTERS) else (PACKAGE, "passevents")
    )
    return ".".join([prefix, *path.relative_to(root).parent.parts])


def layers_imported(path: Path) -> set[str]:
    names = (name.split(".") for name in imported(path, package_of(path)))
    return {parts[1] for parts in names if parts[0] == "passevents" and len(parts) > 1}


def known(layers: set[str]) -> set[str]:
    """Leave out what is no layer: names of the public face, such as `passevents.PassEvent`."""
    return {layer for layer in layers if layer in ALLOWED or layer == "_native"}


@pytest.mark.parametrize("path", modules(PACKAGE), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_the_layers_before_its_own(path: Path) -> None:
    layer = layer_of(path)
    if layer == PUBLIC_FACE:
        return
    assert layer in ALLOWED, f"{path} belongs to no layer"
    assert known(layers_imported(path)) - ALLOWED[layer] - {layer} == set()


@pytest.mark.parametrize("path", modules(ADAPTERS), ids=lambda path: str(path.relative_to(ROOT)))
def test_an_adapter_knows_nothing_of_stores(path: Path) -> None:
    assert known(layers_imported(path)) - ALLOWED["adapters"] - {"adapters"} == set()


@pytest.mark.parametrize("path", modules(PACKAGE), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_library_imports_no_compiler(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported(path, package_of(path))}
    assert roots & COMPILERS == set()


@pytest.mark.parametrize("folder", sorted(NATIVE_ALLOWED))
def test_native_code_includes_only_the_layers_before_its_own(folder: str) -> None:
    sources = [path for path in (ROOT / "native" / folder).rglob("*") if path.suffix in (".h", ".cpp")]
    wrong = {
        (str(source.relative_to(ROOT)), header)
        for source in sources
        for header in re.findall(r'#include "((?:core|mlir|bindings)/[^"]+)"', source.read_text())
        if header.split("/")[0] not in NATIVE_ALLOWED[folder]
    }
    assert wrong == set()


@pytest.mark.parametrize("folder", ["core", "mlir"])
def test_only_the_bindings_know_python(folder: str) -> None:
    sources = [path for path in (ROOT / "native" / folder).rglob("*") if path.suffix in (".h", ".cpp")]
    pattern = re.compile(r"#include [<\"](Python\.h|nanobind)")
    assert [source.name for source in sources if pattern.search(source.read_text())] == []


def test_native_code_links_to_no_llvm() -> None:
    lists = "\n".join(path.read_text() for path in (ROOT / "native").rglob("CMakeLists.txt"))
    assert re.search(r"find_package\((LLVM|MLIR)|LLVM::|\bMLIR[A-Z]\w+", lists) is None
