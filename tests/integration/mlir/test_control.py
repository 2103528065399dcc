"""Skip and limit: which actions run at all."""

from __future__ import annotations

from collections import Counter

import pytest

from passevents import PassRecord, PassStatus
from passevents.errors import AttachError

from .conftest import MakeProgram
from .programs import SIMPLIFY, functions


def statuses(records: list[PassRecord], name: str) -> list[PassStatus]:
    in_order = sorted(records, key=lambda record: record.event.sequence)
    return [record.status for record in in_order if name in (record.event.name, record.tag)]


def test_skip_leaves_out_the_first(program: MakeProgram) -> None:
    subject = program(functions(3))
    session = subject.attach(skip={"pass-execution:canonicalize": 2})
    subject.run(SIMPLIFY)
    assert statuses(session.drain(), "canonicalize") == ["skipped", "skipped", "completed"]


def test_limit_runs_only_the_first(program: MakeProgram) -> None:
    subject = program(functions(3))
    session = subject.attach(limit={"pass-execution:canonicalize": 1})
    subject.run(SIMPLIFY)
    assert statuses(session.drain(), "canonicalize") == ["completed", "skipped", "skipped"]


def test_both_on_one_key_run_a_stretch(program: MakeProgram) -> None:
    subject = program(functions(4))
    session = subject.attach(skip={"pass-execution:cse": 1}, limit={"pass-execution:cse": 2})
    subject.run(SIMPLIFY)
    assert statuses(session.drain(), "cse") == ["skipped", "completed", "completed", "skipped"]


def test_a_skipped_pass_changes_nothing_and_has_no_children(program: MakeProgram) -> None:
    subject = program(functions(3))
    before = str(subject.module)
    session = subject.attach(skip={"pass-execution": 1})
    assert subject.run(SIMPLIFY) == before
    (record,) = session.drain()
    assert (record.event.name, record.status) == ("mlir::detail::OpToOpPassAdaptor", PassStatus.skipped)


def test_skipping_patterns_leaves_the_module_valid(program: MakeProgram) -> None:
    subject = program(functions(3))
    session = subject.attach(limit={"apply-pattern": 5})
    subject.run(SIMPLIFY)
    counts = Counter(statuses(session.drain(), "apply-pattern"))
    assert counts[PassStatus.completed] == 5 and counts[PassStatus.skipped] > 0
    assert subject.module.operation.verify()


def test_of_greedy_iterations_only_first_ones_count(program: MakeProgram) -> None:
    """A driver that is refused a later iteration asks again without end."""
    subject = program(functions(3))
    session = subject.attach(skip={"GreedyPatternRewriteIteration": 1})
    subject.run(SIMPLIFY)
    records = sorted(session.drain(), key=lambda record: record.event.sequence)
    iterations = [(record.iteration, record.status) for record in records if record.iteration]
    assert iterations == [
        (1, "skipped"),
        (1, "completed"),
        (2, "completed"),
        (1, "completed"),
        (2, "completed"),
    ]


def test_locations_say_where_and_tags_do_not_matter(program: MakeProgram) -> None:
    subject = program(functions(3))
    session = subject.attach(skip={"pass-execution": 1}, locations=["-:10"], tags=["pass-execution"])
    subject.run(SIMPLIFY)
    assert [(record.event.name, record.status) for record in session.drain()] == [
        ("canonicalize", "skipped"),
        ("cse", "completed"),
    ]


def test_counting_with_threads_is_refused_and_says_what_to_do(program: MakeProgram) -> None:
    subject = program(functions(1), threading=True)
    with pytest.raises(AttachError, match=r"enable_multithreading\(False\)"):
        subject.attach(skip={"pass-execution": 1})


def test_threads_turned_on_later_suspend_control_and_say_so(program: MakeProgram) -> None:
    subject = program(functions(3))
    session = subject.attach(skip={"pass-execution": 1})
    subject.ctx.enable_multithreading(True)
    subject.run(SIMPLIFY)
    with pytest.raises(AttachError, match="turned on after"):
        session.drain()


def test_two_sessions_each_count_for_themselves(program: MakeProgram) -> None:
    subject = program(functions(3))
    first = subject.attach(skip={"pass-execution:cse": 1})
    second = subject.attach(limit={"pass-execution:cse": 2})
    subject.run(SIMPLIFY)
    expected = ["skipped", "completed", "skipped"]
    assert statuses(first.drain(), "cse") == statuses(second.drain(), "cse") == expected
