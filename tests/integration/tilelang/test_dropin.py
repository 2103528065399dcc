"""TileLang's own tools and users' observers on this core: unchanged, and with the same results."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .programs import PROGRAMS

ROOT = Path(__file__).parents[3]


@functools.cache
def run(program: str, when: str = "never") -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.integration.tilelang.programs", program, when]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


@pytest.mark.parametrize("program", sorted(PROGRAMS))
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_tool_sees_the_same_on_this_core(program: str, when: str) -> None:
    here, theirs = run(program, when), run(program)
    assert (here["home"], theirs["home"]) == ("passevents", "tilelang")
    assert here["seen"] == theirs["seen"]
    assert here["seen"] != []


def test_the_page_of_pass_visualizer_shows_the_cuda_passes() -> None:
    text = "\n".join(run("pass_visualizer page", "before")["seen"])
    for name in ("BindTarget", "LayoutInference", "LowerTileOp"):
        assert f"] {name}" in text


def test_a_class_derived_from_tilelang_s_instrument_is_a_reason_to_refuse() -> None:
    program = """
import tilelang
from tilelang.tools.pass_visualizer.core import StructureTreePassInstrument
from passevents.adapters.tilelang import install, is_installed
from passevents.errors import AttachError
try:
    install()
except AttachError as error:
    print(error)
assert not is_installed()
assert tilelang.instrumentation.StackedPassInstrument.__module__ == "tilelang.instrumentation.events"
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "tilelang.tools.pass_visualizer.core.StructureTreePassInstrument is derived" in done.stdout


def test_an_open_session_is_a_reason_to_refuse() -> None:
    program = """
import tilelang
from passevents.adapters.tilelang import install, is_installed
from passevents.errors import AttachError
with tilelang.instrumentation.compile_pass_instrumentation():
    try:
        install()
    except AttachError as error:
        print(error)
assert not is_installed()
install()
install()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "before or after it" in done.stdout


def test_registered_tools_stay_registered() -> None:
    program = """
import tilelang
from tilelang.instrumentation import PassInstrumentationTool, register_pass_instrumentation_tool
finished = []
class Tool(PassInstrumentationTool):
    def finish(self, error):
        finished.append(error)
register_pass_instrumentation_tool("mine", Tool)
from passevents.adapters.tilelang import install
install()
from passevents import events
assert register_pass_instrumentation_tool is events.register_pass_instrumentation_tool
with tilelang.instrumentation.compile_pass_instrumentation() as session:
    assert session.find_tool(Tool)
assert finished == [None]
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_the_package_has_the_names_that_tilelang_s_has() -> None:
    program = """
import tilelang.instrumentation
print(sorted(tilelang.instrumentation.__all__), *(
    sorted(getattr(tilelang.instrumentation, part).__all__) for part in ("events", "session")))
"""
    import_first = "from passevents.adapters.tilelang import install\ninstall()\n"
    outputs = [
        subprocess.run(
            [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for text in (program, import_first + program)
    ]
    assert outputs[0] == outputs[1]
