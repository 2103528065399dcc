"""What ``attach`` takes, and how it refuses what makes no sense. No compiler is needed for it."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from passevents.adapters.mlir.arguments import (
    parse_interval,
    parse_locations,
    parse_metadata,
    parse_rules,
    parse_tags,
)
from passevents.errors import QueryError


def test_no_tags_is_every_tag() -> None:
    assert parse_tags(None) == []


def test_a_tag_of_a_dialect_is_taken_as_it_is() -> None:
    assert parse_tags(("pass-execution", "my-action")) == ["pass-execution", "my-action"]


@pytest.mark.parametrize(
    ("tag", "meant"),
    [
        ("pass-exec", "pass-execution"),
        ("Pass-Execution", "pass-execution"),
        ("apply-patern", "apply-pattern"),
        ("greedypatternrewriteiteration", "GreedyPatternRewriteIteration"),
    ],
)
def test_a_near_miss_is_refused_with_what_was_meant(tag: str, meant: str) -> None:
    with pytest.raises(QueryError, match=f"{tag!r}; did you mean {meant!r}"):
        parse_tags([tag])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a.mlir", ("a.mlir", 0, 0)),
        ("a.mlir:3", ("a.mlir", 3, 0)),
        ("a.mlir:3:4", ("a.mlir", 3, 4)),
        ("dir/*.mlir:3", ("dir/*.mlir", 3, 0)),
        ("C:\\a.mlir:3", ("C:\\a.mlir", 3, 0)),
        ("with space.mlir:3:4", ("with space.mlir", 3, 4)),
        ("two\nlines:5", ("two\nlines", 5, 0)),
    ],
)
def test_a_location_is_read_from_its_end(text: str, place: tuple[str, int, int]) -> None:
    assert parse_locations([text]) == [place]


@pytest.mark.parametrize("text", ["", ":", ":3", "a:", "a::3", "a:0", "a:3:0", "a:4294967296", "a\0b"])
def test_what_is_no_location_is_refused_by_name(text: str) -> None:
    with pytest.raises(QueryError) as raised:
        parse_locations([text])
    assert repr(text) in str(raised.value)


def test_skip_and_limit_of_one_key_are_one_rule() -> None:
    skip, limit = {"pass-execution": 1, "apply-pattern:ns::P": 2}, {"pass-execution": 3, "my-tag": 0}
    assert parse_rules(skip, limit) == [
        ("pass-execution", "", 1, 3),
        ("apply-pattern", "ns::P", 2, -1),
        ("my-tag", "", 0, 0),
    ]


@pytest.mark.parametrize(
    ("counts", "error"),
    [
        ({"pass-execution": -1}, QueryError),
        ({"pass-execution": 2**63}, QueryError),
        ({"pass-execution:": 1}, QueryError),
        ({"": 1}, QueryError),
        ({"pass-exec": 1}, QueryError),
        ({"pass-execution": 1.0}, TypeError),
        ({"pass-execution": True}, TypeError),
        ({"pass-execution": "1"}, TypeError),
        ({3: 1}, TypeError),
        ([("pass-execution", 1)], TypeError),
    ],
)
def test_counts_that_make_no_sense_are_refused(counts: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        parse_rules(counts, None)
    with pytest.raises(error):
        parse_rules(None, counts)


@pytest.mark.parametrize("values", ["text", b"bytes", [1], 3])
def test_lists_of_texts_are_not_taken_for_texts(values: Any) -> None:
    with pytest.raises(TypeError):
        parse_tags(values)
    with pytest.raises(TypeError):
        parse_locations(values)


def test_texts_that_are_not_utf8_are_refused() -> None:
    for parse in (parse_tags, parse_locations):
        with pytest.raises(QueryError, match="is not UTF-8"):
            parse(["\udcff.mlir"])
    with pytest.raises(QueryError, match="is not UTF-8"):
        parse_rules({"apply-pattern:\udcff": 1}, None)


def test_a_line_of_any_length_is_refused_in_one() -> None:
    with pytest.raises(QueryError, match="is not a location") as raised:
        parse_locations(["f.mlir:" + "9" * 5000])
    assert len(str(raised.value)) < 300


def test_metadata_is_a_mapping() -> None:
    assert (parse_metadata(None), parse_metadata({"a": 1})) == ({}, {"a": 1})
    with pytest.raises(TypeError, match="must be a mapping"):
        parse_metadata(["a"])  # type: ignore[arg-type]


def test_an_interval_is_milliseconds() -> None:
    assert parse_interval(1e300) == threading.TIMEOUT_MAX
    assert parse_interval(250) == 0.25
    assert parse_interval(None) is None


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_an_interval_must_be_positive_and_finite(value: float) -> None:
    with pytest.raises(ValueError, match="positive"):
        parse_interval(value)


@pytest.mark.parametrize("value", ["5", True, [5]])
def test_an_interval_must_be_a_number(value: Any) -> None:
    with pytest.raises(TypeError):
        parse_interval(value)
