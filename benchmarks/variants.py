"""One measured compilation in a process of its own: `python variants.py VARIANT INPUT FOLDER`, JSON out.

The Python variants time the pipeline alone, from before the recorder is there to after it has let go;
parsing and imports are outside. The `mlir-opt` variants time the whole process, as nothing else of it can be
seen from outside: compare what each *adds* to the plain run of its own kind.
"""

from __future__ import annotations

import contextlib
import gc
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PIPELINE = "builtin.module(func.func(canonicalize,cse))"
Figures = dict[str, float]


def untraced(source: Path, folder: Path) -> Figures:
    with compiled(source) as (run, _context):
        return timed(run)


def journal(source: Path, folder: Path) -> Figures:
    """Record everything into the journal, and close it; nothing is read."""
    from passevents.adapters.mlir import attach
    from passevents.journal import activate, create_run, read

    with compiled(source) as (run, context):

        def recorded() -> None:
            recording = create_run(folder)
            with activate(recording), attach(context):
                run()
            recording.close()
            recording.release()

        figures = timed(recorded)
    [directory] = folder.iterdir()
    events = read(directory).counts["events"]
    return {**figures, "events": events, "bytes": disk(directory) / events}


def store(source: Path, folder: Path) -> Figures:
    """Record everything and fill the store from the journal, as a user's program does."""
    import passevents
    from passevents.adapters.mlir import attach

    path = folder / "runs.db"
    with compiled(source) as (run, context):

        def recorded() -> None:
            with passevents.record(path), attach(context):
                run()

        figures = timed(recorded)
    with passevents.EventStore(path) as opened:
        events = opened.run("latest").event_count
    return {**figures, "events": events, "bytes": disk(path) / events}


def mlir_opt(source: Path, folder: Path) -> Figures:
    return tool(source)


def mlir_opt_profile(source: Path, folder: Path) -> Figures:
    return tool(source, f"--profile-actions-to={folder}/profile.json") | size(folder / "profile.json")


def mlir_opt_log(source: Path, folder: Path) -> Figures:
    return tool(source, f"--log-actions-to={folder}/actions.log") | size(folder / "actions.log")


VARIANTS: dict[str, Callable[[Path, Path], Figures]] = {
    "untraced": untraced,
    "journal": journal,
    "store": store,
    "mlir-opt": mlir_opt,
    "mlir-opt --profile-actions-to": mlir_opt_profile,
    "mlir-opt --log-actions-to": mlir_opt_log,
}


@contextlib.contextmanager
def compiled(source: Path) -> Iterator[tuple[Callable[[], None], object]]:
    """A parsed module with its pipeline ready to run, on one thread."""
    from mlir import ir
    from mlir.passmanager import PassManager

    with ir.Context() as context:
        context.enable_multithreading(False)
        module = ir.Module.parse(source.read_text())
        pipeline = PassManager.parse(PIPELINE)
        yield lambda: pipeline.run(module.operation), context


def timed(work: Callable[[], object]) -> Figures:
    """Seconds by the clock, and of processor time, this process's and its children's."""
    gc.collect()
    start, processor = time.perf_counter(), cpu_seconds()
    work()
    return {"seconds": time.perf_counter() - start, "cpu_seconds": cpu_seconds() - processor}


def cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def tool(source: Path, *options: str) -> Figures:
    [package] = importlib.util.find_spec("mlir").submodule_search_locations  # type: ignore[union-attr,misc]
    command = [
        f"{package}/bin/mlir-opt",
        str(source),
        f"--pass-pipeline={PIPELINE}",
        "--mlir-disable-threading",
    ]
    command = [*command, "-o", "/dev/null", *options]
    return timed(lambda: subprocess.run(command, check=True, stderr=subprocess.DEVNULL))


def size(file: Path) -> Figures:
    return {"total_bytes": file.stat().st_size}


def disk(path: Path) -> int:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)


if __name__ == "__main__":
    print(json.dumps(VARIANTS[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))))
