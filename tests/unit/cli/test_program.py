"""The program around the subcommands: what it imports, and how it says that something went wrong."""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner, Result

from passevents.cli.main import command as passevents_command
from passevents.cli.options import debug_option
from passevents.cli.program import Program
from passevents.errors import QueryError

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """A program with one command, `work --error NAME`, that raises what it is told to."""
    module = type(sys)("scripted_command")
    module.command = working_command()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "scripted_command", module)

    def invoke(*args: str) -> Result:
        scripted = debug_option(Program("passevents", modules={"work": ("scripted_command", "Work.")}))
        return CliRunner().invoke(scripted, args)

    return invoke


def working_command() -> click.Command:
    errors: dict[str, BaseException] = {
        "ours": QueryError("no run 'x'\nin the store"),
        "system": FileNotFoundError(errno.ENOENT, "No such file or directory", "x.mlir"),
        "bug": ZeroDivisionError("division by zero"),
        "interrupt": KeyboardInterrupt(),
    }

    @click.command("work")
    @click.option("--error", type=click.Choice(list(errors)))
    @click.option("--status", type=int)
    @debug_option
    def work(error: str | None, status: int | None) -> int | None:
        if error:
            raise errors[error]
        return status

    return work


def test_a_command_that_returns_nothing_ends_with_status_0(run: Run) -> None:
    assert run("work").exit_code == 0


def test_a_command_ends_with_the_status_it_returns(run: Run) -> None:
    assert run("work", "--status", "1").exit_code == 1


@pytest.mark.parametrize(
    ("error", "line"),
    [
        ("ours", "passevents: no run 'x' in the store"),
        ("system", "passevents: x.mlir: No such file or directory"),
        ("bug", "passevents: internal error: ZeroDivisionError: division by zero (--debug shows where)"),
    ],
)
def test_a_failure_is_one_line_and_status_1(run: Run, error: str, line: str) -> None:
    result = run("work", "--error", error)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", line + "\n")


@pytest.mark.parametrize(
    "args", [("--debug", "work", "--error", "ours"), ("work", "--error", "ours", "--debug")]
)
def test_debug_shows_where_it_failed(run: Run, args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.stderr.startswith("Traceback")
    assert result.stderr.splitlines()[-1] == "passevents: no run 'x' in the store"


def test_an_interrupt_ends_with_the_status_of_the_signal(run: Run) -> None:
    result = run("work", "--error", "interrupt")
    assert (result.exit_code, result.stderr) == (130, "passevents: interrupted\n")


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("wrok",), "passevents: no command 'wrok'; did you mean 'work'? (see 'passevents --help')"),
        (("zzz",), "passevents: no command 'zzz' (see 'passevents --help')"),
        (
            ("work", "--eror"),
            "passevents: no option '--eror'; did you mean '--error'? (see 'passevents work --help')",
        ),
        (("work", "--error"), "passevents: option '--error' requires an argument (see 'passevents --help')"),
        (("work", "x"), "passevents: got unexpected extra argument (x) (see 'passevents work --help')"),
    ],
)
def test_what_is_not_understood_is_one_line_and_status_2(run: Run, args: tuple[str, ...], line: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", line + "\n")


def test_no_command_at_all_shows_what_there_is(run: Run) -> None:
    result = run()
    assert (result.exit_code, result.stderr.splitlines()[0]) == (
        2,
        "Usage: passevents [OPTIONS] COMMAND [ARGS]...",
    )


@pytest.mark.parametrize("name", list(passevents_command.modules))
def test_the_summary_in_the_list_is_that_of_the_command(name: str) -> None:
    """The list is written down twice so that help imports no command; both must say the same."""
    command = passevents_command.get_command(click.Context(passevents_command), name)
    assert command is not None
    assert passevents_command.modules[name][1] == (command.help or "").splitlines()[0]


@pytest.mark.parametrize("name", list(passevents_command.modules))
def test_every_command_has_an_example_in_its_help(name: str) -> None:
    result = CliRunner().invoke(passevents_command, [name, "--help"])
    assert f"passevents {name}" in result.output.partition("Examples:")[2]


def test_help_imports_no_command_and_nothing_heavy() -> None:
    """Counted in modules, not in time: what makes help slow is what it imports."""
    code = (
        "import sys; from passevents.cli.main import command\n"
        "try: command.main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {
        "rich",
        "sqlite3",
        "sqlite_utils",
        "cattrs",
        "mlir",
        "asyncio",
        "passevents.store",
        "passevents.cli.opt",
    }
    assert heavy & set(done.stderr.split()) == set()
