"""What a recorder says of an after-callback that matches nothing."""

from __future__ import annotations

import warnings

import pytest

from passevents.errors import PassEventsWarning
from passevents.journal import memory_run
from passevents.testing import play


def test_a_mismatch_is_warned_of_with_both_names_once() -> None:
    run = memory_run()
    with pytest.warns(
        PassEventsWarning, match="'other' ended, but the innermost open pass is 'inner'"
    ) as caught:
        play(run.instrument(), "[ +outer +inner -other ]  [ +outer -another ]")
    assert len(caught) == 1
    assert [record.status.value for record in run.read().records()] == ["incomplete"] * 3


def test_a_mismatch_without_an_open_pass_says_so() -> None:
    run = memory_run()
    with pytest.warns(PassEventsWarning, match="'other' ended, but no pass is open"):
        play(run.instrument(), "[ -other ]")


def test_a_mismatch_never_reaches_the_compiler() -> None:
    run = memory_run()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        play(run.instrument(), "[ +outer -other ]")
    run.close()
    assert run.info["callback_mismatches"] == 1
