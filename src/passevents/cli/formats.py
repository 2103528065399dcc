"""How single values are written for people, and how people's values are read back.

Times are integers of nanoseconds everywhere; only what a person sees on a terminal is scaled.
"""

from __future__ import annotations

import datetime
import re

_TIME_UNITS = {"ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000}
_AGE_UNITS = {"s": 1, "min": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_SIZE_UNITS = {"": 1, "B": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}

# Controls and direction overrides: a name from a compiler must not move a terminal's cursor or hide text.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def duration(ns: int | None) -> str:
    """A time in the unit that leaves one to three digits before the point; "-" for none."""
    if ns is None:
        return "-"
    if abs(ns) >= 60_000_000_000:
        minutes, seconds = divmod(round(ns / 1_000_000_000), 60)
        return f"{minutes} min {seconds:02d} s"
    for unit in ("ns", "us", "ms"):
        value = ns / _TIME_UNITS[unit]
        if abs(value) < 999.5:
            return f"{_digits(value) if unit != 'ns' else ns} {unit}"
    return f"{_digits(ns / 1_000_000_000)} s"


def _digits(value: float) -> str:
    decimals = 2 if abs(value) < 9.995 else 1 if abs(value) < 99.95 else 0
    return f"{value:.{decimals}f}"


def since_start(ns: int) -> str:
    """A time from the start of a run: always in milliseconds, so that neighbours can be compared."""
    return f"{ns / 1_000_000:,.3f} ms"


def count(number: int | None) -> str:
    """A whole number in groups of three digits; "-" for none."""
    return "-" if number is None else f"{number:,}"


def some(number: int | None) -> str:
    """A whole number of something that had better not be there: "-" for zero too."""
    return count(number or None)


def place(location: str) -> str:
    """A location without the folders of its file."""
    return location.rpartition("/")[2]


def share(fraction: float | None) -> str:
    """A part of a whole as per cent; "-" for none."""
    return "-" if fraction is None else f"{100 * fraction:.1f} %"


def size(octets: int | None) -> str:
    """A size in decimal units; "-" for none."""
    if octets is None:
        return "-"
    for unit in ("GB", "MB", "KB"):
        if octets >= _SIZE_UNITS[unit]:
            return f"{_digits(octets / _SIZE_UNITS[unit])} {unit}"
    return f"{octets} B"


def now() -> datetime.datetime:
    """The wall clock; a function of its own so that tests can stop it."""
    return datetime.datetime.now(datetime.UTC)


def moment(when: datetime.datetime) -> str:
    """A point in time by the local clock, and how long ago that was."""
    return f"{when.astimezone():%Y-%m-%d %H:%M:%S} ({ago(when)})"


def ago(when: datetime.datetime) -> str:
    """How long before now a point in time was, in its largest unit."""
    seconds = int((now() - when).total_seconds())
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            number = seconds // length
            return f"{number} {unit}{'s' if number > 1 else ''} ago"
    return "just now"


def visible(text: str) -> str:
    """The text with everything that acts on a terminal written as a backslash escape."""
    return _UNPRINTABLE.sub(lambda match: repr(match[0])[1:-1], text)


def parse_duration(text: str) -> int:
    """Nanoseconds of "250us", "1.5ms", "2 s"; a bare number is nanoseconds. Raises ValueError."""
    return _scaled(text, {**_TIME_UNITS, "": 1}, "a time such as 250us, 1.5ms or 2s")


def parse_size(text: str) -> int:
    """Bytes of "64MB", "1.5 GB"; a bare number is bytes. Raises ValueError."""
    return _scaled(text.upper(), _SIZE_UNITS, "a size such as 64MB or 2GB")


def parse_age(text: str) -> datetime.timedelta | datetime.datetime:
    """An age such as "90min", "12h", "30d", "2w", or a moment such as "2026-01-31". Raises ValueError."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*", text, re.ASCII)
    try:
        if match is None:
            return datetime.datetime.fromisoformat(text)
        return datetime.timedelta(seconds=float(match[1]) * _AGE_UNITS[match[2]])
    except (ValueError, KeyError, OverflowError):
        raise ValueError(f"{text!r} is not an age such as 12h, 30d or 2w, nor a date") from None


def parse_ratio(text: str) -> float:
    """A number from 1 up; not NaN, which nothing is over. Raises ValueError."""
    if not re.fullmatch(r"\s*\d+(\.\d+)?\s*", text, re.ASCII) or float(text) < 1:
        raise ValueError(f"{text!r} is not a number from 1 up, such as 1.2")
    return float(text)


def _scaled(text: str, units: dict[str, int], expected: str) -> int:
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([^\s\d]*)\s*", text, re.ASCII)
    if match is None or match[2] not in units:
        raise ValueError(f"{text!r} is not {expected}")
    return round(float(match[1]) * units[match[2]])
