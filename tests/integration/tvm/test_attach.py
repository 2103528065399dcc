"""Attaching to a context that has instruments, and recording real compiles."""

from __future__ import annotations

import os
import threading
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import tvm
from tvm.ir.transform import PassContext, Sequential

import passevents
from passevents import PassStatus, events
from passevents.adapters.tvm import attach, instrument_current_pass_context, recorder
from passevents.errors import AttachError, PassEventsWarning
from passevents.testing import ObserverLog

from .models import EMPTY, mlp, noop, python_pass, raising


def names(records: list[passevents.PassRecord]) -> list[str]:
    return [record.event.name for record in records]


def test_attaching_keeps_the_instruments_that_are_there() -> None:
    log = ObserverLog()
    with PassContext(instruments=[passevents.StackedPassInstrument(log)]):
        noop(EMPTY)
        with attach() as attached:
            noop(EMPTY)
        noop(EMPTY)
    assert len(log.finished) == 3
    assert [call[0] for call in log.calls].count("enter_pass_context") == 1
    assert names(attached.records()) == ["noop"]


def test_attaching_inside_a_pass_leaves_that_pass_open() -> None:
    log = ObserverLog()

    def body(mod: Any) -> Any:
        with attach() as attached:
            noop(mod)
        assert names(attached.records()) == ["noop"]
        return mod

    with PassContext(instruments=[passevents.StackedPassInstrument(log)]):
        python_pass("outer", body)(EMPTY)
    assert [event.name for event in log.finished] == ["noop", "outer"]
    assert log.incomplete == []


def test_a_failed_attachment_leaves_the_context_as_it_was() -> None:
    log, failing = ObserverLog(), ObserverLog()
    failing.fail_once("enter_pass_context", ValueError("no"))

    class Tool(events.PassInstrumentationTool):
        def create_pass_instrument(self) -> object:
            return passevents.StackedPassInstrument(failing)

    with PassContext(instruments=[passevents.StackedPassInstrument(log)]):
        with (
            events.compile_pass_instrumentation(tools=[Tool()]),
            pytest.raises(ValueError, match="no"),
            instrument_current_pass_context(),
        ):
            pass
        noop(EMPTY)
    assert [event.name for event in log.finished] == ["noop"]


def test_a_context_that_is_not_current_is_refused() -> None:
    other = PassContext()
    with pytest.raises(AttachError, match="not the current one"):
        attach(other)


def test_detaching_after_the_context_ended_does_nothing() -> None:
    with PassContext():
        attached = attach()
        noop(EMPTY)
    attached.detach()
    attached.detach()
    assert names(attached.records()) == ["noop"]


def test_session_tools_are_attached_to_the_current_context() -> None:
    log = ObserverLog()

    class Tool(events.PassInstrumentationTool):
        def create_pass_instrument(self) -> object:
            return passevents.StackedPassInstrument(log)

    with events.compile_pass_instrumentation(tools=[Tool()]), instrument_current_pass_context():
        noop(EMPTY)
    noop(EMPTY)
    assert [event.name for event in log.finished] == ["noop"]


def test_a_relax_compile_is_one_tree_of_relax_and_tirx_passes() -> None:
    with attach() as attached:
        tvm.compile(mlp(), target="llvm")
    records = attached.records()
    assert {record.status for record in records} == {PassStatus.completed}
    assert {"LegalizeOps", "VMShapeLower", "tirx.MakePackedAPI", "tirx.LowerIntrin"} <= set(names(records))
    by_sequence = {record.event.sequence: record for record in records}
    for record in records:
        parent = by_sequence.get(record.event.parent_sequence)
        assert record.event.depth == (0 if parent is None else parent.event.depth + 1)
        if parent is not None:
            assert parent.start_ns <= record.start_ns <= record.end_ns <= parent.end_ns


def test_what_tvm_says_of_a_pass_is_recorded() -> None:
    with attach() as attached:
        tvm.ir.transform.module_pass(lambda mod, ctx: mod, opt_level=2, name="mine", required=["noop"])(EMPTY)
    [mine] = [record for record in attached.records() if record.event.name == "mine"]
    assert mine.attributes["opt_level"] == 2
    assert mine.attributes["required"] == ["noop"]
    assert mine.attributes["traceable"] is False


def test_a_run_has_the_passes_by_phase_and_the_compiler(tmp_path: Path) -> None:
    with passevents.record(tmp_path / "events.db", name="mlp"), attach():
        with passevents.pass_phase("warm"):
            tvm.compile(mlp(), target="llvm")
        with passevents.pass_phase("again"):
            tvm.compile(mlp(), target="llvm")
    run = passevents.EventStore(tmp_path / "events.db").run("mlp")
    assert (run.compiler, run.compiler_version) == ("tvm", tvm.__version__)
    warm, again = (list(run.records(phase=phase)) for phase in ("warm", "again"))
    assert names(warm) == names(again)
    assert len(warm) > 50


def test_a_pass_that_raises_inside_a_pipeline_is_read_back_as_incomplete(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with pytest.raises(KeyError), passevents.record(path), attach():
        Sequential([noop, raising("bad", KeyError("no such buffer"))], name="outer")(EMPTY)
    run = passevents.EventStore(path).run()
    assert run.status == "failed"
    assert [(each.event.name, each.status.value) for each in run.incomplete()] == [
        ("outer", "incomplete"),
        ("bad", "incomplete"),
    ]
    assert "no such buffer" in str(run.incomplete()[0].error)


def test_skipped_passes_are_records(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with passevents.record(path), attach(limit={"pass:noop": 1}):
        noop(EMPTY)
        noop(EMPTY)
    statuses = [record.status for record in passevents.EventStore(path).run().records()]
    assert statuses == [PassStatus.completed, PassStatus.skipped]


def test_the_compiled_code_is_the_same_with_and_without_recording() -> None:
    def compiled() -> str:
        module = Sequential([tvm.relax.get_pipeline("zero"), noop])(mlp())
        return str(module.script(show_meta=True))

    plain = compiled()
    with attach():
        recorded = compiled()
    assert recorded == plain


def test_threads_that_each_attach_share_a_run(tmp_path: Path) -> None:
    import contextvars

    path = tmp_path / "events.db"

    def compile_one(number: int) -> None:
        with attach(), passevents.pass_phase(f"candidate {number}"):
            Sequential([noop] * 3, name="pipeline")(EMPTY)

    with passevents.record(path), ThreadPoolExecutor(4) as pool:
        contexts = [contextvars.copy_context() for _ in range(50)]
        list(pool.map(lambda item: item[1].run(compile_one, item[0]), enumerate(contexts)))
    records = list(passevents.EventStore(path).run().records())
    assert len({record.event.sequence for record in records}) == len(records) == 200
    assert set(Counter(record.event.phase for record in records).values()) == {4}
    parents = {record.event.sequence: record.event for record in records}
    for record in records:
        if record.event.depth:
            assert parents[record.event.parent_sequence].phase == record.event.phase


@pytest.mark.filterwarnings("error")
def test_a_thread_can_be_handed_the_recording(tmp_path: Path) -> None:
    path = tmp_path / "events.db"

    def compile_one(number: int) -> None:
        with attach(run=recording), passevents.pass_phase(f"candidate {number}"):
            noop(EMPTY)
        with passevents.pass_phase("own context"), PassContext(instruments=[recorder(recording)]):
            noop(EMPTY)

    with passevents.record(path) as recording, ThreadPoolExecutor(4) as pool:
        list(pool.map(compile_one, range(8)))
    phases = Counter(record.event.phase for record in recording.stored.records())
    assert phases == {f"candidate {number}": 1 for number in range(8)} | {"own context": 8}


def test_a_thread_that_has_no_part_in_an_open_recording_is_warned_of(tmp_path: Path) -> None:
    def compile_one() -> int:
        with attach() as attached:
            noop(EMPTY)
        return len(attached.records())

    with passevents.record(tmp_path / "events.db"), ThreadPoolExecutor(1) as pool:
        with pytest.warns(PassEventsWarning, match="not in this context.*run=recording"):
            assert pool.submit(compile_one).result() == 1
    with warnings.catch_warnings():  # nothing is open any more
        warnings.simplefilter("error")
        compile_one()


def test_forked_workers_have_runs_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with passevents.record(path, name="parent"):
        noop(EMPTY)
        children = []
        for number in range(4):
            child = os.fork()
            if child == 0:
                with attach(), passevents.pass_phase(f"worker {number}"):
                    noop(EMPTY)
                os._exit(0)
            children.append(child)
        assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    store = passevents.EventStore(path)
    store.recover()
    runs = list(store.runs())
    parent = store.run("parent")
    workers = [run for run in runs if run.id != parent.id]
    assert len(workers) == 4
    assert {run.parent_run for run in workers} == {parent.id}
    assert sorted(names(list(run.records())) for run in workers) == [["noop"]] * 4


def test_a_recorder_of_one_s_own_context() -> None:
    run = passevents.journal.memory_run()
    with PassContext(instruments=[recorder(run)]):
        noop(EMPTY)
    assert names(list(run.read().records())) == ["noop"]


def test_nobody_else_s_thread_is_attached_to() -> None:
    seen: list[int] = []
    with attach() as attached:
        thread = threading.Thread(target=lambda: seen.append(len(PassContext.current().instruments)))
        thread.start()
        thread.join()
        noop(EMPTY)
    assert seen == [0]
    assert names(attached.records()) == ["noop"]


def test_a_compile_within_a_pass_is_in_the_same_tree(tmp_path: Path) -> None:
    inner = mlp()

    def compiles(mod: Any) -> Any:
        tvm.compile(inner, target="llvm")
        with PassContext(opt_level=2, instruments=[recorder()]):
            Sequential([noop, noop], name="own context")(EMPTY)
        return mod

    with passevents.record(tmp_path / "events.db") as recording, attach():
        python_pass("outer", compiles)(EMPTY)
    records = list(recording.stored.records())
    [root] = [record for record in records if record.event.parent_sequence is None]
    assert root.event.name == "outer"
    assert {"own context", "LegalizeOps"} <= set(names(records))
    assert all(total.self_ns >= 0 for total in recording.stored.totals())


def test_a_context_inside_the_one_attached_to_is_warned_of() -> None:
    with pytest.warns(PassEventsWarning, match="attach inside that one"), attach() as attached:
        with PassContext(opt_level=3):
            noop(EMPTY)
    assert attached.records() == []
