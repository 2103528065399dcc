"""The options and arguments that several subcommands share, and how their values are read."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import click

from passevents.cli.formats import parse_age, parse_duration, parse_ratio, parse_size
from passevents.cli.screen import Screen
from passevents.events import PassKind, PassStatus

F = TypeVar("F", bound=Callable[..., Any])
Option = Callable[[Callable[..., Any]], Callable[..., Any]]


def example(*lines: str) -> str:
    """The epilog of a command: commands to copy."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _keep_tracebacks(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        ctx.ensure_object(Screen).debug = True


def debug_option(function: F) -> F:
    """`--debug`: errors come with their traceback."""
    return click.option(
        "--debug",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_keep_tracebacks,
        help="Show the traceback of an error.",
    )(function)


def store_option(function: F) -> F:
    """`--db`, the store."""
    return click.option(
        "--db",
        "store",
        type=click.Path(path_type=Path),
        default="passevents.db",
        envvar="PASSEVENTS_DB",
        show_default=True,
        show_envvar=True,
        metavar="FILE",
        help="The store.",
    )(function)


def json_option(function: F) -> F:
    """`--json`, one JSON document."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def run_argument(function: F) -> F:
    """The run: "latest", an id or the start of one, or a name."""
    return click.argument("run", default="latest", metavar="[RUN]")(function)


class Parsed(click.ParamType):  # type: ignore[type-arg]  # generic only from click 8.4 on
    """An option's value read by a function that raises ValueError for what it does not understand."""

    def __init__(self, name: str, parse: Callable[[str], Any]) -> None:
        self.name = name
        self._parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The parsed value, or a usage error that names the option."""
        if not isinstance(value, str):
            return value
        try:
            return self._parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


DURATION = Parsed("time", parse_duration)
SIZE = Parsed("size", parse_size)
AGE = Parsed("age", parse_age)
RATIO = Parsed("ratio", parse_ratio)


def parse_count(text: str) -> tuple[str, int]:
    """`TAG[:NAME]=N` as the key and the number. Raises ValueError."""
    key, equals, number = text.rpartition("=")
    if not equals or not key.strip() or key.startswith(":"):
        raise ValueError(f"{text!r} is not TAG[:NAME]=N, such as pass-execution:canonicalize=1")
    if not (number.isascii() and number.isdigit()):
        raise ValueError(f"{number!r} in {text!r} is not a whole number from 0 up")
    return key.strip(), int(number)


COUNT = Parsed("count", parse_count)


def counts(pairs: tuple[tuple[str, int], ...], option: str) -> dict[str, int] | None:
    """Repeated counts as a dictionary, None when there are none; the same key twice is a usage error."""
    result: dict[str, int] = {}
    for key, number in pairs:
        if result.setdefault(key, number) != number:
            raise click.UsageError(f"{option} says both {key}={result[key]} and {key}={number}")
    return result or None


def filter_options(function: F) -> F:
    """The options that narrow a question down, as one argument `filters` for `Run.records`."""

    @functools.wraps(function)
    def gathered(*args: Any, **values: Any) -> Any:
        chosen = {_VALUES.get(name, name): values.pop(name) for name in list(values) if _is_filter(name)}
        filters = {name: value for name, value in chosen.items() if value not in (None, ())}
        return function(*args, filters=filters, **values)

    decorated: Callable[..., Any] = gathered
    for option in reversed(_FILTERS.values()):
        decorated = option(decorated)
    return decorated  # type: ignore[return-value]


def _is_filter(name: str) -> bool:
    return _VALUES.get(name, name) in _FILTERS


def _several(name: str, metavar: str, help: str, **attributes: Any) -> Option:
    return click.option(name, multiple=True, metavar=metavar, help=help, **attributes)


def _member(name: str, members: Iterable[StrEnum], help: str) -> Option:
    # Plain texts: of enumerations click would want the Python names, such as pass_.
    return click.option(
        name, multiple=True, type=click.Choice([member.value for member in members]), help=help
    )


_FILTERS: dict[str, Option] = {
    "name": _several("--name", "NAME", "Only events of this name."),
    "phase": _several("--phase", "TEXT", "Only this phase; '' for none."),
    "kind": _member("--kind", PassKind, "Only this kind."),
    "tag": _several("--tag", "TAG", "Only actions of this tag, such as apply-pattern."),
    "status": _member("--status", PassStatus, "Only what ended like this."),
    "operation": _several("--op", "NAME", "Only what worked on this operation."),
    "location": _several("--location", "PLACE", "Only at this FILE[:LINE[:COLUMN]]."),
    "changed": click.option(
        "--changed/--unchanged",
        default=None,
        help="Only what is known to have changed something, or not to; a pattern: to have matched.",
    ),
    "thread": _several("--thread", "ID", "Only in this thread.", type=click.IntRange(min=0)),
    "under": click.option(
        "--under", type=click.IntRange(min=0), metavar="SEQ", help="Only inside this event."
    ),
    "min_duration_ns": click.option(
        "--min-time", type=DURATION, metavar="TIME", help="Only what took at least this long, such as 1.5ms."
    ),
}
_VALUES = {"op": "operation", "min_time": "min_duration_ns"}
