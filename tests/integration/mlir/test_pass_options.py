"""A pass's options are in its record, as they would be spelled in a pipeline."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from mlir.passmanager import PassManager

from passevents import PassRecord
from passevents.cli.main import command
from passevents.cli.screen import Screen

from .conftest import MakeProgram
from .programs import functions


def spelled(records: list[PassRecord], name: str) -> list[str | None]:
    in_order = sorted(records, key=lambda record: record.event.sequence)
    return [record.attributes.get("pipeline") for record in in_order if record.event.name == name]


def test_options_are_spelled_as_in_a_pipeline(program: MakeProgram, threading_on: bool) -> None:
    """What is recorded can be parsed, and is the same pipeline again."""
    subject = program(functions(20), threading=threading_on)
    session = subject.attach(tags=["pass-execution"])
    pipeline = "builtin.module(func.func(canonicalize{max-iterations=3},cse),inline{max-iterations=2})"
    subject.run(pipeline, unlocked=threading_on)
    records = session.drain()
    (text,) = set(spelled(records, "canonicalize")[:20])
    assert text is not None and "max-iterations=3" in text
    with subject.ctx:
        assert str(PassManager.parse(f"func.func({text})")) == f"func.func({text})"
    (inline,) = spelled(records, "inline")
    assert inline is not None and "max-iterations=2" in inline
    adaptor = spelled(records, "mlir::detail::OpToOpPassAdaptor")
    assert adaptor[0] == f"func.func({text},cse)"
    assert set(spelled(records, "cse")) == {None}


def test_pass_managers_that_follow_each_other_keep_their_options_apart(program: MakeProgram) -> None:
    """Their passes lie at the same addresses, one after the other."""
    subject = program(functions(2))
    session = subject.attach(tags=["pass-execution"])
    for number in range(1, 40):
        subject.run(f"builtin.module(func.func(canonicalize{{max-iterations={number}}}))")
    texts = spelled(session.drain(), "canonicalize")
    numbers = [number for number in range(1, 40) for _ in range(2)]
    assert [
        f"max-iterations={number} " in str(text) for number, text in zip(numbers, texts, strict=True)
    ] == [True] * len(numbers)


def test_a_pass_manager_run_within_a_pass_keeps_its_options_apart(program: MakeProgram) -> None:
    subject = program(functions(1))
    session = subject.attach(tags=["pass-execution"])

    def simplify(op: object, pass_: object) -> None:
        for number in range(1, 20):
            subject.manager(f"builtin.module(canonicalize{{max-iterations={number}}})").run(op)

    manager = subject.manager("builtin.module()")
    manager.add(simplify, name="Simplify", argument="simplify")
    manager.run(subject.module.operation)
    texts = spelled(session.drain(), "canonicalize")
    assert [f"max-iterations={number} " in str(text) for number, text in enumerate(texts, 1)] == [True] * 19


def test_the_tree_shows_them_where_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PASSEVENTS_DB", raising=False)
    (tmp_path / "f.mlir").write_text(functions(1))
    pipeline = "--pass-pipeline=builtin.module(func.func(canonicalize{max-iterations=3},cse))"
    for words in (["opt", "f.mlir", pipeline, "-o", "out.mlir"], ["tree", "--options", "--kind", "pass"]):
        result = CliRunner().invoke(command, words, obj=Screen())
        assert result.exit_code == 0, result.output
    canonicalize, cse = result.stdout.splitlines()[-2:]
    assert "canonicalize{max-iterations=3 " in canonicalize
    assert "} func.func" in canonicalize
    assert "cse func.func" in cse
