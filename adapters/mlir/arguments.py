"""The arguments of ``attach``, checked before anything is touched.

What makes no sense is an ordinary Python error that names the value: :class:`passevents.errors.QueryError` (a
ValueError) or a TypeError.
"""

from __future__ import annotations

import difflib
import math
import re
import threading
from collections.abc import Iterable, Mapping
from typing import Any

from passevents.errors import QueryError
from passevents.journal import RunJournal
from passevents.journal.run import SNAPSHOT_MODES

KNOWN_TAGS = ("pass-execution", "apply-pattern", "apply-conversion", "GreedyPatternRewriteIteration")
"""The tags of MLIR itself; a dialect or a compiler may bring others."""

Place = tuple[str, int, int]
Rule = tuple[str, str, int, int]
Wishes = tuple[bool, bool, int, int]

DEFAULT_ELISION = 100
"""Constants of more elements than this are left out of snapshots, unless told otherwise."""

_LARGEST_NUMBER = 2**32 - 1
_LARGEST_COUNT = 2**63 - 1
_MOST_DIGITS = 100
_PLACE = re.compile(r"(?P<file>.+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?", re.DOTALL)
_NOT_ASKED = 0
_NO_LIMIT = -1


def parse_tags(tags: Iterable[str] | None) -> list[str]:
    """The tags to record; none for all. A near miss of a known tag is refused, an unknown one is not."""
    return [_checked_tag(tag) for tag in _texts("tags", tags)]


def parse_locations(locations: Iterable[str] | None) -> list[Place]:
    """Each ``file``, ``file:line`` or ``file:line:column`` as (file, line, column), 0 for any."""
    return [_parse_place(text) for text in _texts("locations", locations)]


def place_text(place: Place) -> str:
    """As it is given: the inverse of `parse_locations`."""
    return ":".join(str(part) for part in place if part)


def parse_rules(skip: Mapping[str, int] | None, limit: Mapping[str, int] | None) -> list[Rule]:
    """Each ``tag`` or ``tag:name`` of both as (tag, name, skip, limit): "" for any name, -1 for no limit."""
    skips, limits = _counts("skip", skip), _counts("limit", limit)
    return [
        (*_parse_key(key), skips.get(key, _NOT_ASKED), limits.get(key, _NO_LIMIT))
        for key in dict.fromkeys((*skips, *limits))
    ]


def parse_interval(drain_interval_ms: float | None) -> float | None:
    """The interval of the drain timer in seconds."""
    if drain_interval_ms is None:
        return None
    if isinstance(drain_interval_ms, bool) or not isinstance(drain_interval_ms, (int, float)):
        raise TypeError(f"drain_interval_ms must be a number of milliseconds, not {drain_interval_ms!r}")
    if not math.isfinite(drain_interval_ms) or drain_interval_ms <= 0:
        raise ValueError(f"drain_interval_ms must be positive and finite, not {drain_interval_ms!r}")
    return min(drain_interval_ms / 1000, threading.TIMEOUT_MAX)


def parse_wishes(
    fingerprints: bool,
    operation_counts: bool,
    snapshots: str | None,
    elide_larger_than: int | None,
    run: RunJournal | None,
) -> Wishes:
    """What to find out of each pass, as (fingerprints, counts, snapshots, elision) for the recorder."""
    for what, value in (("fingerprints", fingerprints), ("operation_counts", operation_counts)):
        if not isinstance(value, bool):
            raise TypeError(f"{what} must be True or False, not {value!r}")
    return fingerprints, operation_counts, _snapshot_mode(snapshots, run), _elision(elide_larger_than)


def _snapshot_mode(snapshots: str | None, run: RunJournal | None) -> int:
    modes: tuple[str, ...] = SNAPSHOT_MODES
    if snapshots is None:
        return 0 if run is None else modes.index(run.snapshot_mode)
    if snapshots not in modes:
        raise QueryError(f"snapshots must be one of {', '.join(modes)}, not {snapshots!r}")
    if snapshots != "none" and run is None:
        raise QueryError("snapshots are kept in a run: attach inside passevents.record(...)")
    return modes.index(snapshots)


def _elision(elements: int | None) -> int:
    if elements is None:
        return _NO_LIMIT
    return _count("elide_larger_than", "elements", elements)


def parse_metadata(metadata: Mapping[str, Any] | None) -> dict[str, Any]:
    """What to merge into the metadata of each telemetry event."""
    if metadata is not None and not isinstance(metadata, Mapping):
        raise TypeError(f"metadata must be a mapping, not {metadata!r}")
    return dict(metadata or {})


def _texts(what: str, values: Iterable[str] | None) -> list[str]:
    if values is None:
        return []
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{what} must be a list of texts, not the single text {values!r}")
    texts = list(values)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{what} must be texts, not {text!r}")
        _check_utf8(what, text)
    return texts


def _check_utf8(what: str, text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise QueryError(f"{what}: {text!r} is not UTF-8, as all texts of MLIR are") from None


def _checked_tag(tag: str) -> str:
    if not tag or "\0" in tag:
        raise QueryError(f"{tag!r} is not the tag of an action")
    if tag in KNOWN_TAGS:
        return tag
    near = difflib.get_close_matches(tag.lower(), [known.lower() for known in KNOWN_TAGS], n=1, cutoff=0.75)
    if near:
        known = next(known for known in KNOWN_TAGS if known.lower() == near[0])
        raise QueryError(f"no action has the tag {tag!r}; did you mean {known!r}?")
    return tag


def _parse_place(text: str) -> Place:
    match = _PLACE.fullmatch(text)
    if match is None or "\0" in text or ":" in (match["file"][0], match["file"][-1]):
        raise QueryError(f"{text!r} is not a location: write file, file:line or file:line:column")
    line, column = (_position(text, match[part]) for part in ("line", "column"))
    return match["file"], line, column


def _position(text: str, digits: str | None) -> int:
    if digits is None:
        return 0
    # Not even Python reads a number of any length.
    if len(digits) > _MOST_DIGITS or not 0 < (number := int(digits)) <= _LARGEST_NUMBER:
        raise QueryError(
            f"{text[:100]!r} is not a location: lines and columns count from 1 to {_LARGEST_NUMBER}"
        )
    return number


def _counts(what: str, counts: Mapping[str, int] | None) -> dict[str, int]:
    if counts is None:
        return {}
    if not isinstance(counts, Mapping):
        raise TypeError(f"{what} must be a mapping from a tag, or tag:name, to a count, not {counts!r}")
    return {key: _count(what, key, count) for key, count in counts.items()}


def _count(what: str, key: Any, count: Any) -> int:
    if not isinstance(key, str):
        raise TypeError(f"{what}: {key!r} is not a tag or tag:name")
    _check_utf8(what, key)
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"{what}[{key!r}] must be a whole number, not {count!r}")
    if not 0 <= count <= _LARGEST_COUNT:
        raise QueryError(f"{what}[{key!r}] must be a count from 0 to 2**63 - 1, not {count!r}")
    return count


def _parse_key(key: str) -> tuple[str, str]:
    tag, colon, name = key.partition(":")
    if colon and not name:
        raise QueryError(f"{key!r} names no pass or pattern after the tag: write tag or tag:name")
    return _checked_tag(tag), name
