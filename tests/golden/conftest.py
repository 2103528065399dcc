"""Golden files: what a command prints, kept as text in this folder.

`pytest tests/golden --update-golden` rewrites those that differ; read the change before committing it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent

Golden = Callable[[str, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with the golden file of that name, or rewrite the file where that was asked for."""
    update = bool(request.config.getoption("--update-golden"))

    def compare(name: str, text: str) -> None:
        path = FOLDER / name
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"there is no {path}; run with --update-golden"
        assert path.read_text(encoding="utf-8") == text

    return compare
