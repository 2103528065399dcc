"""What comes back out of a journal: records, rows for the store, texts of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from passevents._native import Recorder
from passevents.errors import JournalError
from passevents.events import IRUnit, Location, PassEvent, PassKind, PassRecord, PassStatus
from passevents.journal import JournalData, RunJournal, read

from .callbacks import Info, nest


def event(run: RunJournal, name: str, **fields: object) -> PassEvent:
    return PassEvent(name, run.next_sequence(), 0, None, None)._replace(**fields)


def only(run: RunJournal) -> PassRecord:
    (record,) = run.read().records()
    return record


def test_everything_that_was_written_is_read(run: RunJournal) -> None:
    recorder = Recorder(run.native, list(PassKind).index(PassKind.action))
    happened = event(run, "FoldAdd", phase="lowering")
    recorder.start_with(
        happened,
        attributes='{"benefit": 1, "sort": "old"}',
        tag="apply-pattern",
        detail="pattern FoldAdd",
        operation="arith.addi",
        file="café.mlir",
        line=12,
        column=5,
        iteration=2,
    )
    recorder.finish(happened, 1, True, "it broke", '{"sort": "new"}')
    record = only(run)
    assert record == PassRecord(
        event=happened,
        kind=PassKind.action,
        status=PassStatus.failed,
        start_ns=record.start_ns,
        end_ns=record.end_ns,
        thread=record.thread,
        tag="apply-pattern",
        changed=True,
        iteration=2,
        detail="pattern FoldAdd",
        ir_units=(IRUnit("operation", "arith.addi", Location("café.mlir", 12, 5)),),
        attributes={"benefit": 1, "sort": "new"},
        error="it broke",
    )
    assert 0 <= record.start_ns <= record.end_ns


def test_a_location_with_a_text_of_its_own_is_kept_apart(run: RunJournal) -> None:
    recorder = Recorder(run.native, 0)
    for _ in range(2):
        recorder.start_with(event(run, "pass"), file="a.mlir", line=1, location='fused["a.mlir":1:2]')
    data = run.read()
    file, line, column, text = data.locations[0]
    assert (data.strings[file], line, column, data.strings[text]) == (
        "a.mlir",
        1,
        None,
        'fused["a.mlir":1:2]',
    )
    assert [row[20] for row in data.rows(1, data.strings, ["the store's id"])] == ["the store's id"] * 2
    assert next(data.records()).ir_units[0].location.text == 'fused["a.mlir":1:2]'


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ('quote " back-slash \\ newline \n tab \t', 'quote " back-slash \\ newline \n tab \t'),
        ("Vec<std::pair<int, T>>::iterator", "Vec<std::pair<int, T>>::iterator"),
        ("émoji 🎉 café", "émoji 🎉 café"),
        ("a\0b", "a\\x00b"),
        ("lone \ud800 surrogate", "lone \\ud800 surrogate"),
        ("x" * 100_000, "x" * 100_000),
    ],
)
def test_texts_come_back_as_text_that_sqlite_can_hold(run: RunJournal, written: str, kept: str) -> None:
    nest(run.instrument(), written)
    assert only(run).event.name == kept


def test_rows_are_in_start_order_with_positions_in_the_tree(stored_run: RunJournal) -> None:
    instrument = stored_run.instrument()
    nest(instrument, "a", "b")
    nest(instrument, "c")
    data = read(stored_run.directory)
    rows = list(data.rows(7, data.strings))
    assert [row[0] for row in rows] == [7 << 32, 7 << 32 | 1, 7 << 32 | 2]
    assert [row[1:5] for row in rows] == [(None, 0, 1, 0), (0, 1, 1, 1), (None, 2, 2, 0)]
    assert [row[10] for row in rows] == ["a", "b", "c"]
    assert all(len(row) == 24 for row in rows)


def test_rows_want_one_value_for_each_text(run: RunJournal) -> None:
    nest(run.instrument(), "a")
    with pytest.raises(ValueError, match="expected 1 values, got 0"):
        run.read().rows(1, [])


def test_the_summary_counts_the_outermost_of_a_name(run: RunJournal) -> None:
    nest(run.instrument(), "x", "y", "x")
    data = run.read()
    records = list(data.records())
    totals = {row[0]: row for row in data.summary_rows(data.strings)}
    assert totals["x"][4:6] == (2, records[0].duration_ns)
    assert totals["y"][:5] == ("y", None, 0, None, 1)
    assert sum(row[6] for row in totals.values()) == records[0].duration_ns


def test_an_open_event_is_lost_unless_the_run_was_closed(stored_run: RunJournal) -> None:
    stored_run.instrument().run_before_pass(None, Info("open"))
    (before,) = read(stored_run.directory).records()
    stored_run.close()
    (after,) = read(stored_run.directory).records()
    assert (before.status, before.end_ns) == (PassStatus.lost, None)
    assert (after.status, after.end_ns) == (PassStatus.incomplete, None)


def test_passes_left_open_by_an_exception_are_incomplete_with_its_text(run: RunJournal) -> None:
    instrument = run.instrument()
    instrument.enter_pass_ctx()
    instrument.run_before_pass(None, Info("a"))
    try:
        raise RuntimeError("no such dialect")
    except RuntimeError:
        instrument.exit_pass_ctx()
    record = only(run)
    assert (record.status, record.error) == (PassStatus.incomplete, "RuntimeError: no such dialect")
    assert record.end_ns is not None


def test_a_skipped_and_a_failed_pass(run: RunJournal) -> None:
    instrument = run.instrument()
    instrument.run_pass_skipped(None, Info("skipped"))
    instrument.run_before_pass(None, Info("failed"))
    instrument.run_after_pass_failed(None, Info("failed"), ValueError("bad"))
    records = list(run.read().records())
    assert [(r.event.name, r.status, r.error) for r in records] == [
        ("skipped", PassStatus.skipped, None),
        ("failed", PassStatus.failed, "ValueError: bad"),
    ]


def test_a_span_that_an_exception_leaves_has_failed(run: RunJournal) -> None:
    with pytest.raises(KeyError), run.span("parse", file="a.mlir") as span:
        span.note(size=3)
        raise KeyError("x")
    record = only(run)
    assert (record.kind, record.status, record.error) == (PassKind.stage, PassStatus.failed, "KeyError: 'x'")
    assert record.attributes == {"file": "a.mlir", "size": 3}


def damaged(run: RunJournal, name: str, at: int, byte: int) -> Path:
    run.close()
    path = run.directory / name
    content = bytearray(path.read_bytes())
    content[at] = byte
    path.write_bytes(content)
    return run.directory


def test_another_version_of_the_format_is_refused_by_name(stored_run: RunJournal) -> None:
    nest(stored_run.instrument(), "a")
    with pytest.raises(JournalError, match=r"0000\.records has journal format version 99"):
        read(damaged(stored_run, "0000.records", 8, 99))


def test_a_file_that_is_no_journal_is_refused(stored_run: RunJournal) -> None:
    nest(stored_run.instrument(), "a")
    with pytest.raises(JournalError, match="is not a stream of a passevents journal"):
        read(damaged(stored_run, "0000.texts", 0, 0x7F))


@pytest.mark.parametrize("content", ["missing", "empty"])
def test_a_stream_without_its_texts_is_read_without_them(stored_run: RunJournal, content: str) -> None:
    nest(stored_run.instrument(), "a")
    stored_run.close()
    texts = stored_run.directory / "0000.texts"
    texts.unlink()
    if content == "empty":
        texts.touch()
    assert [record.event.name for record in read(stored_run.directory).records()] == [""]


def test_a_line_that_a_crash_cut_is_passed_over(stored_run: RunJournal) -> None:
    stored_run.update(compiler="mlir")
    with (stored_run.directory / "run.jsonl").open("a") as file:
        file.write('{"compiler": "cu')
    assert read(stored_run.directory).info["compiler"] == "mlir"


def test_a_folder_without_a_journal_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is not a journal"):
        read(tmp_path)


def test_a_journal_without_events_is_read(stored_run: RunJournal) -> None:
    data: JournalData = read(stored_run.directory)
    assert list(data.rows(1, data.strings)) == list(data.records()) == []
    assert data.counts["events"] == 0
