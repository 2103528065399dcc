"""Programs that record, in processes of their own that come to a bad end."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

from passevents.journal import JournalData, claim, orphans, read

_PRELUDE = """
import contextlib, ctypes, mmap, os, signal, struct, sys, threading, time
from passevents.journal import activate, create_run, current_run, memory_run

class Info:
    def __init__(self, name):
        self.name = name

def nest(instrument, *names):
    for name in names:
        instrument.run_before_pass(None, Info(name))
    for name in reversed(names):
        instrument.run_after_pass(None, Info(name))

runs = sys.argv[1]
"""


def start(program: str, runs: Path) -> subprocess.Popen[str]:
    """Start a program that has `runs`, the folder of its journals, and what the prelude defines."""
    return subprocess.Popen(
        [sys.executable, "-c", _PRELUDE + textwrap.dedent(program), str(runs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_program(program: str, runs: Path) -> subprocess.CompletedProcess[str]:
    """Run such a program to its end."""
    with start(program, runs) as process:
        out, errors = process.communicate(timeout=120)
        return subprocess.CompletedProcess([], process.returncode, out, errors)


def left_behind(runs: Path) -> list[JournalData]:
    """What the dead processes recorded, oldest run first."""
    found = []
    for directory in orphans(runs):
        with claim(directory) as claimed:
            assert claimed
            found.append(read(directory))
    return found


def shape(data: JournalData) -> list[tuple[str, int | None, str]]:
    """Name, parent and status of every event."""
    return [(r.event.name, r.event.parent_sequence, str(r.status)) for r in data.records()]
