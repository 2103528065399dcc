"""The exported columns as a page; `python -m passevents.export.columns_doc` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from passevents.export.columns import EVENT_COLUMNS, LAYOUT_VERSION, RUN_COLUMNS, Column

_INTRODUCTION = f"""\
# Exported columns

<!-- Made by `python -m passevents.export.columns_doc`; a test says when it has to be made again. -->

What `passevents export --format jsonl` and `--format parquet` write, in layout version {LAYOUT_VERSION}. The
names and meanings are those of [the store](schema.md), except that `run` is the run's id and not its number.
A column is never renamed within a layout version; new ones are added at the end.

| type | JSON Lines | Parquet |
|---|---|---|
| text | string, always valid UTF-8 | `string`, dictionary-encoded |
| integer | number, up to 64 bits | `int64` |
| boolean | `true` or `false` | `bool` |
| moment | - | `timestamp[us, UTC]` |
| texts | - | `list<string>` |
| object | object | `string` that holds JSON |

Whatever is not known is `null`; a key is never left out.

In Parquet `run` is the name of the folder, `run=ID`, and not in the file: readers that know Hive partitions
(DuckDB, Spark, pyarrow, polars) show it as a column. Units and meanings are metadata of the files' fields.
"""


def columns_page() -> str:
    """Return the page, in Markdown."""
    events = _table("Events", "Both formats have these, one row or line an event.", EVENT_COLUMNS)
    runs = _table("Runs", "Parquet has a second table, one row a run.", RUN_COLUMNS)
    return "\n".join([_INTRODUCTION, *events, *runs])


def _table(title: str, sentence: str, columns: Iterable[Column]) -> Iterator[str]:
    yield f"## {title}\n\n{sentence}\n"
    yield "| column | type | unit | may be null | meaning |\n|---|---|---|---|---|"
    for column in columns:
        nullable = "yes" if column.nullable else "no"
        yield f"| `{column.name}` | {column.type} | {column.unit or '-'} | {nullable} | {column.meaning} |"
    yield ""


if __name__ == "__main__":
    sys.stdout.write(columns_page())
