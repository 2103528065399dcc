"""The options and arguments that several subcommands share, and how their values are read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from passevents.cli.formats import parse_duration, parse_size
from passevents.cli.screen import Screen

F = TypeVar("F", bound=Callable[..., Any])


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
