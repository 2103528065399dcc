"""What a run in a store knows of the MLIR compile that was recorded into it."""

from __future__ import annotations

from pathlib import Path

import pytest

import passevents
from passevents.errors import PassEventsWarning

from .conftest import MakeProgram
from .programs import SIMPLIFY, functions


def test_a_run_names_its_compiler(program: MakeProgram, tmp_path: Path) -> None:
    subject = program(functions(1))
    with passevents.record(tmp_path / "runs.db") as recording:
        session = subject.attach()
        subject.run(SIMPLIFY)
    assert recording.stored.compiler == "mlir"
    assert recording.stored.compiler_version == session.mlir_version


@pytest.mark.parametrize("threading", [False, True])
def test_every_action_without_room_is_counted(program: MakeProgram, tmp_path: Path, threading: bool) -> None:
    """Nothing is lost silently: what was stored and what was dropped are all there was."""
    subject = program(functions(2000), threading=threading)
    session = subject.attach()
    subject.run(SIMPLIFY)
    every = len(session.drain())
    session.detach()

    bounded = program(functions(2000), threading=threading)
    with (
        pytest.warns(PassEventsWarning, match="the compiler goes on"),
        passevents.record(tmp_path / "runs.db", max_bytes=2_000_000) as recording,
    ):
        bounded.attach()
        bounded.run(SIMPLIFY)
    stored = recording.stored
    assert stored.dropped > 0
    assert stored.event_count + stored.dropped == every
    assert str(bounded.module) == str(subject.module)
