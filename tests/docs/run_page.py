"""Run one page of the documentation, block by block, in the current folder: `python run_page.py PAGE.md`.

- `python` blocks share one namespace; a `text` block titled "Output" states what the block before it printed.
- `console` blocks run their `$ ` lines in bash; lines below a command state what it printed. A command
  must succeed, unless the block is marked `fails`.
- `sql` blocks are asked of `passevents.db` and must be answered; a `text` block titled "Output" states the
  rows, as `sqlite3` prints them. On a page that records nothing they are asked of a store with a run of no
  events, which must understand them.
- A block with another title is a file, and is written. Other blocks (`sh`, `text`) are only read.

In expected output `...` stands for anything on a line, and alone on a line for any lines.
"""

from __future__ import annotations

import contextlib
import io
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

from passevents import record

DEFAULT_STORE = "passevents.db"


class Block(NamedTuple):
    """A fenced block: its language, the words after it, its text, and the line that the text starts on."""

    language: str
    words: str
    text: str
    line: int

    @property
    def title(self) -> str | None:
        found = re.search(r'title="([^"]+)"', self.words)
        return found[1] if found else None


class PageError(AssertionError):
    """A block that failed, or printed something else than the page says."""


def blocks(page: Path) -> list[Block]:
    fences = [token for token in MarkdownIt().parse(page.read_text()) if token.type == "fence" and token.map]
    return [
        Block(*(token.info.strip() + " ").split(" ", 1), token.content, token.map[0] + 2) for token in fences
    ]


def expect(expected: str, actual: str) -> None:
    """Compare what a page says with what happened."""
    parts = ["(?:.*\n)*?" if line.strip() == "..." else _line(line) for line in expected.splitlines()]
    # A page does not show the empty lines at the end, of which mlir-opt prints one.
    shown = "".join(f"{line.rstrip()}\n" for line in actual.rstrip("\n").splitlines())
    if not re.fullmatch("".join(parts), shown):
        raise PageError(f"the page says\n{expected}\nbut this was printed\n{shown}")


def _line(line: str) -> str:
    return re.escape(line.rstrip()).replace(re.escape("..."), ".*") + "\n"


def _as_line(row: tuple[Any, ...]) -> str:
    return "|".join("" if value is None else str(value) for value in row)


class PageRunner:
    """Runs the blocks of one page in order, in the current folder."""

    def __init__(self, page: Path) -> None:
        self.page = page
        self.namespace: dict[str, Any] = {"__name__": "__main__"}
        self.printed = ""
        self.is_empty = False
        self.runners: dict[str, Callable[[Block], None]] = {
            "python": self.python,
            "console": self.console,
            "sql": self.sql,
        }

    def run(self) -> None:
        for block in blocks(self.page):
            try:
                self.run_block(block)
            except BaseException as error:
                error.add_note(f"in the block at {self.page}:{block.line}")
                raise

    def run_block(self, block: Block) -> None:
        if block.title == "Output":
            expect(block.text, self.printed)
        elif block.title:
            Path(block.title).write_text(block.text)
        elif block.language in self.runners:
            self.runners[block.language](block)

    def python(self, block: Block) -> None:
        code = compile("\n" * (block.line - 1) + block.text, str(self.page), "exec", dont_inherit=True)
        with contextlib.redirect_stdout(io.StringIO()) as output:
            try:
                exec(code, self.namespace)
            except SystemExit as error:
                raise PageError("the block ended the process") from error
        self.printed = output.getvalue()

    def console(self, block: Block) -> None:
        for command, expected in re.findall(
            r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE
        ):
            done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
            printed = done.stdout + done.stderr
            if (done.returncode == 0) == ("fails" in block.words.split()):
                raise PageError(f"`{command}` ended with status {done.returncode}:\n{printed}")
            if expected.strip():
                expect(expected, printed)

    def sql(self, block: Block) -> None:
        if not Path(DEFAULT_STORE).exists():
            self.is_empty = True
            with record(DEFAULT_STORE):
                pass
        store = sqlite3.connect(f"file:{DEFAULT_STORE}?mode=ro", uri=True)
        self.printed = ""
        with contextlib.closing(store):
            for statement in filter(str.strip, block.text.split(";")):
                rows = store.execute(statement).fetchall()
                if not rows and not self.is_empty:
                    raise PageError(f"no row answers\n{statement}")
                self.printed += "".join(f"{_as_line(row)}\n" for row in rows)


if __name__ == "__main__":
    PageRunner(Path(sys.argv[1])).run()
