"""Which texts of the program a run has kept, and the texts themselves, one after another."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator

import attrs

from passevents.errors import QueryError
from passevents.journal import Moment
from passevents.store.schema import RUN_MASK, run_span

NO_TEXTS = 'No program texts were kept in this run: record it with snapshots="changed" to have them.'

_LINKS = f"""
    select r.id & {RUN_MASK}, r.pre, r.pre + r.descendants,
           max(case s.moment when 'before' then s.snapshot end),
           max(case s.moment when 'after' then s.snapshot end)
    from record_snapshots s join records r on r.id = s.record
    where s.record between ? and ?
    group by s.record order by r.pre
"""
_TEXTS = """
    select id, encoding, data from snapshots
    where id in (select snapshot from record_snapshots where record between ? and ?) order by id
"""
_DIGESTS = """
    select id, digest from snapshots
    where id in (select snapshot from record_snapshots where record between ? and ?)
"""


@attrs.frozen
class Kept:
    """What was kept of one event: the numbers of the texts it began and ended with.

    `end` is the position in tree order, `pre`, of the last event inside it.
    """

    sequence: int
    pre: int
    end: int
    before: int | None
    after: int | None


def kept_texts(connection: sqlite3.Connection, run: int) -> list[Kept]:
    """Return what was kept of each event of the run numbered `run`, in tree order."""
    return [Kept(*row) for row in connection.execute(_LINKS, run_span(run))]


def in_time(kept: Iterable[Kept]) -> Iterator[tuple[int, Moment, int]]:
    """Yield the event, the moment and the number of every text, in the order in which they were taken."""
    around: list[Kept] = []
    for event in kept:
        yield from _ended(around, event.pre)
        if event.before is not None:
            yield event.sequence, "before", event.before
        around.append(event)
    yield from _ended(around, None)


def _ended(around: list[Kept], pre: int | None) -> Iterator[tuple[int, Moment, int]]:
    """Take off the events that end before that place, or all."""
    while around and (pre is None or around[-1].end < pre):
        event = around.pop()
        if event.after is not None:
            yield event.sequence, "after", event.after


def texts(connection: sqlite3.Connection, run: int) -> Iterator[tuple[int, str]]:
    """Yield the distinct texts of a run with their numbers; one is in memory at a time."""
    for number, encoding, data in connection.execute(_TEXTS, run_span(run)):
        yield number, decoded(encoding, data)


def digests(connection: sqlite3.Connection, run: int) -> dict[int, bytes]:
    """Return the SHA-256 of each of the run's texts, by number: the same text has it in every store."""
    return dict(connection.execute(_DIGESTS, run_span(run)))


def decoded(encoding: str, data: bytes) -> str:
    """Return a stored text; raises `QueryError` for an encoding of a later version."""
    if encoding != "zlib":
        raise QueryError(f"A program text is kept as {encoding!r}, which this version cannot read.")
    return zlib.decompress(data).decode()
