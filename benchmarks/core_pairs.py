"""What one pass costs in pure Python: a before- and an after-callback, with an observer that does nothing.

The unit is the cost of calling two empty methods in the same way. Where TileLang is installed (or its
`instrumentation/events.py` is named with `--tilelang`), its own instrument is measured beside ours; of it
nothing but that file is loaded, with an empty stand-in for TVM.

All contenders take turns in one process and medians are compared, so that a busy machine slows them alike.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from passevents import ObserverGroup, PassEventObserver, StackedPassInstrument
from passevents.testing import PassInfo

PAIRS = 3
Turn = Callable[[int], float]


class Empty:
    """The floor: callbacks that do nothing."""

    def run_before_pass(self, mod: Any, info: Any) -> None:
        pass

    def run_after_pass(self, mod: Any, info: Any) -> None:
        pass


def turn(instrument: Any) -> Turn:
    """A pass with two passes in it, again and again; nanoseconds a pass."""
    outer, first, second = PassInfo("outer"), PassInfo("first"), PassInfo("second")
    before, after = instrument.run_before_pass, instrument.run_after_pass

    def run(repeat: int) -> float:
        start = time.perf_counter_ns()
        for _ in range(repeat):
            before(None, outer)
            before(None, first)
            after(None, first)
            before(None, second)
            after(None, second)
            after(None, outer)
        return (time.perf_counter_ns() - start) / (PAIRS * repeat)

    return run


def tilelang_events(path: Path | None) -> ModuleType | None:
    """TileLang's module of events, without TileLang and without TVM; None if it is not there."""
    if path is None:
        found = importlib.util.find_spec("tilelang")
        if found is None or found.origin is None:
            return None
        path = Path(found.origin).parent / "instrumentation" / "events.py"
    stand_ins = {name: ModuleType(name) for name in ("tvm", "tvm.ir", "tvm.ir.instrument")}
    stand_ins["tvm.ir.instrument"].pass_instrument = lambda cls: cls  # type: ignore[attr-defined]
    spec = importlib.util.spec_from_file_location("tilelang_events", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up there
    sys.modules.update(stand_ins)
    spec.loader.exec_module(module)
    for name in stand_ins:
        del sys.modules[name]
    return module


def entered(instrument: Any) -> Any:
    instrument.enter_pass_ctx()
    return instrument


def contenders(tilelang: ModuleType | None) -> dict[str, Turn]:
    turns = {
        "two empty calls": turn(Empty()),
        "passevents": turn(entered(StackedPassInstrument(PassEventObserver()))),
    }
    if tilelang is not None:
        observer = tilelang.PassEventObserver()
        turns["tilelang"] = turn(entered(tilelang.StackedPassInstrument(observer)))
    return turns


def variants() -> dict[str, Turn]:
    """What more is asked of the instrument, measured after the comparison so as not to disturb it."""
    observer = PassEventObserver()
    filtered = StackedPassInstrument(observer, capture_predicate=lambda name, depth: True)
    return {
        "two empty calls": turn(Empty()),
        "with a predicate": turn(entered(filtered)),
        "three observers": turn(entered(StackedPassInstrument(ObserverGroup([observer] * 3)))),
    }


def measure(turns: dict[str, Turn], rounds: int, repeat: int) -> dict[str, list[float]]:
    for run in turns.values():
        run(repeat)  # the interpreter specializes what it has seen often enough
    times: dict[str, list[float]] = {name: [] for name in turns}
    for _ in range(rounds):
        for name, run in turns.items():
            times[name].append(run(repeat))
    return times


def show(times: dict[str, list[float]]) -> None:
    floor = statistics.median(times["two empty calls"])
    for name, each in times.items():
        median = statistics.median(each)
        print(f"{name:<18} {median:8.0f} ns {median / floor:7.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--repeat", type=int, default=10_000, help="of three passes, in a round")
    parser.add_argument("--tilelang", type=Path, metavar="FILE", help="its instrumentation/events.py")
    options = parser.parse_args()
    print(f"Python {sys.version.split()[0]}; a before/after pair, and in units of two empty calls")
    compared = measure(contenders(tilelang_events(options.tilelang)), options.rounds, options.repeat)
    show(compared)
    more = measure(variants(), options.rounds, options.repeat)
    del more["two empty calls"]
    show({"two empty calls": compared["two empty calls"], **more})
    if "tilelang" in compared:
        ratios = [
            ours / theirs for ours, theirs in zip(compared["passevents"], compared["tilelang"], strict=True)
        ]
        print(f"passevents / tilelang: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
