"""Whose a journal is: the lock says so, and only it."""

from __future__ import annotations

import os
from pathlib import Path

from passevents.journal import RunJournal, claim, create_run, orphans, remove


def abandoned(runs: Path) -> Path:
    """A journal whose owner let go of it."""
    run = create_run(runs)
    run.close()
    run.release()
    return run.directory


def test_a_claimed_journal_is_nobody_elses(tmp_path: Path) -> None:
    directory = abandoned(tmp_path)
    with claim(directory) as mine, claim(directory) as theirs:
        assert (mine, theirs) == (True, False)
        assert orphans(tmp_path) == []
    assert orphans(tmp_path) == [directory]


def test_a_living_journal_cannot_be_claimed(stored_run: RunJournal) -> None:
    with claim(stored_run.directory) as claimed:
        assert not claimed


def test_a_journal_that_is_gone_cannot_be_claimed(tmp_path: Path) -> None:
    directory = abandoned(tmp_path)
    remove(directory)
    with claim(directory) as claimed:
        assert not claimed


def test_removing_again_is_no_error(tmp_path: Path) -> None:
    directory = abandoned(tmp_path)
    remove(directory)
    remove(directory)
    assert list(tmp_path.iterdir()) == []


def test_orphans_of_no_folder_are_none(tmp_path: Path) -> None:
    assert orphans(tmp_path / "missing") == []


def test_orphans_come_oldest_first(tmp_path: Path) -> None:
    first = abandoned(tmp_path)
    os.utime(first, (0, 0))
    while (second := abandoned(tmp_path)).name[:13] == first.name[:13]:
        remove(second)  # within the same millisecond there is no order
    assert orphans(tmp_path) == [first, second]


def test_what_a_process_left_that_died_while_creating_is_removed_when_old(tmp_path: Path) -> None:
    new, old = tmp_path / "a.new", tmp_path / "b.new"
    for directory in (new, old):
        directory.mkdir()
        (directory / "run.jsonl").touch()
    os.utime(old, (0, 0))
    assert orphans(tmp_path) == []
    assert list(tmp_path.iterdir()) == [new]
