"""How a store file came to its present schema, step by step.

Each step is a named sqlite-utils migration and runs once a file; what is released here is never edited, only
added to. `upgrade` runs what is pending in one immediate transaction: a second process waits, a killed one
leaves the old version. `SCHEMA_VERSION` goes into the file as `user_version`, so that opening an up-to-date
store reads one integer and does not import sqlite-utils.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from passevents.store.schema import APPLICATION_ID
from passevents.store.transaction import transaction

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

SCHEMA_VERSION = 3

_TABLES_1 = (
    """
    create table runs (
      number integer primary key,
      id text not null unique,
      name text,
      status text not null,
      started_at text not null,
      finished_at text,
      duration_ns integer,
      tool text,
      compiler text,
      compiler_version text,
      build text,
      pipeline text,
      input_digest text,
      event_count integer not null default 0,
      failed_count integer not null default 0,
      incomplete_count integer not null default 0,
      dropped integer not null default 0,
      dropped_reason text,
      error text,
      parent_run text,
      pid integer,
      host text,
      argv text,
      cwd text,
      metadata text not null default '{}',
      info text not null default '{}',
      clock_origin_ns integer
    ) strict
    """,
    """
    create table records (
      id integer primary key,
      parent_sequence integer,
      pre integer not null,
      descendants integer not null,
      depth integer not null,
      kind integer not null,
      status integer not null,
      changed integer,
      iteration integer,
      tag integer references strings(id),
      name integer references strings(id),
      phase integer references strings(id),
      thread integer not null,
      start_ns integer not null,
      duration_ns integer,
      self_ns integer,
      op integer references strings(id),
      file integer references strings(id),
      line integer,
      "column" integer,
      location integer,
      detail integer references strings(id),
      attributes integer references strings(id),
      error integer references strings(id)
    ) strict
    """,
    """
    create table strings (
      id integer primary key,
      text text not null unique
    ) strict
    """,
    """
    create table locations (
      id integer primary key,
      file integer references strings(id),
      line integer,
      "column" integer,
      text integer not null references strings(id)
    ) strict
    """,
    """
    create table ir_units (
      record integer not null references records(id),
      ordinal integer not null,
      kind integer not null,
      op integer references strings(id),
      file integer references strings(id),
      line integer,
      "column" integer,
      location integer,
      primary key (record, ordinal)
    ) strict, without rowid
    """,
    """
    create table summaries (
      run integer not null references runs(number),
      position integer not null,
      name integer references strings(id),
      phase integer references strings(id),
      kind integer not null,
      tag integer references strings(id),
      count integer not null,
      total_ns integer not null,
      self_ns integer not null,
      primary key (run, position)
    ) strict, without rowid
    """,
    """
    create table snapshots (
      id integer primary key,
      digest blob not null unique,
      encoding text not null,
      size integer not null,
      data blob not null
    ) strict
    """,
    """
    create table record_snapshots (
      record integer not null references records(id),
      moment text not null check (moment in ('before', 'after')),
      snapshot integer not null references snapshots(id),
      primary key (record, moment)
    ) strict, without rowid
    """,
)

_KIND_1 = (
    "case {0}.kind when 0 then 'pass' when 1 then 'action' when 2 then 'pipeline' when 3 then 'analysis'"
    " when 4 then 'stage' when 5 then 'codegen' when 6 then 'diagnostic' end"
)
_STATUS_1 = (
    "case r.status when 0 then 'completed' when 1 then 'failed' when 2 then 'skipped'"
    " when 3 then 'incomplete' when 4 then 'lost' end"
)
_MILLISECONDS_1 = "printf('%.3f ms', {0} / 1e6)"

# `cross join` fixes the order of the loops: runs outside, each run's range of records inside. Texts are
# scalar subqueries rather than joins: only those asked for are looked up, and the planner is never tempted to
# start from `strings` and read the records of every run.
_RECORDS_OF_RUNS_1 = (
    "runs cross join records r on r.id between runs.number << 32 and (runs.number << 32) + 4294967295"
)
_TEXT_1 = "(select text from strings where id = {0})"
_WHOLE_LOCATION_1 = _TEXT_1.format("(select text from locations where id = (r.id >> 32 << 32) + r.location)")


def _text_columns_1(table: str, *columns: str) -> str:
    return ", ".join(f"{_TEXT_1.format(f'{table}.{column}')} as {column}" for column in columns)


_VIEWS_1 = (
    f"""
    create view events as
    select
      runs.number as run, r.id & 4294967295 as sequence, r.parent_sequence, r.pre,
      r.pre + r.descendants as pre_end, r.depth,
      {_KIND_1.format("r")} as kind,
      {_text_columns_1("r", "tag", "name", "phase")},
      {_STATUS_1} as status, r.changed, r.iteration, r.thread, r.start_ns,
      r.start_ns + r.duration_ns as end_ns, r.duration_ns, r.self_ns,
      {_text_columns_1("r", "op", "file")}, r.line, r."column",
      {_WHOLE_LOCATION_1} as location,
      {_text_columns_1("r", "detail", "attributes", "error")}
    from {_RECORDS_OF_RUNS_1}
    """,
    f"""
    create view totals as
    select
      s.run, runs.name as run_name, {_TEXT_1.format("s.phase")} as phase, {_KIND_1.format("s")} as kind,
      {_TEXT_1.format("s.name")} as name, s.count,
      {_MILLISECONDS_1.format("s.total_ns")} as total, {_MILLISECONDS_1.format("s.self_ns")} as self,
      s.total_ns, s.self_ns, {_TEXT_1.format("s.tag")} as tag
    from summaries s join runs on runs.number = s.run
    order by s.run desc, s.position
    """,
    f"""
    create view incomplete as
    select
      runs.number as run, runs.name as run_name, runs.status as run_status, r.id & 4294967295 as sequence,
      r.depth, {_KIND_1.format("r")} as kind,
      {_text_columns_1("r", "phase", "name")},
      {_STATUS_1} as status, {_MILLISECONDS_1.format("r.start_ns")} as started, r.start_ns,
      {_TEXT_1.format("r.op")} as op,
      coalesce(
        {_WHOLE_LOCATION_1},
        {_TEXT_1.format("r.file")} || coalesce(':' || r.line, '') || coalesce(':' || r."column", '')
      ) as location,
      {_text_columns_1("r", "detail", "error")}
    from {_RECORDS_OF_RUNS_1}
    where runs.incomplete_count > 0 and r.status in (3, 4)
    order by r.id
    """,
)

# What belongs to a run alone has to be told from what it shares with others, or nothing could be removed.
_TEXT_COLUMNS_2 = {
    "records": ("id >> 32", ("tag", "name", "phase", "op", "file", "detail", "attributes", "error")),
    "locations": ("id >> 32", ("file", "text")),
    "ir_units": ("record >> 32", ("op", "file")),
}
_USED_TEXTS_2 = " union ".join(
    f"select {run}, {column} from {table} where {column} is not null"
    for table, (run, columns) in _TEXT_COLUMNS_2.items()
    for column in columns
)
_CHANGES_2 = (
    "alter table runs add column pinned integer not null default 0",
    "alter table runs add column stored_bytes integer",
    """
    create table run_strings (
      run integer not null references runs(number),
      string integer not null references strings(id),
      primary key (run, string)
    ) strict, without rowid
    """,
    f"insert into run_strings (run, string) {_USED_TEXTS_2}",
    "create index record_snapshots_by_snapshot on record_snapshots (snapshot)",
    "create table numbering (last_run integer not null) strict",
    "insert into numbering (last_run) select coalesce(max(number), 0) from runs",
)

_TABLES_3 = (
    """
    create table blocks (
      run integer not null references runs(number),
      block integer not null,
      first_pre integer not null,
      last_pre integer not null,
      shallowest integer not null,
      slowest_ns integer not null,
      primary key (run, block)
    ) strict, without rowid
    """,
    """
    create table block_values (
      run integer not null references runs(number),
      facet integer not null,
      value integer not null,
      block integer not null,
      slowest_ns integer not null,
      primary key (run, facet, value, block)
    ) strict, without rowid
    """,
)


def migrations() -> Migrations:
    """Return the steps, oldest first."""
    from sqlite_utils import Migrations

    steps = Migrations("passevents")

    @steps()
    def m001_tables_and_views(db: Database) -> None:
        db.execute(f"pragma application_id = {APPLICATION_ID}")
        for statement in _TABLES_1 + _VIEWS_1:
            db.execute(_unindented(statement))

    @steps()
    def m002_pins_and_what_runs_share(db: Database) -> None:
        for statement in _CHANGES_2:
            db.execute(_unindented(statement))

    @steps()
    def m003_blocks(db: Database) -> None:
        for statement in _TABLES_3:
            db.execute(_unindented(statement))

    return steps


def upgrade(connection: sqlite3.Connection) -> None:
    """Bring the file to `SCHEMA_VERSION`; all or nothing, waiting for a process that is doing the same."""
    from sqlite_utils import Database

    with transaction(connection):
        migrations().apply(Database(connection, execute_plugins=False))
        connection.execute(f"pragma user_version = {SCHEMA_VERSION}")


def _unindented(statement: str) -> str:
    # People read these with `.schema`.
    from textwrap import dedent

    return dedent(statement).strip()
