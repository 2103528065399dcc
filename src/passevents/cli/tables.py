"""Tables: rows described once, laid out for a terminal, a pipe, CSV or JSON.

A column knows two faces of its values: the stable raw one under its `key` (pipes, CSV, JSON) and the one
that `show` writes for people under its `heading`. Widths come from the content; only on a terminal are the
columns marked `flexible` shortened to fit.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import attrs

from passevents.cli.formats import visible
from passevents.events.names import short_name

Row = Sequence[Any]
Span = tuple[str, str]
GAP = "  "
_NARROWEST = 16  # a flexible column keeps at least this much, or it says nothing


def as_text(value: Any) -> str:
    """A value as it is piped: a missing one is a dash, truth is yes or no."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    return visible(str(value)) or "-"


def shown_name(value: Any) -> str:
    """The name of an event as people see it."""
    return short_name(as_text(value))


@attrs.frozen
class Column:
    """One column: `key` is its stable name, `heading` and `show` are for people.

    `style` is a rich style or gives one for a value. An `optional` column is left out on a terminal
    when no row has a value in it, a `spare` one when the terminal is too narrow for all.
    """

    key: str
    heading: str = ""
    show: Callable[[Any], str] = as_text
    style: str | Callable[[Any], str] = ""
    right: bool = False
    flexible: bool = False
    optional: bool = False
    spare: bool = False

    def spans(self, value: Any) -> list[Span]:
        """The value for a terminal as styled pieces; a value that is already a list of those stays so."""
        if isinstance(value, list):
            return value
        style = self.style if isinstance(self.style, str) else self.style(value)
        return [(self.show(value), style)]


@attrs.frozen
class Table:
    """Columns and their rows of raw values."""

    columns: Sequence[Column]
    rows: Sequence[Row]

    def occupied(self) -> Table:
        """The table without the optional columns that are empty in every row."""
        return self.without(
            {
                index
                for index, column in enumerate(self.columns)
                if column.optional and all(row[index] in (None, "", 0) for row in self.rows)
            }
        )

    def without(self, left_out: set[int]) -> Table:
        """The table without the columns of those indexes."""
        kept = [index for index in range(len(self.columns)) if index not in left_out]
        return Table([self.columns[i] for i in kept], [[row[i] for i in kept] for row in self.rows])

    def objects(self) -> list[dict[str, Any]]:
        """The rows as dictionaries of raw values."""
        keys = [column.key for column in self.columns]
        return [dict(zip(keys, row, strict=True)) for row in self.rows]


def plain_cell(value: Any) -> str:
    """A value for a pipe; styled pieces are joined."""
    return "".join(text for text, _ in value) if isinstance(value, list) else as_text(value)


def plain_lines(columns: Sequence[Column], rows: Iterable[Row], sample: int = 1000) -> Iterable[str]:
    """Aligned lines for a pipe, headings first.

    Widths come from the first `sample` rows, so that a long result streams; a wider value later only
    moves its own line.
    """
    waiting: list[list[str]] = [[column.key for column in columns]]
    widths: list[int] | None = None
    for row in rows:
        cells = [plain_cell(value) for value in row]
        if widths is not None:
            yield aligned(columns, cells, widths)
            continue
        waiting.append(cells)
        if len(waiting) > sample:
            widths = _widest(waiting)
            yield from (aligned(columns, cells, widths) for cells in waiting)
    if widths is None:
        widths = _widest(waiting)
        yield from (aligned(columns, cells, widths) for cells in waiting)


def _widest(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(len(cell) for cell in cells) for cells in zip(*lines, strict=True)]


def aligned(columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int]) -> str:
    """One line of padded cells without trailing blanks."""
    padded = (
        cell.rjust(width) if column.right else cell.ljust(width)
        for column, cell, width in zip(columns, cells, widths, strict=True)
    )
    return GAP.join(padded).rstrip()


def fitted(columns: Sequence[Column], widths: Sequence[int], limit: int | None) -> dict[int, int]:
    """The widths by column that make a line fit into `limit`, as far as that can be.

    First flexible columns are narrowed, the widest first; then spare ones are left out, from the right.
    """
    result = dict(enumerate(widths))
    spare = [index for index, column in enumerate(columns) if column.spare]
    while limit is not None and _length(_least(columns, result).values()) > limit and spare:
        del result[spare.pop()]
    excess = 0 if limit is None else _length(result.values()) - limit
    least = _least(columns, result)
    while excess > 0 and result != least:
        index = max((i for i in result if result[i] > least[i]), key=lambda i: result[i])
        result[index] -= 1
        excess -= 1
    return result


def _least(columns: Sequence[Column], widths: dict[int, int]) -> dict[int, int]:
    return {i: min(width, _NARROWEST) if columns[i].flexible else width for i, width in widths.items()}


def _length(widths: Collection[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)
