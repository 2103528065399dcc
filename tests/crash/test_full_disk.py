"""A disk without room: recording stops with a count and one warning, and the program goes on."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from .programs import left_behind, run_program

UNTIL_FULL = """
    run = create_run(runs)
    instrument = run.instrument()
    with run.span("around"):
        for count in range(200_000):
            nest(instrument, "outer %d" % count, "inner")
    run.close()
    print(run.dropped)
"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB, where we may mount one."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(tmp_path)]
    try:
        mounted = subprocess.run(mount, capture_output=True).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("mounting a small file system is not allowed here")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


def check_stopped(runs: Path, program: str) -> None:
    done = run_program(program, runs)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("PassEventsWarning") == 1
    assert "the compiler goes on" in done.stderr
    (data,) = left_behind(runs)
    assert data.dropped == int(done.stdout) > 0
    assert data.counts["events"] + data.dropped == 400_001
    assert data.counts["open"] == data.counts["lost_parents"] == 0


def test_a_full_file_system(small_disk: Path) -> None:
    check_stopped(small_disk / "runs", UNTIL_FULL)


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    """As on a full disk the reservation fails; this needs no file system of its own."""
    limit = "    import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))\n"
    check_stopped(tmp_path, limit + UNTIL_FULL)


def test_no_room_for_even_the_first_event(tmp_path: Path) -> None:
    program = """
        import resource, warnings
        warnings.simplefilter("always")
        run = create_run(runs)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        nest(run.instrument(), "a", "b")
        run.close()
        print(run.dropped)
    """
    done = run_program(program, tmp_path)
    assert (done.returncode, done.stdout) == (0, "2\n")
    (data,) = left_behind(tmp_path)
    assert data.counts["events"] == 0
