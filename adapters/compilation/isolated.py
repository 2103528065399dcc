"""Compiling in a process of its own, so that an abort inside MLIR is an error here and not the end.

The worker is a fresh interpreter: it is sent the source and the plan, and records into a journal of its
own, beside that of the current run when there is one. If it dies, its journal says in which pass; and as
the journal's lock is free, the store takes it up as a run whose parent is the current one. It costs the
start of an interpreter and the import of MLIR each time, about half a second.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from passevents.errors import CompileError, JournalError, PlanError
from passevents.events.model import Location, PassRecord, PassStatus

from .plan import CompilationPlan
from .source import Source
from .stages import Stages
from .steps import PythonPass, Scope, Step

if TYPE_CHECKING:
    from .compilation import Compiled

_OPEN = (PassStatus.lost, PassStatus.incomplete)


@attrs.frozen
class Job:
    """What a worker is sent. `runs` is the folder its journal goes to, `info` what is known of its run."""

    source: Source
    plan: CompilationPlan
    strip_locations: bool
    record_actions: bool
    runs: str
    info: dict[str, Any]


@attrs.frozen
class Answer:
    """What a worker sends back: the result or the error, its timings and the name of its run."""

    run: str
    timings: dict[str, int]
    compiled: Compiled | None = None
    error: CompileError | None = None


class Told(NamedTuple):
    """One event of telemetry, as the worker told it."""

    event: tuple[str, ...]
    measurements: Mapping[str, int]
    metadata: Mapping[str, Any]


def compile_isolated(
    source: Source, plan: CompilationPlan, stages: Stages, strip_locations: bool
) -> Compiled:
    """Compile in a worker; CompileError for its failures and for its death, with the pass that it died in.

    PlanError for a Python pass that another process cannot import.
    """
    _refuse_unreachable(plan.pipeline)
    with stages.stage("isolated"), _journal_folder(stages) as (runs, info):
        job = Job(source, plan, strip_locations, stages.record_actions, str(runs), info)
        done = _run_worker(pickle.dumps(sys.path) + pickle.dumps(job))
        told, answer = _said(done)
        error = _death(done, _journals(runs, info["worker"])) if answer is None else None
        _relay(told, stages, str(error))
        if answer is None:
            assert error is not None
            raise error
        stages.note(run=answer.run)
        stages.timings.update(answer.timings)
        if answer.error is not None:
            raise answer.error
        assert answer.compiled is not None
        return answer.compiled


def _refuse_unreachable(steps: tuple[Step, ...]) -> None:
    for step in steps:
        if isinstance(step, Scope):
            _refuse_unreachable(step.steps)
        elif isinstance(step, PythonPass):
            module = getattr(step.function, "__module__", None)
            try:
                pickle.dumps(step.function)
            except Exception as error:
                raise _unreachable(step) from error
            if module == "__main__":
                raise _unreachable(step)


def _unreachable(step: PythonPass) -> PlanError:
    return PlanError(
        f"isolated: another process cannot import the Python pass {step.name}: "
        "define it at the top level of a module that is not the program itself"
    )


@contextlib.contextmanager
def _journal_folder(stages: Stages) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Where the worker records: beside the current run, or in a folder that goes afterwards."""
    run = stages.run
    info: dict[str, Any] = {"name": "isolated compile", "worker": os.urandom(8).hex()}
    if run is not None and run.runs_folder is not None:
        yield run.runs_folder, {**info, "parent_run": run.id}
        return
    folder = Path(tempfile.mkdtemp(prefix="passevents-"))
    try:
        yield folder, info
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _journals(runs: Path, worker: str) -> list[Path]:
    """The journals of one worker: others record into the same folder meanwhile."""
    from passevents.journal import read

    found = []
    for path in runs.iterdir() if runs.is_dir() else ():
        with contextlib.suppress(JournalError, OSError):
            if path.is_dir() and read(path).info.get("worker") == worker:
                found.append(path)
    return found


def _run_worker(request: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "passevents.adapters.compilation.worker"]
    try:
        return subprocess.run(command, input=request, capture_output=True, check=False)
    except OSError as error:
        raise CompileError(f"isolated: the worker could not be started: {error}", stage="isolated") from error


def _said(done: subprocess.CompletedProcess[bytes]) -> tuple[list[Told], Answer | None]:
    """What the worker told of its stages, and its answer, unless it died before."""
    told: list[Told] = []
    stream = io.BytesIO(done.stdout)
    with contextlib.suppress(Exception):  # the last thing may be cut short
        while True:
            thing = pickle.load(stream)
            if isinstance(thing, Answer):
                return told, thing if done.returncode == 0 else None
            told.append(Told(*thing))
    return told, None


def _relay(told: list[Told], stages: Stages, error: str) -> None:
    """Tell telemetry what the worker told, and of the stages that it died in that they failed."""
    opened: list[Told] = []
    for each in told:
        stages.relay(*each)
        if each.event[-1] == "start":
            opened.append(each)
        elif each.event[-1] in ("stop", "exception"):
            opened.pop()
    now = time.monotonic_ns()
    for event, measurements, metadata in reversed(opened):
        duration = {"duration_ns": now - measurements["monotonic_ns"]}
        stages.relay((*event[:-1], "exception"), duration, {**metadata, "error": error})


def _death(done: subprocess.CompletedProcess[bytes], journals: list[Path]) -> CompileError:
    """The error for a worker that died: how, in which pass, and the last thing it said."""
    opened = [record for journal in journals for record in _open_records(journal)]
    passes = [record for record in opened if record.kind == "pass"]
    where = f" in the pass {passes[-1].event.name}{_place(passes[-1])}" if passes else ""
    stages = [record.event.name for record in opened if record.kind == "stage"]
    said = done.stderr.decode("utf-8", "replace").strip().splitlines()
    what = f"the compiler {_how(done.returncode)}{where}"
    told = next(
        (line for line in said if "Assertion" in line or "LLVM ERROR" in line), said[-1] if said else ""
    )
    stage = "pass" if passes else (stages[-1] if stages else "isolated")
    return CompileError(f"{what}: {told}" if told else what, stage=stage)


def _how(code: int) -> str:
    if code >= 0:
        return f"process ended with exit status {code}"
    with contextlib.suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"


def _open_records(journal: Path) -> list[PassRecord]:
    from passevents.journal import read

    try:
        return [record for record in read(journal).records() if record.status in _OPEN]
    except JournalError:
        return []


def _place(record: PassRecord) -> str:
    place: Location | None = record.ir_units[0].location if record.ir_units else None
    return "" if place is None else f" at {place}"
