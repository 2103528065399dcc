"""Answers as data: rows of dictionaries, and data frames where pandas or polars is installed.

A layout says once which columns an answer has and of which type. Integers stay integers: a column with gaps
is of pandas' nullable `Int64`, so that no time passes through a float. Neither library is imported before it
is asked for, and neither is needed.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from passevents.errors import MissingPackageError

if TYPE_CHECKING:
    import pandas
    import polars

T = TypeVar("T")

# Columns of these types hold one value each; those of `object` hold JSON, which a data frame keeps as text.
_PANDAS = {int: "Int64", float: "Float64", bool: "boolean", str: "string", datetime: "datetime64[us, UTC]"}


@attrs.frozen
class Layout(Generic[T]):
    """The columns of an answer with their types, and the values of one item under them."""

    columns: Mapping[str, type]
    values: Callable[[T], Sequence[Any]]

    def dicts(self, items: Iterable[T]) -> Iterator[dict[str, Any]]:
        """Yield a dictionary for each item."""
        for item in items:
            yield dict(zip(self.columns, self.values(item), strict=True))

    def pandas(self, items: Iterable[T]) -> pandas.DataFrame:
        """Return a frame of nullable types; raises `MissingPackageError`."""
        library = _library("pandas")
        return library.DataFrame(
            {
                name: library.Series(values, dtype=_PANDAS.get(self.columns[name], "string"))
                for name, values in self._by_column(items)
            }
        )

    def polars(self, items: Iterable[T]) -> polars.DataFrame:
        """Return a frame; raises `MissingPackageError`."""
        library = _library("polars")
        types = {
            int: library.Int64,
            float: library.Float64,
            bool: library.Boolean,
            datetime: library.Datetime("us", "UTC"),
        }
        schema = {name: types.get(kind, library.String) for name, kind in self.columns.items()}
        return library.DataFrame(dict(self._by_column(items)), schema=schema)

    def _by_column(self, items: Iterable[T]) -> Iterator[tuple[str, list[Any]]]:
        columns: list[list[Any]] = [[] for _ in self.columns]
        appends = [column.append for column in columns]
        for item in items:
            for append, value in zip(appends, self.values(item), strict=True):
                append(value)
        for (name, kind), column in zip(self.columns.items(), columns, strict=True):
            yield name, [_as_json(value) for value in column] if kind is object else column


class Answer(list[T]):
    """A list that can be had as dictionaries or as a data frame."""

    def __init__(self, items: Iterable[T], layout: Layout[Any]) -> None:
        super().__init__(items)
        self._layout = layout

    def _laid_out(self) -> Iterable[Any]:
        """What the layout takes the values of."""
        return self

    def _repr_html_(self) -> str:
        from passevents.query.html import rows_page

        return rows_page(list(self._layout.columns), map(self._layout.values, self._laid_out()), len(self))

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a dictionary for each item, of plain values that JSON has too (and points in time)."""
        return list(self._layout.dicts(self._laid_out()))

    def to_pandas(self) -> pandas.DataFrame:
        """Return a pandas `DataFrame` of nullable types; raises `MissingPackageError` without pandas."""
        return self._layout.pandas(self._laid_out())

    def to_polars(self) -> polars.DataFrame:
        """Return a polars `DataFrame`; raises `MissingPackageError` without polars."""
        return self._layout.polars(self._laid_out())


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            f"{name} is not installed: `pip install {name}`, or take to_dicts().", name=name
        ) from error


def _as_json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)
