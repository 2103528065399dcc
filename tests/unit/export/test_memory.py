"""Exports stream: what they hold does not grow with the run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from passevents.query import record
from passevents.testing import PassInfo

SMALL, LARGE = 5_000, 60_000
# Held at once, the larger run's events would take three times as much.
ALLOWED_KB = 25_000

PROGRAM = """
import resource, sys
from passevents import EventStore
from passevents.export import export

store, name, format, path = sys.argv[1:]
export(EventStore(store).run(name), path, format)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("memory") / "passevents.db"
    for name, events in (("small", SMALL), ("large", LARGE)):
        with record(path, name=name) as recording:
            instrument, info = recording.instrument(), PassInfo("pass")
            instrument.enter_pass_ctx()
            for _ in range(events):
                instrument.run_before_pass(None, info)
                instrument.run_after_pass(None, info)
            instrument.exit_pass_ctx()
    return path


def peak_kb(*args: str) -> int:
    command = [sys.executable, "-c", PROGRAM, *args]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("format", ["jsonl", "otlp"])
def test_a_large_run_takes_the_memory_of_a_small_one(store: Path, tmp_path: Path, format: str) -> None:
    small, large = (peak_kb(str(store), name, format, str(tmp_path / name)) for name in ("small", "large"))
    assert large - small < ALLOWED_KB
