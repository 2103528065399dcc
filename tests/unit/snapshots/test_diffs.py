"""Diffs, by lines and by words."""

from __future__ import annotations

import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from passevents.query.diffs import Piece, unified_diff, word_diff

LINES = st.lists(st.sampled_from(["a b", "a c", "b", ""]), max_size=12)


def applied(before: list[str], diff: str) -> list[str]:
    """The lines that a unified diff with all of its context leads to."""
    body = [line for line in diff.splitlines()[2:] if not line.startswith("@@")]
    return [line[1:] for line in body if line[0] in " +"] if diff else before


@given(LINES, LINES)
def test_a_diff_leads_from_before_to_after(before: list[str], after: list[str]) -> None:
    texts = ["".join(f"{line}\n" for line in lines) for lines in (before, after)]
    assert applied(before, unified_diff(*texts, "a", "b", context=100)) == after


@pytest.mark.skipif(shutil.which("git") is None, reason="large texts are compared by git where there is one")
def test_large_texts_give_the_same_sort_of_diff() -> None:
    before = [f"line {number}" for number in range(5_000)]
    after = [*before[:2_500], "new", *before[2_501:]]
    diff = unified_diff("\n".join(before), "\n".join(after), "1 before", "1 after", context=1)
    assert diff.splitlines()[:2] == ["--- 1 before", "+++ 1 after"]
    assert diff.splitlines()[3:] == [" line 2499", "-line 2500", "+new", " line 2501"]


def test_words_that_changed_stand_beside_each_other() -> None:
    assert list(word_diff("c = a + b\n", "c = a * b\n")) == [
        [Piece("same", "c = a "), Piece("removed", "+"), Piece("added", "*"), Piece("same", " b")]
    ]


def test_lines_that_do_not_correspond_are_whole() -> None:
    assert list(word_diff("a\nb\n", "c\n")) == [
        [Piece("removed", "a")],
        [Piece("removed", "b")],
        [Piece("added", "c")],
    ]


def test_what_is_left_out_is_marked() -> None:
    before = [f"line {number}" for number in range(20)]
    after = [*before[:10], "changed", *before[11:]]
    lines = list(word_diff("\n".join(before), "\n".join(after), context=1))
    assert lines[0] is None
    assert len(lines) == 1 + 1 + 1 + 1


@given(LINES, LINES)
def test_the_pieces_make_up_both_texts(before: list[str], after: list[str]) -> None:
    lines = [line for line in word_diff("\n".join(before), "\n".join(after), context=100) if line is not None]

    def side(change: str) -> list[str]:
        kept = [[piece.text for piece in line if piece.change in ("same", change)] for line in lines]
        return [text for text in map("".join, kept) if text]

    if lines:
        assert side("removed") == [line for line in before if line]
        assert side("added") == [line for line in after if line]
