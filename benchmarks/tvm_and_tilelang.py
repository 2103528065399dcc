"""What observing, recording and snapshots cost in real compiles of TVM and TileLang, beside their own tools.

`make bench-compilers` runs this in the environments of the tests of both. Variants take turns; each figure
is the median of a variant's times over that of the plain compile. Times are of the thread's CPU: other
processes of a busy machine are not counted, and what is compared does not wait for anything.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

try:
    import tilelang  # first: its TVM can be imported only after it
    import tilelang.language as T
except ImportError:
    tilelang = None

import tvm
from tvm.ir.instrument import DumpIR
from tvm.ir.transform import PassContext, module_pass

import passevents
from passevents.journal import RunJournal, activate, create_run

IS_TILELANG = tilelang is not None
Scope = Callable[[], AbstractContextManager[object]]
NOOP_PASSES = 200


def gemm() -> Callable[[], object]:
    """A tiled matrix product of TileLang, lowered to C."""
    size, tile, depth = 256, 32, 16
    with tvm.target.Target("c"):

        @T.prim_func
        def product(
            a: T.Tensor((size, size), "float32"),
            b: T.Tensor((size, size), "float32"),
            c: T.Tensor((size, size), "float32"),
        ) -> None:
            with T.Kernel(T.ceildiv(size, tile), T.ceildiv(size, tile), threads=1) as (bx, by):
                left = T.alloc_local((tile, depth), "float32")
                right = T.alloc_local((depth, tile), "float32")
                sums = T.alloc_local((tile, tile), "float32")
                T.clear(sums)
                for step in T.serial(T.ceildiv(size, depth)):
                    T.copy(a[by * tile, step * depth], left)
                    T.copy(b[step * depth, bx * tile], right)
                    for i, j in T.grid(tile, tile):
                        for k in T.serial(depth):
                            sums[i, j] += left[i, k] * right[k, j]
                T.copy(sums, c[by * tile, bx * tile])

    def compile_it() -> object:
        with tvm.target.Target("c"):
            return tilelang.lower(product, target="c")

    return compile_it


def perceptron() -> Callable[[], object]:
    """A multi-layer perceptron in relax, compiled for LLVM."""
    from tvm.relax.frontend import nn

    class Perceptron(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.layers = [nn.Linear(64, 64) for _ in range(3)]
            for number, layer in enumerate(self.layers):
                setattr(self, f"layer{number}", layer)

        def forward(self, x: Any) -> Any:
            for layer in self.layers:
                x = nn.op.relu(layer(x))
            return x

    module, _ = Perceptron().export_tvm({"forward": {"x": nn.spec.Tensor((4, 64), "float32")}})
    return lambda: tvm.compile(module, target="llvm")


def in_context(make: Callable[[], object]) -> Scope:
    """Compile with an instrument of its own each time."""
    return lambda: PassContext(opt_level=3, instruments=[make()])


def recorded(run: RunJournal) -> Scope:
    """Record into a run that goes on, as one records a program that compiles several times."""

    @contextmanager
    def scope() -> Iterator[None]:
        with ExitStack() as stack:
            stack.enter_context(activate(run))
            if IS_TILELANG:
                from passevents.adapters.tilelang import recording

                stack.enter_context(recording())
            else:
                from passevents.adapters.tvm import attach

                stack.enter_context(attach())
            yield

    return scope


@contextmanager
def lower_trace(folder: Path) -> Iterator[None]:
    """TileLang's own tool, writing its page."""
    from tilelang.tools import lower_trace as tool

    with contextlib.redirect_stdout(io.StringIO()):
        tool.enable(mode="html", trace_dir=str(folder))
        try:
            yield
        finally:
            tool.disable()


def variants(folder: Path) -> dict[str, Scope]:
    runs = {mode: create_run(folder / "runs") for mode in ("none", "changed", "all")}
    for mode, run in runs.items():
        run.snapshot_mode = mode  # type: ignore[assignment]
    observer = passevents.PassEventObserver
    found: dict[str, Scope] = {
        "plain": nullcontext,
        "observed by nobody": in_context(lambda: passevents.StackedPassInstrument(observer())),
        "recorded": recorded(runs["none"]),
        "with snapshots of what changed": recorded(runs["changed"]),
        "with all snapshots": recorded(runs["all"]),
        "TVM's DumpIR": in_context(lambda: DumpIR(tempfile.mkdtemp(dir=folder))),
    }
    if IS_TILELANG:
        found["TileLang's lower_trace"] = lambda: lower_trace(folder)
    return found


def measure(work: Callable[[], object], scopes: dict[str, Scope], rounds: int) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in scopes}
    work()
    for _ in range(rounds):
        # In another order each time: what ran before leaves the caches warm or cold.
        for name, scope in random.sample(list(scopes.items()), len(scopes)):
            start = time.thread_time()
            with scope():
                work()
            times[name].append(time.thread_time() - start)
    return {name: statistics.median(each) for name, each in times.items()}


def sizes(work: Callable[[], object], folder: Path) -> tuple[int, int]:
    """Bytes of a store with the snapshots of one compile, and of the files of DumpIR for it."""
    dump = Path(tempfile.mkdtemp(dir=folder))
    with PassContext(opt_level=3, instruments=[DumpIR(dump)]):
        work()
    path = folder / "sizes.db"
    with passevents.record(path, snapshots="changed") as recording, recorded(recording.journal)():
        work()
    store = passevents.EventStore(path)
    store.db.conn.execute("pragma wal_checkpoint(truncate)")
    files = sum(file.stat().st_size for file in dump.iterdir())
    return path.stat().st_size, files


def noop_passes(rounds: int) -> dict[str, float]:
    """Nanoseconds that an instrument adds to one pass that does nothing."""
    passes = [module_pass(lambda mod, ctx: mod, opt_level=0, name=f"noop{n}") for n in range(NOOP_PASSES)]
    module = tvm.IRModule({})

    makers: dict[str, Callable[[], list[Any]]] = {
        "plain": list,
        "passevents": lambda: [passevents.StackedPassInstrument(passevents.PassEventObserver())],
    }
    if IS_TILELANG:
        from tilelang import instrumentation as theirs

        makers["tilelang"] = lambda: [theirs.StackedPassInstrument(theirs.PassEventObserver())]
    times: dict[str, list[float]] = {name: [] for name in makers}
    for _ in range(rounds * 4):
        for name, make in random.sample(list(makers.items()), len(makers)):
            with PassContext(opt_level=3, instruments=make()):
                start = time.thread_time_ns()
                for each in passes:
                    each(module)
                times[name].append((time.thread_time_ns() - start) / NOOP_PASSES)
    medians = {name: statistics.median(each) for name, each in times.items()}
    plain = medians.pop("plain")
    return {name: each - plain for name, each in medians.items()}


def show(title: str, work: Callable[[], object], rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(work, variants(Path(folder)), rounds)
        store, files = sizes(work, Path(folder))
    plain = measured["plain"]
    print(f"\n{title}: {plain * 1e3:.1f} ms of CPU")
    for name, each in measured.items():
        print(f"  {name:<32} {each / plain:6.2f}")
    print(
        f"  store with snapshots of what changed {store / 1e3:.0f} KB, files of DumpIR {files / 1e3:.0f} KB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    print(f"Python {sys.version.split()[0]}, TVM {tvm.__version__}")
    added = noop_passes(rounds)
    for name, each in added.items():
        print(f"  {name:<12} adds {each:6.0f} ns to a pass that does nothing")
    if "tilelang" in added:
        print(f"  passevents / tilelang: {added['passevents'] / added['tilelang']:.2f}")
    if IS_TILELANG:
        show("A tiled GEMM of TileLang, lowered to C", gemm(), rounds)
    else:
        show("A perceptron in relax, compiled for LLVM", perceptron(), rounds)


if __name__ == "__main__":
    main()
