"""Which blocks of a large run can hold an answer: see `passevents.store.blocks`.

What the blocks say is a necessary condition only: the conditions on the records themselves are asked of
every record of a block all the same.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

import attrs

from passevents.store.blocks import BLOCK_SHIFT, FACETS
from passevents.store.schema import RUN_SHIFT

# The blocks that hold an answer, each with a bound: nothing in it that was asked for took longer.
Bounds = dict[int, int]

SOURCE = (
    "(select records.* from json_each(?) b"
    f" cross join records on records.id between b.value and b.value + {(1 << BLOCK_SHIFT) - 1})"
)


@attrs.define
class Narrowing:
    """Conditions on the blocks of the run of that number, all of which must hold."""

    run: int
    _of_blocks: list[str] = attrs.field(factory=list)
    _facets: list[str] = attrs.field(factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing can be passed over."""
        return not self._of_blocks and not self._facets

    def where(self, condition: str) -> None:
        """A condition on the columns of `blocks`."""
        self._of_blocks.append(condition)

    def has(self, column: str, values: Iterable[int]) -> None:
        """One of these values has to occur; 0 stands for none."""
        self._facets.append(self._blocks_with(column, values))

    def has_place(self, places: Sequence[tuple[Sequence[int], int | None]]) -> None:
        """One of these files and lines has to occur, or a location that is more than that."""
        alternatives = [self._blocks_with("whole_location", [1])]
        for files, line in places:
            of_file = self._blocks_with("file", files)
            if line is not None:
                of_line = self._blocks_with("line", [line])
                of_file = (
                    f"select f.block, min(f.slowest_ns, l.slowest_ns) as slowest_ns from ({of_file}) f"
                    f" join ({of_line}) l on l.block = f.block"
                )
            alternatives.append(of_file)
        union = " union all ".join(f"select * from ({each})" for each in alternatives)
        self._facets.append(f"select block, max(slowest_ns) as slowest_ns from ({union}) group by block")

    def bounds(self, connection: sqlite3.Connection) -> Bounds | None:
        """The blocks for which all conditions hold, in their order; None for a run without blocks."""
        if not self._has_blocks(connection):
            return None
        found: Bounds | None = None
        for statement in self._statements():
            blocks = connection.execute(statement)
            if found is None:
                found = dict(blocks)
            else:
                known = found
                found = {block: min(known[block], bound) for block, bound in blocks if block in known}
        return dict(sorted((found or {}).items()))

    def first_ids(self, blocks: Iterable[int]) -> str:
        """The keys of the first records of `blocks`, as a JSON array: the parameter of `SOURCE`."""
        return json.dumps([self.run << RUN_SHIFT | block << BLOCK_SHIFT for block in blocks])

    def _statements(self) -> Iterator[str]:
        yield from self._facets
        if self._of_blocks or not self._facets:
            conditions = "".join(f" and {condition}" for condition in self._of_blocks)
            yield f"select block, slowest_ns from blocks where run = {self.run}{conditions}"

    def _has_blocks(self, connection: sqlite3.Connection) -> bool:
        statement = "select exists (select 1 from blocks where run = ?)"
        return bool(connection.execute(statement, (self.run,)).fetchone()[0])

    def _blocks_with(self, column: str, values: Iterable[int]) -> str:
        # Integers of our own, as in the conditions on records.
        listed = ", ".join(map(str, values))
        return (
            "select block, max(slowest_ns) as slowest_ns from block_values"
            f" where run = {self.run} and facet = {FACETS[column]} and value in ({listed}) group by block"
        )
