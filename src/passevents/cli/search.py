"""`passevents search`: where a text occurs."""

from __future__ import annotations

from pathlib import Path

import click

from passevents.cli import formats, styles
from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table

COLUMNS = [
    Column("run_id", "run", style=styles.NAME),
    Column("field", "field", style=styles.QUIET),
    Column("sequence", "first", style=styles.QUIET, right=True),
    Column("moment", "moment", optional=True),
    Column("count", "count", show=formats.count, right=True),
    Column("snippet", "text", flexible=True),
]


@click.command(
    "search",
    epilog=example(
        "passevents search 'failed to legalize'",
        "passevents search linalg.matmul --run nightly",
        "passevents search --fts5 'canonicalize NOT cse'",
    ),
)
@click.argument("text")
@click.option("--run", metavar="RUN", help="Only in this run.")
@click.option("--fts5", is_flag=True, help="TEXT is a query in the language of SQLite's FTS5.")
@click.option("-n", "--limit", type=click.IntRange(min=1), default=100, show_default=True, metavar="N")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen, text: str, run: str | None, fts5: bool, limit: int, as_json: bool, store: Path
) -> None:
    """Find a text in names, details, errors and programs.

    All words of TEXT have to occur, in capitals or not; what joins words (arith.addi) has to stand together,
    and canon* is the beginning of a word. Programs are those that were kept with snapshots. The first search
    of a run takes its texts into an index in the store.
    """
    from passevents.cli.reading import chosen, short_ids
    from passevents.query import EventStore

    syntax = "fts5" if fts5 else "words"
    with EventStore(store) as opened:
        asked = opened if run is None else chosen(opened, run)
        hits = asked.search(text, syntax=syntax, limit=limit)  # type: ignore[arg-type]
        ids = short_ids(opened.runs()) if screen.human else {}
    if as_json:
        screen.data("search", hits.to_dicts())
    elif not hits:
        screen.note(f"passevents: {text!r} does not occur")
    else:
        rows = [
            [ids.get(hit.run.id, hit.run.id), hit.field, hit.sequence, hit.moment, hit.count, hit.snippet]
            for hit in hits
        ]
        screen.table(Table(COLUMNS, rows))
