"""`passevents cache`: a cache folder of the compilation runtime, and why a compile would miss it."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from passevents.cli import formats
from passevents.cli.options import SIZE, debug_option, example, json_option
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table
from passevents.errors import AdapterUnavailableError

ADAPTER = "compilation"
COLUMNS = [
    Column("key", "key", show=lambda value: str(value)[:12]),
    Column("source_name", "source", flexible=True),
    Column("bytecode_bytes", "bytes", show=formats.count, right=True),
    Column("compile_ns", "compile", show=formats.duration, right=True),
    Column("created_at", "created"),
    Column("mlir_version", "MLIR", spare=True),
    Column("locations", "locations", spare=True),
]


@click.group("cache", epilog=example("passevents cache stats FOLDER", "passevents cache verify FOLDER"))
@debug_option
def command() -> None:
    """Look after a cache folder of the compilation runtime.

    FOLDER may be left out where the environment variable PASSEVENTS_CACHE names it.
    """


def _folder(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.argument("folder", type=click.Path(path_type=Path), envvar="PASSEVENTS_CACHE")(function)


def _adapter() -> Any:
    from passevents.events.adapter import load_adapters

    found = load_adapters().adapters.get(ADAPTER)
    if found is None:
        raise AdapterUnavailableError("the compilation runtime is not installed with this passevents")
    return found


@command.command("stats")
@_folder
@json_option
@debug_option
@click.pass_obj
def stats(screen: Screen, folder: Path, as_json: bool) -> None:
    """Show hits, misses, bytes and the time saved, over all processes."""
    counts: dict[str, int] = _adapter().cache_statistics(folder)
    if as_json:
        screen.data("cache stats", counts)
        return
    screen.facts((name.replace("_", " "), [(_counted(screen, name, counts[name]), "")]) for name in counts)


def _counted(screen: Screen, name: str, value: int) -> str:
    if not screen.human:
        return str(value)
    return formats.duration(value) if name.endswith("_ns") else formats.count(value)


@command.command("list")
@_folder
@json_option
@debug_option
@click.pass_obj
def list_(screen: Screen, folder: Path, as_json: bool) -> None:
    """List the entries, the one used last first."""
    entries = list(_adapter().cache_entries(folder))
    if as_json:
        screen.data("cache list", entries)
        return
    screen.table(Table(COLUMNS, [_row(entry) for entry in entries]))


def _row(entry: dict[str, Any]) -> list[Any]:
    created = datetime.datetime.fromtimestamp(entry["created_at"], datetime.UTC)
    values = {**entry, "key": entry["lookup_key"], "created_at": created.replace(microsecond=0)}
    return [values[column.key] for column in COLUMNS]


@command.command("explain")
@click.argument("source", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@_folder
@click.option("--pass-pipeline", "pipeline", default="", metavar="TEXT", help="The plan's pipeline.")
@json_option
@debug_option
@click.pass_obj
def explain(screen: Screen, source: Path, folder: Path, pipeline: str, as_json: bool) -> int:
    """Say whether compiling SOURCE would hit, and if not, what differs from the nearest entry.

    Exit status 1 for a miss.
    """
    found = _adapter().cache_explain(folder, source, pipeline)
    if as_json:
        differences = [
            {"input": each.input, "here": each.here, "there": each.there} for each in found.differences
        ]
        data = {
            "outcome": found.outcome,
            "key": found.key,
            "reason": found.reason,
            "differences": differences,
        }
        screen.data("cache explain", data)
    else:
        for line in str(found).splitlines():
            screen.line(line)
    return 0 if found.outcome == "hit" else 1


@command.command("prune")
@_folder
@click.option("--max-size", type=SIZE, metavar="SIZE", help="Keep at most this much, such as 500MB.")
@click.option("--max-entries", type=click.IntRange(min=0), metavar="N", help="Keep at most so many entries.")
@click.option(
    "--unused-days",
    type=click.FloatRange(min=0),
    metavar="DAYS",
    help="Remove what was not used for so long.",
)
@json_option
@debug_option
@click.pass_obj
def prune(
    screen: Screen,
    folder: Path,
    max_size: int | None,
    max_entries: int | None,
    unused_days: float | None,
    as_json: bool,
) -> None:
    """Remove what was used longest ago, and what dead processes left behind."""
    pruned = _adapter().cache_prune(folder, max_size, max_entries, unused_days)
    if as_json:
        screen.data("cache prune", pruned)
        return
    screen.line(
        f"removed {pruned['files']} files of {pruned['bytes']} bytes, {pruned['temporary']} left behind"
    )


@command.command("clear")
@_folder
@json_option
@debug_option
@click.pass_obj
def clear(screen: Screen, folder: Path, as_json: bool) -> None:
    """Remove every entry and the code beside it."""
    removed = _adapter().cache_clear(folder)
    if as_json:
        screen.data("cache clear", {"entries": removed})
        return
    screen.line(f"removed {removed} entries")


@command.command("verify")
@_folder
@json_option
@debug_option
@click.pass_obj
def verify(screen: Screen, folder: Path, as_json: bool) -> int:
    """Read every entry and name those that are damaged; they are misses, and the next compile mends them.

    Exit status 1 when there is one.
    """
    found = [(key, reason) for key, reason in _adapter().cache_verify(folder)]
    damaged = [(key, reason) for key, reason in found if reason is not None]
    if as_json:
        listed = [{"key": key, "reason": reason} for key, reason in damaged]
        screen.data("cache verify", {"entries": len(found), "damaged": listed})
    else:
        for key, reason in damaged:
            screen.line((f"{key}: {reason}", "red"))
        screen.line(f"{len(found)} entries, {len(damaged)} damaged")
    return 1 if damaged else 0
