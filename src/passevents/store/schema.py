"""The schema's words: what every table, view and column of a store means.

One place for people and for the code that needs column names. The statements that build the schema are in
`migrations` and never change once released; a test checks that both say the same, and that
docs/reference/schema.md, which `python -m passevents.store.schema_doc` writes, is current.
"""

from __future__ import annotations

from collections.abc import Mapping

# "PEvt", in the file's header: `file passevents.db` and other tools can tell what it is.
APPLICATION_ID = 0x50457674

# A run is one range of every integer key: run << 32 | position in the run.
RUN_SHIFT = 32
RUN_MASK = (1 << RUN_SHIFT) - 1


def run_span(run: int) -> tuple[int, int]:
    """The first and the last key that a record of the run may have."""
    return run << RUN_SHIFT, run << RUN_SHIFT | RUN_MASK


RECORD_COLUMNS = (
    "id",
    "parent_sequence",
    "pre",
    "descendants",
    "depth",
    "kind",
    "status",
    "changed",
    "iteration",
    "tag",
    "name",
    "phase",
    "thread",
    "start_ns",
    "duration_ns",
    "self_ns",
    "op",
    "file",
    "line",
    "column",
    "location",
    "detail",
    "attributes",
    "error",
)

RUN_COLUMNS = (
    "number",
    "id",
    "name",
    "status",
    "started_at",
    "finished_at",
    "duration_ns",
    "tool",
    "compiler",
    "compiler_version",
    "build",
    "pipeline",
    "input_digest",
    "event_count",
    "failed_count",
    "incomplete_count",
    "dropped",
    "dropped_reason",
    "error",
    "parent_run",
    "pid",
    "host",
    "argv",
    "cwd",
    "metadata",
    "info",
    "clock_origin_ns",
    "pinned",
    "stored_bytes",
)

_STRING = "id in `strings`"

TABLES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "runs": (
        "One recording: what was compiled, by what, when, and how it ended.",
        {
            "number": "Small number of the run in this file; the upper part of every other key.",
            "id": "The run's identity everywhere (UUIDv7 text, so it sorts by time of start).",
            "name": "The name given to `record`, if any.",
            "status": "`completed`, `failed`, or `lost` (its process died before it could say).",
            "started_at": "Start, UTC, ISO 8601.",
            "finished_at": "End, UTC, ISO 8601; null for a lost run.",
            "duration_ns": "From start to end by the monotonic clock; for a lost run up to its last event.",
            "tool": "What recorded: `passevents opt`, a script's name.",
            "compiler": "The compiler observed.",
            "compiler_version": "Its version.",
            "build": "What identifies its build.",
            "pipeline": "The pass pipeline as text.",
            "input_digest": "SHA-256 of the input.",
            "event_count": "Events stored.",
            "failed_count": "Those of them that failed.",
            "incomplete_count": "Those of them that never ended.",
            "dropped": "Events that could not be recorded or read.",
            "dropped_reason": "Why they could not.",
            "error": "What failed, for a failed run.",
            "parent_run": "`id` of the run that this one started in (a forked process, a nested recording).",
            "pid": "Process id of the recorder.",
            "host": "Host name of the recorder.",
            "argv": "Its command line (JSON array).",
            "cwd": "Its working directory.",
            "metadata": "What the user attached (JSON object).",
            "info": "What else is known of the run (JSON object).",
            "clock_origin_ns": "Monotonic clock of the recorder at the run's zero.",
            "pinned": "1 for a run that is not to be pruned.",
            "stored_bytes": "By how much the file grew with it, in whole pages; null if it is not known.",
        },
    ),
    "records": (
        "One event each, all in small integers; read it through the view `events`.",
        {
            "id": "`run << 32 | sequence`: a run is one range of ids, in start order.",
            "parent_sequence": "Sequence of the event it ran inside; null at the top.",
            "pre": "Position in tree order, 0 for the run's first.",
            "descendants": "How many events ran inside: a subtree is the range `pre..pre + descendants`.",
            "depth": "How many events were open around it.",
            "kind": "0 pass, 1 action, 2 pipeline, 3 analysis, 4 stage, 5 codegen, 6 diagnostic.",
            "status": "0 completed, 1 failed, 2 skipped, 3 incomplete, 4 lost.",
            "changed": "1 it changed the IR (a pattern: it matched), 0 it did not, null unknown.",
            "iteration": "Iteration of a greedy driver.",
            "tag": f"The MLIR action's tag; {_STRING}.",
            "name": f"Pass argument, class or pattern name, null if it has none; {_STRING}.",
            "phase": f"The user's label for the part of the compile; {_STRING}.",
            "thread": "Operating system's thread id.",
            "start_ns": "Start, nanoseconds from the start of the run.",
            "duration_ns": "From start to end; null if it never ended.",
            "self_ns": "Its duration less the time in which any of its children ran.",
            "op": f"Operation name of its first IR unit; {_STRING}.",
            "file": f"Source file of that unit; {_STRING}.",
            "line": "Line in that file, from 1.",
            "column": "Column in that line, from 1.",
            "location": "Where the location is more than file:line:column: `id & 0xffffffff` in `locations`.",
            "detail": f"The compiler's own description; {_STRING}.",
            "attributes": f"Further facts, a JSON object; {_STRING}.",
            "error": f"What failed; {_STRING}.",
        },
    ),
    "strings": (
        "Every text once.",
        {"id": "Key used by the other tables.", "text": "The text (undecodable bytes and NUL escaped)."},
    ),
    "locations": (
        "Source locations that are more than file:line:column (fused, call sites, names).",
        {
            "id": "`run << 32 | position in the run`.",
            "file": f"Source file, if there is one; {_STRING}.",
            "line": "Line, from 1.",
            "column": "Column, from 1.",
            "text": f"The location as the compiler prints it; {_STRING}.",
        },
    ),
    "ir_units": (
        "IR units of an event beyond the one in `records`.",
        {
            "record": "`id` in `records`.",
            "ordinal": "Position among the event's units; 0 only if the first does not fit into `records`.",
            "kind": "0 operation, 1 region, 2 block, 3 value.",
            "op": f"Operation name; {_STRING}.",
            "file": f"Source file; {_STRING}.",
            "line": "Line, from 1.",
            "column": "Column, from 1.",
            "location": "As in `records`.",
        },
    ),
    "summaries": (
        "Sums of each run, made when it is stored; read them through the view `totals`.",
        {
            "run": "`number` in `runs`.",
            "position": "Longest total first, from 0.",
            "name": f"Name of the events; {_STRING}.",
            "phase": f"Their phase; {_STRING}.",
            "kind": "Their kind, as in `records`.",
            "tag": f"Their tag; {_STRING}.",
            "count": "How many there were.",
            "total_ns": "Time in them, of all threads; one inside another of the same name counts once.",
            "self_ns": "Time in them less the time in which any of their children ran, of all threads.",
        },
    ),
    "snapshots": (
        "IR texts, each distinct one once.",
        {
            "id": "Key used by `record_snapshots`.",
            "digest": "SHA-256 of the text.",
            "encoding": "How `data` is compressed.",
            "size": "Length of the text in bytes, uncompressed.",
            "data": "The text.",
        },
    ),
    "record_snapshots": (
        "Which IR an event began and ended with.",
        {
            "record": "`id` in `records`.",
            "moment": "`before` or `after`.",
            "snapshot": "`id` in `snapshots`.",
        },
    ),
    "run_strings": (
        "Which texts each run refers to.",
        {"run": "`number` in `runs`.", "string": "`id` in `strings`."},
    ),
    "numbering": (
        "One row: a run's number is never given again, even when the run was removed.",
        {"last_run": "The highest number that a run was given."},
    ),
    "blocks": (
        "Every 128 sequence numbers of a large run, to pass over what holds no answer; a small run has none.",
        {
            "run": "`number` in `runs`.",
            "block": "The events of sequence `128 * block` and the 127 that follow.",
            "first_pre": "The lowest `pre` in it.",
            "last_pre": "The highest `pre` in it.",
            "shallowest": "The lowest `depth` in it.",
            "slowest_ns": "The longest duration in it, 0 where none has ended.",
        },
    ),
    "block_values": (
        "Which values occur in each block of a large run.",
        {
            "run": "`number` in `runs`.",
            "facet": "1 kind, 2 status, 3 tag, 4 name, 5 phase, 6 op, 7 file, 8 line, 9 whole location.",
            "value": "As in `records`, 0 for null; of a whole location 1 where there is one.",
            "block": "As in `blocks`.",
            "slowest_ns": "The longest duration of the block's events of that value.",
        },
    ),
}

VIEWS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "events": (
        "Every event with its texts, in start order. `where run = N` (see `runs`) reads one run quickly.",
        {
            "run": "`number` in `runs`.",
            "sequence": "Start order in the run, from 0.",
            "parent_sequence": TABLES["records"][1]["parent_sequence"],
            "pre": TABLES["records"][1]["pre"],
            "pre_end": "`pre` of its last descendant: a subtree is the range `pre..pre_end`.",
            "depth": TABLES["records"][1]["depth"],
            "kind": "`pass`, `action`, `pipeline`, `analysis`, `stage`, `codegen` or `diagnostic`.",
            "tag": "The MLIR action's tag.",
            "name": "Pass argument, class or pattern name.",
            "phase": "The user's label for the part of the compile.",
            "status": "`completed`, `failed`, `skipped`, `incomplete` (never closed), `lost` (process died).",
            "changed": TABLES["records"][1]["changed"],
            "iteration": TABLES["records"][1]["iteration"],
            "thread": TABLES["records"][1]["thread"],
            "start_ns": TABLES["records"][1]["start_ns"],
            "end_ns": "End, the same clock; null if it never ended.",
            "duration_ns": "`end_ns - start_ns`; null if it never ended.",
            "self_ns": TABLES["records"][1]["self_ns"],
            "op": "Operation name of its first IR unit.",
            "file": "Source file of that unit.",
            "line": "Line in that file, from 1.",
            "column": "Column in that line, from 1.",
            "location": "The whole location where it is more than file:line:column.",
            "detail": "The compiler's own description.",
            "attributes": "Further facts (JSON object).",
            "error": "What failed.",
        },
    ),
    "totals": (
        "Where the time went: newest run first, longest first.",
        {
            "run": "`number` in `runs`.",
            "run_name": "`name` in `runs`.",
            "phase": "Phase of the events.",
            "kind": "Their kind.",
            "name": "Their name.",
            "count": "How many there were.",
            "total": "Time in them, for people.",
            "self": "Time in them less the time in their children, for people.",
            "total_ns": "Time in them, of all threads; one inside another of the same name counts once.",
            "self_ns": "Time in them less the time in which any of their children ran, of all threads.",
            "tag": "The MLIR action's tag.",
        },
    ),
    "incomplete": (
        "Events that began and never ended, the innermost of a run last: where a compile stopped.",
        {
            "run": "`number` in `runs`.",
            "run_name": "`name` in `runs`.",
            "run_status": "`status` in `runs`.",
            "sequence": "Start order in the run.",
            "depth": TABLES["records"][1]["depth"],
            "kind": "Its kind.",
            "phase": "Its phase.",
            "name": "Its name.",
            "status": "`incomplete` or `lost`.",
            "started": "When it began, from the start of the run, for people.",
            "start_ns": TABLES["records"][1]["start_ns"],
            "op": "Operation name of its first IR unit.",
            "location": "Where in the source: file:line:column, or the whole location.",
            "detail": "The compiler's own description.",
            "error": "The error that was in flight.",
        },
    ),
}
