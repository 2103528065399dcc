"""Who did it: the events that brought a text into the program or took it out.

A text (an operation's name, a symbol, any words) is counted in the program before and after each event. What
an event changed itself is the difference less what the events inside it changed; so it is told of the
innermost that has program texts, and of an outer one only for what it did besides.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import attrs

from passevents.errors import QueryError
from passevents.events import PassRecord
from passevents.query.answers import Answer, Layout
from passevents.query.filters import unknown
from passevents.query.kept_texts import NO_TEXTS, Kept, in_time, kept_texts, texts
from passevents.query.rows import records_of

Match = Literal["text", "word", "regex"]
Change = Literal["appeared", "disappeared", "more", "fewer"]

_PATTERNS = {"text": "{}", "word": r"(?<![\w.$]){}(?![\w.$])", "regex": "{}"}


@attrs.frozen
class Transition:
    """An event that changed how often a text is in the program: from `before` times to `after` times.

    `outside` is true where the change was there when the event began: something did it after the event before
    that was recorded, or another program began.
    """

    record: PassRecord
    change: Change
    before: int
    after: int
    outside: bool


@attrs.frozen
class Blame:
    """Where a text came from and went: `transitions` in the order in which they happened.

    `start` and `end` are how often it was in the first and in the last program text of the run, `texts` how
    many distinct ones were searched.
    """

    text: str
    transitions: Answer[Transition]
    start: int
    end: int
    texts: int

    @property
    def first(self) -> Transition | None:
        """The first event that changed how often it is there; None where none did."""
        return self.transitions[0] if self.transitions else None

    @property
    def last(self) -> Transition | None:
        """The last one."""
        return self.transitions[-1] if self.transitions else None


TRANSITION_LAYOUT: Layout[Transition] = Layout(
    {
        "sequence": int,
        "kind": str,
        "name": str,
        "phase": str,
        "change": str,
        "before": int,
        "after": int,
        "outside": bool,
    },
    lambda each: (
        each.record.event.sequence,
        each.record.kind.value,
        each.record.event.name,
        each.record.event.phase,
        *attrs.astuple(each, recurse=False)[1:],
    ),
)


def pattern_of(text: str, match: str) -> re.Pattern[str]:
    """Return what to search for; raises `QueryError` for what makes no sense."""
    if match not in _PATTERNS:
        raise unknown("way to match", match, list(_PATTERNS))
    if not text:
        raise QueryError("An empty text is everywhere: say what to look for.")
    try:
        escaped = text if match == "regex" else re.escape(text)
        return re.compile(_PATTERNS[match].format(escaped), re.MULTILINE)
    except re.error as error:
        raise QueryError(f"{text!r} is not a regular expression: {error}.") from None


def blame(connection: sqlite3.Connection, run: int, text: str, match: str) -> Blame:
    """Return who changed how often `text` is in the program; raises `QueryError` where no texts were kept."""
    pattern = pattern_of(text, match)
    kept = kept_texts(connection, run)
    if not kept:
        raise QueryError(NO_TEXTS)
    counts = {number: _count(pattern, program) for number, program in texts(connection, run)}
    found = list(_changes(kept, counts))
    records = records_of(connection, run, [one.sequence for each in found for one in each.events])
    transitions = [
        Transition(records[each.events[-1].sequence], each.change, each.before, each.after, each.outside)
        for each in found
        if len({_scope(records[event.sequence]) for event in each.events}) == 1
    ]
    numbers = [number for _, _, number in in_time(kept)]
    start, end = counts[numbers[0]], counts[numbers[-1]]
    return Blame(text, Answer(transitions, TRANSITION_LAYOUT), start, end, len(counts))


def _count(pattern: re.Pattern[str], program: str) -> int:
    return sum(1 for _ in pattern.finditer(program))


def _scope(record: PassRecord) -> tuple[Any, ...]:
    """What part of the program an event worked on: what is in another part was not taken out of this one."""
    return record.ir_units[:1]


@attrs.frozen
class _Changed:
    """By how much an event changed a count itself; two `events` if it was between them, outside of both."""

    events: tuple[Kept, ...]
    before: int
    after: int
    own: int

    @property
    def outside(self) -> bool:
        return len(self.events) > 1

    @property
    def change(self) -> Change:
        if self.own > 0:
            return "appeared" if self.before == 0 else "more"
        return "disappeared" if self.after == 0 else "fewer"


def _changes(kept: Sequence[Kept], counts: Mapping[int, int]) -> Iterator[_Changed]:
    """Yield what changed the count, as it happened."""
    nesting = _Nesting(counts)
    last: Kept | None = None
    for event in kept:
        yield from nesting.close_before(event.pre)
        if not nesting.open_events:
            if last is not None and (own := _difference(last.after, event.before, counts)):
                yield _Changed((last, event), counts[last.after or 0], counts[event.before or 0], own)
            last = event
        nesting.open_events.append(event)
    yield from nesting.close_before(None)


class _Nesting:
    """The events that are open in tree order, and by how much those inside each have changed the count."""

    def __init__(self, counts: Mapping[int, int]) -> None:
        self.open_events: list[Kept] = []
        self._counts = counts
        self._inside: dict[int, int] = {}

    def close_before(self, pre: int | None) -> Iterator[_Changed]:
        """Yield the changes of events that end before that place, the innermost first; None closes all."""
        while self.open_events and (pre is None or self.open_events[-1].end < pre):
            event = self.open_events.pop()
            inside = self._inside.pop(event.sequence, 0)
            changed = _difference(event.before, event.after, self._counts)
            if self.open_events:
                around = self.open_events[-1].sequence
                self._inside[around] = self._inside.get(around, 0) + changed
            if event.before is not None and event.after is not None and changed != inside:
                before, after = self._counts[event.before], self._counts[event.after]
                yield _Changed((event,), before, after, changed - inside)


def _difference(before: int | None, after: int | None, counts: Mapping[int, int]) -> int:
    return 0 if before is None or after is None else counts[after] - counts[before]
