"""Opening the store and finding the run that a command was asked about."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from passevents.errors import QueryError, did_you_mean
from passevents.events.names import short_name
from passevents.query.filters import Texts, as_texts

if TYPE_CHECKING:
    from passevents.query import EventStore, Filters, Run

SHORTEST_ID = 8


def short_ids(runs: Iterable[Run]) -> dict[str, str]:
    """The shortest start of each id that no other of them has; what a person types instead of the whole."""
    ids = sorted(run.id for run in runs)
    result: dict[str, str] = {}
    for index, run_id in enumerate(ids):
        neighbours = ids[max(index - 1, 0) : index] + ids[index + 1 : index + 2]
        shared = max((_shared_length(run_id, other) for other in neighbours), default=0)
        result[run_id] = run_id[: max(shared + 1, SHORTEST_ID)].rstrip("-")
    return result


def _shared_length(first: str, second: str) -> int:
    return next(
        (i for i, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), len(first)
    )


def short_id(run: Run, runs: Iterable[Run]) -> str:
    """What a person types for the run, in a store with these."""
    return short_ids(runs)[run.id]


def command_line(*words: str, store: Path) -> str:
    """A command to copy: with `--db` where the store is not the one that would be found anyway."""
    found_anyway = os.environ.get("PASSEVENTS_DB") or "passevents.db"
    at = [] if os.fspath(store) == found_anyway else ["--db", os.fspath(store)]
    return shlex.join(["passevents", *words, *at])


def chosen(store: EventStore, key: str) -> Run:
    """The run that the key means; for an unknown one the error names those that are close."""
    try:
        return store.run(key)
    except QueryError as error:
        names = {run.name for run in store.runs() if run.name}
        hint = did_you_mean(key, names)
        raise QueryError(f"{str(error).rstrip('.')}{hint}") from None


def check_run_name(name: str, runs: Iterable[Run]) -> None:
    """Refuse a name that no run has."""
    names = {run.name for run in runs if run.name}
    if name not in names:
        raise QueryError(f"no run is named {name!r}{did_you_mean(name, names)}")


def no_events(run: Run) -> str:
    """Why an answer of no lines has none."""
    return "no event matches" if run.event_count else "nothing was recorded in this run"


def understood(run: Run, filters: Filters) -> Filters:
    """The filters with short names, as shown on a terminal, made whole.

    A name, phase or tag that no event has is refused: a typing error must not look like an answer.
    """
    totals = run.totals()
    names: dict[str, set[str]] = {}
    for total in totals:
        names.setdefault(total.name, set()).add(total.name)
        names.setdefault(short_name(total.name), set()).add(total.name)
    _check("name", filters.get("name"), names)
    _check("phase", filters.get("phase"), {total.phase or "" for total in totals} | {""})
    _check("tag", filters.get("tag"), {total.tag or "" for total in totals} | {""})
    _check_operations(run, filters.get("operation"))
    if (wanted := filters.get("name")) is not None:
        filters["name"] = sorted({whole for text in as_texts(wanted) for whole in names[text]})
    return filters


def _check(field: str, wanted: Texts, there: Collection[str]) -> None:
    for text in [] if wanted is None else as_texts(wanted):
        if text not in there:
            raise QueryError(f"the run has no event with {field} {text!r}{did_you_mean(text, there)}")


def _check_operations(run: Run, wanted: Texts) -> None:
    # Only where there is none are those listed that there are, which reads all events of the run.
    for text in [] if wanted is None else as_texts(wanted):
        if text and next(run.records(operation=text, limit=1), None) is None:
            _check("operation", text, {str(group.key or "") for group in run.totals(by="operation")})
