"""What holds for every test: which folders belong to this environment, and that nothing survives a test."""

from __future__ import annotations

from pathlib import Path

import pytest

INTEGRATION = Path(__file__).parent / "integration"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests of one other compiler be asked for, as tests/integration/environments.py does."""
    parser.addoption(
        "--compiler", metavar="NAME", help="run tests/integration/NAME, which has its own requirements"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a folder whose compiler lives in an environment of its own."""
    is_foreign = collection_path.parent == INTEGRATION and (collection_path / "requirements.txt").exists()
    return True if is_foreign and config.getoption("compiler") != collection_path.name else None
