"""Whether a pattern matched, an iteration changed anything, a conversion succeeded: by other witnesses."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mlir import ir, rewrite

from passevents import PassKind, PassRecord, PassStatus

from .conftest import MakeProgram
from .debug_output import recorded_and_said
from .programs import SIMPLIFY, functions

LAYER = Path(__file__).parents[3] / "examples" / "demo" / "layer.mlir"
LOWER = (
    "builtin.module(canonicalize,linalg-fuse-elementwise-ops,"
    "one-shot-bufferize{bufferize-function-boundaries},convert-linalg-to-loops,func.func(canonicalize),"
    "convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-to-llvm,canonicalize)"
)
CONVERT = "builtin.module(func.func(canonicalize,cse),convert-arith-to-llvm,convert-func-to-llvm)"
# A function of C returns one value at most.
CONVERTIBLE = "func.func private @f() -> i32"
UNCONVERTIBLE = "func.func private @g() -> (i32, i32)"
TO_C = "builtin.module(convert-func-to-emitc)"


def by_tag(records: list[PassRecord], tag: str) -> list[PassRecord]:
    in_order = sorted(records, key=lambda record: record.event.sequence)
    return [record for record in in_order if record.tag == tag]


@pytest.mark.parametrize(
    ("source", "pipeline"), [(None, CONVERT), (LAYER, LOWER)], ids=["functions", "layer"]
)
def test_every_attempt_is_what_the_debug_output_says(
    tmp_path: Path, source: Path | None, pipeline: str
) -> None:
    """In greedy drivers and in dialect conversions, where a match counts when its result was legalized."""
    if source is None:
        source = tmp_path / "functions.mlir"
        source.write_text(functions(150))
    recorded, said = recorded_and_said(source, pipeline)
    assert recorded == said
    assert {matched for _, matched in said} == {True, False}
    assert len(said) > (2000 if source is not LAYER else 150)


def outcomes(records: list[PassRecord]) -> Counter[tuple[object, ...]]:
    return Counter(
        (record.tag, record.event.name, record.ir_units[0].location, record.changed)
        for record in records
        if record.kind is PassKind.action
    )


def test_on_threads_the_same_is_known(program: MakeProgram) -> None:
    found = []
    for threading in (False, True):
        subject = program(functions(100), threading=threading)
        session = subject.attach()
        subject.run(CONVERT, unlocked=threading)
        found.append(outcomes(session.drain()))
    assert found[0] == found[1]
    assert all(changed is not None for tag, *_, changed in found[0] if tag == "apply-pattern")


class Irregular:
    """A pattern written in Python that matches by the sequence of Thue and Morse, a given number of times."""

    def __init__(self, most: int) -> None:
        self.outcomes: list[bool] = []
        self._most = most

    def __call__(self, op: Any, rewriter: rewrite.PatternRewriter) -> bool:
        number = len(self.outcomes)
        matches = number < self._most and number.bit_count() % 2 == 1
        self.outcomes.append(matches)
        if matches:
            op.attributes[f"n{number}"] = ir.UnitAttr.get()
        return not matches  # the bindings take what is true for a failure

    def frozen(self) -> rewrite.FrozenRewritePatternSet:
        patterns = rewrite.RewritePatternSet()
        patterns.add("arith.muli", self)
        return patterns.freeze()


@pytest.mark.parametrize("driver", ["walk", "greedy"])
def test_of_patterns_in_python_it_is_what_they_answered(program: MakeProgram, driver: str) -> None:
    subject = program(functions(300))
    session = subject.attach()
    pattern = Irregular(250)
    with subject.ctx:
        if driver == "walk":
            rewrite.walk_and_apply_patterns(subject.module.operation, pattern.frozen())
        else:
            config = rewrite.GreedyRewriteConfig()
            config.enable_folding = False
            rewrite.apply_patterns_and_fold_greedily(subject.module, pattern.frozen(), config)
    attempts = by_tag(session.drain(), "apply-pattern")
    assert [record.changed for record in attempts] == pattern.outcomes
    assert len(attempts) >= 300


def test_an_iteration_says_whether_it_changed_anything(program: MakeProgram) -> None:
    """By the text of the function before and after, from an observer that is told while it runs."""

    class Texts:
        def __init__(self) -> None:
            self.texts: list[str] = []

        def pass_started(self, mod: Any, event: Any) -> None:
            self.texts.append(str(mod))

        def pass_finished(self, mod: Any, event: Any, state: Any) -> None:
            pass

    subject = program(functions(60) + "\n" + functions(3).replace("addi", "xori"))
    observer = Texts()
    session = subject.attach(tags=["GreedyPatternRewriteIteration"], observer=observer, live=True)
    subject.run("builtin.module(builtin.module(func.func(canonicalize)))")
    subject.run("builtin.module(builtin.module(func.func(canonicalize)))")
    iterations = by_tag(session.drain(), "GreedyPatternRewriteIteration")
    # What an iteration left is what the next on the same function, or the second run, begins with.
    after = observer.texts
    expected = []
    for number, record in enumerate(iterations):
        following = [
            text
            for later, text in zip(iterations[number + 1 :], after[number + 1 :], strict=True)
            if later.ir_units[0].location == record.ir_units[0].location
        ]
        expected.append(following[0] != after[number] if following else False)
    assert [record.changed for record in iterations] == expected
    assert expected.count(True) > 50


def test_a_conversion_that_fails_is_failed_whatever_matched_in_it(program: MakeProgram) -> None:
    """What matched before the failure is rolled back."""
    good, bad = program(CONVERTIBLE), program(f"{CONVERTIBLE}\n{UNCONVERTIBLE}")
    sessions = good.attach(), bad.attach()
    good.run(TO_C)
    with pytest.raises(ir.MLIRError):
        bad.run(TO_C)
    succeeded, failed = (
        [outcome(record) for record in session.drain() if record.tag] for session in sessions
    )
    assert succeeded == [
        ("apply-pattern", PassStatus.completed, True),
        ("apply-conversion", PassStatus.completed, None),
        ("pass-execution", PassStatus.completed, None),
    ]
    assert failed == [
        ("apply-pattern", PassStatus.completed, True),
        ("apply-pattern", PassStatus.completed, False),
        ("apply-conversion", PassStatus.failed, None),
        ("pass-execution", PassStatus.failed, None),
    ]
    assert CONVERTIBLE in str(bad.module)


def outcome(record: PassRecord) -> tuple[str | None, PassStatus, bool | None]:
    return record.tag, record.status, record.changed


def test_nothing_is_said_of_an_attempt_that_was_not_made(program: MakeProgram) -> None:
    subject = program(functions(2))
    session = subject.attach(tags=["apply-pattern"], limit={"apply-pattern": 1})
    subject.run(SIMPLIFY)
    records = by_tag(session.drain(), "apply-pattern")
    assert records[0].changed is not None
    assert {record.changed for record in records[1:]} == {None}
