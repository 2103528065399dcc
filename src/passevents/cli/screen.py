"""Where a command's output goes: a terminal for people, or a pipe for programs.

The one place that knows of terminals, colour and encodings. Rich is imported only to draw on a terminal.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs
import click

from passevents.cli.tables import GAP, Column, Row, Span, Table, fitted, plain_lines

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

JSON_FORMAT = 1


@attrs.define
class Screen:
    """What standard output is, and the ways to write there.

    `human`: someone reads it as it appears (a terminal); `colour`: styles are wanted; `width`: columns of the
    terminal, None when lines may have any length; `notes`: remarks go to standard error; `debug`: errors
    keep their tracebacks.
    """

    human: bool = False
    colour: bool = False
    width: int | None = None
    notes: bool = False
    debug: bool = False
    _console: Console | None = attrs.field(default=None, init=False, repr=False)

    @classmethod
    def detect(cls) -> Screen:
        """The screen that this process has: NO_COLOR and TERM=dumb switch colour off, FORCE_COLOR makes a
        pipe a screen (for `less -R`)."""
        terminal = sys.stdout.isatty()
        human = terminal or os.environ.get("FORCE_COLOR", "0") not in ("", "0")
        colour = human and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        width = shutil.get_terminal_size().columns if terminal else None
        return cls(human=human, colour=colour, width=width, notes=sys.stderr.isatty())

    def line(self, *spans: Span | str) -> None:
        """One line of styled pieces."""
        pieces = [(span, "") if isinstance(span, str) else span for span in spans]
        if self.human:
            self._draw(pieces)
        else:
            _write("".join(text for text, _ in pieces).rstrip())

    def facts(self, facts: Iterable[tuple[str, Sequence[Span]]]) -> None:
        """Lines of a label and its value, the values below one another; a label is not repeated."""
        known = list(facts)
        width = max(len(label) for label, _ in known)
        last = ""
        for label, spans in known:
            self.line((f"{'' if label == last else label:<{width}}{GAP}", "dim"), *spans)
            last = label

    def table(self, table: Table) -> None:
        """A whole table, with its headings."""
        if not self.human:
            self.rows(table.columns, table.rows)
            return
        table = table.occupied()
        texts = [[self._text([(column.heading, "bold dim")]) for column in table.columns]]
        texts += [
            [self._text(column.spans(value)) for column, value in zip(table.columns, row, strict=True)]
            for row in table.rows
        ]
        widest = [max(text.cell_len for text in cells) for cells in zip(*texts, strict=True)]
        widths = fitted(table.columns, widest, self.width)
        for cells in texts:
            self._print(self._laid_out(table.columns, cells, widths))

    def rows(self, columns: Sequence[Column], rows: Iterable[Row]) -> None:
        """Rows for a pipe, written as they come."""
        for line in plain_lines(columns, rows):
            _write(line)

    def data(self, command: str, data: Any) -> None:
        """The answer of a command as JSON: `{"format": 1, "command": ..., "data": ...}`."""
        document = {"format": JSON_FORMAT, "command": command, "data": data}
        _write(json.dumps(document, indent=2, ensure_ascii=not _writes_unicode(), default=str))

    def objects(self, objects: Iterable[dict[str, Any]]) -> None:
        """One JSON object a line, written as they come."""
        encode = json.JSONEncoder(ensure_ascii=not _writes_unicode(), default=str).encode
        for entry in objects:
            _write(encode(entry))

    def csv(self, columns: Sequence[Column], rows: Iterable[Row]) -> None:
        """Comma-separated raw values under their keys; a missing value is empty."""
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow([column.key for column in columns])
        for row in rows:
            writer.writerow(["" if value is None else value for value in row])

    def note(self, text: str) -> None:
        """A remark beside the answer, on standard error, for whoever watches."""
        if self.notes:
            click.echo(text, err=True)

    def _draw(self, spans: Iterable[Span]) -> None:
        self._print(self._text(spans))

    def _text(self, spans: Iterable[Span]) -> Text:
        from rich.text import Text

        text = Text(no_wrap=True, overflow="ignore", end="")
        for piece, style in spans:
            text.append(piece, style=style)
        return text

    def _laid_out(self, columns: Sequence[Column], cells: Sequence[Text], widths: dict[int, int]) -> Text:
        line = self._text([])
        for index, width in widths.items():
            cell = cells[index]
            cell.truncate(width, overflow="ellipsis" if _writes_unicode() else "crop")
            padding = " " * (width - cell.cell_len)
            line.append(GAP if line else "")
            line.append(padding if columns[index].right else "")
            line.append_text(cell)
            line.append("" if columns[index].right else padding)
        line.rstrip()
        # What still does not fit would be folded by the terminal, over the columns of the next line.
        line.truncate(self.width or line.cell_len, overflow="crop")
        return line

    def _print(self, text: Text) -> None:
        self._terminal().print(text, soft_wrap=True, end="\n")

    def _terminal(self) -> Console:
        if self._console is None:
            from rich.console import Console

            self._console = Console(
                file=sys.stdout,
                force_terminal=self.colour,
                no_color=not self.colour,
                highlight=False,
                markup=False,
                emoji=False,
                legacy_windows=False,
            )
        return self._console


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")  # not click.echo, which flushes each of what may be a million lines


def _writes_unicode() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")


def prepare_streams() -> None:
    """Standard streams that write what their encoding lacks as an escape; closed ones swallow everything."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - the stream of the whole process
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
