"""The ready questions: named queries with their parameters, each a page and a JSON document.

A parameter for a run takes its number, id or name; `latest`, or left empty, means the newest run.
"""

from __future__ import annotations

import attrs


@attrs.frozen
class Question:
    """A named query: what it is called in addresses and on pages, what it says, and its statement."""

    name: str
    title: str
    description: str
    sql: str


def _chosen(parameter: str) -> str:
    """A subquery: the number of the run that the parameter names."""
    return (
        f"(select number from runs where :{parameter} in ('', 'latest') or id = :{parameter}"
        f" or name = :{parameter} or cast(number as text) = :{parameter}"
        " order by started_at desc, number desc limit 1)"
    )


_PLACE = "coalesce(location, file || coalesce(':' || line, '') || coalesce(':' || \"column\", ''))"

QUESTIONS: tuple[Question, ...] = (
    Question(
        "runs-overview",
        "Runs",
        "Every run, newest first.",
        """\
select number as run, name, status, started_at, duration_ns, event_count, failed_count, dropped, compiler,
  compiler_version
from runs
order by started_at desc, number desc
""",
    ),
    Question(
        "slowest",
        "Slowest events",
        "The events of a run that took longest. A run is a number, an id or a name; empty for the newest.",
        f"""\
select run, sequence, duration_ns, self_ns, kind, name, phase, op, {_PLACE} as place
from events
where run = {_chosen("run")}
order by duration_ns desc
limit 100
""",
    ),
    Question(
        "time-by-name",
        "Time by name",
        "Where the time of a run went, by what ran. Time in children is not in self_ns.",
        f"""\
select name, kind, sum(count) as count, sum(total_ns) as total_ns, sum(self_ns) as self_ns
from totals
where run = {_chosen("run")}
group by name, kind
order by self_ns desc
""",
    ),
    Question(
        "time-by-phase",
        "Time by phase",
        "Where the time of a run went, by the phases that the user named.",
        f"""\
select coalesce(phase, '(none)') as phase, sum(count) as count, sum(self_ns) as self_ns
from totals
where run = {_chosen("run")}
group by phase
order by self_ns desc
""",
    ),
    Question(
        "time-by-place",
        "Time by source line",
        "The lines of the source that the compiler spent its time on.",
        f"""\
select file, line, count(*) as count, sum(self_ns) as self_ns
from events
where run = {_chosen("run")} and file is not null
group by file, line
order by self_ns desc
limit 100
""",
    ),
    Question(
        "patterns",
        "Patterns",
        "How often each rewrite pattern was tried, how often it matched, and what the attempts cost.",
        f"""\
select name, count(*) as attempts, sum(changed) as matched, sum(duration_ns) as duration_ns
from events
where run = {_chosen("run")} and tag = 'apply-pattern'
group by name
order by duration_ns desc
""",
    ),
    Question(
        "tree",
        "Tree",
        "The events of a run inside one another, down to a depth.",
        f"""\
select run, sequence, substr('                                        ', 1, 2 * depth) || name as name, kind,
  duration_ns, self_ns, pre_end - pre as inside, status, op
from events
where run = {_chosen("run")} and depth <= coalesce(nullif(:depth, ''), 2)
order by pre
limit 1000
""",
    ),
    Question(
        "failures",
        "Failures",
        "What failed or never ended, in every run, newest first.",
        f"""\
select e.run, runs.name as run_name, e.sequence, e.status, e.name, e.error, e.op,
  {_PLACE} as place
from runs
join events e on e.run = runs.number
where runs.failed_count + runs.incomplete_count > 0 and e.status not in ('completed', 'skipped')
order by runs.started_at desc, e.sequence
limit 200
""",
    ),
    Question(
        "compare",
        "Compare two runs",
        "The time by name in two runs, side by side, the largest difference first.",
        f"""\
with pair as (select {_chosen("before")} as before, {_chosen("after")} as after)
select name, kind, sum(count) filter (where run = before) as count_before,
  sum(count) filter (where run = after) as count_after,
  sum(self_ns) filter (where run = before) as before_ns,
  sum(self_ns) filter (where run = after) as after_ns,
  round(1.0 * sum(self_ns) filter (where run = after) / sum(self_ns) filter (where run = before), 2) as ratio
from totals join pair on run in (before, after)
group by name, kind
order by abs(coalesce(after_ns, 0) - coalesce(before_ns, 0)) desc
""",
    ),
    Question(
        "history",
        "One name over all runs",
        "How long something took in each run that had it, oldest first.",
        """\
select t.run, t.run_name, runs.started_at, sum(t.count) as count, sum(t.self_ns) as self_ns
from totals t
join runs on runs.number = t.run
where t.name = :name
group by t.run
order by runs.started_at
""",
    ),
)
