"""What is recorded of an MLIR build, against what its own IR printing and the program's text say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from passevents import PassKind, PassRecord, _native
from passevents.adapters.mlir import ADAPTER
from passevents.adapters.mlir.builds import extension_of

from .conftest import MakeProgram, Program
from .subjects import Subject

# "IR Dump After CSE (cse)" or, since MLIR 22, "IR Dump After CSEPass: cse{...}"; then the operation, named
# here or in the text that follows.
ROOT = Path(__file__).parents[3]
DUMP = r"IR Dump {} \S+? ?[:(] ?([\w-]+).*?@(\w+)"
MNEMONICS = {"builtin.module": "module", "func.return": "return"}


def line_of(record: PassRecord) -> int:
    location = record.ir_units[0].location
    assert location is not None and location.line is not None
    return location.line


def passes(records: list[PassRecord]) -> list[tuple[str, int]]:
    """Name and line of every pass that the pipeline names, in the order in which they ended."""
    return [
        (record.event.name, line_of(record))
        for record in records
        if record.kind is PassKind.pass_ and "Adaptor" not in record.event.name
    ]


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def enclosing(program: Program, line: int) -> list[int]:
    """The lines of the operations around that line's, innermost first, by the text's indentation."""
    lines = program.source.split("\n")
    found, depth = [], indentation(lines[line - 1])
    for number in range(line - 1, 0, -1):
        if lines[number - 1].rstrip().endswith("{") and indentation(lines[number - 1]) < depth:
            depth = indentation(lines[number - 1])
            found.append(number)
    return found


def test_the_build_is_recognised(subject: Subject, program: MakeProgram) -> None:
    extension = extension_of(program().ctx)
    _, version, build_id, reach, capabilities = _native.mlir_build(extension)
    assert (version, reach) == (subject.mlir_version, subject.reach)
    assert capabilities["actions"] is capabilities["names"] is capabilities["locations"] is None
    assert re.fullmatch("[0-9a-f]{16,}", build_id)
    assert program().attach().mlir_version == version


@pytest.mark.parametrize("damage", ["", "0 _ZN4mlir\n", "5 {}\n", "not a cache"])
def test_a_damaged_cache_of_symbols_only_costs_time(subject: Subject, tmp_path: Path, damage: str) -> None:
    """Builds that hide their symbols have one; the others need none."""
    code = (
        "from tests.integration.builds.subjects import installed; from passevents import _native; "
        "print(_native.mlir_build(installed().load('_mlir_libs._mlir').__file__)[:4])"
    )
    command, environment = [sys.executable, "-c", code], {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    outputs = []
    for _ in range(2):
        run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        outputs.append(run.stdout)
        files = list(tmp_path.glob("passevents/symbols/*"))
        assert len(files) == (subject.reach == "symbol table")
        for file in files:
            names = re.findall(r"^\d+ (\w+)$", file.read_text(), re.MULTILINE)
            assert len(names) > 40
            if damage:
                file.write_text("".join(damage.format(name) for name in names))
    assert outputs[0] == outputs[1]


def test_a_cache_folder_that_cannot_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code = (
        "from tests.integration.builds.subjects import installed; from passevents import _native; "
        "_native.mlir_build(installed().load('_mlir_libs._mlir').__file__)"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "file")}
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True)


def test_doctor_knows_it_without_loading_it(subject: Subject, program: MakeProgram) -> None:
    (report,) = [report for report in ADAPTER.inspect() if report.module == subject.package]
    assert (report.observable, report.mlir_version) == (True, subject.mlir_version)
    assert (report.reach, report.recorded) == _native.mlir_build(extension_of(program().ctx))[3:]


def test_passes_are_those_that_the_build_prints(
    subject: Subject, program: MakeProgram, capfd: pytest.CaptureFixture[str]
) -> None:
    traced = program()
    session, manager = traced.attach(), traced.manager(subject.pipeline)
    manager.enable_ir_printing()
    with traced.ctx:
        manager.run(traced.module.operation)
    printed, records = capfd.readouterr().err, session.drain()
    # MLIR 18 prints after a pass only what it changed, but before each.
    before = re.findall(DUMP.format("Before"), printed, re.DOTALL)
    if before:
        records.sort(key=lambda record: record.event.sequence)
    expected = before or re.findall(DUMP.format("After"), printed, re.DOTALL)
    assert len(expected) > 30
    assert passes(records) == [(name, traced.line_of(symbol)) for name, symbol in expected]


def test_with_threads_there_are_the_same_actions(subject: Subject, program: MakeProgram) -> None:
    counts = []
    for threading in (False, True):
        traced = program(threading=threading)
        session = traced.attach()
        traced.run(subject.pipeline)
        counts.append(Counter((r.tag, r.event.name, str(r.ir_units[0])) for r in session.drain()))
    assert counts[0] == counts[1]
    assert sum(counts[0].values()) > 100


def test_operations_have_the_names_that_stand_on_their_lines(subject: Subject, program: MakeProgram) -> None:
    traced = program()
    session = traced.attach()
    traced.run(subject.pipeline)
    lines = traced.source.split("\n")
    for record in session.drain():
        name = record.ir_units[0].operation
        assert name is not None
        # A constant that folding made has the place of what was folded.
        assert MNEMONICS.get(name, name) in lines[line_of(record) - 1] or name.endswith(".constant")


def test_every_parent_is_right(subject: Subject, program: MakeProgram, threading_on: bool) -> None:
    traced = program(threading=threading_on)
    session = traced.attach()
    traced.run(subject.pipeline)
    records = {record.event.sequence: record for record in session.drain()}
    for record in records.values():
        around = enclosing(traced, line_of(record))
        if record.event.parent_sequence is None:
            assert around == [] and record.kind is PassKind.pass_
            continue
        parent = records[record.event.parent_sequence]
        assert record.event.depth == parent.event.depth + 1
        if record.kind is PassKind.pass_:
            assert line_of(parent) == around[0] and "Adaptor" in parent.event.name
        else:
            assert line_of(parent) in (line_of(record), *around) and "Adaptor" not in parent.event.name


def test_nested_locations_are_spelled_as_the_build_spells_them(
    subject: Subject, program: MakeProgram
) -> None:
    spelling = 'callsite("foo"("x.mlir":2:3) at fused["y.mlir":4:5, "z.mlir":6:7])'
    traced = program()
    with traced.ctx:
        module = subject.load("ir").Module.parse(f"module {{}} loc({spelling})")
        session = traced.attach(tags=["pass-execution"])
        pass_name = "canonicalize" if "canonicalize" in subject.pipeline else "gpu-decompose-memrefs"
        traced.manager(f"builtin.module({pass_name})").run(module.operation)
    (record,) = session.drain()
    location = record.ir_units[0].location
    assert location is not None
    assert (location.file, location.line, location.column) == ("x.mlir", 2, 3)
    assert f"loc({location.text})" == str(module.operation.location) == f"loc({spelling})"


def test_a_failed_pass_is_marked(subject: Subject, program: MakeProgram) -> None:
    traced = program()
    session = traced.attach(tags=["pass-execution"])
    manager = traced.manager(subject.failing or "builtin.module()")
    if subject.failing is None:
        manager.add(lambda op, pass_: pass_.signal_pass_failure(), name="Fails", argument="fails")
    with traced.ctx, pytest.raises(Exception, match=r"(?i)fail"):
        manager.run(traced.module.operation)
    records = {record.event.sequence: record for record in session.drain()}
    failed = [record for record in records.values() if record.status == "failed"]
    # An adaptor goes on with the next operation, and fails in the end; what ran before is no failure.
    assert Counter(passes(failed)) == Counter(
        (name, line) for name, line in passes(list(records.values())) if name in ("canonicalize", "fails")
    )
    around = [records[parent] for r in failed if (parent := r.event.parent_sequence) is not None]
    assert all(record in failed for record in around)


def test_what_is_compiled_is_the_same(subject: Subject, program: MakeProgram, threading_on: bool) -> None:
    expected = program(threading=threading_on).run(subject.pipeline)
    traced = program(threading=threading_on)
    traced.attach()
    assert traced.run(subject.pipeline) == expected


def test_filters_by_place(subject: Subject, program: MakeProgram) -> None:
    traced = program()
    line = traced.line_of("f2")
    session = traced.attach(locations=[f"-:{line}"])
    traced.run(subject.pipeline)
    assert {line_of(record) for record in session.drain()} == {line}
