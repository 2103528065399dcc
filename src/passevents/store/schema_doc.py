"""The schema as a page of the documentation: `python -m passevents.store.schema_doc` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

from passevents.store.migrations import SCHEMA_VERSION
from passevents.store.schema import TABLES, VIEWS

_INTRODUCTION = f"""\
# The schema of a store

<!-- Made by `python -m passevents.store.schema_doc`; a test says when it has to be made again. -->

A store is one SQLite file in WAL mode, here of schema version {SCHEMA_VERSION} (`pragma user_version`). Any
SQLite tool can read it, also while it is being written. Start with the views: there every text is a text.

```sh
sqlite3 passevents.db "select * from totals"
```

Every time that ends in `_ns` is an integer number of nanoseconds of the monotonic clock; within a run it
counts from the start of the run.

A run has a small `number`, and every key of what belongs to it is an integer that begins with that number:
`run << 32 | position`. So a run is one range of keys in each table, and needs no index to be found:

```sql
select count(*) from records where id between 3 << 32 and (3 << 32) + 4294967295;
```

Everything inside an event is one range of `pre`, the position in tree order:

```sql
select inner_event.name, inner_event.duration_ns
from events outer_event
join events inner_event
  on inner_event.run = outer_event.run
 and inner_event.pre > outer_event.pre and inner_event.pre <= outer_event.pre_end
where outer_event.run = 1 and outer_event.sequence = 0;
```
"""

_SEARCH = """\
## Full-text search

The first `passevents search` adds two tables of SQLite's FTS5, whose rows are those of `strings` and
`snapshots`: `search_strings`, and `search_snapshots`, which keeps no text (those of programs are compressed).
`searched_runs` has the numbers of the runs that are in them.

```text
select text from search_strings where search_strings match 'canonicalize';
```
"""


def schema_page() -> str:
    """Return the page, in Markdown."""
    return "\n".join([_INTRODUCTION, *_section("Views", VIEWS), *_section("Tables", TABLES), _SEARCH])


def _section(title: str, things: Mapping[str, tuple[str, Mapping[str, str]]]) -> Iterator[str]:
    yield f"## {title}\n"
    for name, (sentence, columns) in things.items():
        yield f"### `{name}`\n\n{sentence}\n\n| column | meaning |\n|---|---|"
        for column, meaning in columns.items():
            # A bar would end the cell.
            yield f"| `{column}` | {meaning.replace('|', chr(92) + '|')} |"
        yield ""


if __name__ == "__main__":
    sys.stdout.write(schema_page())
