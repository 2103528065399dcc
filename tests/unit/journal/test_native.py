"""The bindings: following a living journal, and what encloses a native action."""

from __future__ import annotations

import threading

import pytest

from passevents import _native
from passevents._native import Cursor, Journal, Recorder
from passevents.errors import JournalError
from passevents.events import pass_phase
from passevents.journal import RunJournal, activate

from .callbacks import Info, nest


def test_a_cursor_gives_begins_and_ends_as_tuples(run: RunJournal) -> None:
    cursor = Cursor(run.native)
    recorder = Recorder(run.native, 1, '{"a": 1}')
    event = ("pass", run.next_sequence(), 0, None, "phase")
    recorder.start_with(event, tag="t", detail="d", operation="op", file="f", line=3, column=4)
    recorder.finish(event, 2, False, "error", None)
    begin, end = cursor.read()
    assert begin[:12] == (True, 0, None, 0, 1, "pass", "t", "phase", "d", None, '{"a": 1}', "op")
    assert begin[12:17] == ("f", 3, 4, None, ())
    assert end[:6] == (False, 0, 2, False, "error", None)
    assert begin[17] == end[6] == threading.get_native_id()
    assert 0 <= begin[18] <= end[7]
    assert cursor.read() == []


def test_a_cursor_from_the_start_sees_what_was_there(run: RunJournal) -> None:
    nest(run.instrument(), "a")
    assert len(Cursor(run.native, from_start=True).read()) == 2
    assert Cursor(run.native).read() == []


def test_python_frames_enclose_native_actions(run: RunJournal) -> None:
    instrument = run.instrument()
    assert _native.current(run.native) is None
    instrument.run_before_pass(None, Info("outer"))
    instrument.run_before_pass(None, Info("inner"))
    assert _native.current(run.native) == (1, 1, None)
    instrument.run_after_pass(None, Info("inner"))
    assert _native.current(run.native) == (0, 0, None)
    instrument.run_after_pass(None, Info("outer"))
    assert _native.current(run.native) is None


def test_the_phase_reaches_native_actions_with_and_without_a_frame(run: RunJournal) -> None:
    with pass_phase("lowering"):
        assert _native.current(run.native) == (None, 0, "lowering")
        with activate(run), run.span("stage"):
            assert _native.current(run.native) == (0, 0, "lowering")
            assert _native.current(Journal.create_memory()) == (None, 0, "lowering")


def test_a_frame_closed_in_another_context_encloses_nothing(run: RunJournal) -> None:
    def stage():  # type: ignore[no-untyped-def]
        with run.span("suspended"):
            yield

    suspended = stage()
    next(suspended)
    assert run.frame() == (0, 0)
    thread = threading.Thread(target=suspended.close)
    thread.start()
    thread.join()
    assert run.frame() is None


def test_a_provider_that_fails_is_counted_and_says_nothing(run: RunJournal) -> None:
    from passevents.journal import context

    before = _native.current_errors()
    try:
        _native.set_current_provider(lambda token: 1 / 0)
        assert _native.current(run.native) is None
        _native.set_current_provider(lambda token: "nonsense")
        assert _native.current(run.native) is None
    finally:
        _native.set_current_provider(context._enclosing)
    assert _native.current_errors() == before + 2


def test_numbers_beyond_32_bits_are_refused(run: RunJournal) -> None:
    with pytest.raises(ValueError, match="too large"):
        Recorder(run.native, 0).start(("pass", 2**32, 0, None, None))


def test_a_second_journal_in_one_folder_is_refused(stored_run: RunJournal) -> None:
    with pytest.raises(JournalError, match="cannot create the journal"):
        Journal.create_file(str(stored_run.directory))


def test_a_living_journal_outlives_its_python_object() -> None:
    journal = Journal.create_memory()
    cursor = Cursor(journal)
    Recorder(journal, 0).start(("pass", journal.next_sequence(), 0, None, None))
    del journal
    assert cursor.read()[0][5] == "pass"
