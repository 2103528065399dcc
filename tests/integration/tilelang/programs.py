"""What is run in a process of its own, with TileLang's instrumentation or with this library in its place.

    python -m tests.integration.tilelang.programs PROGRAM [before | after]

prints what the program saw, as JSON. `before` and `after` say when to install, relative to importing
TileLang.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import io
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def lower_trace(mode: str) -> list[Any]:
    """The records of TileLang's lower_trace, without what differs from run to run."""
    import tilelang.tools.lower_trace as tool
    from tilelang.tools.lower_trace import core

    from .kernels import gemm, lower

    tool.enable(mode=mode, trace_dir=tempfile.mkdtemp())
    lower(gemm())
    return [dataclasses.asdict(record) for record in core.get_last_session().records]


def lower_trace_of_a_failure() -> list[Any]:
    import tilelang.tools.lower_trace as tool
    from tilelang import tvm
    from tilelang.instrumentation import (
        compile_pass_instrumentation,
        instrument_current_pass_context,
        pass_pipeline,
    )
    from tilelang.tools.lower_trace import core

    @tvm.ir.transform.module_pass(opt_level=0, name="failing")
    def failing(mod: Any, ctx: Any) -> Any:
        raise ValueError("no such layout")

    @tvm.ir.transform.module_pass(opt_level=0, name="fine")
    def fine(mod: Any, ctx: Any) -> Any:
        return mod

    tool.enable(mode="html", trace_dir=tempfile.mkdtemp())
    with contextlib.suppress(ValueError), compile_pass_instrumentation(), instrument_current_pass_context():
        with pass_pipeline("c"):
            tvm.transform.Sequential([fine, failing], name="outer")(tvm.IRModule({}))
    return [dataclasses.asdict(record) for record in core.get_last_session().records]


def pass_visualizer() -> list[Any]:
    """The structure records of TileLang's pass_visualizer, over a pipeline that needs no GPU."""
    from tilelang import tvm
    from tilelang.instrumentation import compile_pass_instrumentation, create_pass_instruments
    from tilelang.tools.pass_visualizer.core import StructureTreePassTool

    from .kernels import gemm

    tool = StructureTreePassTool()
    mod = tvm.IRModule({"product": gemm()})
    with compile_pass_instrumentation(tools=[tool], include_default_tools=False, reuse_existing=False):
        with tvm.transform.PassContext(opt_level=3, instruments=create_pass_instruments()):
            simplify, lower = tvm.tirx.transform.Simplify(), tvm.tirx.transform.RemoveNoOp()
            tvm.transform.Sequential([simplify, lower], name="outer")(simplify(mod))
    assert tool.instrument is not None
    return [dataclasses.asdict(record) for record in tool.instrument.ordered_records()]


def pass_visualizer_page() -> list[Any]:
    """The text and the HTML of pass_visualizer's own command, over TileLang's CUDA passes.

    The architecture is given, so it asks neither a GPU nor nvcc for one; no code is generated.
    """
    from tilelang.tools.pass_visualizer import viewer

    kernel = Path(viewer.__file__).parent / "examples" / "gemm_relu.py"
    sizes = {"M": 128, "N": 128, "K": 128, "block_M": 64, "block_N": 64, "block_K": 32}
    page = Path(tempfile.mkdtemp()) / "page.html"
    target = json.dumps({"kind": "cuda", "arch": "sm_80"})
    settings = [text for name, size in sizes.items() for text in ("--set", f"{name}={size}")]
    sys.argv = ["viewer", str(kernel), "--target", target, "--out", str(page), *settings]
    viewer.main()
    # The page is one long line: a digest says as well that it is the same.
    return [*page.with_suffix(".txt").read_text().splitlines(), hashlib.sha256(page.read_bytes()).hexdigest()]


def users_observer() -> list[Any]:
    """An observer, an instrument class and a tool as a user of TileLang writes them."""
    from tilelang import tvm
    from tilelang.instrumentation import (
        PassEventObserver,
        PassInstrumentationTool,
        StackedPassInstrument,
        active_stacked_pass_instruments,
        compile_pass_instrumentation,
    )

    from .kernels import gemm, lower

    seen: list[Any] = []

    class Observer(PassEventObserver):
        def enter_pass_context(self) -> None:
            seen.append("enter")

        def exit_pass_context(self) -> None:
            seen.append("exit")

        def pass_started(self, mod: Any, event: Any) -> Any:
            seen.append([event.name, event.sequence, event.depth, event.parent_sequence, event.phase])
            seen.append(len(active_stacked_pass_instruments()))
            return event.sequence

        def pass_finished(self, mod: Any, event: Any, state: Any) -> None:
            assert state == event.sequence
            seen.append([event.name, hash(str(mod)) == hash(str(mod))])

    class Instrument(StackedPassInstrument):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(Observer(), capture_predicate=lambda name, depth: "Simplify" not in name)

    class Tool(PassInstrumentationTool):  # type: ignore[misc]
        def create_pass_instrument(self) -> object:
            return Instrument()

        def run_codegen(self, event: Any, next_call: Callable[[], Any]) -> Any:
            seen.append([event.name, event.target.kind.name])
            return next_call()

        def finish(self, error: BaseException | None) -> None:
            seen.append(["finish", repr(error)])

    with compile_pass_instrumentation(tools=[Tool()]):
        from tilelang.instrumentation import instrument_current_pass_context

        with instrument_current_pass_context():
            lower(gemm())
    with tvm.transform.PassContext(instruments=[Instrument()]):
        lower(gemm())
    return seen


PROGRAMS: dict[str, Callable[[], list[Any]]] = {
    "lower_trace html": lambda: lower_trace("html"),
    "lower_trace terminal": lambda: lower_trace("terminal"),
    "lower_trace of a failure": lower_trace_of_a_failure,
    "pass_visualizer": pass_visualizer,
    "pass_visualizer page": pass_visualizer_page,
    "users_observer": users_observer,
}


def main(program: str, when: str = "never") -> None:
    from passevents.adapters.tilelang import install

    if when == "before":
        install()
    import tilelang.instrumentation
    import tilelang.tools.lower_trace

    if when == "after":
        install()
    home = tilelang.instrumentation.StackedPassInstrument.__module__.split(".")[0]
    with contextlib.redirect_stdout(io.StringIO()):
        seen = PROGRAMS[program]()
    print(json.dumps({"home": home, "seen": seen}))


if __name__ == "__main__":
    main(*sys.argv[1:])
