"""Which passes run: the first N of a sort are skipped, or only the first N run.

For compilers that ask before each pass; the actions of MLIR are counted natively, by the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from passevents.errors import QueryError

TAGS = ("pass", "pass-execution")
"""How a key may call a pass: as its kind is called here, and as MLIR's action is called."""


class PassControl:
    """Counts passes and says which may run. It serves one compile on one thread, like the instrument it is
    part of.

    ``skip={"pass": 3}`` does not run the first three passes, ``limit={"pass:tirx.Simplify": 1}`` runs only
    the first of that name. A pass runs if every key that covers it lets it; of a key in both, what is
    beyond ``skip`` is counted by ``limit``. Raises :class:`passevents.errors.QueryError` or TypeError for
    what makes no sense.
    """

    def __init__(self, skip: Mapping[str, int] | None = None, limit: Mapping[str, int] | None = None) -> None:
        skips, limits = _counts("skip", skip), _counts("limit", limit)
        self._rules = {key: (skips.get(key, 0), limits.get(key)) for key in (*skips, *limits)}
        self._seen = dict.fromkeys(self._rules, 0)

    def __bool__(self) -> bool:
        """Whether there is anything to decide."""
        return bool(self._rules)

    def allows(self, name: str) -> bool:
        """Count the pass, and say whether it may run."""
        allowed = True
        for key in (None, name):
            if key in self._rules:
                number = self._seen[key]
                self._seen[key] = number + 1
                skip, limit = self._rules[key]
                allowed = allowed and number >= skip and (limit is None or number - skip < limit)
        return allowed


def _counts(what: str, counts: Mapping[str, int] | None) -> dict[str | None, int]:
    """By the name of the pass, None for any."""
    if counts is None:
        return {}
    if not isinstance(counts, Mapping):
        raise TypeError(f"{what} must be a mapping from pass, or pass:name, to a count, not {counts!r}")
    return {_name(what, key): _count(what, key, count) for key, count in counts.items()}


def _name(what: str, key: Any) -> str | None:
    if not isinstance(key, str):
        raise TypeError(f"{what}: {key!r} is not pass or pass:name")
    tag, colon, name = key.partition(":")
    if tag not in TAGS or (colon and not name):
        raise QueryError(f"{what}: {key!r} covers no passes: write pass for all of them, or pass:name")
    return name or None


def _count(what: str, key: str, count: Any) -> int:
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"{what}[{key!r}] must be a whole number, not {count!r}")
    if count < 0:
        raise QueryError(f"{what}[{key!r}] must be a count of at least 0, not {count!r}")
    return count
