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
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

PIPELINE = "builtin.module(func.func(canonicalize,cse))"
Figures = dict[str, float]


def untraced(source: Path, folder: Path, *, threads: bool = False) -> Figures:
    with compiled(source, threads) as (run, _context):
        return timed(run)


def journal(source: Path, folder: Path, *, threads: bool = False, **filters: Any) -> Figures:
    """Record what the filters let through into the journal, and close it; nothing is read."""
    from passevents.adapters.mlir import attach
    from passevents.journal import activate, create_run, read

    with compiled(source, threads) as (run, context):
        attach(context).detach()  # the first one of a process gets to know the build

        def recorded() -> None:
            recording = create_run(folder)
            with activate(recording), attach(context, **filters):
                run()
            recording.close()
            recording.release()

        figures = timed(recorded)
    [directory] = folder.iterdir()
    events = read(directory).counts["events"]
    return {**figures, "events": events, "bytes": disk(directory) / events if events else 0.0}


def detached(source: Path, folder: Path) -> Figures:
    """A session that was there, and is no more when the pipeline runs."""
    from passevents.adapters.mlir import attach

    with compiled(source) as (run, context):
        with attach(context):
            pass
        return timed(run)


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
    "tag filter": partial(journal, tags=["no-such-tag"]),
    "location filter": partial(journal, locations=["no-such-file.mlir:3"]),
    "detached": detached,
    "untraced, threads": partial(untraced, threads=True),
    "journal, threads": partial(journal, threads=True),
    "store": store,
    "mlir-opt": mlir_opt,
    "mlir-opt --profile-actions-to": mlir_opt_profile,
    "mlir-opt --log-actions-to": mlir_opt_log,
}


@contextlib.contextmanager
def compiled(source: Path, threads: bool = False) -> Iterator[tuple[Callable[[], None], object]]:
    """A parsed module with its pipeline ready to run, on one thread or on as many as there are cores."""
    from mlir import ir
    from mlir.passmanager import PassManager

    with ir.Context() as context:
        context.enable_multithreading(threads)
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
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


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
