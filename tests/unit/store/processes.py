"""Programs that record, run as processes of their own: to be killed, forked, and set against each other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEADER = """
import os, signal, sys
from pathlib import Path
from passevents.query import EventStore, record
path = Path(sys.argv[1])
"""


def start(code: str, path: Path, *arguments: object) -> subprocess.Popen[str]:
    """Start a program of `HEADER` and `code`; `path` is its store."""
    command = [sys.executable, "-c", HEADER + code, str(path), *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def run(code: str, path: Path, *arguments: object) -> tuple[int, str]:
    """Run a program to its end; return its status and output. Nothing may be on its standard error."""
    return finish(start(code, path, *arguments))


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    output, errors = process.communicate(timeout=120)
    assert errors == ""
    return process.returncode, output
