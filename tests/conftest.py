"""What holds for every test: which folders belong to this environment, and that nothing survives a test."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from passevents import _native
from passevents.events import active_stacked_pass_instruments, current_pass_phase
from passevents.journal import current_run

INTEGRATION = Path(__file__).parent / "integration"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let one other compiler be asked for, as environments.py does, and golden files be rewritten."""
    parser.addoption(
        "--compiler", metavar="NAME", help="run tests/integration/NAME, which has its own requirements"
    )
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite the files in tests/golden that differ"
    )


def pytest_configure() -> None:
    """Let Ctrl-C interrupt: a shell starts what runs in its background with SIGINT ignored, for good."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a folder whose compiler lives in an environment of its own."""
    is_foreign = collection_path.parent == INTEGRATION and (collection_path / "requirements.txt").exists()
    return True if is_foreign and config.getoption("compiler") != collection_path.name else None


@pytest.fixture(autouse=True)
def nothing_survives() -> Iterator[None]:
    """No test leaves behind what would be in the way of the next compilation."""
    yield
    assert active_stacked_pass_instruments() == (), "an instrument is still inside a pass context"
    assert current_pass_phase() is None, "a phase is still set"
    assert current_run() is None, "a run is still recording"
    if _native.mlir_handlers():
        gc.collect()  # a context may wait in a cycle
    assert _native.mlir_handlers() == 0, "an MLIR context still has our action handler"
