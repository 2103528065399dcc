"""How a notebook shows runs, trees, diffs and other answers: pieces of HTML without scripts, all escaped.

Whatever the answer holds, the piece is bounded, and what is left out is counted. Templates would be a
dependency for four tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from passevents.events import PassRecord
    from passevents.query.run import Run
    from passevents.query.tree import TreeNode

RUNS, NODES, ROWS, LINES, LETTERS = 100, 500, 100, 1_000, 400

_RIGHT = ' style="text-align:right"'
_LEFT = ' style="text-align:left"'
_CODE = "font-family:monospace;white-space:pre"
_LINE_STYLES = {
    "+": "background:#4caf5033",
    "-": "background:#f4433633",
    "@": "color:#0097a7",
}
_STATUS_STYLES = {"failed": "color:#d32f2f", "lost": "color:#8e24aa", "incomplete": "color:#8e24aa"}


def runs_page(runs: Sequence[Run]) -> str:
    """Return a table of runs."""
    headings = ["run", "name", "status", "started", "time", "events", "failed", "compiler"]
    rows = (
        [
            _text(run.id),
            _text(run.name),
            _status(run.status),
            _text(f"{run.started_at:%Y-%m-%d %H:%M:%S}"),
            _time(run.duration_ns),
            _number(run.event_count),
            _number(run.failed_count or None),
            _text(" ".join(filter(None, [run.compiler, run.compiler_version]))),
        ]
        for run in runs[:RUNS]
    )
    return _table(headings, rows) + _left_out(len(runs) - RUNS, "run")


def rows_page(headings: Sequence[str], rows: Iterable[Sequence[Any]], number: int) -> str:
    """Return a table of the first of `number` rows of values, whatever they are."""
    shown = (
        [_value(heading, value) for heading, value in zip(headings, row, strict=True)]
        for row in islice(rows, ROWS)
    )
    return _table(headings, shown) + _left_out(number - ROWS, "row")


def run_page(run: Run) -> str:
    """Return a table of what is known of one run."""
    facts: list[tuple[str, Any]] = [
        ("run", run.id),
        ("name", run.name),
        ("started", f"{run.started_at:%Y-%m-%d %H:%M:%S} UTC"),
        ("took", None if run.duration_ns is None else duration(run.duration_ns)),
        ("compiler", " ".join(filter(None, [run.compiler, run.compiler_version]))),
        ("pipeline", run.pipeline),
        ("events", f"{run.event_count:,}"),
        ("failed", run.failed_count),
        ("never ended", run.incomplete_count),
        ("dropped", run.dropped),
        ("error", run.error),
        ("metadata", ", ".join(f"{key}: {value}" for key, value in run.metadata.items())),
    ]
    rows = [f"<th{_LEFT}>{label}</th>{_text(value)}" for label, value in facts if value]
    rows.insert(1, f"<th{_LEFT}>status</th>{_status(run.status)}")
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def tree_page(nodes: Iterable[tuple[int, TreeNode]]) -> str:
    """Return a table of nodes with their levels, in tree order, indented."""
    source = iter(nodes)
    rows = (
        [
            _number(node.record.event.sequence),
            _time(node.record.duration_ns),
            _time(node.self_ns),
            f"<td style='text-align:left;padding-left:{1 + 1.2 * level:.1f}em'>{_event(node.record)}</td>",
            _status(node.record.status),
            _number(node.hidden or None),
        ]
        for level, node in islice(source, NODES)
    )
    table = _table(["seq", "time", "self", "event", "status", "more inside"], rows)
    return table + _left_out(sum(1 for _ in source), "event")


def diff_page(diff: str) -> str:
    """Return the lines of a unified diff in colours."""
    lines = diff.splitlines()
    shown = "".join(_line(line) for line in lines[:LINES]) or "nothing changed"
    return f'<div style="{_CODE}">{shown}</div>' + _left_out(len(lines) - LINES, "line")


def duration(ns: int) -> str:
    """Return a time in the unit that leaves one to three digits before the point."""
    value, unit = float(ns), "ns"
    for larger in ("us", "ms", "s"):
        if value < 999.5:
            break
        value, unit = value / 1_000, larger
    return f"{ns} ns" if unit == "ns" else f"{value:.3g} {unit}" if value < 999.5 else f"{value:,.0f} {unit}"


def _line(line: str) -> str:
    style = "" if line.startswith(("+++", "---")) else _LINE_STYLES.get(line[:1], "")
    return f'<div style="{style}">{_short(line) or " "}</div>'


def _event(record: PassRecord) -> str:
    unit = record.ir_units[0] if record.ir_units else None
    details = [
        record.event.phase and f"[{record.event.phase}]",
        unit and unit.operation,
        str(unit.location) if unit and unit.location else None,
        record.error,
    ]
    known = " ".join(_short(str(text)) for text in details if text)
    return f"<b>{_short(record.event.name)}</b> {known}"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th{_LEFT}>{heading}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _left_out(number: int, what: str) -> str:
    if number <= 0:
        return ""
    return f"<p>and {number:,} more {what}{'s' if number > 1 else ''}, not shown here</p>"


def _value(heading: str, value: Any) -> str:
    if heading.endswith("_ns") and isinstance(value, int):
        return _time(value)
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return _number(value) if is_number else _text(f"{value:.3g}" if isinstance(value, float) else value)


def _text(value: Any) -> str:
    return f"<td{_LEFT}>{'' if value is None else _short(str(value))}</td>"


def _status(status: str) -> str:
    return f'<td style="text-align:left;{_STATUS_STYLES.get(status, "")}">{_short(status)}</td>'


def _number(number: int | None) -> str:
    return f"<td{_RIGHT}>{'' if number is None else format(number, ',')}</td>"


def _time(ns: int | None) -> str:
    return f"<td{_RIGHT}>{'' if ns is None else duration(ns)}</td>"


def _short(text: str) -> str:
    return escape(text if len(text) <= LETTERS else f"{text[:LETTERS]}…")
