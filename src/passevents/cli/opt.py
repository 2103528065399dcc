"""`passevents opt`: run a pass pipeline over a file, as mlir-opt does, and record what happens."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

import click

from passevents.cli import facts
from passevents.cli.diagnostics import diagnostic_lines, error_lines
from passevents.cli.formats import count
from passevents.cli.jobs import (
    STANDARD_STREAM,
    Job,
    check_writable,
    is_pipe,
    pipeline_adapter,
    run_recorded,
    write_whole,
)
from passevents.cli.options import COUNT, SIZE, counts, debug_option, example, json_option, store_option
from passevents.cli.program import complain, nearest_option
from passevents.cli.reading import command_line, short_id
from passevents.cli.runs import run_data
from passevents.cli.screen import Screen
from passevents.errors import CompileError, PassEventsError
from passevents.events import Diagnostic
from passevents.events.adapter import PipelineResult
from passevents.journal.run import SNAPSHOT_MODES, SnapshotMode
from passevents.query import EventStore, Recording, record


class MlirOpt(click.Command):
    """A command that understands how mlir-opt is called: long options may begin with one dash."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, for arguments spelled either way."""
        known = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        end = args.index("--") if "--" in args else len(args)
        spelled = [f"-{word}" if _has_one_dash(word, known) else word for word in args[:end]]
        try:
            return super().parse_args(ctx, spelled + args[end:])
        except click.NoSuchOption as error:
            hint = nearest_option(error)
            name = error.option_name.lstrip("-")
            passes = "" if hint else f"; a pass goes into --pass-pipeline='builtin.module({name})'"
            raise click.UsageError(f"no option {error.option_name!r}{hint}{passes}", ctx) from None


def _has_one_dash(word: str, known: set[str]) -> bool:
    """Whether the word is a long option with one dash, and no short ones run together."""
    name = word.partition("=")[0]
    is_word = len(name) > 2 and name[0] == "-" and name[1].isalpha()
    return is_word and (f"-{name}" in known or name[:2] not in known)


@click.command(
    "opt",
    cls=MlirOpt,
    epilog=example(
        "passevents opt matmul.mlir --pass-pipeline='builtin.module(canonicalize,cse)' -o out.mlir",
        "passevents opt matmul.mlir --pass-pipeline='builtin.module(func.func(canonicalize))' \\",
        "    --mlir-disable-threading --limit apply-pattern=100",
        "passevents tree",
    ),
)
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--pass-pipeline", "pipeline", required=True, metavar="TEXT", help="The pipeline, as for mlir-opt."
)
@click.option(
    "-o",
    "output",
    type=click.Path(path_type=Path),
    default=STANDARD_STREAM,
    metavar="FILE",
    help="Write the module there, whole or not at all.  [default: standard output]",
)
@click.option("--emit-bytecode", is_flag=True, help="Write bytecode, not text.")
@click.option(
    "--allow-unregistered-dialect", is_flag=True, help="Accept operations of dialects that are not known."
)
@click.option("--mlir-disable-threading", "one_thread", is_flag=True, help="Run on one thread.")
@click.option("--tags", multiple=True, metavar="TAG", help="Record only these actions, e.g. pass-execution.")
@click.option(
    "--locations", multiple=True, metavar="FILE[:LINE[:COLUMN]]", help="Record only what works on these."
)
@click.option(
    "--skip", type=COUNT, multiple=True, metavar="TAG[:NAME]=N", help="Do not run the first N of these."
)
@click.option(
    "--limit", type=COUNT, multiple=True, metavar="TAG[:NAME]=N", help="Run only the first N of these."
)
@click.option("--fingerprints", is_flag=True, help="Find out of each pass whether it changed anything.")
@click.option(
    "--operation-counts", is_flag=True, help="Count operations by dialect before and after each pass."
)
@click.option(
    "--snapshots",
    type=click.Choice(SNAPSHOT_MODES),
    default="none",
    show_default=True,
    help="Keep the program before and after each pass, for ir and diff.",
)
@click.option(
    "--mlir-elide-elementsattrs-if-larger",
    "elide",
    type=click.IntRange(min=0),
    default=100,
    show_default=True,
    metavar="N",
    help="Leave constants of more elements out of the snapshots.",
)
@click.option("--name", metavar="TEXT", help="The name of the run.  [default: the name of FILE]")
@click.option("--phase", metavar="TEXT", help="The phase to label the events with.")
@click.option(
    "--max-bytes", type=SIZE, metavar="SIZE", help="Stop recording, not compiling, at this size: 2GB."
)
@click.option("--adapter", metavar="NAME", help="Whose pipelines to run.  [default: the first that can]")
@click.option("-v", "--verbose", is_flag=True, help="Say what was recorded even when nobody watches.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    source: Path,
    pipeline: str,
    output: Path,
    emit_bytecode: bool,
    allow_unregistered_dialect: bool,
    one_thread: bool,
    tags: tuple[str, ...],
    locations: tuple[str, ...],
    skip: tuple[tuple[str, int], ...],
    limit: tuple[tuple[str, int], ...],
    fingerprints: bool,
    operation_counts: bool,
    snapshots: SnapshotMode,
    elide: int,
    name: str | None,
    phase: str | None,
    max_bytes: int | None,
    adapter: str | None,
    verbose: bool,
    as_json: bool,
    store: Path,
) -> int:
    """Run a pass pipeline over an MLIR file, and record it.

    Every pass, pattern and decision goes into the store, the transformed module to standard output or to -o.
    FILE may be - for standard input. Errors of the compiler are printed as FILE:LINE:COLUMN: error: MESSAGE,
    the exit status is then 1. Where a pass failed, the run is kept up to there.

    With -o, --json prints which run was recorded.
    """
    screen.notes = screen.notes or verbose
    job = Job(
        source=source,
        pipeline=pipeline,
        tags=tags or None,
        locations=locations or None,
        skip=counts(skip, "--skip"),
        limit=counts(limit, "--limit"),
        threading=not one_thread,
        emit_bytecode=emit_bytecode,
        fingerprints=fingerprints,
        operation_counts=operation_counts,
        elide_larger_than=elide,
        allow_unregistered_dialect=allow_unregistered_dialect,
    )
    _check(job, output, as_json)
    runner = pipeline_adapter(adapter)
    recording = record(store, name=name or _run_name(source), max_bytes=max_bytes, snapshots=snapshots)
    try:
        result = run_recorded(job, runner, recording, phase)
    except CompileError as error:
        _failed(screen, error, recording, store)
        if error.stage == "pass":
            _tell(screen, recording, store, then="show")
        return 1
    except KeyboardInterrupt:
        _tell(screen, recording, store, then="show")
        raise
    for diagnostic in result.diagnostics:
        for line in diagnostic_lines(diagnostic):
            click.echo(line, err=True)
    _write(result, output)
    _warn_of_unmatched(job, result, recording, store)
    _tell(screen, recording, store, then="tree", as_json=as_json)
    return 0


def _check(job: Job, output: Path, as_json: bool) -> None:
    """Refuse what would only be found out later, or not be the same twice."""
    if (job.skip or job.limit) and job.threading:
        raise click.UsageError(
            "--skip and --limit count in one order only on one thread: add --mlir-disable-threading"
        )
    if as_json and output == STANDARD_STREAM:
        raise click.UsageError("--json needs -o FILE: the module goes to standard output")
    if job.emit_bytecode and output == STANDARD_STREAM and sys.stdout.isatty():
        raise click.UsageError("bytecode is not for a terminal: add -o FILE, or pipe it")
    if job.source == STANDARD_STREAM:
        if sys.stdin is None:
            raise click.UsageError("the standard input is closed; name a file")
    elif not is_pipe(job.source):
        job.source.open("rb").close()
    if output != STANDARD_STREAM and not output.parent.is_dir():
        raise click.UsageError(f"there is no folder {str(output.parent)!r} to write {output.name!r} in")
    if output != STANDARD_STREAM:
        check_writable(output)


def _warn_of_unmatched(job: Job, result: PipelineResult, recording: Recording, store: Path) -> None:
    """Say which filters and counts were for nothing: a misspelt one looks as if all were well."""
    for key in result.unmatched:
        counted = "--skip" if key in (job.skip or {}) else "--limit" if key in (job.limit or {}) else None
        option = counted or "--locations"
        complain(f"warning: nothing ran that {option} {key} is for")
    if not job.tags:
        return
    try:
        with EventStore(store, recover=False) as opened:
            run = opened.run(recording.id)
            seen = {total.tag for total in run.totals()}
    except PassEventsError:
        return  # it could not be stored, and a warning has said so
    for tag in job.tags:
        if tag not in seen:
            complain(f"warning: nothing ran that --tags {tag} is for")


def _run_name(source: Path) -> str:
    return "stdin" if source == STANDARD_STREAM else source.name


def _write(result: PipelineResult, output: Path) -> None:
    data = result.bytecode if result.text is None else result.text.encode("utf-8", "surrogateescape")
    assert data is not None
    if output != STANDARD_STREAM:
        write_whole(output, data)
        return
    # An unbuffered stream (PYTHONUNBUFFERED) may take a part only, as a pipe does whose reader leaves.
    rest = memoryview(data)
    while rest:
        rest = rest[sys.stdout.buffer.write(rest) :]
    sys.stdout.buffer.flush()


def _failed(screen: Screen, error: CompileError, recording: Recording, store: Path) -> None:
    """Say what the compiler said, as it says it; of a pass that failed without a word, which one it was."""
    if screen.debug:
        traceback.print_exception(error)
    silent = error.stage == "pass" and not error.diagnostics
    failed = _failed_pass(recording, store) if silent else None
    for line in diagnostic_lines(failed) if failed else error_lines(error):
        click.echo(line, err=True)


def _failed_pass(recording: Recording, store: Path) -> Diagnostic | None:
    """What the recording knows of the failure: the innermost pass that failed, where passes were recorded."""
    try:
        with EventStore(store, recover=False) as opened:
            failed = list(opened.run(recording.id).records(kind="pass", status="failed"))
    except PassEventsError:
        return None
    if not failed:
        return None
    innermost = max(failed, key=lambda record: record.event.depth)
    unit = facts.first_unit(innermost)
    on = f" on '{unit.operation}'" if unit.operation else ""
    return Diagnostic("error", f"'{innermost.event.name}' failed{on} and did not say why", unit.location)


def _tell(screen: Screen, recording: Recording, store: Path, then: str, as_json: bool = False) -> None:
    """Which run was recorded and what to type next, for whoever watches; as JSON, for whoever asked."""
    if not (screen.notes or as_json):
        return
    try:
        run_id = recording.id
        with EventStore(store, recover=False) as opened:
            run = opened.run(run_id)
            short = short_id(run, opened.runs())
    except PassEventsError:
        if as_json:
            raise
        return  # it could not be stored (a full disk): a warning has said so, and the compile is done
    if as_json:
        screen.data("opt", run_data(run))
    dropped = f", {count(run.dropped)} dropped ({run.dropped_reason})" if run.dropped else ""
    screen.note(f"recorded {count(run.event_count)} events{dropped} as {run.id} in {store}")
    screen.note(f"next: {command_line(then, short, store=store)}")
