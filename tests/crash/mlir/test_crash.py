"""The recording process dies in the middle of a pipeline: everything up to its last action is on record."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from passevents import PassKind, PassRecord
from passevents.journal import orphans, read
from passevents.journal.snapshots import Link, Text
from passevents.query import EventStore
from passevents.query import record as recording_into

SETUP = """
import ctypes, os, signal, sys, threading, time
from mlir import ir
from mlir.passmanager import PassManager
from passevents.adapters.mlir import attach, run
from passevents.journal import activate, create_run

body = "\\n".join(
    f"func.func @f{n}(%a: i32) -> i32 {{\\n %c = arith.constant {n} : i32\\n"
    " %0 = arith.addi %a, %c : i32\\n %1 = arith.addi %0, %c : i32\\n return %1 : i32 }" for n in range(COUNT)
)
ctx = ir.Context()
ctx.enable_multithreading(THREADS)
module = ir.Module.parse(body, ctx)
manager = PassManager.parse("builtin.module(func.func(canonicalize,cse))", ctx)
journal = create_run(sys.argv[1])
"""


def dying(
    tmp_path: Path, code: str, *, count: int = 200, threads: bool = False
) -> tuple[int, list[PassRecord]]:
    """The signal that ended a process with this code, and what it left behind."""
    setup = SETUP.replace("COUNT", str(count)).replace("THREADS", str(threads))
    script = tmp_path / "script.py"
    script.write_text(setup + textwrap.dedent(code))
    result = subprocess.run(
        [sys.executable, script, tmp_path / "runs"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert result.returncode < 0, result.stderr
    (directory,) = orphans(tmp_path / "runs")
    return -result.returncode, list(read(directory).records())


DEATHS: dict[str, tuple[str, int]] = {
    "kill": ("os.kill(os.getpid(), signal.SIGKILL)", signal.SIGKILL),
    "abort": ("os.abort()", signal.SIGABRT),
    "segmentation fault": ("ctypes.string_at(0)", signal.SIGSEGV),
}


@pytest.mark.parametrize("death", DEATHS)
@pytest.mark.parametrize("threads", [False, True], ids=["one thread", "threads"])
def test_a_pass_that_kills_the_process_is_the_lost_one(tmp_path: Path, death: str, threads: bool) -> None:
    statement, expected = DEATHS[death]
    code = f"""
        def die(op, pass_):
            {statement}

        manager.add(die, name="Die", argument="die")
        with activate(journal), attach(ctx):
            manager.run(module.operation)
    """
    number, records = dying(tmp_path, code, threads=threads)
    assert number == expected
    assert [record.event.name for record in records].count("cse") == 200
    assert [(record.event.name, record.status) for record in records if record.end_ns is None] == [
        ("die", "lost")
    ]
    assert records[-1].event.name == "die"


def test_the_program_before_the_pass_that_kills_is_there(tmp_path: Path) -> None:
    """The one text that one wants most is on disk before the pass runs."""
    code = """
        def die(op, pass_):
            os.kill(os.getpid(), signal.SIGKILL)

        manager.add(die, name="Die", argument="die")
        with activate(journal), attach(ctx, snapshots="changed"):
            manager.run(module.operation)
    """
    _, records = dying(tmp_path, code, count=20)
    (directory,) = orphans(tmp_path / "runs")
    entries = list(read(directory).snapshots())
    texts = [entry.decompressed() for entry in entries if isinstance(entry, Text)]
    last = records[-1].event.sequence
    links = [
        (link.moment, texts[link.text])
        for link in entries
        if isinstance(link, Link) and link.sequence == last
    ]
    ((moment, text),) = links
    assert moment == "before"
    assert text.startswith("module {\n  func.func @f0(%arg0: i32) -> i32 {")


def test_a_kill_from_outside_leaves_whole_records(tmp_path: Path) -> None:
    """Killed at any moment, with workers in the middle of writing."""
    code = """
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGKILL)).start()
        with activate(journal), attach(ctx):
            while True:
                run(manager, ir.Module.parse(body, ctx))
    """
    number, records = dying(tmp_path, code, count=3000, threads=True)
    assert number == signal.SIGKILL
    by_sequence = {record.event.sequence: record for record in records}
    assert len(by_sequence) == len(records) > 100
    for record in records:
        assert record.event.name and record.ir_units
        assert bool(record.tag) == (record.kind in (PassKind.pass_, PassKind.action)) == bool(record.detail)
        assert record.status in ("completed", "lost")
        if record.event.parent_sequence is not None:
            assert record.event.depth == by_sequence[record.event.parent_sequence].event.depth + 1


def test_an_assertion_of_mlir_leaves_what_went_before(tmp_path: Path) -> None:
    """An error from a pass that then succeeds: this build of MLIR aborts at the pipeline's end."""
    code = """
        def wrong(op, pass_):
            op.location.emit_error("not so")

        manager.add(wrong, name="Wrong", argument="wrong")
        with activate(journal), attach(ctx):
            manager.run(module.operation)
    """
    number, records = dying(tmp_path, code)
    assert number == signal.SIGABRT
    assert [record.event.name for record in records].count("cse") == 200
    assert [(record.event.name, record.status) for record in records[-2:]] == [
        ("wrong", "completed"),
        ("error", "completed"),  # what it said, on record before the compiler died of it
    ]


EXITS: dict[str, str] = {
    "everything alive": "session = attach(ctx); manager.run(module.operation)",
    "a timer alive": (
        "session = attach(ctx, drain_interval_ms=1, telemetry=lambda *_: None); manager.run(module.operation)"
    ),
    "an open run": "activate(journal).__enter__(); session = attach(ctx); manager.run(module.operation)",
    "sys.exit in a thread's run": (
        "session = attach(ctx); threading.Thread(target=run, args=(manager, module)).start(); sys.exit(0)"
    ),
    "a daemon thread in a pipeline": (
        "session = attach(ctx); threading.Thread(target=run, args=(manager, module), daemon=True).start(); "
        "time.sleep(0.01)"
    ),
    "a live observer told by a daemon thread": (
        "from passevents import PassEventObserver; ctx.enable_multithreading(False); "
        "session = attach(ctx, observer=PassEventObserver(), live=True); "
        "threading.Thread(target=run, args=(manager, module), daemon=True).start(); time.sleep(0.01)"
    ),
}


@pytest.mark.parametrize("state", EXITS)
@pytest.mark.parametrize("threads", [False, True], ids=["one thread", "threads"])
def test_the_interpreter_exits_quietly_with(tmp_path: Path, state: str, threads: bool) -> None:
    setup = SETUP.replace("COUNT", "500").replace("THREADS", str(threads))
    (tmp_path / "script.py").write_text(setup + EXITS[state])
    result = subprocess.run(
        [sys.executable, "script.py", "runs"], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert (result.returncode, result.stderr) == (0, "")


ABORTING = "builtin.module(func.func(canonicalize,cse,convert-arith-to-llvm{index-bitwidth=99999999}))"
WATCHED: dict[str, str] = {
    "attach": "attach(ctx)",
    "attach and instrument": "session = attach(ctx); session.instrument(manager)",
    "instrument alone": "session = instrument(manager)",
}


@pytest.mark.parametrize("watched", WATCHED)
@pytest.mark.parametrize("threads", [False, True], ids=["one thread", "threads"])
def test_a_pass_of_mlirs_own_that_aborts_is_lost_with_what_it_lies_in(
    tmp_path: Path, watched: str, threads: bool
) -> None:
    """It wants an integer wider than MLIR has, which this build asserts; in a worker, where there are any."""
    code = f"""
        from passevents.adapters.mlir import instrument
        body = "\\n".join(f"func.func @f{{n}}(%a: index) -> index {{{{ %0 = arith.addi %a, %a : index"
                         " return %0 : index }}" for n in range(100))
        module = ir.Module.parse(body, ctx)
        manager = PassManager.parse({ABORTING!r}, ctx)
        with activate(journal):
            {WATCHED[watched]}
            manager.run(module.operation)
    """
    number, _ = dying(tmp_path, code, threads=threads)
    assert number == signal.SIGABRT
    with recording_into(tmp_path / "s.db"):
        pass  # the store, beside which the dead process's journal comes to lie
    (tmp_path / "runs").rename(tmp_path / "s.db.runs")
    with EventStore(tmp_path / "s.db", recover=False) as store:
        (run,) = store.recover()
        records = [record for record in run.records() if record.kind != PassKind.action]
        by_sequence = {record.event.sequence: record for record in records}
        assert (run.status, run.dropped) == ("lost", 0)
    lost = [record for record in records if record.status == "lost"]
    died = [record for record in lost if record.event.name == "convert-arith-to-llvm"]
    assert died and all(record.ir_units[0].operation == "func.func" for record in died)
    assert {record.status for record in records} == {"completed", "lost"}
    for record in died:
        outer = by_sequence[record.event.parent_sequence]
        assert outer.event.name == "mlir::detail::OpToOpPassAdaptor" or outer.kind == PassKind.pipeline
        assert outer.status == "lost"
    finished = [record.event.name for record in records if record.status == "completed"]
    assert finished.count("cse") >= 1
    if not threads:
        assert (len(died), finished.count("canonicalize"), finished.count("cse")) == (1, 1, 1)


def test_a_forked_child_that_aborts_in_a_pass_takes_nothing_from_its_parents_run(tmp_path: Path) -> None:
    """Under attach and instrument; the parent goes on recording, the child's death is not its own."""
    code = f"""
        session = None
        with activate(journal):
            session = attach(ctx)
            session.instrument(manager)
            child = os.fork()
            if child == 0:
                wide = ir.Module.parse("func.func @f(%a: index) -> index {{ %0 = arith.addi %a, %a : index"
                                       " return %0 : index }}", ctx)
                PassManager.parse({ABORTING!r}, ctx).run(wide.operation)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGABRT
            manager.run(module.operation)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    number, records = dying(tmp_path, code)
    assert number == signal.SIGKILL
    assert {record.status for record in records} == {"completed"}
    names = [record.event.name for record in records]
    assert (names.count("cse"), names.count("convert-arith-to-llvm")) == (200, 0)
