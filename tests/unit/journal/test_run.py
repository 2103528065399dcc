"""A run from its start to its end: what is on record of it, and that recording never gets in the way."""

from __future__ import annotations

import contextvars
import threading
import uuid
from pathlib import Path

import pytest

from passevents.errors import JournalError, PassEventsWarning
from passevents.events import ObserverGroup, PassEvent, PassEventObserver, StackedPassInstrument
from passevents.journal import (
    RecordingObserver,
    RunJournal,
    activate,
    create_run,
    current_run,
    memory_run,
    orphans,
    read,
)

from .callbacks import Info, nest


def names(run: RunJournal) -> list[str]:
    return [record.event.name for record in run.read().records()]


def test_ids_are_version_7_and_sort_by_time() -> None:
    ids = [memory_run().id for _ in range(20)]
    assert {uuid.UUID(each).version for each in ids} == {7}
    assert sorted(ids, key=lambda each: each[:13]) == ids


def test_what_is_known_of_a_run_is_on_disk_at_once(stored_run: RunJournal) -> None:
    stored_run.update(compiler="mlir", pipeline="canonicalize")
    stored_run.update(compiler="mlir 22")
    info = read(stored_run.directory).info
    assert (info["name"], info["compiler"], info["pipeline"]) == ("trial", "mlir 22", "canonicalize")
    assert info["id"] == stored_run.id == stored_run.directory.name
    assert info["clock_origin_ns"] == stored_run.clock_origin_ns


def test_a_value_that_is_not_json_is_kept_as_its_text(stored_run: RunJournal) -> None:
    stored_run.update(input=Path("a.mlir"))
    assert read(stored_run.directory).info["input"] == "a.mlir"


def test_closing_puts_the_outcome_on_record_once(stored_run: RunJournal) -> None:
    calls: list[str] = []
    stored_run.add_closer(lambda: calls.append("first added"))
    stored_run.add_closer(lambda: calls.append("last added"))
    stored_run.close("failed", ValueError("no such pass"))
    stored_run.close("completed")
    info = read(stored_run.directory).info
    assert (info["status"], info["error"]) == ("failed", "no such pass")
    assert calls == ["last added", "first added"]


def test_a_closer_that_raises_keeps_none_from_being_called(run: RunJournal) -> None:
    calls: list[str] = []
    run.add_closer(lambda: calls.append("called"))
    run.add_closer(lambda: 1 / 0)
    with pytest.warns(PassEventsWarning, match="ZeroDivisionError"):
        run.close()
    assert calls == ["called"]
    assert isinstance(run.errors[0], ZeroDivisionError)


def test_a_run_that_is_open_or_unstored_is_nobodys_orphan(stored_run: RunJournal) -> None:
    runs = stored_run.runs_folder
    assert orphans(runs) == []
    stored_run.close()
    assert orphans(runs) == []
    stored_run.release()
    assert orphans(runs) == [stored_run.directory]


def test_a_removed_run_leaves_nothing(stored_run: RunJournal) -> None:
    nest(stored_run.instrument(), "a")
    stored_run.close()
    stored_run.remove()
    assert list(stored_run.runs_folder.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot create the folder"):
        create_run(tmp_path / "file" / "db.runs")


def test_the_journal_is_found_after_the_program_changed_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = create_run("db.runs")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    nest(run.instrument(), "a")
    assert names(run) == ["a"]
    run.close()
    run.remove()


def test_a_context_that_outlives_its_run_has_none(run: RunJournal) -> None:
    with activate(run):
        later = contextvars.copy_context()
    run.close()
    assert later.run(current_run) is None


def test_the_current_run_is_that_of_the_context(run: RunJournal) -> None:
    assert current_run() is None
    with activate(run):
        assert current_run() is run
        with activate(other := memory_run()):
            assert current_run() is other
        assert current_run() is run
    assert current_run() is None


def test_a_thread_has_the_run_only_with_a_copied_context(run: RunJournal) -> None:
    found: list[RunJournal | None] = []

    def look() -> None:
        found.append(current_run())

    with activate(run):
        context = contextvars.copy_context()
        for target in (look, lambda: context.run(look)):
            thread = threading.Thread(target=target)
            thread.start()
            thread.join()
    assert found == [None, run]


def test_recorded_passes_form_one_tree_with_spans(run: RunJournal) -> None:
    with run.span("compile"):
        nest(run.instrument(), "outer", "inner")
    records = list(run.read().records())
    assert [(r.event.name, r.event.depth, r.event.parent_sequence) for r in records] == [
        ("compile", 0, None),
        ("outer", 1, 0),
        ("inner", 2, 1),
    ]


def test_a_second_instrument_within_a_pass_of_the_first_has_it_as_parent(run: RunJournal) -> None:
    first, second = run.instrument(), run.instrument()
    first.run_before_pass(None, Info("outer"))
    nest(second, "inner")
    first.run_after_pass(None, Info("outer"))
    assert [r.event.parent_sequence for r in run.read().records()] == [None, 0]


def test_an_instrument_of_the_users_own_gets_the_runs_numbers(run: RunJournal) -> None:
    nest(run.instrument(), "first")
    own = StackedPassInstrument(run.observer())
    own.enter_pass_ctx()
    nest(own, "second")
    own.exit_pass_ctx()
    assert names(run) == ["first", "second"]
    assert run.read().counts["repeated"] == 0


def test_an_observer_that_is_empty_is_an_observer(run: RunJournal) -> None:
    class Names(PassEventObserver, list[str]):
        def pass_started(self, mod: object, event: PassEvent) -> None:
            self.append(event.name)

    names = Names()
    nest(run.instrument(observer=names), "a")
    assert names == ["a"]


def test_an_error_of_the_recorder_does_not_reach_the_compiler(run: RunJournal) -> None:
    observer = RecordingObserver(run)
    broken = PassEvent("pass", -1, 0, None, None)
    with pytest.warns(PassEventsWarning, match="could not be recorded"):
        assert observer.pass_started(None, broken) is None
    observer.pass_started(None, broken)
    observer.pass_finished(None, broken, None)
    assert len(run.errors) == 2


def test_a_full_journal_drops_counts_and_warns_once(tmp_path: Path) -> None:
    run = create_run(tmp_path / "runs", max_bytes=1024 * 1024)
    instrument = run.instrument()
    with pytest.warns(PassEventsWarning, match="max_bytes reached") as caught:
        for _ in range(20_000):
            nest(instrument, "outer", "inner")
        run.close()
    assert len(caught) == 1
    assert run.dropped > 10_000
    data = read(run.directory)
    assert data.dropped == run.dropped
    assert data.counts["events"] + run.dropped == 40_000
    assert data.counts["open"] == 0
    run.remove()


def test_a_recording_observer_beside_another_in_a_group(run: RunJournal) -> None:
    instrument = StackedPassInstrument(ObserverGroup([PassEventObserver(), run.observer()]))
    run.next_sequence()
    nest(instrument, "pass")
    assert [record.event.sequence for record in run.read().records()] == [1]
