"""What every file of the project keeps to."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from .sources import ADAPTERS, PACKAGE, ROOT, modules, tracked

LINES = 400
# Written by hand; what a tool writes (a stub, a generated page, a golden file) may be as long as it is.
CODE = {".py", ".cpp", ".h", ".sh"}
GENERATED = re.compile(r"tests/golden/|_native\.pyi$|/uv\.lock$")
# What holds on one machine only: a path of its owner, a registry's host. In pieces, for this file too.
FORBIDDEN = re.compile(
    "|".join(
        [
            r"(?<![\w.}*])/(?:" + "wo" + r"rk|ro" + r"ot|ho" + r"me/\w+)/",
            "pypi" + r"\.org",
            "files\\." + "pythonhosted",
            "npm" + r"js\.(org|com)",
            "registry\\." + "npm",
        ]
    )
)


def is_text(path: Path) -> bool:
    try:
        path.read_text()
    except UnicodeDecodeError:
        return False
    return True


def test_hand_written_files_stay_under_400_lines() -> None:
    code = [path for path in tracked() if path.suffix in CODE and not GENERATED.search(str(path))]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in code}
    assert {name: length for name, length in lengths.items() if length >= LINES} == {}


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in tracked()
        if is_text(path)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if FORBIDDEN.search(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    "path", modules(PACKAGE) + modules(ADAPTERS), ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_module_opens_with_a_docstring(path: Path) -> None:
    text = path.read_text()
    assert not text.strip() or ast.get_docstring(ast.parse(text))


def test_a_header_opens_with_a_comment_that_says_what_it_is_for() -> None:
    native = [path for path in tracked() if path.suffix == ".h"]
    assert [str(path) for path in native if not path.read_text().startswith("//")] == []
