"""Recording what TileLang compiles: its phases, code generators, failures, threads, and its kernel cache."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import tilelang
from tilelang import tvm
from tilelang.instrumentation import (
    compile_pass_instrumentation,
    instrument_current_pass_context,
    pass_pipeline,
)

import passevents
from passevents import PassKind, PassRecord, PassStatus
from passevents.adapters.tilelang import RecordingTool, recording
from passevents.errors import AttachError, PassEventsWarning
from passevents.journal import memory_run

from .kernels import gemm, lower


def kinds(records: list[PassRecord]) -> Counter[str]:
    return Counter(record.kind.value for record in records)


def test_a_lowering_is_a_stage_with_its_passes_and_code_generator(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with passevents.record(path, name="gemm"), recording():
        lower(gemm())
    run = passevents.EventStore(path).run("gemm")
    records = list(run.records())
    assert (run.compiler, run.compiler_version) == ("tilelang", tilelang.__version__)
    assert kinds(records) == {"stage": 1, "codegen": 1, "pass": 61}
    assert {record.status for record in records} == {PassStatus.completed}
    [stage] = [record for record in records if record.kind is PassKind.stage]
    assert stage.event.name == "lower"
    roots = [record for record in records if record.event.parent_sequence is None]
    assert roots == [stage]
    [codegen] = [record for record in records if record.kind is PassKind.codegen]
    assert codegen.event.name == "target.build.tilelang_c"


def test_the_phases_are_tilelang_s(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with passevents.record(path), recording():
        lower(gemm())
    run = passevents.EventStore(path).run()
    lowered = [record.event.name for record in run.records(phase="pipeline_c")]
    assert "tl.LowerTileOp" in lowered
    assert "tirx.Filter" not in lowered
    assert {record.event.phase for record in run.records()} == {"pipeline_c", None}


def test_outside_of_tilelang_s_phases_the_user_s_holds() -> None:
    with recording() as run, passevents.pass_phase("candidate 7"):
        lower(gemm())
    assert {record.event.phase for record in run.read().records()} == {"pipeline_c", "candidate 7"}


def test_the_same_passes_as_tilelang_s_own_instrument_sees() -> None:
    events: list[tuple[Any, ...]] = []

    class Observer(tilelang.instrumentation.PassEventObserver):  # type: ignore[misc]
        def pass_started(self, mod: Any, event: Any) -> None:
            events.append((event.name, event.depth, event.phase))

    instrument = tilelang.instrumentation.StackedPassInstrument(Observer())
    with recording() as run, tvm.transform.PassContext(instruments=[instrument]):
        lower(gemm())
    passes = [record for record in run.read().records() if record.kind is PassKind.pass_]
    # The stage around them is one level.
    assert [(each.event.name, each.event.depth - 1, each.event.phase) for each in passes] == events


def test_one_session_can_have_the_tool() -> None:
    run = memory_run()
    with compile_pass_instrumentation(name="mine", tools=[RecordingTool(run)]):
        with instrument_current_pass_context():
            lower(gemm())
    records = list(run.read().records())
    assert records[0].event.name == "mine"
    assert kinds(records)["pass"] == 61


def test_a_session_that_is_open_is_refused() -> None:
    with compile_pass_instrumentation(), pytest.raises(AttachError, match="tools are fixed"), recording():
        pass


def test_a_pass_that_raises_in_a_nested_pipeline_is_read_back(tmp_path: Path) -> None:
    @tvm.ir.transform.module_pass(opt_level=0, name="failing")
    def failing(mod: Any, ctx: Any) -> Any:
        raise ValueError("no such layout")

    path = tmp_path / "events.db"
    with pytest.raises(ValueError, match="no such layout"), passevents.record(path), recording():
        with compile_pass_instrumentation(name="broken"), instrument_current_pass_context():
            with pass_pipeline("c"):
                tvm.transform.Sequential([failing], name="outer")(tvm.IRModule({}))
    run = passevents.EventStore(path).run()
    records = list(run.records())
    assert [(each.event.name, each.status.value, each.event.phase) for each in records] == [
        ("broken", "failed", None),
        ("outer", "incomplete", "pipeline_c"),
        ("failing", "incomplete", "pipeline_c"),
    ]
    assert all("no such layout" in str(record.error) for record in records)


def test_a_hit_in_the_kernel_cache_says_that_no_passes_ran() -> None:
    function = gemm(32, 16)
    target = {"target": "c", "execution_backend": "cython"}
    with recording() as run:
        tilelang.compile(function, **target)
    assert kinds(list(run.read().records()))["pass"] > 50
    with (
        pytest.warns(PassEventsWarning, match="'product' came out of TileLang's kernel cache"),
        recording() as run,
    ):
        tilelang.compile(function, **target)
    [record] = run.read().records()
    assert (record.event.name, record.attributes) == (
        "cache hit",
        {"kernel": "product", "passes": "none ran"},
    )


def test_nothing_compiled_is_warned_of() -> None:
    with (
        pytest.warns(PassEventsWarning, match="compiled nothing in this process"),
        recording(),
    ):
        pass


def test_a_failing_block_gets_its_own_error_and_no_warning() -> None:
    with warnings.catch_warnings(), pytest.raises(KeyError, match="mine"), recording():
        warnings.simplefilter("error")
        raise KeyError("mine")


def test_fifty_compiles_in_four_threads_are_fifty_trees(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with passevents.record(path), recording(), ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: lower(gemm(64, 16 if number % 2 else 32)), range(50)))
    records = list(passevents.EventStore(path).run().records())
    assert kinds(records) == {"stage": 50, "codegen": 50, "pass": 50 * 61}
    by_sequence = {record.event.sequence: record for record in records}
    assert len(by_sequence) == len(records)
    for record in records:
        if record.kind is not PassKind.stage:
            assert by_sequence[record.event.parent_sequence].thread == record.thread
    assert len({record.thread for record in records}) == 4


def test_forked_workers_record_into_runs_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    with passevents.record(path, name="tuner"), warnings.catch_warnings():
        warnings.simplefilter("ignore", PassEventsWarning)
        with recording():
            children = []
            for _ in range(4):
                child = os.fork()
                if child == 0:
                    lower(gemm())
                    os._exit(0)
                children.append(child)
            assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    store = passevents.EventStore(path)
    store.recover()
    tuner = store.run("tuner")
    workers = [run for run in store.runs() if run.id != tuner.id]
    assert {run.parent_run for run in workers} == {tuner.id}
    assert [kinds(list(run.records())) for run in workers] == [{"stage": 1, "codegen": 1, "pass": 61}] * 4
