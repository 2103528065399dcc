"""The command as the system runs it: pipes, terminals, encodings."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .processes import PROGRAM, environment, run


def on_a_terminal(*args: str, **changes: str) -> bytes:
    """What the command writes to a terminal of 80 columns."""
    leader, follower = pty.openpty()
    command = f"stty cols 80; exec {PROGRAM} {' '.join(args)}"
    done = subprocess.Popen(
        ["sh", "-c", command], stdin=follower, stdout=follower, env=environment(**changes)
    )
    os.close(follower)
    text = b"".join(iter(lambda: _read(leader), b""))
    os.close(leader)
    assert done.wait() == 0
    return text


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # how a terminal says that nobody writes to it any more
        return b""


def test_a_reader_that_leaves_early_ends_it_quietly(store: Path) -> None:
    """The reader has gone before the first line is written, as `head` may have."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as nobody:
        done = subprocess.run(
            [PROGRAM, "events"], stdout=nobody, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert (done.returncode, done.stderr) == (141, b"")


def test_closed_streams_are_no_difficulty(store: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{PROGRAM} tree >&- 2>&-; echo $?"], capture_output=True, env=environment()
    )
    assert done.stdout == b"0\n"


def test_a_full_disk_under_the_output_is_one_line(store: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "events"], stdout=full, stderr=subprocess.PIPE, env=environment())
    assert (done.returncode, done.stderr) == (1, b"passevents: No space left on device\n")


def test_a_pipe_gets_no_colour(store: Path) -> None:
    assert b"\x1b" not in run("tree").stdout


def test_a_terminal_gets_colour_and_times_for_people(store: Path) -> None:
    text = on_a_terminal("tree")
    assert b"\x1b[" in text
    assert b"9.00 ms" in text


@pytest.mark.parametrize("switch", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colour_can_be_switched_off_on_a_terminal(store: Path, switch: dict[str, str]) -> None:
    text = on_a_terminal("tree", **switch)
    assert b"\x1b" not in text
    assert b"9.00 ms" in text


def test_colour_can_be_asked_for_in_a_pipe(store: Path) -> None:
    """For a pager that shows it; nothing is cut then, as the pager scrolls."""
    text = run("tree", FORCE_COLOR="1").stdout
    assert b"\x1b[" in text
    assert b"failed to legalize operation 'linalg.matmul'" in text


def test_a_terminal_line_is_as_wide_as_the_terminal(store: Path) -> None:
    lines = on_a_terminal("tree", NO_COLOR="1").decode().splitlines()
    assert max(len(line) for line in lines) == 80


@pytest.mark.parametrize(
    "locale",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
)
def test_a_terminal_that_cannot_write_a_letter_gets_its_escape(store: Path, locale: dict[str, str]) -> None:
    done = run("tree", **locale)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"caf\xe9<a, b>" in done.stdout


def test_json_stays_json_in_any_encoding(store: Path) -> None:
    done = run("events", "--name", "lower\x1b[2Jcaf\xe9<a, b>", "--json", PYTHONIOENCODING="ascii:strict")
    event: dict[str, Any] = json.loads(done.stdout)
    assert event["name"] == "lower\x1b[2Jcaf\xe9<a, b>"


def test_the_program_has_a_version() -> None:
    assert run("--version").stdout.startswith(b"passevents 0.")


def test_an_argument_that_is_no_text_is_one_line(here: Path) -> None:
    done = subprocess.run([PROGRAM.encode(), b"show", b"\xff"], capture_output=True, env=environment())
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
