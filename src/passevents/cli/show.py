"""`passevents show`: one run as a whole, and what to ask next."""

from __future__ import annotations

import datetime
import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import facts, formats, styles
from passevents.cli.options import debug_option, example, json_option, run_argument, store_option
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Span, Table, shown_name
from passevents.events.names import short_name

if TYPE_CHECKING:
    from passevents.events import PassRecord
    from passevents.query import Failure, Run

HOTTEST = 5
FAILURES = 5
COUNTS = [
    Column("kind", "kind"),
    Column("status", "status", style=styles.status_style),
    Column("count", "count", show=formats.count, right=True),
]

PASSES = [
    Column("total_ns", "total", show=formats.duration, style=styles.NAME, right=True),
    Column("self_ns", "self", show=formats.duration, right=True),
    Column("count", "count", show=formats.count, right=True),
    Column("name", "name", show=shown_name, style=styles.NAME, flexible=True),
]

PLACES = [
    Column("sequence", "seq", style=styles.QUIET, right=True),
    Column(
        "name",
        "name",
        show=lambda name: formats.visible(short_name(name)),
        style=styles.NAME,
        flexible=True,
    ),
    Column("phase", "phase", style=styles.PHASE, optional=True),
    Column("op", "operation", style=styles.OPERATION, optional=True),
    Column("location", "location", style=styles.PLACE, flexible=True, optional=True),
    Column("error", "error", style="red", flexible=True, optional=True),
    Column("options", "options", style=styles.QUIET, flexible=True, optional=True),
]


@click.command(
    "show", epilog=example("passevents show", "passevents show matmul.mlir", "passevents show 0198c --json")
)
@run_argument
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, run: str, as_json: bool, store: Path) -> None:
    """Say what a run was, how it ended and where its time went.

    RUN is "latest", an id or the start of one, or a name (the newest run of that name).
    """
    from passevents.cli.reading import chosen, short_id
    from passevents.query import EventStore

    with EventStore(store) as opened:
        asked = chosen(opened, run)
        if as_json:
            screen.data("show", _data(asked))
        else:
            _show(screen, asked, short_id(asked, opened.runs()), store)


def _show(screen: Screen, run: Run, short: str, store: Path) -> None:
    screen.facts(_identity(run, screen))
    if run.event_count:
        screen.line()
        screen.table(Table(COUNTS, _counts(run)))
    _show_places(screen, "failed", [_cause(failure) for failure in _causes(run)])
    _show_places(screen, "open when the recording ended", [_place(record) for record in run.incomplete()])
    hottest = _hottest(run)
    if hottest.rows:
        screen.line()
        screen.line(("hottest passes, by total time", styles.QUIET))
        screen.table(hottest)
    screen.line()
    screen.facts([("next", [(line, "")]) for line in _next(run, short, store)])


def _identity(run: Run, screen: Screen) -> Iterator[tuple[str, list[Span]]]:
    """What is known of the run, label by label; what is not known is left out."""
    moment, time, size = (
        (formats.moment, formats.duration, formats.count) if screen.human else (_iso, _raw_time, str)
    )
    compiler = " ".join(filter(None, [run.compiler, run.compiler_version, run.build and f"({run.build})"]))
    took = f", took {time(run.duration_ns)}" if run.duration_ns is not None else ""
    known: list[tuple[str, list[Span] | str | None]] = [
        ("run", [(run.id, styles.NAME)]),
        ("name", run.name),
        ("status", [(run.status, styles.status_style(run.status))]),
        ("error", run.error),
        ("started", f"{moment(run.started_at)}{took}"),
        ("compiler", compiler),
        ("pipeline", run.pipeline),
        ("input", f"sha256 {run.input_digest[: 12 if screen.human else None]}" if run.input_digest else None),
        ("command", _command(run.argv)),
        ("folder", run.cwd),
        ("process", " on ".join(str(part) for part in (run.pid, run.host) if part)),
        ("parent run", run.parent_run),
        ("metadata", json.dumps(run.metadata, ensure_ascii=False) if run.metadata else None),
        ("events", size(run.event_count)),
        (
            "dropped",
            _dropped(run, size(run.dropped)),
        ),
    ]
    for label, value in known:
        if value:
            yield label, [(formats.visible(value), "")] if isinstance(value, str) else value


def _command(argv: Sequence[str]) -> str:
    """The command line as it was typed, which was not the whole path of the program."""
    return shlex.join([Path(word).name if position == 0 else word for position, word in enumerate(argv)])


def _dropped(run: Run, number: str) -> list[Span] | None:
    return [(f"{number}: {run.dropped_reason or 'of no known reason'}", "bold red")] if run.dropped else None


def _iso(when: datetime.datetime | None) -> str:
    return when.isoformat() if when else "-"


def _raw_time(ns: int | None) -> str:
    return f"{ns} ns"


def _counts(run: Run) -> list[list[Any]]:
    return [[kind.value, status.value, number] for (kind, status), number in run.counts().items()]


def _causes(run: Run) -> list[Failure]:
    """The innermost failures; what its process died in is among those that were open."""
    causes = (failure for failure in run.failures() if failure.is_cause and failure.record.status != "lost")
    return list(causes)[:FAILURES]


def _cause(failure: Failure) -> list[Any]:
    event = failure.record.event
    place = str(failure.location) if failure.location else None
    options = facts.options(failure.record) or None
    return [event.sequence, event.name, event.phase, failure.operation, place, failure.error, options]


def _show_places(screen: Screen, title: str, rows: list[list[Any]]) -> None:
    if not rows:
        return
    screen.line()
    screen.line((title, styles.QUIET))
    screen.table(Table(PLACES, rows))


def _place(record: PassRecord) -> list[Any]:
    event = record.event
    operation, location = facts.first_unit(record).operation, facts.location(record)
    options = facts.options(record) or None
    return [event.sequence, event.name, event.phase, operation, location, record.error, options]


def _hottest(run: Run) -> Table:
    """The passes that took longest, with what ran inside them.

    Self time would leave out the patterns, which are most of what many passes do.
    """
    from passevents.cli.top import ranked

    lines = ranked(run, "name", "total", {"kind": "pass"})[:HOTTEST]
    return Table(PASSES, [[line.total_ns, line.self_ns, line.count, line.key] for line in lines])


def _next(run: Run, short: str, store: Path) -> Iterator[str]:
    from passevents.cli.reading import command_line

    if run.failed_count or run.status == "failed":
        yield command_line("failures", short, store=store)
    yield command_line("tree", short, store=store)
    yield command_line("top", short, "--by", "op", store=store)
    yield shlex.join(["sqlite3", str(store), f"select * from totals where run = {run.number}"])


def _data(run: Run) -> dict[str, Any]:
    from passevents.cli.runs import run_data

    return {
        "run": run_data(run),
        "counts": Table(COUNTS, _counts(run)).objects(),
        "failed": Table(PLACES, [_cause(failure) for failure in _causes(run)]).objects(),
        "incomplete": Table(PLACES, [_place(record) for record in run.incomplete()]).objects(),
        "hottest": _hottest(run).objects(),
    }
