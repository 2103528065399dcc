"""The command line when its process is stopped in the middle of a compile."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from passevents.journal import read

from ..unit.cli.processes import PROGRAM, environment, run

FUNCTION = """\
func.func @f{0}(%a: i32) -> i32 {{
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant {0} : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c2 : i32
  return %1 : i32
}}
"""
# Enough that nobody is done with it before a signal comes.
FUNCTIONS = 8_000
PIPELINE = "--pass-pipeline=builtin.module(func.func(canonicalize,cse))"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a source that takes a while."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.mlir").write_text("".join(map(FUNCTION.format, range(FUNCTIONS))))
    return tmp_path


def has_open_events(here: Path) -> bool:
    return any(read(path.parent).counts["open"] for path in here.glob("*.runs/*/*.records"))


@contextmanager
def compiling(here: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The command in the middle of the pipeline: its first events are in the journal."""
    command = [PROGRAM, "opt", "long.mlir", PIPELINE, "-o", "out.mlir"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment()) as process:
        while process.poll() is None and not has_open_events(here):
            time.sleep(0.01)
        yield process
        process.kill()


def test_an_interrupted_compile_ends_with_a_readable_run(here: Path) -> None:
    with compiling(here) as process:
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert (process.returncode, said) == (130, b"passevents: interrupted\n")
    assert not (here / "out.mlir").exists()
    shown = json.loads(run("show", "--json").stdout)["data"]
    assert (shown["run"]["status"], shown["run"]["error"]) == ("failed", "KeyboardInterrupt")
    assert shown["run"]["event_count"] > 0


def test_a_killed_compile_is_recovered_up_to_where_it_was(here: Path) -> None:
    with compiling(here) as process:
        process.kill()
        process.wait()
    recovered = run("recover").stdout.decode()
    shown = json.loads(run("show", "long.mlir", "--json").stdout)["data"]
    run_id, events = shown["run"]["id"], shown["run"]["event_count"]
    assert recovered == f"recovered {run_id} (long.mlir): lost, {events} events\n"
    assert shown["run"]["status"] == "lost"
    assert "long.mlir" in {event["location"] for event in shown["incomplete"]}
    assert run("recover").stdout == b"nothing to recover\n"


def test_what_was_recorded_outlives_its_store(here: Path) -> None:
    with compiling(here) as process:
        process.kill()
        process.wait()
    for path in here.glob("passevents.db*"):
        if path.is_file():
            path.unlink()
    assert b": lost, " in run("recover").stdout


def test_a_living_compile_is_left_alone(here: Path) -> None:
    with compiling(here) as process:
        assert run("recover").stdout == b"nothing to recover\n"
        assert process.poll() is None
