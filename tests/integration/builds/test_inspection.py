"""What passes and patterns did, in each build that can tell: against the program's text."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import passevents
from passevents import PassRecord, _native
from passevents.adapters.mlir.builds import extension_of

from .conftest import MakeProgram
from .subjects import Subject

# Of each function one addition folds into the other, by a pattern, once.
CHAIN = """  func.func @f{0}(%a: i32) -> i32 {{
    %c = arith.constant {0} : i32
    %0 = arith.addi %a, %c : i32
    %1 = arith.addi %0, %c : i32
    return %1 : i32
  }}"""
FOLDING = "AddIAddConstant"


def test_a_pass_changed_what_its_texts_say(
    subject: Subject, program: MakeProgram, threading_on: bool, tmp_path: Path
) -> None:
    made = program(threading=threading_on)
    with passevents.record(tmp_path / "s.db", snapshots="all") as recording:
        made.attach(tags=["pass-execution"], elide_larger_than=None)
        made.run(subject.pipeline)
    run = recording.stored
    records = list(run.records(kind="pass"))
    texts = {
        record.event.sequence: (
            run.ir(record.event.sequence, "before"),
            run.ir(record.event.sequence, "after"),
        )
        for record in records
    }
    said = {record.event.sequence: record.changed for record in records}
    assert said == {number: before != after for number, (before, after) in texts.items()}
    assert set(said.values()) == {True, False}


def test_operations_are_counted(subject: Subject, program: MakeProgram) -> None:
    made = program()
    session = made.attach(tags=["pass-execution"], operation_counts=True)
    made.run(subject.pipeline)
    dialects = set().union(*(record.attributes["operations_before"] for record in session.drain()))
    named = set(re.findall(r"(?<![@%\w])([a-z]+)\.[a-z]+", subject.program()))
    assert dialects == named | {"builtin"}


def test_options_of_passes_are_spelled_as_in_the_pipeline(subject: Subject, program: MakeProgram) -> None:
    made = program()
    session = made.attach(tags=["pass-execution"])
    made.run(subject.pipeline)
    outermost = [record for record in session.drain() if record.event.depth == 0]
    texts = [record.attributes.get("pipeline", record.event.name) for record in outermost]
    whole = f"builtin.module({','.join(texts)})"
    assert str(made.manager(subject.pipeline)) == str(made.manager(whole))


def test_patterns_that_matched_are_those_of_the_text(subject: Subject, program: MakeProgram) -> None:
    made = program()
    capabilities = _native.mlir_build(extension_of(made.ctx))[4]
    if "arith" not in subject.unit or "canonicalize" not in subject.pipeline:
        assert capabilities["matched"] is None
        return
    source = "\n".join(["module {", *(CHAIN.format(number) for number in range(1, 101)), "}"])
    made.module = type(made.module).parse(source, made.ctx)
    session = made.attach()
    made.run("builtin.module(func.func(canonicalize))")
    attempts = sorted(
        (record for record in session.drain() if record.tag == "apply-pattern"),
        key=lambda record: record.event.sequence,
    )
    unknown = [record for record in attempts if record.changed is None]
    # A build whose patterns cannot be tried out beforehand learns from the first ones.
    assert attempts[: len(unknown)] == unknown
    assert len(unknown) < 100
    matched = Counter(record.event.name.rpartition("::")[2] for record in attempts if record.changed)
    functions = {line_of(record) for record in attempts if record.changed is not None}
    assert set(matched) == {FOLDING}
    assert len(functions) - 1 <= matched[FOLDING] <= len(functions)


def line_of(record: PassRecord) -> int:
    """Of the function, by its only operations that patterns are tried on."""
    location = record.ir_units[0].location
    assert location is not None and location.line is not None
    return (location.line - 2) // 6
