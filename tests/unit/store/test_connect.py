"""Opening a store: what is refused, in one clear line, and that refusing changes nothing."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from passevents.errors import SchemaVersionError, StoreBusyError, StoreError
from passevents.store.connect import open_for_reading, open_for_writing, store_errors
from passevents.store.file import store_path
from passevents.store.migrations import SCHEMA_VERSION

Open = Callable[[Path], sqlite3.Connection]
UNPRIVILEGED = 65534


@pytest.fixture(params=[open_for_reading, open_for_writing], ids=["reading", "writing"])
def opener(request: pytest.FixtureRequest) -> Open:
    return request.param


def test_a_new_store_has_the_current_schema_and_a_write_ahead_log(path: Path) -> None:
    connection = open_for_writing(path)
    version = connection.execute("pragma user_version").fetchone()
    mode = connection.execute("pragma journal_mode").fetchone()
    connection.close()
    assert (version, mode) == ((SCHEMA_VERSION,), ("wal",))


def test_opening_again_changes_nothing(path: Path, opener: Open) -> None:
    open_for_writing(path).close()
    before = path.read_bytes()
    opener(path).close()
    assert path.read_bytes() == before


def test_reading_a_store_that_is_not_there_is_an_error_and_makes_none(path: Path) -> None:
    with pytest.raises(StoreError, match="There is no store at"):
        open_for_reading(path)
    assert not path.exists()


@pytest.mark.parametrize("text", ["x", "module {}\n" * 100], ids=["short", "long"])
def test_a_file_that_is_no_database_is_refused_and_kept(path: Path, opener: Open, text: str) -> None:
    path.write_text(text)
    with pytest.raises(StoreError, match="is not an SQLite database"):
        opener(path)
    assert path.read_text() == text
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_damaged_database_is_refused(path: Path, opener: Open) -> None:
    path.write_bytes(b"SQLite format 3\0" + os.urandom(4096))
    with pytest.raises(StoreError, match=r"is not an SQLite database|is damaged"):
        opener(path)


def test_a_database_of_another_program_is_refused_and_kept(path: Path, opener: Open) -> None:
    other = sqlite3.connect(path)
    other.execute("create table songs (title text)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"something else \(tables: songs\)"):
        opener(path)
    assert path.read_bytes() == before


def test_a_store_with_tables_added_by_its_user_is_still_a_store(path: Path, opener: Open) -> None:
    connection = open_for_writing(path)
    connection.execute("create table notes (text text)")
    connection.close()
    opener(path).close()


def test_a_newer_store_is_refused_with_both_versions(path: Path, opener: Open) -> None:
    connection = open_for_writing(path)
    connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(SchemaVersionError, match="has schema version 99; this passevents knows"):
        opener(path)


def test_a_folder_is_refused(tmp_path: Path, opener: Open) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        opener(tmp_path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"There is no folder .*absent"):
        open_for_writing(tmp_path / "absent" / "events.db")


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_what_names_no_file_is_refused(name: str) -> None:
    with pytest.raises(StoreError, match="does not name a file"):
        store_path(name)


def test_the_store_is_taken_from_the_environment_or_the_current_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PASSEVENTS_DB", "/somewhere/runs.db")
    assert store_path() == Path("/somewhere/runs.db")
    monkeypatch.delenv("PASSEVENTS_DB")
    assert store_path() == Path.cwd() / "passevents.db"


def test_names_with_special_characters_are_ordinary_names(tmp_path: Path, opener: Open) -> None:
    path = tmp_path / "a?b=c#d %41 café.db"
    open_for_writing(path).close()
    opener(path).close()
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_writer_that_holds_on_is_reported_as_busy(path: Path) -> None:
    holder = open_for_writing(path)
    holder.execute("begin immediate")
    other = open_for_writing(path, timeout_s=0.05)
    with pytest.raises(StoreBusyError, match="written by another process"), store_errors(path):
        other.execute("begin immediate")
    holder.close()
    other.close()


def test_opening_for_writing_does_not_wait_for_another_writer(path: Path) -> None:
    holder = open_for_writing(path)
    holder.execute("begin immediate")
    open_for_writing(path, timeout_s=0.0).close()
    holder.close()


def test_a_network_drive_is_explained(path: Path) -> None:
    error = sqlite3.OperationalError("locking protocol")
    error.sqlite_errorcode = sqlite3.SQLITE_PROTOCOL
    with pytest.raises(StoreError, match=r"network drive.*local disk"), store_errors(path):
        raise error


def test_a_full_disk_is_explained(path: Path) -> None:
    connection = open_for_writing(path)
    (pages,) = connection.execute("pragma page_count").fetchone()
    connection.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"disk .* is full"), store_errors(path):
        connection.execute("insert into strings (text) values (?)", ("x" * 100_000,))
    connection.close()


# Imports come first: the interpreter's own files may be out of reach for the user that it becomes.
OPEN = f"""
import os, sys
from pathlib import Path
from passevents.store import connect
Path("/").as_uri()
if os.getuid() == 0:
    os.setuid({UNPRIVILEGED})
try:
    connection = getattr(connect, sys.argv[1])(Path(sys.argv[2]))
    print(connection.execute("select count(*) from strings").fetchone())
except Exception as error:
    print(type(error).__name__, error)
"""


def opened_unprivileged(opener: str, path: Path) -> str:
    """Open a store as somebody who has no rights beyond those that files give."""
    command = [sys.executable, "-c", OPEN, opener, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.fixture
def reachable(tmp_path: Path) -> Path:
    """A folder that an unprivileged process can reach, which pytest's own is not for root's."""
    for folder in [tmp_path, *list(tmp_path.parents)[:2]]:
        folder.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_cannot_be_written_is_refused_before_anything_is_recorded(reachable: Path, what: str) -> None:
    path = reachable / "events.db"
    open_for_writing(path).close()
    path.chmod(0o444 if what == "file" else 0o666)
    reachable.chmod(0o777 if what == "file" else 0o555)
    answer = opened_unprivileged("open_for_writing", path)
    assert answer.startswith("StoreError") and "cannot be written" in answer


def test_a_store_on_a_medium_that_cannot_be_written_can_be_read(reachable: Path) -> None:
    path = reachable / "events.db"
    connection = open_for_writing(path)
    connection.execute("insert into strings (text) values ('one')")
    connection.close()
    path.chmod(0o444)
    reachable.chmod(0o555)
    assert opened_unprivileged("open_for_reading", path) == "(1,)\n"


LOCKED_BY_ANOTHER = """
import fcntl, os, sys
file = os.open(sys.argv[1], os.O_RDWR)
try:
    # The byte range in which SQLite's connections of a file in WAL mode hold their shared lock.
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)
    print("free")
except OSError:
    print("locked")
"""


def test_opening_again_keeps_the_locks_of_what_is_open(path: Path) -> None:
    """Opening and closing the file by itself would drop them, and another process could remove the log."""
    open_for_writing(path).close()
    reader = open_for_reading(path)
    reader.execute("select count(*) from runs").fetchone()
    open_for_writing(path).close()
    open_for_reading(path).close()
    command = [sys.executable, "-c", LOCKED_BY_ANOTHER, str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    reader.close()
    assert answer == "locked\n"


def test_a_damaged_schema_is_an_error_of_the_store(path: Path, opener: Open) -> None:
    """SQLite quotes the schema that it cannot read; Python cannot read the quotation."""
    open_for_writing(path).close()
    data = path.read_bytes()
    path.write_bytes(data.replace(b"CREATE TABLE", b"CREATE \x8b\xff\xfeBL", 1))
    assert path.read_bytes() != data
    with pytest.raises(StoreError, match="is damaged"):
        opener(path)


@pytest.mark.parametrize(
    "name", ["/dev/null", "n" * 300, "st\udcff.db"], ids=["device", "too long", "no UTF-8"]
)
def test_what_can_name_no_store_is_refused(name: str, tmp_path: Path, opener: Open) -> None:
    with pytest.raises(StoreError, match=r"cannot be reached|is not an ordinary file|is not UTF-8"):
        opener(store_path(tmp_path / name))
    assert list(tmp_path.iterdir()) == []
