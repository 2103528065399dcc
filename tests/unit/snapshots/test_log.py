"""The log of snapshots: what is written comes back, whole up to where a dead process stopped."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passevents.journal.snapshots import FILE_NAME, Link, SnapshotLog, Text, contents_of, entries

# Lone surrogates cannot be encoded: they are kept as their escapes.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


def texts(contents: bytes) -> list[str]:
    return [entry.decompressed() for entry in entries(contents) if isinstance(entry, Text)]


def links(contents: bytes) -> list[Link]:
    return [entry for entry in entries(contents) if isinstance(entry, Link)]


@given(st.lists(TEXTS))
def test_each_distinct_text_is_kept_once(added: list[str]) -> None:
    log = SnapshotLog(None)
    indices = [log.add(text) for text in added]
    kept = texts(log.contents())
    assert kept == list(dict.fromkeys(added))
    assert [kept[index] for index in indices] == added


def test_a_file_holds_what_memory_would(tmp_path: Path) -> None:
    logs = [SnapshotLog(tmp_path), SnapshotLog(None)]
    for log in logs:
        log.link(7, "before", log.add("café\n"))
        log.link(7, "after", log.add("a" * 100_000))
        log.close()
    assert logs[0].contents() == logs[1].contents()
    assert links(contents_of(tmp_path)) == [Link(7, "before", 0), Link(7, "after", 1)]


def test_a_lone_surrogate_is_kept_as_its_escape() -> None:
    log = SnapshotLog(None)
    log.add("a\udc80b")
    assert texts(log.contents()) == ["a\\udc80b"]


def test_a_log_that_was_cut_is_read_up_to_its_last_whole_entry(tmp_path: Path) -> None:
    log = SnapshotLog(tmp_path)
    log.link(1, "before", log.add("first"))
    whole = log.contents()
    log.add("second")
    for size in range(len(whole), len(log.contents())):
        assert texts(log.contents()[:size]) == ["first"]


def test_a_damaged_entry_ends_the_log(tmp_path: Path) -> None:
    log = SnapshotLog(tmp_path)
    for text in ("first", "second", "third"):
        log.add(text)
    damaged = bytearray(log.contents())
    damaged[-60] ^= 1
    assert texts(bytes(damaged))[:1] == ["first"]
    assert len(texts(bytes(damaged))) < 3


def test_no_log_is_an_empty_one(tmp_path: Path) -> None:
    assert list(entries(contents_of(tmp_path))) == []
    assert not (tmp_path / FILE_NAME).exists()


def test_threads_share_a_log(tmp_path: Path) -> None:
    log = SnapshotLog(tmp_path)

    def write(number: int) -> None:
        for index in range(50):
            log.link(number * 50 + index, "after", log.add(f"text {index}"))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = texts(log.contents())
    assert sorted(kept) == sorted(f"text {index}" for index in range(50))
    assert {(link.sequence, kept[link.text]) for link in links(log.contents())} == {
        (number * 50 + index, f"text {index}") for number in range(4) for index in range(50)
    }


def test_a_log_stops_at_its_limit_and_stays_readable() -> None:
    log = SnapshotLog(None, max_bytes=200)
    log.add("fits")
    for text in ("x" * 10_000, "".join(map(str, range(1_000)))):
        with contextlib.suppress(OSError):
            log.add(text)
    assert texts(log.contents())[0] == "fits"
    assert len(log.contents()) < 300
    with pytest.raises(OSError, match="reached max_bytes, 200"):
        log.link(0, "before", 0)
