"""The program around the subcommands: they are imported when used, and every error becomes one line.

Exit status: 0 done, 1 it failed, 2 the command line was not understood, 130 interrupted, 141 nobody
reads the output any more (as the shell reports it for any tool in a pipe).
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
import traceback
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, TextIO

import click

from passevents.cli.screen import Screen, prepare_streams
from passevents.errors import did_you_mean

_OF_COMMANDS = ("--db", "--json")  # of nearly all, and not of the program
USAGE, FAILURE, INTERRUPTED, NO_READER = 2, 1, 130, 141


class Program(click.Group):
    """A group that knows its commands by a table of module and summary, and imports one when it is run."""

    def __init__(self, *args: Any, modules: Mapping[str, tuple[str, str]], **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of use, not of the alphabet."""
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None for an unknown name."""
        if cmd_name not in self.modules:
            return None
        command = importlib.import_module(self.modules[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the closest known name in the error."""
        name = args[0]
        if name not in self.modules and not name.startswith("-"):
            raise click.UsageError(f"no command {name!r}{did_you_mean(name, self.modules)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The summaries of the table, so that help imports no command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in self.modules.items()])

    def main(self, args: Sequence[str] | None = None, *positional: Any, **extra: Any) -> NoReturn:
        """Run a command line and leave the process with its status."""
        extra.setdefault("prog_name", "passevents")
        if "_PASSEVENTS_COMPLETE" in os.environ:
            super().main(args, *positional, **extra)
        extra.pop("standalone_mode", None)
        prepare_streams()
        screen = extra.setdefault("obj", Screen.detect())
        sys.exit(self._status(screen, list(sys.argv[1:] if args is None else args), **extra))

    def _status(self, screen: Screen, args: list[str], prog_name: str, **extra: Any) -> int:
        # Not click's own main: that answers a closed pipe and an interrupt with status 1 and two lines.
        with warnings.catch_warnings():
            warnings.showwarning = _warn
            try:
                with self.make_context(prog_name, args, **extra) as ctx:
                    result = self.invoke(ctx)
                sys.stdout.flush()
            except click.exceptions.Exit as leave:
                return leave.exit_code
            except BaseException as error:  # whatever happened, the user sees one line
                return report(error, screen)
        return result if isinstance(result, int) else 0


def _warn(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    complain(f"warning: {str(message).removeprefix('passevents: ')}")


def report(error: BaseException, screen: Screen) -> int:
    """Say in one line on standard error what went wrong; the exit status for it."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else FAILURE
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        return _abandon_output()
    if screen.debug:
        traceback.print_exception(error)
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        complain("interrupted")
        return INTERRUPTED
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return USAGE
    if isinstance(error, click.UsageError):
        complain(_usage(error))
        return USAGE
    complain(_failure(error, screen))
    return FAILURE


def _abandon_output() -> int:
    # What is still buffered would raise the same error again when the interpreter flushes it at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NO_READER


def complain(message: str) -> None:
    """One line on standard error."""
    line = " ".join(message.split("\n"))
    click.echo(f"passevents: {line}", err=True)


def _usage(error: click.UsageError) -> str:
    path = error.ctx.command_path if error.ctx else "passevents"
    return f"{_sentence(error)} (see '{path} --help')"


def _sentence(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        return f"no option {error.option_name!r}{nearest_option(error)}"
    message = " ".join(error.format_message().split())  # a list of choices has lines and tabs
    return (message[:1].lower() + message[1:]).rstrip(".")


def _failure(error: BaseException, screen: Screen) -> str:
    from passevents.errors import PassEventsError

    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, PassEventsError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    hint = "" if screen.debug else " (--debug shows where)"
    return f"internal error: {type(error).__name__}: {error}{hint}"


def nearest_option(error: click.NoSuchOption) -> str:
    """The known option that was probably meant, as the end of an error."""
    if error.ctx is None:
        return ""
    if isinstance(error.ctx.command, click.Group) and error.option_name in _OF_COMMANDS:
        return f"; it is a command's own: {error.ctx.command_path} COMMAND {error.option_name} ..."
    known = [name for parameter in error.ctx.command.get_params(error.ctx) for name in parameter.opts]
    return did_you_mean(error.option_name, known)
