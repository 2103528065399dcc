"""The runner of the documentation's examples fails where a page is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

RUNNER = Path(__file__).with_name("run_page.py")


def run(page: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "page.md"
    path.write_text(page)
    return subprocess.run(
        [sys.executable, str(RUNNER), str(path)], cwd=folder, capture_output=True, text=True
    )


def fenced(info: str, text: str) -> str:
    return f"```{info}\n{text}\n```\n\n"


@pytest.mark.parametrize(
    "page",
    [
        fenced("python", "x = 1") + fenced("python", "print(x)") + fenced('text title="Output"', "1"),
        fenced("python", "print('a'); print('b'); print('c')") + fenced('text title="Output"', "a\n...\nc"),
        fenced("console", "$ echo 12 ms\n... ms\n$ true"),
        fenced("console fails", "$ echo no >&2; exit 2\nno"),
        fenced('text title="f.txt"', "written") + fenced("console", "$ cat f.txt\nwritten"),
        fenced("sh", "exit 1"),
        fenced("sql", "select 1, null, 'a'; select 2") + fenced('text title="Output"', "1||a\n2"),
    ],
)
def test_a_page_that_is_right_passes(page: str, tmp_path: Path) -> None:
    done = run(page, tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "page",
    [
        fenced("python", "print(1)") + fenced('text title="Output"', "2"),
        fenced("python", "print(1); print(2)") + fenced('text title="Output"', "1"),
        fenced("python", "raise SystemExit(0)"),
        fenced("console", "$ false"),
        fenced("console fails", "$ true"),
        fenced("console", "$ echo one\ntwo"),
        fenced("sql", "select no_such_column from events"),
        fenced("sql", "select 1") + fenced('text title="Output"', "2"),
    ],
)
def test_a_page_that_is_wrong_fails(page: str, tmp_path: Path) -> None:
    done = run(page, tmp_path)
    assert done.returncode != 0
    assert "page.md:" in done.stderr
