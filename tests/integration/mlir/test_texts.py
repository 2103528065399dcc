"""Names and locations of every awkward sort."""

from __future__ import annotations

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents import PassRecord
from passevents.adapters.mlir import attach
from passevents.events.model import Location

AWKWARD = [
    'quo"te',
    "back\\slash",
    "new\nline",
    "tab\tand\x01control",
    "café.mlir",
    "猫",
    "😀",
    "std::vector<ns::T<int>, 3>",
    "x" * 100_000,
]


def recorded_at(location: ir.Location) -> PassRecord:
    """The record of a pass on an operation at that location."""
    ctx = location.context
    with ctx, location:
        module = ir.Module.create()
    with attach(ctx) as session:
        PassManager.parse("builtin.module(cse)", ctx).run(module.operation)
        (record,) = session.drain()
    return record


def place_of(record: PassRecord) -> Location:
    location = record.ir_units[0].location
    assert location is not None
    return location


@pytest.mark.parametrize("text", AWKWARD, ids=range(len(AWKWARD)))
def test_file_names_come_through(text: str) -> None:
    with ir.Context():
        assert place_of(recorded_at(ir.Location.file(text, 3, 4))) == Location(text, 3, 4)


@pytest.mark.parametrize("text", AWKWARD[:-1], ids=range(len(AWKWARD) - 1))
def test_names_of_passes_come_through(text: str) -> None:
    ctx = ir.Context()
    with ctx, ir.Location.unknown():
        module = ir.Module.create()
    manager = PassManager.parse("builtin.module()", ctx)
    manager.add(lambda op, pass_: None, name="Named", argument=text)
    with attach(ctx) as session:
        manager.run(module.operation)
        (record,) = session.drain()
    assert record.event.name == text


def test_bytes_that_are_no_text_are_escaped() -> None:
    source = b'module {} loc("\\FF\\00.mlir":1:2)'
    ctx = ir.Context()
    module = ir.Module.parse(source, ctx)
    with attach(ctx) as session:
        PassManager.parse("builtin.module(cse)", ctx).run(module.operation)
        (record,) = session.drain()
    assert place_of(record) == Location("\\xff\\x00.mlir", 1, 2)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('"f.py":1:2 to 3:4', ("f.py", 1, 2)),
        ('"f.py":1:2 to :4', ("f.py", 1, 2)),
        ('"name"("f.py":1:2)', ("f.py", 1, 2)),
        ('callsite("callee.py":1:2 at "caller.py":3:4)', ("callee.py", 1, 2)),
        ('callsite(callsite("a.py":1:2 at "b.py":3:4) at "c.py":5:6)', ("a.py", 1, 2)),
        ('callsite("a.py":1:2 at callsite("b.py":3:4 at "c.py":5:6))', ("a.py", 1, 2)),
        ('fused["a.py":1:2, "b.py":3:4]', ("a.py", 1, 2)),
        ('fused<"why">["a.py":1:2, "b.py":3:4]', ("a.py", 1, 2)),
        ('fused["only a name", "b.py":3:4]', ("b.py", 3, 4)),
        ('"quo\\22te"("f\\\\.py":1:2)', ("f\\.py", 1, 2)),
        ('"only a name"', (None, None, None)),
    ],
)
def test_nested_locations_keep_their_first_place_and_mlirs_spelling(
    text: str, place: tuple[str | None, int | None, int | None]
) -> None:
    ctx = ir.Context()
    module = ir.Module.parse(f"module {{}} loc({text})", ctx)
    spelling = str(module.operation.location).removeprefix("loc(").removesuffix(")")
    spelling = spelling.replace('<"why">', "<...>")
    assert place_of(recorded_at(module.operation.location)) == Location(*place, spelling)


def test_an_unknown_location_is_none() -> None:
    with ir.Context():
        assert recorded_at(ir.Location.unknown()).ir_units[0].location is None


def test_a_hundred_thousand_fused_locations_are_cut_and_say_so() -> None:
    with ir.Context():
        parts = [ir.Location.file("f.py", number + 1, 1) for number in range(100_000)]
        place = place_of(recorded_at(ir.Location.fused(parts)))
    assert (place.file, place.line, place.column) == ("f.py", 1, 1)
    assert place.text is not None and len(place.text) < 2000
    assert place.text.startswith('fused["f.py":1:1, "f.py":2:1') and "...[cut]" in place.text


@pytest.mark.parametrize("side", ["callee", "caller"])
def test_a_chain_of_a_hundred_thousand_call_sites_is_followed_without_recursion(side: str) -> None:
    with ir.Context():
        leaf = ir.Location.file("leaf.py", 7, 8)
        location = leaf
        for number in range(100_000):
            other = ir.Location.file("f.py", number + 1, 1)
            pair = (location, [other]) if side == "callee" else (other, [location])
            location = ir.Location.callsite(*pair)
        place = place_of(recorded_at(location))
    expected = ("leaf.py", 7, 8) if side == "callee" else ("f.py", 100_000, 1)
    assert (place.file, place.line, place.column) == expected
    assert place.text is not None and place.text.endswith("...[cut]")


def test_a_description_of_any_length_is_cut_and_says_so() -> None:
    ctx = ir.Context()
    module = ir.Module.parse("module {}", ctx)
    manager = PassManager.parse("builtin.module()", ctx)
    manager.add(lambda op, pass_: None, name="é" * 100_000, argument="long")
    with attach(ctx) as session:
        manager.run(module.operation)
        (record,) = session.drain()
    assert record.detail is not None
    assert record.detail.startswith("`pass-execution` running `éé") and record.detail.endswith("é ...[cut]")
    assert 1000 < len(record.detail.encode()) <= 1024
