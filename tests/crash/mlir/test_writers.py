"""Many compiles record into one store at once, while others read, prune, recover, fork and are killed."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from passevents.query import EventStore, Run
from passevents.store.writer import writer

WRITERS = 8
COMPILES = 3

# Of each compile it is said how many functions it has, and so what has to be on record.
PROGRAM = """
import os, sys, threading
from mlir import ir
from mlir.passmanager import PassManager
import passevents
from passevents.adapters.mlir import attach

path, writer, compiles = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

def source(functions):
    return "\\n".join(
        f"func.func @f{n}(%a: i32) -> i32 {{\\n %c = arith.constant 0 : i32\\n"
        " %0 = arith.addi %a, %c : i32\\n return %0 : i32 }" for n in range(functions)
    )

def compile_once(number, forks):
    functions = 5 + 3 * writer + number
    with ir.Context() as context:
        context.enable_multithreading(writer % 2 == 1)
        module = ir.Module.parse(source(functions))
        manager = PassManager.parse("builtin.module(func.func(canonicalize,cse))")
        name = f"{writer}.{number}"
        with passevents.record(path, name=name, metadata={"functions": functions}) as recording:
            with attach(context), recording.span("compile"):
                if forks:
                    child = os.fork()
                    if child == 0:
                        with passevents.record(path, name=f"child of {name}") as own:
                            with own.span("in the child"):
                                pass
                        os._exit(0)
                    assert os.waitpid(child, 0)[1] == 0
                manager.run(module.operation)

print("ready", flush=True)
sys.stdin.readline()
number = 0
while compiles < 0 or number < compiles:
    compile_once(number, forks=number == 1 and writer % 2 == 0)
    number += 1
"""


def start(path: Path, writer: int, compiles: int) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PROGRAM, str(path), str(writer), str(compiles)]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def begin(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def paths(run: Run) -> Counter[tuple[str, ...]]:
    """Of every event the names from the outermost one down to its own."""
    known: dict[int, tuple[str, ...]] = {}
    for record in run.records():
        parent = record.event.parent_sequence
        outer = () if parent is None else known[parent]
        known[record.event.sequence] = (*outer, f"{record.event.name} {operation(record)}")
    return Counter(known.values())


def operation(record: object) -> str:
    units = record.ir_units  # type: ignore[attr-defined]
    return str(units[0].operation) if units else "-"


def of_program(one: Counter[tuple[str, ...]], functions: int) -> Counter[tuple[str, ...]]:
    """What a compile of so many functions has, given what one of a single function has."""
    shared = {path for path in one if "func.func" not in path[-1] and len(path) <= 2}
    return Counter({path: count if path in shared else count * functions for path, count in one.items()})


def wait_for_all(processes: list[subprocess.Popen[str]]) -> list[tuple[int | None, str]]:
    return [(process.wait(timeout=300), process.communicate()[1]) for process in processes]


class Meanwhile(threading.Thread):
    """Prunes what is lost, recovers, and has a reader in the middle of a question all the time."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.over = threading.Event()
        self.errors: list[Exception] = []
        self.rounds = 0

    def run(self) -> None:
        try:
            with EventStore(self.path) as store, EventStore(self.path) as other:
                while not self.over.is_set():
                    records = iter(other.run("first").records())
                    next(records)
                    store.recover()
                    store.prune(status="lost", keep=1)
                    assert store.run("first").pinned
                    assert sum(1 for _ in records) == store.run("first").event_count - 1
                    self.rounds += 1
        except Exception as error:
            self.errors.append(error)


def test_no_event_is_missing_and_no_parent_wrong_whatever_goes_on_beside(tmp_path: Path) -> None:
    path = tmp_path / "events.db"
    alone = start(path, 0, 1)
    begin(alone)
    assert wait_for_all([alone]) == [(0, "")]
    with EventStore(path) as store:
        first = store.run("0.0")
        reference = paths(first)
        one = Counter({key: count // 5 if count % 5 == 0 else count for key, count in reference.items()})
        assert of_program(one, 5) == reference
    rename_and_pin(path, "0.0", "first")
    processes = [start(path, number, COMPILES) for number in range(WRITERS)]
    victim = start(path, WRITERS, -1)
    for process in (*processes, victim):
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    meanwhile = Meanwhile(path)
    meanwhile.start()
    for process in (*processes, victim):
        begin(process)
    time.sleep(random.uniform(0.05, 1.0))
    victim.kill()
    try:
        assert wait_for_all(processes) == [(0, "")] * WRITERS
    finally:
        meanwhile.over.set()
        meanwhile.join()
    victim.communicate()
    assert meanwhile.errors == []
    assert meanwhile.rounds > 0
    with EventStore(path) as store:
        runs = {run.name: run for run in store.runs() if run.name}
        for name in (f"{each}.{number}" for each in range(WRITERS) for number in range(COMPILES)):
            run = runs[name]
            assert (run.status, run.dropped, run.incomplete_count) == ("completed", 0, 0)
            assert paths(run) == of_program(one, run.metadata["functions"])
        for each in range(0, WRITERS, 2):
            child = runs[f"child of {each}.1"]
            assert child.status == "completed"
            assert child.parent_run not in (
                None,
                runs[f"{each}.1"].id,
            )  # the process's own, begun by the fork
            assert [one.event.name for one in child.records()] == ["in the child"]
        for name, run in runs.items():
            if name.startswith(f"{WRITERS}."):  # the victim's: whole, or a part with nothing wrong in it
                assert set(paths(run)) <= set(reference)
    assert not path.with_name(f"{path.name}.runs").exists()


def rename_and_pin(path: Path, old: str, new: str) -> None:
    """Give a run another name, and pin it."""
    with writer(path) as connection:
        connection.execute("update runs set name = ?, pinned = 1 where name = ?", (new, old))
