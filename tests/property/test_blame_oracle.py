"""Blame agrees with a reader who counts in every program from the first to the last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import passevents
from passevents.testing import PassInfo

PROGRAMS = st.text("ab ", max_size=6)
# A pass changes the program, has passes inside, and changes it again.
PASSES = st.recursive(
    st.tuples(PROGRAMS, st.just([])),
    lambda inner: st.tuples(PROGRAMS, st.lists(inner, max_size=3)),
    max_leaves=8,
)


class Compiler:
    """Runs passes, and keeps the counts as a reader would."""

    def __init__(self, instrument: Any) -> None:
        self.instrument = instrument
        self.program = ""
        self.changes: list[int] = []
        self.sequence = 0

    def run(self, step: tuple[str, list[Any]]) -> None:
        final, inside = step
        sequence, self.sequence = self.sequence, self.sequence + 1
        self.changes.append(0)
        self.instrument.run_before_pass(self.program, PassInfo("pass"))
        for inner in inside:
            self.run(inner)
        self.changes[sequence] = final.count("a") - self.program.count("a")
        self.program = final
        self.instrument.run_after_pass(final, PassInfo("pass"))


@settings(deadline=None, max_examples=40)
@given(st.lists(PASSES, min_size=1, max_size=4))
def test_each_pass_is_told_of_what_it_did_itself(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, list[Any]]]
) -> None:
    path: Path = tmp_path_factory.mktemp("blame") / "events.db"
    with passevents.record(path, snapshots="changed") as recording:
        instrument = recording.instrument()
        instrument.enter_pass_ctx()
        compiler = Compiler(instrument)
        for step in steps:
            compiler.run(step)
        instrument.exit_pass_ctx()
    blame = recording.stored.blame("a")
    expected = {sequence for sequence, change in enumerate(compiler.changes) if change}
    assert {each.record.event.sequence for each in blame.transitions} == expected
    for each in blame.transitions:
        grew = compiler.changes[each.record.event.sequence] > 0
        assert each.change in (("appeared", "more") if grew else ("disappeared", "fewer"))
    assert (blame.start, blame.end) == (0, compiler.program.count("a"))
