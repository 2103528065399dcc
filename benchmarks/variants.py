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
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PIPELINE = "builtin.module(func.func(canonicalize,cse))"
Figures = dict[str, float]


def untraced(source: Path, folder: Path) -> Figures:
    with compiled(source) as (run, _context):
        return {"seconds": timed(run)}


def journal(source: Path, folder: Path) -> Figures:
    """Record everything into the journal, and close it; nothing is read."""
    from passevents.adapters.mlir import attach
    from passevents.journal import activate, create_run, read

    with compiled(source) as (run, context):

        def recorded() -> None:
            nonlocal recording
            recording = create_run(folder / "journal", {})
            with activate(recording), attach(context):
                run()
            recording.close("completed")

        recording = None
        seconds = timed(recorded)
    events = read(folder / "journal").counts["events"]
    return {"seconds": seconds, "events": events, "bytes": disk(folder / "journal") / events}


def store(source: Path, folder: Path) -> Figures:
    """Record everything and fill the store from the journal, as a user's program does."""
    import passevents
    from passevents.adapters.mlir import attach

    path = folder / "runs.db"
    with compiled(source) as (run, context):

        def recorded() -> None:
            with passevents.record(path), attach(context):
                run()

        seconds = timed(recorded)
    with passevents.EventStore(path) as opened:
        events = next(iter(opened.db.query("select count(*) as events from records")))["events"]
    return {"seconds": seconds, "events": events, "bytes": disk(path) / events}


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


def timed(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def tool(source: Path, *options: str) -> Figures:
    [package] = importlib.util.find_spec("mlir").submodule_search_locations  # type: ignore[union-attr,misc]
    command = [
        f"{package}/bin/mlir-opt",
        str(source),
        f"--pass-pipeline={PIPELINE}",
        "--mlir-disable-threading",
    ]
    command = [*command, "-o", "/dev/null", *options]
    return {"seconds": timed(lambda: subprocess.run(command, check=True, stderr=subprocess.DEVNULL))}


def size(file: Path) -> Figures:
    return {"total_bytes": file.stat().st_size}


def disk(path: Path) -> int:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)


if __name__ == "__main__":
    print(json.dumps(VARIANTS[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))))
