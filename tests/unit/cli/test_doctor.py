"""`passevents doctor`, and how `opt` finds an adapter."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import Result

from passevents.events.adapter import CompilerReport, PipelineResult
from passevents.query import EventStore

from .adapters import FAILURE, WARNING, InspectingAdapter, Install, ScriptedAdapter, install

__all__ = ["install"]

Ask = Callable[..., Result]

SEEN = CompilerReport("scripted", "good-mlir", "22.1", "mlir", "22.1.8", True)
UNSEEN = CompilerReport("scripted", "bad-mlir", "1.0", "bad", None, False, "registerActionHandler is missing")


def report(ask: Ask) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(ask("doctor", "--json").stdout)["data"]
    return data


def test_every_compiler_is_reported_with_the_reason_against_it(ask: Ask, install: Install) -> None:
    install(scripted=ScriptedAdapter([SEEN, UNSEEN]))
    lines = ask("doctor").stdout.splitlines()
    assert lines[-2].split() == ["good-mlir", "22.1", "mlir", "22.1.8", "scripted", "yes", "-", "-", "-"]
    assert lines[-1].endswith("registerActionHandler is missing")


def test_what_is_recorded_of_each_is_told_and_why_not(ask: Ask, install: Install) -> None:
    recorded = {"names": None, "matched": "it cannot be learned"}
    install(scripted=ScriptedAdapter([attrs.evolve(SEEN, reach="symbol table", recorded=recorded)]))
    assert "symbol table  names     no matched: it cannot be learned" in ask("doctor").stdout
    (compiler,) = report(ask)["compilers"]
    assert (compiler["reach"], compiler["recorded"]) == ("symbol table", recorded)


def test_the_report_is_there_as_json(ask: Ask, install: Install) -> None:
    install(scripted=ScriptedAdapter([UNSEEN]))
    data = report(ask)
    assert data["compilers"][0]["reason"] == "registerActionHandler is missing"
    assert (data["native"]["works"], data["failures"]) == (True, [])


def test_the_upstream_compiler_of_this_environment_is_found(ask: Ask, here: Path) -> None:
    found = {compiler["module"]: compiler for compiler in report(ask)["compilers"]}
    assert (found["mlir"]["mlir_version"], found["mlir"]["observable"]) == ("22.1.8", True)


@pytest.mark.parametrize(
    "broken", [ImportError("no module x"), ScriptedAdapter(RuntimeError("it broke")), "not an adapter"]
)
def test_a_broken_adapter_keeps_nobody_from_the_others(ask: Ask, install: Install, broken: object) -> None:
    install(broken=broken, scripted=ScriptedAdapter([SEEN]))
    result = ask("doctor")
    assert result.exit_code == 1
    assert "good-mlir" in result.stdout
    assert "broken adapter broken" in result.stdout


def test_where_there_is_no_compiler_it_says_how_to_get_one(ask: Ask, install: Install) -> None:
    install()
    result = ask("doctor")
    assert (result.exit_code, "pip install 'passevents[mlir]'" in result.stdout) == (0, True)


def test_the_state_of_the_store_is_told(ask: Ask, install: Install, store: Path) -> None:
    install()
    assert "passevents.db: 3 runs" in ask("doctor").stdout
    assert "none.db: not there yet" in ask("doctor", "--db", "none.db").stdout
    (store.parent / "notes.txt").write_text("not a database, but longer than a header\n")
    assert "notes.txt: cannot be used" in ask("doctor", "--db", "notes.txt").stdout


@pytest.fixture
def source(here: Path) -> Path:
    (here / "a.mlir").write_text("module {\n  foo.bar\n}\n")
    return here / "a.mlir"


def test_opt_takes_the_first_adapter_that_runs_pipelines(ask: Ask, install: Install, source: Path) -> None:
    adapter = ScriptedAdapter()
    install(inspecting=InspectingAdapter(), scripted=adapter)
    result = ask("opt", "a.mlir", "--pass-pipeline=x", "--tags", "t", "--locations", "a.mlir:1")
    assert (result.exit_code, result.stdout) == (0, "module {\n}\n")
    assert (adapter.asked["source"], adapter.asked["pipeline"]) == (Path("a.mlir"), "x")
    assert (adapter.asked["tags"], adapter.asked["locations"]) == (("t",), ("a.mlir:1",))
    assert (adapter.asked["skip"], adapter.asked["threading"]) == (None, True)


def test_opt_says_what_a_successful_compiler_said(ask: Ask, install: Install, source: Path) -> None:
    install(scripted=ScriptedAdapter(result=PipelineResult(text="", diagnostics=(WARNING,))))
    result = ask("opt", "a.mlir", "--pass-pipeline=x")
    assert (result.exit_code, result.stderr.splitlines()) == (
        0,
        ["a.mlir:2:3: warning: slow path", "  foo.bar", "  ^"],
    )


def test_opt_with_debug_shows_where_the_compile_failed(ask: Ask, install: Install, source: Path) -> None:
    install(scripted=ScriptedAdapter(result=PipelineResult(error=FAILURE)))
    result = ask("opt", "a.mlir", "--pass-pipeline=x", "--debug")
    assert (result.exit_code, "Traceback" in result.stderr) == (1, True)
    assert "a.mlir:1:1: error: no" in result.stderr


@pytest.mark.parametrize(
    ("adapters", "reason"),
    [
        ({}, "no installed adapter runs pipelines; see 'passevents doctor'"),
        ({"inspecting": InspectingAdapter()}, "no installed adapter runs pipelines"),
        ({"broken": ImportError("no module x")}, "the adapter 'broken' does not load: no module x"),
    ],
)
def test_opt_without_an_adapter_says_why(
    ask: Ask, install: Install, source: Path, adapters: dict[str, object], reason: str
) -> None:
    install(**adapters)
    result = ask("opt", "a.mlir", "--pass-pipeline=x")
    assert (result.exit_code, result.stdout) == (1, "")
    assert reason in result.stderr
    assert list(source.parent.iterdir()) == [source]


def test_a_fault_of_the_adapter_is_one_line_and_a_failed_run(
    ask: Ask, install: Install, source: Path
) -> None:
    class FailingAdapter(ScriptedAdapter):
        def run_pipeline(self, source: Any, pipeline: str, **options: Any) -> PipelineResult:
            options["begin"]()
            raise ZeroDivisionError("a fault of the adapter")

    install(failing=FailingAdapter())
    result = ask("opt", "a.mlir", "--pass-pipeline=x")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "internal error: ZeroDivisionError" in result.stderr
    with EventStore("passevents.db") as store:
        assert [run.status for run in store.runs()] == ["failed"]
