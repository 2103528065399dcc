"""What is shipped: built once from this checkout, then looked into."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from .sources import ADAPTERS, PACKAGE, ROOT, modules


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names in a wheel of this checkout; what the editable install has compiled is used again."""
    made = tmp_path_factory.mktemp("wheel")
    options = ["--no-build-isolation", "--no-deps", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "wheel", str(ROOT), "-w", str(made), *options], check=True)
    [path] = made.glob("*.whl")
    return ZipFile(path).namelist()


def shipped(folder: Path, prefix: str) -> set[str]:
    return {f"{prefix}/{path.relative_to(folder)}" for path in modules(folder)}


def test_the_wheel_holds_the_library_its_adapters_and_the_extension(wheel: list[str]) -> None:
    expected = shipped(PACKAGE, "passevents") | shipped(ADAPTERS, "passevents/adapters")
    assert expected - set(wheel) == set()
    assert [name for name in wheel if name.startswith("passevents/_native.") and name.endswith(".so")]


def test_the_wheel_holds_its_types(wheel: list[str]) -> None:
    assert {"passevents/py.typed", "passevents/_native.pyi"} - set(wheel) == set()


def test_the_wheel_holds_the_pages_that_are_served(wheel: list[str]) -> None:
    pages = {f"passevents/serve/templates/{path.name}" for path in PACKAGE.glob("serve/templates/*")}
    assert pages and pages - set(wheel) == set()


def test_the_wheel_holds_nothing_else(wheel: list[str]) -> None:
    tops = {name.split("/")[0] for name in wheel}
    assert {top for top in tops if not top.startswith("passevents-0")} == {"passevents"}
    assert [name for name in wheel if "test_" in name or "__pycache__" in name] == []


def test_the_changelog_tells_of_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert f"## [{version}]" in changelog or "## [Unreleased]" in changelog
