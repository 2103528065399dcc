"""Snapshots of TileLang's modules and of the code that is generated from them."""

from __future__ import annotations

from pathlib import Path

import passevents
from passevents.adapters.tilelang import recording

from .kernels import gemm, lower


def test_the_program_can_be_followed_from_the_first_pass_to_the_source(tmp_path: Path) -> None:
    with passevents.record(tmp_path / "events.db", snapshots="changed") as recorded, recording():
        artifact = lower(gemm())
    run = recorded.stored
    records = list(run.records(kind="pass"))
    assert "T.Kernel" in run.ir(records[0].event.sequence, "before") or "launch_thread" in run.ir(
        records[0].event.sequence, "before"
    )
    [codegen] = run.records(kind="codegen")
    assert run.ir(codegen.event.sequence) == artifact.kernel_source
    assert run.ir(codegen.event.sequence, "before") == run.ir(records[-1].event.sequence)


def test_only_the_passes_that_changed_something_added_a_text(tmp_path: Path) -> None:
    with passevents.record(tmp_path / "events.db", snapshots="changed") as recorded, recording():
        lower(gemm())
    changed = [record for record in recorded.stored.records(kind="pass") if record.changed]
    unchanged = [record for record in recorded.stored.records(kind="pass") if record.changed is False]
    assert len(changed) < len(unchanged)
    assert all(recorded.stored.diff(record.event.sequence) for record in changed)
    assert not any(recorded.stored.diff(record.event.sequence) for record in unchanged)
