"""`passevents tree`: the events of a run inside one another, like siblings folded."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import facts, formats, styles
from passevents.cli.options import (
    debug_option,
    example,
    filter_options,
    json_option,
    run_argument,
    store_option,
)
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Span, Table
from passevents.events.names import short_name

if TYPE_CHECKING:
    from passevents.events import PassRecord
    from passevents.query import Branch, Filters

COLUMNS = [
    Column("sequence", "seq", style=styles.QUIET, right=True),
    Column("total_ns", "time", show=formats.duration, right=True),
    Column("self_ns", "self", show=formats.duration, style=styles.QUIET, right=True),
    Column("event", "event", flexible=True),
]


@click.command(
    "tree",
    epilog=example(
        "passevents tree",
        "passevents tree --kind pass --depth 2",
        "passevents tree matmul.mlir --under 12 --fold 0",
    ),
)
@run_argument
@click.option("--depth", type=click.IntRange(min=0), metavar="N", help="Leave out what lies deeper than N.")
@click.option(
    "--fold",
    type=click.IntRange(min=0),
    default=8,
    show_default=True,
    metavar="N",
    help="Show like siblings as one line when there are more than N; patterns always; 0 never folds.",
)
@click.option("--options", "with_options", is_flag=True, help="Show the options of passes, where known.")
@filter_options
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    run: str,
    depth: int | None,
    fold: int,
    with_options: bool,
    filters: Filters,
    as_json: bool,
    store: Path,
) -> None:
    """Show the events of a run inside one another.

    "x 412" is a line that stands for so many like siblings; its times are their sums. What is filtered out
    leaves its children hanging below the nearest event shown. With --under the event itself comes first.
    """
    from passevents.cli.reading import chosen, no_events, understood
    from passevents.query import EventStore, Folding
    from passevents.query.folding import walk

    with EventStore(store) as opened:
        asked = chosen(opened, run)
        filters = understood(asked, filters)
        folding = Folding(others=fold) if fold else Folding(actions=sys.maxsize, others=sys.maxsize)
        branches = walk(asked.branches(folding, max_depth=depth, with_root=True, **filters))
    if as_json:
        screen.data("tree", [_data(level, branch) for level, branch in branches])
    else:
        rows = list(_rows(branches, screen.human, with_options))
        screen.table(Table(COLUMNS, rows))
        if not rows:
            screen.note(no_events(asked))


def _rows(branches: Iterator[tuple[int, Branch]], human: bool, with_options: bool) -> Iterator[list[Any]]:
    phases: list[str | None] = []
    for level, branch in branches:
        phase = branch.record.event.phase
        above = phases[level - 1 : level] if level else phases[:1]
        phases[level:] = [phase]
        times = [branch.duration_ns, branch.self_ns]
        yield [
            branch.record.event.sequence,
            *times,
            _event(level, branch, phase if [phase] != above else None, human, with_options),
        ]


def _event(level: int, branch: Branch, phase: str | None, human: bool, with_options: bool) -> list[Span]:
    record = branch.record
    name, location = record.event.name, branch.location
    if human:
        name, location = short_name(name), location and formats.place(location)
    spans = [("  " * level, ""), (formats.visible(name), styles.NAME)]
    if with_options:
        spans.append((formats.visible(facts.options(record)), styles.QUIET))
    if branch.count > 1:
        spans.append((f" x {branch.count}", styles.COUNT))
    details = [
        (_iteration(branch), ""),
        (f"[{phase}]" if phase else None, styles.PHASE),
        (_outcome(record), styles.status_style(record.status)),
        (branch.operation, styles.OPERATION),
        (location, styles.PLACE),
        (_changed(branch), styles.QUIET),
        (record.error, styles.status_style(record.status)),
        (f"+ {branch.left_out} inside" if branch.left_out else None, styles.QUIET),
    ]
    return spans + [(f" {formats.visible(text)}", style) for text, style in details if text]


def _iteration(branch: Branch) -> str | None:
    if branch.count > 1 or branch.record.iteration is None:
        return None
    return f"#{branch.record.iteration}"


def _changed(branch: Branch) -> str | None:
    if branch.record.changed is None:
        return None
    word = facts.change(branch.record)
    if branch.count > 1:
        return f"({branch.changed} {word})"
    return f"({word})" if branch.changed else None


def _outcome(record: PassRecord) -> str | None:
    return None if record.status == "completed" else record.status.value


def _data(level: int, branch: Branch) -> dict[str, Any]:
    record = branch.record
    return {
        "level": level,
        "sequence": record.event.sequence,
        "parent_sequence": record.event.parent_sequence,
        "kind": record.kind,
        "tag": record.tag,
        "name": record.event.name,
        "phase": record.event.phase,
        "status": record.status,
        "count": branch.count,
        "pipeline": record.attributes.get("pipeline"),
        "changed": None if record.changed is None else branch.changed,
        "total_ns": branch.duration_ns,
        "self_ns": branch.self_ns,
        "op": branch.operation,
        "location": branch.location,
        "error": record.error,
        "hidden": branch.left_out,
    }
