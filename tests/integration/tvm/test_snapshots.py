"""Snapshots of TVM's modules: the very texts that TVM prints, each once, and the same code compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
import tvm
from tvm.ir.instrument import DumpIR
from tvm.ir.transform import PassContext

import passevents
from passevents.adapters.tvm import attach

from .models import mlp, noop, python_pass


def without_fingerprint(text: str) -> str:
    """What TVM prints; of programs with constants that is not all."""
    return text.partition("\n# Fingerprint of the program")[0]


def compile_mlp() -> Any:
    return tvm.compile(mlp(), target="llvm")


@pytest.mark.parametrize("mode", ["changed", "all"])
def test_the_texts_after_each_pass_are_those_of_dump_ir(tmp_path: Path, mode: Any) -> None:
    with PassContext(instruments=[DumpIR(tmp_path / "dump")]):
        compile_mlp()
    dumped = [path.read_text() for path in sorted((tmp_path / "dump").iterdir())]
    with passevents.record(tmp_path / "events.db", snapshots=mode) as recording, attach():
        compile_mlp()
    run = recording.stored
    # TVM writes a file when a pass ends, so the order is that of the ends.
    ended = sorted(run.records(), key=lambda record: (record.end_ns, -record.event.depth))
    assert [without_fingerprint(run.ir(record.event.sequence)) for record in ended] == dumped


def test_the_store_is_smaller_than_the_files_of_dump_ir(tmp_path: Path) -> None:
    with PassContext(instruments=[DumpIR(tmp_path / "dump")]):
        compile_mlp()
    with passevents.record(tmp_path / "events.db", snapshots="changed") as recording, attach():
        compile_mlp()
    files = sum(path.stat().st_size for path in (tmp_path / "dump").iterdir())
    connection = passevents.EventStore(recording.path).db
    connection.conn.execute("pragma wal_checkpoint(truncate)")
    assert recording.path.stat().st_size < files


def test_passes_say_whether_they_changed_the_module(tmp_path: Path) -> None:
    def add_attribute(mod: Any) -> Any:
        return mod.with_attr("seen", 1)

    mod = mlp()  # which is a pass or two of its own
    with passevents.record(tmp_path / "events.db", snapshots="changed") as recording, attach():
        python_pass("changing", add_attribute)(noop(mod))
    assert [(each.event.name, each.changed) for each in recording.stored.records()] == [
        ("noop", False),
        ("changing", True),
    ]
    assert '"seen": 1' in recording.stored.diff(1)


def test_a_module_changed_in_place_between_passes_is_seen(tmp_path: Path) -> None:
    mod = mlp()
    with passevents.record(tmp_path / "events.db", snapshots="changed") as recording, attach():
        mod = noop(mod)
        name, function = next(iter(mod.functions.items()))
        mod.update_func(name, function.with_attr("touched", 1))
        noop(mod)
    run = recording.stored
    assert "touched" not in run.ir(0)
    assert "touched" in run.ir(1, "before")


def test_the_module_is_the_same_with_and_without_snapshots(tmp_path: Path) -> None:
    def lowered() -> str:
        return str(tvm.relax.get_pipeline("zero")(mlp()).script(show_meta=True))

    plain = lowered()
    with passevents.record(tmp_path / "events.db", snapshots="changed"), attach():
        assert lowered() == plain


def test_a_pass_that_changes_constants_alone_is_seen(tmp_path: Path) -> None:
    def adding(value: float) -> Any:
        @tvm.relax.expr_functor.mutator
        class Mutator(tvm.relax.PyExprMutator):  # type: ignore[misc]
            def visit_call_(self, call: Any) -> Any:
                call = super().visit_call_(call)
                if call.op == tvm.ir.Op.get("relax.add"):
                    constant = tvm.relax.const(numpy.full((1,), value, "float32"))
                    return tvm.relax.op.add(call.args[0], constant)
                return call

        def run(mod: Any) -> Any:
            mutator = Mutator(mod)
            for name, function in mod.functions_items():
                mutator.builder_.update_func(name, mutator.visit_expr(function))
            return mutator.builder_.get()

        return python_pass(f"add {value}", run)

    mod = mlp()
    with passevents.record(tmp_path / "events.db", snapshots="changed") as recording, attach():
        adding(2.0)(adding(1.0)(mod))
    run = recording.stored
    [second] = run.records(name="add 2.0")
    assert second.changed
    assert "Metadata omitted" in run.ir(second.event.sequence)
    assert run.diff(second.event.sequence).count("\n+# Fingerprint") == 1
