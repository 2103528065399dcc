"""Whether a pass changed its operation, and what that is made of: by the texts that an observer prints."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mlir import ir

from passevents import PassRecord
from passevents.errors import QueryError

from .conftest import MakeProgram
from .programs import functions

LAYER = Path(__file__).parents[3] / "examples" / "demo" / "layer.mlir"
SIMPLIFY_TWICE = "builtin.module(func.func(canonicalize,cse,canonicalize,cse),symbol-dce,canonicalize)"
LOWER = (
    "builtin.module(canonicalize,cse,linalg-fuse-elementwise-ops,canonicalize,"
    "one-shot-bufferize{bufferize-function-boundaries},buffer-deallocation-pipeline,canonicalize,cse,"
    "convert-linalg-to-loops,func.func(canonicalize,cse),convert-scf-to-cf,expand-strided-metadata,"
    "lower-affine,convert-to-llvm,reconcile-unrealized-casts,canonicalize,cse)"
)


class Texts:
    """Prints the operation of each pass when it starts and when it ends."""

    def __init__(self) -> None:
        self.before: dict[int, str] = {}
        self.after: dict[int, str] = {}

    def pass_started(self, mod: Any, event: Any) -> None:
        self.before[event.sequence] = self._text(mod)

    def pass_finished(self, mod: Any, event: Any, state: Any) -> None:
        self.after[event.sequence] = self._text(mod)

    @staticmethod
    def _text(mod: Any) -> str:
        return str(mod.get_asm(enable_debug_info=True, use_local_scope=True, assume_verified=True))


@pytest.mark.parametrize(
    ("source", "pipeline"),
    [(functions(80), SIMPLIFY_TWICE), (LAYER.read_text(), LOWER)],
    ids=["functions", "layer"],
)
def test_it_is_what_the_texts_before_and_after_say(program: MakeProgram, source: str, pipeline: str) -> None:
    subject, observer = program(source), Texts()
    session = subject.attach(tags=["pass-execution"], fingerprints=True, observer=observer, live=True)
    subject.run(pipeline)
    records = session.drain()
    said = {record.event.sequence: record.changed for record in records}
    assert said == {number: text != observer.after[number] for number, text in observer.before.items()}
    assert set(said.values()) == {True, False}


def test_on_threads_it_is_the_same(program: MakeProgram) -> None:
    found = []
    for threading in (False, True):
        subject = program(functions(100), threading=threading)
        session = subject.attach(tags=["pass-execution"], fingerprints=True, operation_counts=True)
        subject.run(SIMPLIFY_TWICE, unlocked=threading)
        found.append(
            Counter(
                (record.event.name, record.ir_units[0].location, record.changed, str(record.attributes))
                for record in session.drain()
            )
        )
    assert found[0] == found[1]


def changed_by(program: MakeProgram, source: str, change: Any) -> bool | None:
    """What is said of a pass written in Python."""
    subject = program("module {}")
    subject.ctx.allow_unregistered_dialects = True
    subject.module = ir.Module.parse(source, subject.ctx)
    session = subject.attach(tags=["pass-execution"], fingerprints=True)
    manager = subject.manager("builtin.module()")
    manager.add(lambda op, pass_: change(op), name="Change", argument="change")
    manager.run(subject.module.operation)
    (record,) = session.drain()
    return record.changed


REGION = '"t.region"() ({ ^bb0(%a: i32): "t.end"() : () -> () }) : () -> ()'


def first_operation(op: Any) -> Any:
    return op.regions[0].blocks[0].operations[0]


def set_argument_type(op: Any) -> None:
    argument = first_operation(op).regions[0].blocks[0].arguments[0]
    argument.set_type(ir.IntegerType.get_signless(64, op.context))


def set_location(op: Any) -> None:
    first_operation(op).operation.location = ir.Location.file("other.mlir", 1, 2, op.context)


def set_attribute(op: Any) -> None:
    first_operation(op).attributes["x"] = ir.UnitAttr.get(op.context)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda op: None, False),
        (set_attribute, True),
        # What MLIR's own fingerprint leaves out.
        (set_argument_type, True),
        (lambda op: first_operation(op).erase(), True),
    ],
    ids=["nothing", "attribute", "argument type", "erased"],
)
def test_every_change_is_seen(program: MakeProgram, change: Any, expected: bool) -> None:
    assert changed_by(program, REGION, change) is expected


def test_a_pass_that_failed_may_have_changed_something_or_not(program: MakeProgram) -> None:
    for source, change, expected in ((REGION, set_attribute, True), (REGION, lambda op: None, False)):
        subject = program("module {}")
        subject.ctx.allow_unregistered_dialects = True
        subject.module = ir.Module.parse(source, subject.ctx)
        session = subject.attach(tags=["pass-execution"], fingerprints=True)
        manager = subject.manager("builtin.module()")

        def fail(op: Any, pass_: Any, change: Any = change) -> None:
            change(op)
            pass_.signal_pass_failure()

        manager.add(fail, name="Fail", argument="fail")
        with pytest.raises(ir.MLIRError):
            manager.run(subject.module.operation)
        assert [(record.status, record.changed) for record in session.drain()] == [("failed", expected)]


def test_without_being_asked_nothing_is_said_of_passes(program: MakeProgram) -> None:
    subject = program(functions(2))
    session = subject.attach(tags=["pass-execution"])
    subject.run(SIMPLIFY_TWICE)
    assert {record.changed for record in session.drain()} == {None}


def test_sessions_of_one_context_get_what_each_asked_for(program: MakeProgram) -> None:
    subject = program(functions(2))
    asking = subject.attach(tags=["pass-execution"], operation_counts=True)
    other = subject.attach(tags=["pass-execution"])
    subject.run(SIMPLIFY_TWICE)
    assert all(record.attributes for record in asking.drain())
    assert not any("operations_before" in record.attributes for record in other.drain())


def counted(text: str) -> dict[str, int]:
    """Operations by dialect in the generic form of an operation, without itself."""
    names = re.findall(r'"(\w+)\.[\w.]+"\(', text)
    return dict(Counter(names[1:]))


def test_operations_are_counted_by_dialect(program: MakeProgram) -> None:
    class Counts:
        def __init__(self) -> None:
            self.counts: dict[int, list[dict[str, int]]] = {}

        def pass_started(self, mod: Any, event: Any) -> None:
            self.counts[event.sequence] = [counted(mod.get_asm(print_generic_op_form=True))]

        def pass_finished(self, mod: Any, event: Any, state: Any) -> None:
            self.counts[event.sequence].append(counted(mod.get_asm(print_generic_op_form=True)))

    subject, observer = program(LAYER.read_text()), Counts()
    session = subject.attach(tags=["pass-execution"], operation_counts=True, observer=observer, live=True)
    subject.run(LOWER)
    assert {record.event.sequence: before_and_after(record) for record in session.drain()} == observer.counts


def before_and_after(record: PassRecord) -> list[Any]:
    return [record.attributes["operations_before"], record.attributes["operations_after"]]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"fingerprints": 1}, TypeError),
        ({"operation_counts": "yes"}, TypeError),
        ({"snapshots": "some"}, QueryError),
        ({"snapshots": "all"}, QueryError),  # without a run to keep them in
        ({"elide_larger_than": -1}, QueryError),
        ({"elide_larger_than": "10"}, TypeError),
    ],
)
def test_what_makes_no_sense_is_refused(
    program: MakeProgram, options: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        program("module {}").attach(**options)
