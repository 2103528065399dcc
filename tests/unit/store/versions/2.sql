pragma application_id = 1346729588;
pragma user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'passevents','m001_tables_and_views','2026-11-30 00:41:18.926066+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'passevents','m002_pins_and_what_runs_share','2026-11-30 00:41:21.290878+00:00');
CREATE TABLE ir_units (
  record integer not null references records(id),
  ordinal integer not null,
  kind integer not null,
  op integer references strings(id),
  file integer references strings(id),
  line integer,
  "column" integer,
  location integer,
  primary key (record, ordinal)
) strict, without rowid;
INSERT INTO "ir_units" VALUES(8589934593,1,1,10,20,3,4,NULL);
CREATE TABLE locations (
  id integer primary key,
  file integer references strings(id),
  line integer,
  "column" integer,
  text integer not null references strings(id)
) strict;
INSERT INTO "locations" VALUES(8589934592,20,1,2,21);
CREATE TABLE numbering (last_run integer not null) strict;
INSERT INTO "numbering" VALUES(3);
CREATE TABLE record_snapshots (
  record integer not null references records(id),
  moment text not null check (moment in ('before', 'after')),
  snapshot integer not null references snapshots(id),
  primary key (record, moment)
) strict, without rowid;
INSERT INTO "record_snapshots" VALUES(4294967296,'before',1);
INSERT INTO "record_snapshots" VALUES(4294967296,'after',2);
CREATE TABLE records (
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
) strict;
INSERT INTO "records" VALUES(4294967296,NULL,0,0,0,0,0,1,NULL,NULL,1,NULL,17494,736241,7802,7802,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "records" VALUES(8589934592,NULL,0,4,0,0,0,NULL,NULL,3,4,2,17494,12872191,2966956,33099,6,7,NULL,NULL,NULL,5,NULL,NULL);
INSERT INTO "records" VALUES(8589934593,0,1,2,1,0,0,NULL,NULL,3,8,2,17494,12879782,2928088,2877643,10,20,1,2,0,9,NULL,NULL);
INSERT INTO "records" VALUES(8589934594,1,2,0,2,1,0,NULL,1,11,11,2,17494,15746049,49593,49593,10,7,1,1,NULL,12,NULL,NULL);
INSERT INTO "records" VALUES(8589934595,1,3,0,2,1,0,NULL,2,11,11,2,17494,15801741,852,852,10,7,1,1,NULL,13,NULL,NULL);
INSERT INTO "records" VALUES(8589934596,0,4,0,1,0,0,NULL,NULL,3,14,2,17494,15831906,5769,5769,10,7,1,1,NULL,15,NULL,NULL);
INSERT INTO "records" VALUES(8589934597,NULL,5,0,0,4,0,NULL,NULL,NULL,16,NULL,17494,19869338,68267054,68267054,NULL,NULL,NULL,NULL,NULL,NULL,17,NULL);
INSERT INTO "records" VALUES(12884901888,NULL,0,0,0,4,1,NULL,NULL,NULL,18,NULL,17494,19182140,134239,134239,NULL,NULL,NULL,NULL,NULL,NULL,NULL,19);
CREATE TABLE run_strings (
  run integer not null references runs(number),
  string integer not null references strings(id),
  primary key (run, string)
) strict, without rowid;
INSERT INTO "run_strings" VALUES(1,1);
INSERT INTO "run_strings" VALUES(2,2);
INSERT INTO "run_strings" VALUES(2,3);
INSERT INTO "run_strings" VALUES(2,4);
INSERT INTO "run_strings" VALUES(2,5);
INSERT INTO "run_strings" VALUES(2,6);
INSERT INTO "run_strings" VALUES(2,7);
INSERT INTO "run_strings" VALUES(2,8);
INSERT INTO "run_strings" VALUES(2,9);
INSERT INTO "run_strings" VALUES(2,10);
INSERT INTO "run_strings" VALUES(2,11);
INSERT INTO "run_strings" VALUES(2,12);
INSERT INTO "run_strings" VALUES(2,13);
INSERT INTO "run_strings" VALUES(2,14);
INSERT INTO "run_strings" VALUES(2,15);
INSERT INTO "run_strings" VALUES(2,16);
INSERT INTO "run_strings" VALUES(2,17);
INSERT INTO "run_strings" VALUES(2,20);
INSERT INTO "run_strings" VALUES(2,21);
INSERT INTO "run_strings" VALUES(3,18);
INSERT INTO "run_strings" VALUES(3,19);
CREATE TABLE runs (
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
, pinned integer not null default 0, stored_bytes integer) strict;
INSERT INTO "runs" VALUES(1,'01a229e6-279a-77f3-a8f5-a7ced3683798','inner','completed','2026-11-30T00:41:19.003134+00:00','2026-11-30T00:41:19.003817+00:00',767848,NULL,NULL,NULL,NULL,NULL,NULL,1,0,0,0,NULL,NULL,'01a229e6-2785-783c-a39a-8b7ce5d93ed9',17494,'build','["compile.py"]','/src','{}','{"python": "3.11.7", "recording_errors": 0, "callback_mismatches": 0}',14433005395601,0,NULL);
INSERT INTO "runs" VALUES(2,'01a229e6-2785-783c-a39a-8b7ce5d93ed9','first','completed','2026-11-30T00:41:18.982174+00:00','2026-11-30T00:41:19.070274+00:00',88171334,NULL,'mlir','22.1.8',NULL,NULL,NULL,6,0,0,0,NULL,NULL,NULL,17494,'build','["compile.py"]','/src','{"commit": "a1"}','{"python": "3.11.7", "recording_errors": 0, "callback_mismatches": 0}',14432984409048,1,4096);
INSERT INTO "runs" VALUES(3,'01a229e6-2827-737c-86ac-1c04832a98ef','failing','failed','2026-11-30T00:41:19.143354+00:00','2026-11-30T00:41:19.162683+00:00',19349638,NULL,NULL,NULL,NULL,NULL,NULL,1,1,0,0,NULL,'ValueError: boom',NULL,17494,'build','["compile.py"]','/src','{}','{"python": "3.11.7", "recording_errors": 0, "callback_mismatches": 0}',14433145619297,0,NULL);
CREATE TABLE snapshots (
  id integer primary key,
  digest blob not null unique,
  encoding text not null,
  size integer not null,
  data blob not null
) strict;
INSERT INTO "snapshots" VALUES(1,X'AAC0AB7A2C4442F285AE3D47F512F078BCA7C4F57622D6D1D5F3CDD050B08E8C','zlib',17,X'785ECBCD4F29CD4955A856484A4DCB2F4A55A805003A1C0652');
INSERT INTO "snapshots" VALUES(2,X'216AD7BF52DF71DAA01A12D43C9820282262DD8EA2008AEEBFAE307CF447BF42','zlib',16,X'785ECBCD4F29CD4955A856484C2B492D52A8050033BA05F1');
CREATE TABLE strings (
  id integer primary key,
  text text not null unique
) strict;
INSERT INTO "strings" VALUES(1,'inside');
INSERT INTO "strings" VALUES(2,'cleanup');
INSERT INTO "strings" VALUES(3,'pass-execution');
INSERT INTO "strings" VALUES(4,'mlir::detail::OpToOpPassAdaptor');
INSERT INTO "strings" VALUES(5,'`pass-execution` running `mlir::detail::OpToOpPassAdaptor` on Operation `builtin.module`');
INSERT INTO "strings" VALUES(6,'builtin.module');
INSERT INTO "strings" VALUES(7,'-');
INSERT INTO "strings" VALUES(8,'canonicalize');
INSERT INTO "strings" VALUES(9,'`pass-execution` running `Canonicalizer` on Operation `func.func`');
INSERT INTO "strings" VALUES(10,'func.func');
INSERT INTO "strings" VALUES(11,'GreedyPatternRewriteIteration');
INSERT INTO "strings" VALUES(12,'GreedyPatternRewriteIteration(1)');
INSERT INTO "strings" VALUES(13,'GreedyPatternRewriteIteration(2)');
INSERT INTO "strings" VALUES(14,'cse');
INSERT INTO "strings" VALUES(15,'`pass-execution` running `CSE` on Operation `func.func`');
INSERT INTO "strings" VALUES(16,'lower');
INSERT INTO "strings" VALUES(17,'{"level": 2}');
INSERT INTO "strings" VALUES(18,'broken');
INSERT INTO "strings" VALUES(19,'ValueError: boom');
INSERT INTO "strings" VALUES(20,'a.mlir');
INSERT INTO "strings" VALUES(21,'fused["a.mlir":1:2]');
CREATE TABLE summaries (
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
) strict, without rowid;
INSERT INTO "summaries" VALUES(1,0,1,NULL,0,NULL,1,7802,7802);
INSERT INTO "summaries" VALUES(2,0,16,NULL,4,NULL,1,68267054,68267054);
INSERT INTO "summaries" VALUES(2,1,4,2,0,3,1,2966956,33099);
INSERT INTO "summaries" VALUES(2,2,8,2,0,3,1,2928088,2877643);
INSERT INTO "summaries" VALUES(2,3,11,2,1,11,2,50445,50445);
INSERT INTO "summaries" VALUES(2,4,14,2,0,3,1,5769,5769);
INSERT INTO "summaries" VALUES(3,0,18,NULL,4,NULL,1,134239,134239);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE VIEW events as
select
  runs.number as run, r.id & 4294967295 as sequence, r.parent_sequence, r.pre,
  r.pre + r.descendants as pre_end, r.depth,
  case r.kind when 0 then 'pass' when 1 then 'action' when 2 then 'pipeline' when 3 then 'analysis' when 4 then 'stage' when 5 then 'codegen' when 6 then 'diagnostic' end as kind,
  (select text from strings where id = r.tag) as tag, (select text from strings where id = r.name) as name, (select text from strings where id = r.phase) as phase,
  case r.status when 0 then 'completed' when 1 then 'failed' when 2 then 'skipped' when 3 then 'incomplete' when 4 then 'lost' end as status, r.changed, r.iteration, r.thread, r.start_ns,
  r.start_ns + r.duration_ns as end_ns, r.duration_ns, r.self_ns,
  (select text from strings where id = r.op) as op, (select text from strings where id = r.file) as file, r.line, r."column",
  (select text from strings where id = (select text from locations where id = (r.id >> 32 << 32) + r.location)) as location,
  (select text from strings where id = r.detail) as detail, (select text from strings where id = r.attributes) as attributes, (select text from strings where id = r.error) as error
from runs cross join records r on r.id between runs.number << 32 and (runs.number << 32) + 4294967295;
CREATE VIEW totals as
select
  s.run, runs.name as run_name, (select text from strings where id = s.phase) as phase, case s.kind when 0 then 'pass' when 1 then 'action' when 2 then 'pipeline' when 3 then 'analysis' when 4 then 'stage' when 5 then 'codegen' when 6 then 'diagnostic' end as kind,
  (select text from strings where id = s.name) as name, s.count,
  printf('%.3f ms', s.total_ns / 1e6) as total, printf('%.3f ms', s.self_ns / 1e6) as self,
  s.total_ns, s.self_ns, (select text from strings where id = s.tag) as tag
from summaries s join runs on runs.number = s.run
order by s.run desc, s.position;
CREATE VIEW incomplete as
select
  runs.number as run, runs.name as run_name, runs.status as run_status, r.id & 4294967295 as sequence,
  r.depth, case r.kind when 0 then 'pass' when 1 then 'action' when 2 then 'pipeline' when 3 then 'analysis' when 4 then 'stage' when 5 then 'codegen' when 6 then 'diagnostic' end as kind,
  (select text from strings where id = r.phase) as phase, (select text from strings where id = r.name) as name,
  case r.status when 0 then 'completed' when 1 then 'failed' when 2 then 'skipped' when 3 then 'incomplete' when 4 then 'lost' end as status, printf('%.3f ms', r.start_ns / 1e6) as started, r.start_ns,
  (select text from strings where id = r.op) as op,
  coalesce(
    (select text from strings where id = (select text from locations where id = (r.id >> 32 << 32) + r.location)),
    (select text from strings where id = r.file) || coalesce(':' || r.line, '') || coalesce(':' || r."column", '')
  ) as location,
  (select text from strings where id = r.detail) as detail, (select text from strings where id = r.error) as error
from runs cross join records r on r.id between runs.number << 32 and (runs.number << 32) + 4294967295
where runs.incomplete_count > 0 and r.status in (3, 4)
order by r.id;
CREATE INDEX record_snapshots_by_snapshot on record_snapshots (snapshot);
COMMIT;
