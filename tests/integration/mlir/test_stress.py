"""Eight threads at once: thousands of operations, work stealing, and sessions that come and go meanwhile."""

from __future__ import annotations

import random
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents import PassKind, PassRecord
from passevents.adapters.mlir import Session, attach, run
from passevents.journal import activate, memory_run

from .programs import Layout, functions, nested
from .test_parents import PIPELINE, wrong_parents

THREADS = 8
INLINED = "\n".join(
    [f"func.func private @p{n}() {{\n  return\n}}" for n in range(40)]
    + [f"func.func @c{n}() {{\n  call @p{n}() : () -> ()\n  return\n}}" for n in range(40)]
)


def modules(ctx: ir.Context, source: str, folder: Path) -> list[ir.Module]:
    """The same program for each thread, told apart by its file, as locations are by file and line."""
    made = []
    for number in range(THREADS):
        path = folder / f"{number}.mlir"
        path.write_text(source)
        made.append(ir.Module.parseFile(str(path), ctx))
    return made


def at_once(work: Callable[[int], None]) -> None:
    """Run that many threads, all started together; raises what one of them raised."""
    start, errors = threading.Barrier(THREADS), []

    def one(number: int) -> None:
        try:
            start.wait()
            work(number)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def compile_all(
    ctx: ir.Context, programs: list[ir.Module], pipeline: str, session: Session | None = None
) -> None:
    """Run the pipeline on each program, in a thread of its own; `session` instruments every pass manager."""
    managers = [PassManager.parse(pipeline, ctx) for _ in programs]
    for manager in managers if session is not None else []:
        session.instrument(manager)
    at_once(lambda number: run(managers[number], programs[number]))


def by_file(records: list[PassRecord]) -> dict[str, list[PassRecord]]:
    files: dict[str, list[PassRecord]] = defaultdict(list)
    for record in records:
        location = record.ir_units[0].location if record.ir_units else None
        files[location.file or "" if location else ""].append(record)
    return files


def warmed(pipeline: str, source: str) -> ir.Context:
    """A context that has loaded every dialect of the pipeline: that cannot be done while threads run."""
    ctx = ir.Context()
    run(PassManager.parse(pipeline, ctx), ir.Module.parse(source, ctx))
    return ctx


@pytest.mark.parametrize("round_", range(3))
def test_eight_pipelines_share_a_context_and_every_parent_is_right(tmp_path: Path, round_: int) -> None:
    source = nested(2, 3, 15)
    ctx = warmed(PIPELINE, source)
    programs = modules(ctx, source, tmp_path)
    with attach(ctx) as session:
        compile_all(ctx, programs, PIPELINE)
        files = by_file(session.drain())
    layout = Layout.of(source)
    assert {Path(name).name for name in files} == {f"{number}.mlir" for number in range(THREADS)}
    assert len({len(records) for records in files.values()}) == 1, "the same program, so the same actions"
    assert sum(len(wrong_parents(records, layout)) for records in files.values()) == 0


@pytest.mark.parametrize("round_", range(2))
def test_dynamic_pipelines_of_eight_inliners_do_not_mix(tmp_path: Path, round_: int) -> None:
    ctx = warmed("builtin.module(inline)", INLINED)
    programs = modules(ctx, INLINED, tmp_path)
    with attach(ctx, tags=["pass-execution"]) as session:
        compile_all(ctx, programs, "builtin.module(inline)")
        files = by_file(session.drain())
    for records in files.values():
        [inliner] = [record for record in records if record.event.name == "inline"]
        inner = [record for record in records if record.event.name == "canonicalize"]
        assert len(inner) >= 40
        assert {record.event.parent_sequence for record in inner} == {inliner.event.sequence}
    assert len(files) == THREADS


def family(records: list[PassRecord]) -> Counter[tuple[object, ...]]:
    """Each pass and action with its parent, by name and place; pipelines and analyses are looked through."""
    known = {record.event.sequence: record for record in records}

    def place(record: PassRecord | None) -> tuple[object, ...]:
        while record is not None and record.kind in (PassKind.pipeline, PassKind.analysis):
            record = known.get(
                record.event.parent_sequence if record.event.parent_sequence is not None else -1
            )
        if record is None:
            return ()
        return record.event.name, record.tag, record.iteration, record.ir_units[0].location

    found: Counter[tuple[object, ...]] = Counter()
    for record in records:
        if record.kind not in (PassKind.pipeline, PassKind.analysis):
            parent = record.event.parent_sequence
            found[*place(record), *place(known.get(parent) if parent is not None else None)] += 1
    return found


def test_the_rule_for_parents_agrees_with_pass_instrumentation(tmp_path: Path) -> None:
    """Recorded twice: parents by the rule, and parents as MLIR's pipelines themselves name them."""
    source = nested(2, 2, 10)
    families = []
    for instrumented in (False, True):
        ctx = warmed(PIPELINE, source)
        programs = modules(ctx, source, tmp_path)
        with attach(ctx) as session:
            compile_all(ctx, programs, PIPELINE, session if instrumented else None)
            families.append(family(session.drain()))
    assert families[0] == families[1]


@pytest.mark.parametrize("seed", range(4))
def test_sessions_that_come_and_go_change_nothing_while_eight_threads_run(tmp_path: Path, seed: int) -> None:
    source = functions(200)
    pipeline = "builtin.module(func.func(canonicalize,cse))"
    ctx = warmed(pipeline, source)
    programs = modules(ctx, source, tmp_path)
    choice = random.Random(seed)
    done = threading.Event()
    drained: list[list[PassRecord]] = []

    def come_and_go() -> None:
        while not done.is_set():
            locations = choice.choice([None, [f"{choice.randrange(THREADS)}.mlir"]])
            session = attach(ctx, tags=choice.choice([None, ["apply-pattern"]]), locations=locations)
            done.wait(choice.random() / 100)
            session.detach()
            drained.append(session.drain())

    with activate(memory_run()) as journal:
        other = threading.Thread(target=come_and_go)
        other.start()
        try:
            compile_all(ctx, programs, pipeline)
        finally:
            done.set()
            other.join()
        journal.close()
    assert len({str(program) for program in programs}) == 1
    for records in drained:
        sequences = [record.event.sequence for record in records]
        assert len(sequences) == len(set(sequences))
        assert all(record.end_ns is None or record.end_ns >= record.start_ns for record in records)
