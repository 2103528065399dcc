"""`passevents compare`: two runs side by side, and a failing status where the second is slower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import formats, styles
from passevents.cli.options import DURATION, RATIO, debug_option, example, json_option, store_option
from passevents.cli.program import complain
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Span, Table, shown_name

if TYPE_CHECKING:
    from passevents.query import Comparison, EventStore, PassComparison, Run

VERDICTS = {True: "differs", False: "noise", None: "unknown"}
_VERDICT_STYLES = {"differs": "bold", "noise": styles.QUIET, "unknown": styles.QUIET}

PASSES = [
    Column("first_ns", "first", show=formats.duration, right=True),
    Column("second_ns", "second", show=formats.duration, right=True),
    Column("ratio", "ratio", show=lambda ratio: "-" if ratio is None else f"{ratio:.2f}", right=True),
    Column("verdict", "verdict", style=lambda verdict: _VERDICT_STYLES.get(verdict, "")),
    Column("path", "pass", show=shown_name, style=styles.NAME, flexible=True),
]
ONE_SIDED = [
    Column("only_in", "only in"),
    Column("count", "count", show=formats.count, right=True),
    Column("own_ns", "time", show=formats.duration, right=True),
    Column("path", "pass", show=shown_name, style=styles.NAME, flexible=True),
]
PATTERNS = [
    Column("first_attempts", "first tried", show=formats.count, right=True),
    Column("second_attempts", "second tried", show=formats.count, right=True),
    Column("first_matches", "first matched", show=formats.count, right=True),
    Column("second_matches", "second matched", show=formats.count, right=True),
    Column("name", "pattern", show=shown_name, style=styles.NAME, flexible=True),
]
SETTINGS = [
    Column("name", "setting", style=styles.NAME),
    Column("first", "first", flexible=True),
    Column("second", "second", flexible=True),
]


@click.command(
    "compare",
    epilog=example(
        "passevents compare",
        "passevents compare 0198c 0198d --diff",
        "passevents compare --name nightly --fail-over 1.2",
        "passevents compare main feature --with-db feature.db --json",
    ),
)
@click.argument("runs", nargs=-1, metavar="[FIRST [SECOND]]")
@click.option("--name", metavar="TEXT", help="Compare the newest run of this name with the one before.")
@click.option(
    "--with-db", "other", type=click.Path(path_type=Path), metavar="FILE", help="SECOND is in this store."
)
@click.option(
    "--fail-over", type=RATIO, metavar="RATIO",
    help="Fail if anything takes more than RATIO times as long, beyond noise.  [at least 1]",
)  # fmt: skip
@click.option(
    "--min-time", type=DURATION, default="100us", show_default=True, metavar="TIME",
    help="Take smaller differences for noise.",
)  # fmt: skip
@click.option(
    "-n", "--limit", type=click.IntRange(min=0), default=15, show_default=True, metavar="N",
    help="Show the N passes and patterns that differ most; 0 for all.",
)  # fmt: skip
@click.option("--diff", "with_diff", is_flag=True, help="Show how the programs differ where they first do.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    runs: tuple[str, ...],
    name: str | None,
    other: Path | None,
    fail_over: float | None,
    min_time: int,
    limit: int,
    with_diff: bool,
    as_json: bool,
    store: Path,
) -> None:
    """Show two runs side by side; fail if the second is slower.

    SECOND is the latest run, and FIRST the last one before it of the same name that completed, unless said
    otherwise. What is shown are times, passes, patterns, settings and programs, as far as they differ. The
    time of a pass is without that of passes inside it. A difference counts ("differs") where it is beyond
    what runs of the same name and settings differ among themselves; with fewer than four of those it is
    "unknown", and --fail-over fails for nothing. So it is of a run that did not complete; where that is
    SECOND, --fail-over fails.
    """
    from passevents.query import EventStore

    if len(runs) > 2 or (name is not None and (runs or other)):
        raise click.UsageError("two runs are compared: [FIRST [SECOND]], or those of --name")
    with ExitStack() as stack:
        opened = stack.enter_context(EventStore(store))
        second_store = stack.enter_context(EventStore(other)) if other else opened
        first, second = _chosen(opened, second_store, runs, name)
        comparison = first.compare(second, least_ns=min_time)
        slower = comparison.slower(fail_over or 1.0)
        if as_json:
            screen.data("compare", comparison_data(comparison, slower if fail_over else None))
        else:
            _show(screen, comparison, limit or None, with_diff)
    if fail_over is not None:
        _fail(comparison, slower, fail_over)


def _chosen(
    store: EventStore, second_store: EventStore, runs: Sequence[str], name: str | None
) -> tuple[Run, Run]:
    from passevents.cli.reading import check_run_name, chosen
    from passevents.errors import QueryError

    if name is not None:
        check_run_name(name, store.runs())
    second = chosen(second_store, runs[1] if len(runs) == 2 else name or "latest")
    if runs or second_store is not store:
        first = chosen(store, runs[0] if runs else "latest")
    else:
        first = _before(store, second)
    if first.id == second.id:
        raise QueryError(f"both are the run {first.id}: name two runs, or none for the last two of a name")
    return first, second


def _before(store: EventStore, second: Run) -> Run:
    """The last run of the same name before that one that completed; if none did, the last one."""
    from passevents.errors import QueryError

    older = [run for run in store.runs() if run.name == second.name and run.started_at < second.started_at]
    if not older:
        raise QueryError(f"no run of the name {second.name!r} is older than {second.id}: name both")
    return next((run for run in older if run.status == "completed"), older[0])


def _fail(comparison: Comparison, slower: Sequence[PassComparison], over: float) -> None:
    from passevents.query.noise import NEEDED

    if comparison.second in comparison.unfinished:
        raise click.ClickException(f"the second run did not complete: {_ending(comparison.second)}")
    if comparison.unfinished:
        complain("the first run did not complete: --fail-over fails for nothing")
    elif not comparison.noise_known:
        runs = 1 + max(comparison.first_repeats, comparison.second_repeats)
        complain(
            f"{runs} of the {NEEDED} runs of the same name and settings that it takes to know the noise:"
            " --fail-over fails for nothing"
        )
    elif slower:
        worst = ", ".join(f"{formats.visible(each.name)} ({each.ratio:.2f})" for each in slower[:3])
        more = f" and {len(slower) - 3} more" if len(slower) > 3 else ""
        raise click.ClickException(f"over {over:g} times as long, beyond noise: {worst}{more}")


def comparison_data(comparison: Comparison, slower: Sequence[PassComparison] | None) -> dict[str, Any]:
    """A comparison for JSON; `slower` is None where it was not asked what is over a ratio."""
    from passevents.query.comparison import PASS_LAYOUT
    from passevents.query.noise import NEEDED

    parted = comparison.divergence
    return {
        "first": _run_data(comparison.first),
        "second": _run_data(comparison.second),
        "noise": {
            "known": comparison.noise_known,
            "needed": NEEDED,
            "first_repeats": comparison.first_repeats,
            "second_repeats": comparison.second_repeats,
        },
        "whole": next(PASS_LAYOUT.dicts([comparison.whole])),
        "passes": comparison.passes.to_dicts(),
        "only_in_first": comparison.only_in_first.to_dicts(),
        "only_in_second": comparison.only_in_second.to_dicts(),
        "patterns": comparison.patterns.to_dicts(),
        "settings": comparison.settings.to_dicts(),
        "programs_compared": comparison.programs_compared,
        "divergence": parted
        and {
            "path": parted.name,
            "moment": parted.moment,
            "first_sequence": parted.first.event.sequence,
            "second_sequence": parted.second.event.sequence,
        },
        "slower": None if slower is None else [each.name for each in slower],
    }


def _run_data(run: Run) -> dict[str, Any]:
    started_at = run.started_at.isoformat()
    return {
        "id": run.id,
        "name": run.name,
        "status": run.status,
        "started_at": started_at,
        "duration_ns": run.duration_ns,
    }


def _show(screen: Screen, comparison: Comparison, limit: int | None, with_diff: bool) -> None:
    screen.facts(_facts(screen, comparison))
    _section(screen, "settings that differ", SETTINGS, _rows(SETTINGS, comparison.settings.to_dicts()))
    passes = sorted(comparison.passes, key=_weight)
    _section(screen, "passes, the largest differences first", PASSES, [_pass(each) for each in passes], limit)
    sides = {"first": comparison.only_in_first, "second": comparison.only_in_second}
    alone = [_alone(side, each) for side, passes in sides.items() for each in passes]
    _section(screen, "passes in one run only", ONE_SIDED, alone, limit)
    patterns = [row for row in _rows(PATTERNS, comparison.patterns.to_dicts()) if _differs(row)]
    patterns.sort(key=lambda row: -abs(row[1] - row[0]))
    _section(screen, "patterns of other counts", PATTERNS, patterns, limit)
    if with_diff:
        screen.line()
        for line in comparison.diff().splitlines():
            screen.line((formats.visible(line), {"-": "red", "+": "green", "@": "cyan"}.get(line[:1], "")))


def _facts(screen: Screen, comparison: Comparison) -> Iterator[tuple[str, list[Span]]]:
    time = formats.duration if screen.human else lambda ns: f"{ns} ns"
    for label, run in (("first", comparison.first), ("second", comparison.second)):
        name = f" {formats.visible(run.name)}" if run.name else ""
        ended = "" if run.status == "completed" else f", {_ending(run)}"
        yield label, [(run.id, styles.NAME), (f"{name}, {run.started_at:%Y-%m-%d %H:%M}{ended}", "")]
    whole = comparison.whole
    took = f"{time(whole.first_ns)}, then {time(whole.second_ns)}"
    if whole.ratio is not None:
        took += f": {whole.ratio:.2f} times, {VERDICTS[whole.significant]}"
    yield "took", [(took, "")]
    runs = f"{comparison.first_repeats} more runs like the first, {comparison.second_repeats} like the second"
    unknown = "" if comparison.noise_known or comparison.unfinished else "not known: "
    yield "noise", [(f"{unknown}{runs}", "")]
    yield "programs", [(_programs(comparison), "")]


def _ending(run: Run) -> str:
    """How a run ended that did not complete."""
    return f"{run.status}: {formats.visible(run.error)}" if run.error else run.status


def _programs(comparison: Comparison) -> str:
    parted = comparison.divergence
    if parted is not None:
        events = f"({parted.first.event.sequence} and {parted.second.event.sequence})"
        return f"differ first {parted.moment} {formats.visible(parted.name)} {events}"
    if comparison.programs_compared:
        return f"equal in {formats.count(comparison.programs_compared)} passes"
    return "not kept in both runs: record with snapshots to compare them"


def _section(
    screen: Screen, title: str, columns: list[Column], rows: list[list[Any]], limit: int | None = None
) -> None:
    if not rows:
        return
    screen.line()
    screen.line((title, styles.QUIET))
    screen.table(Table(columns, rows[:limit]))
    if limit is not None and len(rows) > limit:
        screen.note(f"and {len(rows) - limit} more: -n 0 shows all")


def _rows(columns: list[Column], dicts: list[dict[str, Any]]) -> list[list[Any]]:
    return [[row[column.key] for column in columns] for row in dicts]


def _weight(each: PassComparison) -> tuple[bool, int]:
    return (each.significant is not True, -abs((each.second_ns or 0) - (each.first_ns or 0)))


def _pass(each: PassComparison) -> list[Any]:
    ratio = each.ratio and round(each.ratio, 4)
    return [each.first_ns, each.second_ns, ratio, VERDICTS[each.significant], each.name]


def _alone(side: str, each: PassComparison) -> list[Any]:
    count = each.first_count or each.second_count
    own_ns = each.second_ns if each.first_ns is None else each.first_ns
    return [side, count, own_ns, each.name]


def _differs(row: Sequence[Any]) -> bool:
    first_attempts, second_attempts, first_matches, second_matches, _ = row
    return bool(first_attempts != second_attempts or first_matches != second_matches)
