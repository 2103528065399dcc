"""Values as people read and write them."""

from __future__ import annotations

import datetime

import pytest

from passevents.cli import formats


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (None, "-"),
        (0, "0 ns"),
        (999, "999 ns"),
        (1_000, "1.00 us"),
        (12_345, "12.3 us"),
        (999_499, "999 us"),
        (999_500, "1.00 ms"),
        (9_996_000, "10.0 ms"),
        (1_500_000_000, "1.50 s"),
        (59_900_000_000, "59.9 s"),
        (125_000_000_000, "2 min 05 s"),
    ],
)
def test_a_duration_is_shown_in_its_own_unit(ns: int | None, text: str) -> None:
    assert formats.duration(ns) == text


@pytest.mark.parametrize(
    ("octets", "text"), [(0, "0 B"), (999, "999 B"), (1_000, "1.00 KB"), (12_400_000, "12.4 MB")]
)
def test_a_size_is_shown_in_its_own_unit(octets: int, text: str) -> None:
    assert formats.size(octets) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-5, "just now"), (59, "just now"), (60, "1 minute ago"), (7200, "2 hours ago"), (86400, "1 day ago")],
)
def test_a_moment_says_how_long_ago_it_was(seconds: int, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.datetime(2026, 1, 2, tzinfo=datetime.UTC)
    monkeypatch.setattr(formats, "now", lambda: now)
    assert formats.ago(now - datetime.timedelta(seconds=seconds)) == text


@pytest.mark.parametrize(
    ("text", "ns"),
    [
        ("0", 0),
        ("250us", 250_000),
        ("250 µs", 250_000),
        ("1.5ms", 1_500_000),
        ("2s", 2_000_000_000),
        ("7", 7),
    ],
)
def test_a_duration_is_read_with_its_unit(text: str, ns: int) -> None:
    assert formats.parse_duration(text) == ns


@pytest.mark.parametrize("text", ["", "ms", "-1ms", "1,5ms", "1e3", "5 hours", "٣ms", "nan"])
def test_a_duration_that_is_none_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(ValueError, match="is not a time such as"):
        formats.parse_duration(text)


def test_a_size_is_read_in_any_case() -> None:
    assert [formats.parse_size(text) for text in ("64mb", "64 MB", "64000000")] == [64_000_000] * 3


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain café", "plain café"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\u202eevil", r"\u202eevil"),
        ("\udcff", r"\udcff"),
    ],
)
def test_what_acts_on_a_terminal_is_shown_as_an_escape(text: str, shown: str) -> None:
    """A pattern's name comes from anybody's code; printing it must be safe."""
    assert formats.visible(text) == shown
