"""What the pages for the store and for a run show, as data for their templates.

Asked of the store through the same queries as every other view, with a connection a request.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import attrs

from passevents.events import PassRecord
from passevents.query import Branch, EventStore, Folding, Run, Total
from passevents.query.folding import walk

_RUNS = 200
_NAMES = 20
_SLOWEST = 20
_PROBLEMS = 20
# Lines of the tree: what a person scrolls through; the question `tree` has the rest.
_LINES = 300
_DEPTH = 4
# From so many events on a page would take more than a second to fold them.
_BIG = 200_000


@attrs.frozen
class Bar:
    """A sum with a bar, whose length is `share` per cent of the longest."""

    label: str
    count: int
    self_ns: int
    total_ns: int
    share: float


@attrs.frozen
class Line:
    """A line of the tree; `start` and `share` say where it lies in the time of them all, in per cent."""

    level: int
    name: str
    kind: str
    status: str
    phase: str | None
    op: str | None
    count: int
    inside: int
    duration_ns: int | None
    start: float
    share: float
    sequence: int


def store_page(path: Path) -> dict[str, Any]:
    """The newest runs."""
    with EventStore(path) as store:
        runs = store.runs()
    return {"runs": runs[:_RUNS], "run_count": len(runs), "store": path.name}


def run_page(path: Path, key: str) -> dict[str, Any]:
    """All about a run. Raises `QueryError` where there is none."""
    with EventStore(path) as store:
        run = store.run(key)
        lines, totals = _lines(_branches(run)), run.totals()
        return {
            "run": run,
            "before": _before(store, run),
            "facts": _facts(run),
            "phases": _bars(totals, "phase"),
            "names": _bars(totals, "name")[:_NAMES],
            "slowest": run.slowest(_SLOWEST),
            "problems": _problems(run),
            "lines": lines[:_LINES],
            "is_cut": len(lines) > _LINES,
            "is_big": run.event_count > _BIG,
        }


def _before(store: EventStore, run: Run) -> Run | None:
    """The run of the same name that came before: what one compares with."""
    if not run.name:
        return None
    return next((each for each in store.runs() if each.name == run.name and each.number < run.number), None)


def _facts(run: Run) -> list[tuple[str, str]]:
    compiler = " ".join(filter(None, (run.compiler, run.compiler_version)))
    known = [
        ("compiler", compiler),
        ("tool", run.tool),
        ("pipeline", run.pipeline),
        ("command", " ".join(run.argv)),
        ("folder", run.cwd),
        ("machine", run.host),
        *((str(key), str(value)) for key, value in run.metadata.items()),
        ("dropped", f"{run.dropped} events: {run.dropped_reason}" if run.dropped else None),
        ("error", run.error),
        ("id", run.id),
    ]
    return [(label, text) for label, text in known if text]


def _bars(totals: Sequence[Total], by: str) -> list[Bar]:
    sums: dict[str, list[int]] = {}
    for total in totals:
        label = (total.phase or "(none)") if by == "phase" else (total.name or "(no name)")
        counted = sums.setdefault(label, [0, 0, 0])
        counted[:] = [counted[0] + total.count, counted[1] + total.self_ns, counted[2] + total.total_ns]
    most = max((self_ns for _, self_ns, _ in sums.values()), default=0) or 1
    bars = [
        Bar(label, n, self_ns, all_ns, 100 * self_ns / most) for label, (n, self_ns, all_ns) in sums.items()
    ]
    return sorted(bars, key=lambda bar: -bar.self_ns)


def _problems(run: Run) -> list[PassRecord]:
    if not run.failed_count and not run.incomplete_count:
        return []
    return list(run.records(status=("failed", "incomplete", "lost"), limit=_PROBLEMS))


def _branches(run: Run) -> list[tuple[int, Branch]]:
    """The first lines of the tree; of a big run only the outermost events."""
    branches = run.branches(Folding(), max_depth=0 if run.event_count > _BIG else _DEPTH)
    return list(islice(walk(branches), _LINES + 1))


def _lines(branches: list[tuple[int, Branch]]) -> list[Line]:
    starts = [branch.record.start_ns for _, branch in branches]
    ends = [branch.record.end_ns or branch.record.start_ns for _, branch in branches]
    origin_ns = min(starts, default=0)
    whole_ns = max(max(ends, default=0) - origin_ns, 1)
    return [_line(level, branch, origin_ns, whole_ns) for level, branch in branches]


def _line(level: int, branch: Branch, origin_ns: int, whole_ns: int) -> Line:
    record = branch.record
    share = 100 * (branch.duration_ns or 0) / whole_ns
    start = 100 * (record.start_ns - origin_ns) / whole_ns
    return Line(
        level=level,
        name=record.event.name or "(no name)",
        kind=record.kind,
        status=record.status,
        phase=record.event.phase,
        op=branch.operation,
        count=branch.count,
        inside=branch.left_out,
        duration_ns=branch.duration_ns,
        start=start,
        share=min(share, 100 - start),  # the times of threads that ran at once add up to more
        sequence=record.event.sequence,
    )
