"""`passevents export`: runs as files of other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from passevents.cli import formats
from passevents.cli.options import DURATION, Parsed, debug_option, example, json_option, store_option
from passevents.cli.screen import Screen
from passevents.export.formats import FORMATS
from passevents.export.kinds import SPAN_KINDS

if TYPE_CHECKING:
    from passevents.export import Written
    from passevents.query import EventStore, Run


def _header(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not f"{name}{value}".isprintable():
        raise ValueError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value.strip()


HEADER = Parsed("header", _header)


@click.command(
    "export",
    epilog=example(
        "passevents export --format jsonl -o events.jsonl",
        "passevents export --all --format parquet -o lake",
        "passevents export --format otlp --endpoint http://localhost:4318",
    ),
)
@click.argument("runs", nargs=-1, metavar="[RUN]...")
@click.option("--all", "every", is_flag=True, help="All runs of the store.")
@click.option("--format", "name", type=click.Choice(list(FORMATS)), required=True, help="What to write.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="PATH", help="Where to write it.")
@click.option(
    "--endpoint", metavar="URL", help="otlp: send to this collector instead, such as http://localhost:4318."
)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(SPAN_KINDS), help="otlp: make spans of these only."
)
@click.option(
    "--header", "headers", multiple=True, type=HEADER, metavar="NAME=VALUE", help="otlp: send this along."
)
@click.option(
    "--timeout", type=DURATION, metavar="TIME", help="otlp: wait so long for the collector; else 10s."
)
@click.option("--service", metavar="NAME", help="otlp: the service.name; else passevents.")
@click.option("--force", is_flag=True, help="Replace what is there.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen,
    /,
    runs: tuple[str, ...],
    every: bool,
    name: str,
    output: Path | None,
    force: bool,
    as_json: bool,
    store: Path,
    **choices: Any,
) -> int:
    """Write runs in the format of other tools.

    jsonl is one JSON object an event. parquet is a folder of two tables, events and runs, partitioned by run;
    exporting into it again adds the runs that it does not have. otlp is one OpenTelemetry trace a run, of its
    passes, pipelines, stages and code generation, in a file or sent to a collector. Files appear whole or not
    at all.
    """
    from passevents.export import export
    from passevents.query import EventStore

    options = _options(name, output, choices)
    with EventStore(store) as opened:
        written = export(_chosen(opened, runs, every), output, name, force=force, **options)
    if as_json:
        import attrs

        screen.data("export", attrs.asdict(written))
    else:
        screen.line(_sentence(written))
    return 1 if written.rejected else 0


def _options(name: str, output: Path | None, choices: dict[str, Any]) -> dict[str, Any]:
    """What was chosen for the format, under the names that its function has. Raises for what it lacks."""
    given = {option: value for option, value in choices.items() if value not in (None, ())}
    for option in given:
        if not FORMATS[name].options:
            raise click.UsageError(f"--{option.removesuffix('s')} is for --format otlp")
    if output is None and "endpoint" not in given:
        other = " or --endpoint URL" if FORMATS[name].options else ""
        raise click.UsageError(f"say where to write the {name} with -o PATH{other}")
    if output is not None and "endpoint" in given:
        raise click.UsageError("-o PATH and --endpoint are two places: name one")
    if "headers" in given:
        given["headers"] = dict(given["headers"])
    if "timeout" in given:
        given["timeout_s"] = given.pop("timeout") / 1e9
    return given


def _chosen(store: EventStore, keys: tuple[str, ...], every: bool) -> list[Run]:
    from passevents.cli.reading import chosen

    if every and keys:
        raise click.UsageError("--all means every run: name none, or leave --all out")
    return store.runs() if every else [chosen(store, key) for key in keys or ("latest",)]


def _sentence(written: Written) -> str:
    runs = _counted(len(written.runs), "run")
    events = _counted(written.events, "span" if written.format == "otlp" else "event")
    parts = [
        f"{written.to}: {runs}, {events}, {formats.size(written.bytes)}",
        f"{formats.count(len(written.present))} were there already" if written.present else "",
        f"{_counted(written.truncated, 'text')} cut" if written.truncated else "",
        f"the collector refused {_counted(written.rejected, 'span')}" if written.rejected else "",
    ]
    return "; ".join(filter(None, parts))


def _counted(number: int, what: str) -> str:
    return f"{formats.count(number)} {what}{'' if number == 1 else 's'}"
