"""Where a text occurs: in names, details, errors and whatever else is told of events, and in programs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Literal, get_args

import attrs

from passevents.errors import QueryError
from passevents.query.answers import Answer, Layout
from passevents.query.filters import unknown, whole_number
from passevents.store.connect import store_errors
from passevents.store.schema import RUN_MASK, run_span
from passevents.store.strings import storable
from passevents.store.text_index import decompressed, index_runs

if TYPE_CHECKING:
    from passevents.query.run import Run
    from passevents.store.file import StoreFile

Syntax = Literal["words", "fts5"]

_COLUMNS = ("name", "detail", "error", "op", "phase", "tag", "attributes", "file")
_FIELDS = {"op": "operation"}
# More different texts than this are no answer; the best of them are taken.
_MOST_TEXTS = 1_000
_START, _END, _CUT, _TOKENS = "[", "]", "...", 16

_STRINGS = f"""
    select rowid, snippet(search_strings, 0, '{_START}', '{_END}', '{_CUT}', {_TOKENS}) from search_strings
    where search_strings match ? and rowid in (select string from run_strings where run = ?)
    order by rank limit {_MOST_TEXTS}
"""
_SNAPSHOTS = f"""
    select snapshot, record & {RUN_MASK}, moment, count(*) over (partition by snapshot)
    from record_snapshots
    where record between ? and ?
      and snapshot in (select rowid from search_snapshots where search_snapshots match ?)
    order by record, moment = 'after'
"""


@attrs.frozen
class Hit:
    """A text of a run that matches.

    `field` is what it is to its events: `name`, `detail`, `error`, `operation`, `phase`, `tag`, `attributes`,
    `file`, `location`, or `program` for a snapshot. `sequence` is the first of `count` events that have it;
    of a program, `moment` says whether that one began or ended with it. `snippet` is the text, cut, with what
    matched in brackets.
    """

    run: Run
    field: str
    sequence: int
    moment: str | None
    count: int
    snippet: str


HIT_LAYOUT: Layout[Hit] = Layout(
    {
        "run": int,
        "run_id": str,
        "field": str,
        "sequence": int,
        "moment": str,
        "count": int,
        "snippet": str,
    },
    lambda hit: (
        hit.run.number,
        hit.run.id,
        hit.field,
        hit.sequence,
        hit.moment,
        hit.count,
        hit.snippet,
    ),
)


def search(store: StoreFile, runs: Sequence[Run], text: str, syntax: Syntax, limit: int) -> Answer[Hit]:
    """Return the first `limit` hits in `runs`, run after run; see `EventStore.search`."""
    query = _query(text, syntax)
    most = whole_number("`limit`", limit, 1)
    with store_errors(store.path):
        index_runs(store.path, store.connection, (run.number for run in runs))
        try:
            found = (hit for run in runs for hit in _hits(store.connection, run, query))
            return Answer(islice(found, most), HIT_LAYOUT)
        except sqlite3.OperationalError as error:
            if syntax == "fts5":
                raise QueryError(f"{text!r} is no query of FTS5: {error}.") from error
            raise


def _query(text: str, syntax: str) -> str:
    """The text as a query of FTS5: all its words, each as it stands; the end of one with `*` is open."""
    if syntax not in get_args(Syntax):
        raise unknown("syntax", syntax, get_args(Syntax))
    if not any(each.isalnum() for each in text):
        raise QueryError(f"{text!r} has no word to search for.")
    if syntax == "fts5":
        return storable(text)
    words = [word for word in storable(text).split() if any(each.isalnum() for each in word)]
    return " ".join(_word(word) for word in words)


def _word(word: str) -> str:
    quoted = '"' + word.rstrip("*").replace('"', '""') + '"'
    return f"{quoted}*" if word.endswith("*") else quoted


def _hits(connection: sqlite3.Connection, run: Run, query: str) -> Iterator[Hit]:
    yield from sorted(_hits_of_events(connection, run, query), key=lambda hit: hit.sequence)
    yield from _hits_of_programs(connection, run, query)


def _hits_of_events(connection: sqlite3.Connection, run: Run, query: str) -> Iterator[Hit]:
    snippets = dict(connection.execute(_STRINGS, (query, run.number)).fetchall())
    found: dict[tuple[str, int], tuple[int, int]] = {}
    if snippets:
        for field, key, count, sequence in _events(connection, run.number, snippets):
            known = found.get((field, key), (0, RUN_MASK))
            found[field, key] = (known[0] + count, min(known[1], sequence))
    for (field, key), (count, sequence) in found.items():
        yield Hit(run, field, sequence, None, count, snippets[key])


def _events(
    connection: sqlite3.Connection, run: int, keys: Iterable[int]
) -> Iterator[tuple[str, int, int, int]]:
    """As what each of these texts is told of events, of how many and of which first, in one reading."""
    wanted = set(keys)
    ids = ", ".join(map(str, wanted))
    span = run_span(run)
    places = dict(
        connection.execute(
            f"select id & {RUN_MASK}, text from locations where id between ? and ? and text in ({ids})", span
        )
    )
    conditions = [f"{column} in ({ids})" for column in _COLUMNS]
    conditions.append(f"location in ({', '.join(map(str, places))})")
    columns = ", ".join((*_COLUMNS, "location"))
    rows = connection.execute(
        f"select {columns}, count(*), min(id) from records where id between ? and ?"
        f" and ({' or '.join(conditions)}) group by {columns}",
        span,
    )
    for *texts, place, count, record in rows:
        for column, key in zip((*_COLUMNS, "location"), (*texts, places.get(place)), strict=True):
            if key in wanted:
                yield _FIELDS.get(column, column), key, count, record & RUN_MASK


def _hits_of_programs(connection: sqlite3.Connection, run: Run, query: str) -> Iterator[Hit]:
    rows = connection.execute(_SNAPSHOTS, (*run_span(run.number), query))
    seen = set()
    for snapshot, sequence, moment, count in rows:
        if snapshot not in seen:
            seen.add(snapshot)
            statement = "select encoding, data from snapshots where id = ?"
            text = decompressed(*connection.execute(statement, (snapshot,)).fetchone())
            yield Hit(run, "program", sequence, moment, count, _snippet(text, query))


def _snippet(text: str, query: str) -> str:
    """The part of a text that matches: the index keeps no copy of it, so it is made for this one anew."""
    with closing(sqlite3.connect(":memory:")) as memory:
        memory.execute("create virtual table one using fts5 (text)")
        memory.execute("insert into one values (?)", (text,))
        statement = (
            f"select snippet(one, 0, '{_START}', '{_END}', '{_CUT}', {_TOKENS}) from one where one match ?"
        )
        return str(memory.execute(statement, (query,)).fetchone()[0])
