"""What changed between two texts: by lines, and by words.

Small texts are compared by difflib; large ones by git, where there is one, which is several times faster on
them. Both give a unified diff.
"""

from __future__ import annotations

import difflib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import attrs

_LARGE_LINES = 2_000
_WORD = re.compile(r"\w+|\s+|[^\w\s]")

Change = Literal["same", "removed", "added"]


class Diff(str):
    """A unified diff: a text, which a notebook shows in colours."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from passevents.query.html import diff_page

        return diff_page(self)


@attrs.frozen
class Piece:
    """A part of a line, and what became of it."""

    change: Change
    text: str


def unified_diff(before: str, after: str, before_name: str, after_name: str, *, context: int = 3) -> str:
    """Return a unified diff with ``context`` unchanged lines around each change; empty if nothing changed."""
    if before == after:
        return ""
    old, new = before.splitlines(), after.splitlines()
    if max(len(old), len(new)) > _LARGE_LINES and shutil.which("git"):
        found = _by_git(before, after, before_name, after_name, context)
        if found is not None:
            return found
    lines = difflib.unified_diff(old, new, before_name, after_name, n=context, lineterm="")
    return "".join(f"{line}\n" for line in lines)


def word_diff(before: str, after: str, *, context: int = 3) -> Iterator[list[Piece] | None]:
    """Yield lines in pieces, removed and added words beside each other; None where unchanged lines are left
    out.
    """
    old, new = before.splitlines(), after.splitlines()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for number, group in enumerate(matcher.get_grouped_opcodes(context)):
        if number or group[0][1]:
            yield None
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                yield from ([Piece("same", line)] for line in old[i1:i2])
            else:
                yield from _changed_lines(old[i1:i2], new[j1:j2])


def _changed_lines(old: list[str], new: list[str]) -> Iterator[list[Piece]]:
    """Replaced lines, word by word where there are as many; else the old, then the new ones."""
    if len(old) == len(new):
        yield from (_pieces(before, after) for before, after in zip(old, new, strict=True))
        return
    yield from ([Piece("removed", line)] for line in old)
    yield from ([Piece("added", line)] for line in new)


def _pieces(before: str, after: str) -> list[Piece]:
    old, new = _WORD.findall(before), _WORD.findall(after)
    pieces = []
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(old[i1:i2])))
            continue
        if i1 < i2:
            pieces.append(Piece("removed", "".join(old[i1:i2])))
        if j1 < j2:
            pieces.append(Piece("added", "".join(new[j1:j2])))
    return pieces


def _by_git(before: str, after: str, before_name: str, after_name: str, context: int) -> str | None:
    """The same by git's histogram method; None if git fails."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("before", "after")]
        for path, text in zip(paths, (before, after), strict=True):
            path.write_text(text)
        options = ["--no-index", "--no-ext-diff", "--no-color", "--histogram", f"--unified={context}"]
        command = ["git", "diff", *options, "--", *map(str, paths)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    start = done.stdout.find("\n@@ ")
    if done.returncode != 1 or start < 0:
        return None
    return f"--- {before_name}\n+++ {after_name}\n{done.stdout[start + 1 :]}"
