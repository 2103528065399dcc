"""The command as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = str(Path(sys.executable).with_name("passevents"))


def environment(**changes: str) -> dict[str, str]:
    """The tester's environment without what would change the output, and with `changes`."""
    own = ("PASSEVENTS_DB", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONIOENCODING", "PYTHONUTF8")
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return kept | {"TERM": "xterm-256color"} | changes


def run(*args: str, input: bytes = b"", **changes: str) -> subprocess.CompletedProcess[bytes]:
    """Run it in the current folder with nobody watching."""
    return subprocess.run([PROGRAM, *args], input=input, capture_output=True, env=environment(**changes))
