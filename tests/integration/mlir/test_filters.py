"""Which actions are recorded: by tag, and by where their operations come from."""

from __future__ import annotations

from collections import Counter

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents import PassRecord
from passevents.adapters.mlir import attach

from .conftest import MakeProgram, Program
from .programs import SIMPLIFY, functions


def drained(subject: Program, **filters: list[str]) -> list[PassRecord]:
    session = subject.attach(**filters)
    subject.run(SIMPLIFY)
    return session.drain()


def names(records: list[PassRecord]) -> Counter[str]:
    return Counter(record.event.name for record in records if record.tag == "pass-execution")


def test_only_the_tags_asked_for(program: MakeProgram) -> None:
    records = drained(program(functions(3)), tags=["apply-pattern"])
    assert {record.tag for record in records} == {"apply-pattern"}


def test_a_tag_that_never_comes_records_nothing(program: MakeProgram) -> None:
    assert drained(program(functions(3)), tags=["my-dialect-action"]) == []


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("-:2", {"canonicalize": 1, "cse": 1}),
        ("-:2:1", {"canonicalize": 1, "cse": 1}),
        ("-:2:9", {}),
        ("-:3", {}),
        ("-", {"mlir::detail::OpToOpPassAdaptor": 1, "canonicalize": 2, "cse": 2}),
        ("other.mlir", {}),
        ("*", {"mlir::detail::OpToOpPassAdaptor": 1, "canonicalize": 2, "cse": 2}),
    ],
)
def test_a_location_is_a_file_a_line_or_a_column(
    program: MakeProgram, location: str, expected: dict[str, int]
) -> None:
    assert names(drained(program(functions(2)), locations=[location])) == expected


def test_several_locations_are_any_of_them(program: MakeProgram) -> None:
    records = drained(program(functions(3)), locations=["-:2", "-:10"])
    assert names(records) == {"canonicalize": 2, "cse": 2}


@pytest.mark.parametrize(
    ("place", "location", "matches"),
    [
        ('"/src/lib/a.mlir":3:4', "a.mlir", True),
        ('"/src/lib/a.mlir":3:4', "lib/a.mlir:3", True),
        ('"/src/lib/a.mlir":3:4', "/src/lib/a.mlir:3:4", True),
        ('"/src/lib/a.mlir":3:4', "b/a.mlir", False),
        ('"/src/lib/ba.mlir":3:4', "a.mlir", False),
        ('"/src/lib/a.mlir":3:4', "/src/*.mlir:3", True),
        ('"/src/lib/a.mlir":3:4', "*/lib/?.mlir", True),
        ('"/src/lib/a.mlir":3:4', "lib/*.mlir", False),
        ('callsite("f.py":1:2 at "g.py":3:4)', "f.py:1", True),
        ('callsite("f.py":1:2 at "g.py":3:4)', "g.py:3", True),
        ('fused["f.py":1:2, "g.py":3:4]', "g.py:3", True),
        ('"name"("f.py":1:2)', "f.py", True),
        ('"name"("f.py":1:2)', "name", False),
        ("unknown", "*.mlir", False),
    ],
)
def test_a_nested_location_matches_by_any_part(
    program: MakeProgram, place: str, location: str, matches: bool
) -> None:
    subject = program(f'module {{ func.func @f() {{ return }} loc({place}) }} loc("m":1:1)')
    assert bool(drained(subject, tags=["pass-execution"], locations=[location])) is matches


def test_no_location_is_too_large_to_be_searched(program: MakeProgram) -> None:
    """Nor too deep, nor shares its parts so often that it has no end."""
    fused = "fused[{}]".format(", ".join(f'"f{number}":1:1' for number in range(5000)))
    chain, shared = '"c0":1:1', '"s":1:1'
    for number in range(1, 60):
        chain = f'callsite("c{number}":1:1 at {chain})'
        shared = f"#s{number}"
    aliases = '#s1 = loc(fused["s":1:1, "t":1:1])\n' + "".join(
        f"#s{number} = loc(fused[#s{number - 1}, callsite(#s{number - 1} at #s{number - 1})])\n"
        for number in range(2, 60)
    )
    source = f"""
        func.func @fused() {{ return }} loc({fused})
        func.func @chain() {{ return }} loc({chain})
        func.func @shared() {{ return }} loc({shared})
        {aliases}"""
    for wanted in ("f4999", "c0", "t"):
        assert names(drained(program(source), tags=["pass-execution"], locations=[wanted])) == {
            "canonicalize": 1,
            "cse": 1,
        }


def test_an_operation_erased_while_its_action_runs_is_still_matched(program: MakeProgram) -> None:
    """The operation of line 7 is replaced by its pattern or fold; nothing of it is read after."""
    subject = program(functions(100))
    records = drained(subject, locations=["-:7"])
    assert {record.ir_units[0].operation for record in records} == {"arith.addi"}


def test_filters_of_a_later_context_at_the_same_addresses_are_its_own() -> None:
    """What was found out for one context must not be believed for the next at its addresses."""
    for number in range(20):
        with ir.Context() as ctx:
            module = ir.Module.parse(f'func.func @f() {{ return }} loc("f{number}.py":1:1)')
            with attach(ctx, locations=[f"f{number}.py"], tags=["GreedyPatternRewriteIteration"]) as session:
                PassManager.parse(SIMPLIFY).run(module.operation)
                (record,) = session.drain()
        assert str(record.ir_units[0].location) == f"f{number}.py:1:1"
        del module
