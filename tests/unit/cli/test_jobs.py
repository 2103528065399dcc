"""Writing what a compile produced."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from passevents.cli.jobs import digest, write_whole


def test_a_file_is_written_with_the_rights_that_any_new_file_has(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write_whole(tmp_path / "out.mlir", b"module {}\n")
    assert (tmp_path / "out.mlir").read_bytes() == b"module {}\n"
    assert (tmp_path / "out.mlir").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_file_that_is_replaced_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "out.mlir"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o640)


def test_a_link_stays_a_link_to_what_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"new")
    assert ((tmp_path / "link").is_symlink(), (tmp_path / "real").read_bytes()) == (True, b"new")


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(source: str, target: Path) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "out.mlir"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("out.mlir", b"old")]


def test_a_folder_that_cannot_be_written_is_said_of_the_file_that_was_asked_for() -> None:
    with pytest.raises(OSError, match=r"/proc/out\.mlir'$"):
        write_whole(Path("/proc/out.mlir"), b"new")


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_whole(Path(os.devnull), b"module {}\n")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_the_digest_is_that_of_the_file_and_none_for_standard_input(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert digest(tmp_path / "empty") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert digest(Path("-")) is None
