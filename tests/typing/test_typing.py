"""The library's types serve those who use them: a user's file passes a strict check, and mistakes do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def check(path: Path, cache: Path) -> str:
    """What strict mypy says of a file, as its user would run it."""
    arguments = ["--strict", "--no-error-summary", "--config-file", str(cache / "none.ini")]
    (cache / "none.ini").write_text(f"[mypy]\nmypy_path = {ROOT / 'src'}\n")
    said, problems, _ = api.run([*arguments, "--cache-dir", str(cache / "cache"), str(path)])
    return said + problems


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mypy")


def test_what_a_user_writes_passes(cache: Path) -> None:
    assert check(HERE / "observers.py", cache) == ""


@pytest.mark.parametrize(
    ("mistake", "code"),
    [
        ("passevents.StackedPassInstrument()", "call-arg"),
        ("passevents.StackedPassInstrument(passevents.PassEventObserver(), True)", "call-arg"),
        ("passevents.PassEvent('a', 0, 0, None, None).name = 'b'", "misc"),
        ("passevents.no_such_name", "attr-defined"),
        ("passevents.pass_phase(3)", "arg-type"),
    ],
)
def test_a_mistake_is_seen(cache: Path, mistake: str, code: str) -> None:
    path = cache / "mistake.py"
    path.write_text(f"import passevents\n{mistake}\n")
    assert f"[{code}]" in check(path, cache)
