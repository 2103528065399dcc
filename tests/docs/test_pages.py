"""Every example in the documentation runs: a page at a time, in a folder and a process of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from .pages import name, pages, run_page


@pytest.mark.parametrize("page", pages(), ids=name)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    done = run_page(page, tmp_path)
    assert done.returncode == 0, done.stderr
