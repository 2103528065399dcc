"""The examples of the pages about this compiler run, as those of all other pages do."""

from __future__ import annotations

from pathlib import Path

import pytest

from ...docs.pages import name, pages, run_page


@pytest.mark.parametrize("page", pages("tvm"), ids=name)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    done = run_page(page, tmp_path)
    assert done.returncode == 0, done.stderr
