"""What a user asks of recorded TVM compilations: what failed, who did it, what is different."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tvm

import passevents
from passevents.adapters.tvm import attach
from passevents.query import EventStore, Run

from .models import EMPTY, mlp, python_pass, raising


def compiled(path: Path, opt_level: int = 2) -> Run:
    with passevents.record(path, name="mlp", snapshots="changed") as recording:
        with tvm.transform.PassContext(opt_level=opt_level), attach():
            tvm.compile(mlp(), target="llvm")
    return recording.stored


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("questions") / "events.db"


@pytest.fixture(scope="module")
def run(path: Path) -> Iterator[Run]:
    """A compilation for the CPU, with the program before and after each pass."""
    yield compiled(path)


def counts(run: Run, text: str) -> Iterator[tuple[int, int, int]]:
    """The passes that end with another count of a text than they began with, as a reader finds them."""
    for record in run.records():
        sequence = record.event.sequence
        before, after = (run.ir(sequence, moment).count(text) for moment in ("before", "after"))  # type: ignore[arg-type]
        if before != after:
            yield sequence, before, after


@pytest.mark.parametrize("text", ["R.matmul", "R.call_tir", "T.sblock", "call_packed", "T.grid", "def "])
def test_blame_names_passes_whose_texts_differ_and_the_innermost_of_them(run: Run, text: str) -> None:
    found = run.blame(text)
    told = {
        (each.record.event.sequence, each.before, each.after)
        for each in found.transitions
        if not each.outside
    }
    differing = set(counts(run, text))
    assert told <= differing
    around = {sequence: run.record(sequence).event.parent_sequence for sequence, *_ in differing}
    innermost = {each for each in differing if each[0] not in around.values()}
    assert innermost <= told


def test_an_operation_is_brought_in_by_its_lowering(run: Run) -> None:
    first = run.blame("R.call_tir").first
    assert first is not None
    assert (first.record.event.name, first.change) == ("LegalizeOps", "appeared")
    last = run.blame("R.matmul").last
    assert last is not None
    assert (last.record.event.name, last.after) == ("LegalizeOps", 0)


def test_two_compilations_of_one_model_are_equal_pass_by_pass(run: Run, path: Path) -> None:
    compared = run.compare(compiled(path))
    assert (list(compared.only_in_first), list(compared.only_in_second)) == ([], [])
    assert compared.divergence is None
    assert compared.programs_compared == run.count(kind="pass")
    assert list(compared.settings) == []


def test_where_two_compilations_part(tmp_path: Path) -> None:
    def marked(path: Path, value: int) -> Run:
        with passevents.record(path, name="marked", snapshots="changed") as recording, attach():
            mod = python_pass("same")(mlp())
            python_pass("mark", lambda mod: mod.with_attr("mark", value))(mod)
        return recording.stored

    compared = marked(tmp_path / "a.db", 1).compare(marked(tmp_path / "b.db", 2))
    assert compared.divergence is not None
    assert (compared.divergence.name, compared.divergence.moment) == ("mark", "after")
    assert '-    I.module_attrs({"mark": 1})' in compared.diff()


def test_the_pass_that_raised_is_the_cause_and_has_its_path(tmp_path: Path) -> None:
    def outer(mod: Any) -> Any:
        return raising("inner", ValueError("too big"))(mod)

    with pytest.raises(Exception, match="too big"), passevents.record(tmp_path / "e.db"), attach():
        python_pass("outer", outer)(EMPTY)
    found = EventStore(tmp_path / "e.db").run().failures()
    (cause,) = (failure for failure in found if failure.is_cause)
    assert cause.record.event.name == "inner"
    assert "too big" in (cause.error or "")
    assert [record.event.name for record in cause.path] == ["outer"]
