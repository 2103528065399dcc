"""`passevents cache`, on a folder that real compiles filled."""

import json

import pytest
from click.testing import CliRunner

from passevents.adapters.compilation import CompilationPlan
from passevents.cli.main import command
from passevents.cli.screen import Screen


@pytest.fixture
def ask(monkeypatch):
    monkeypatch.delenv("PASSEVENTS_CACHE", raising=False)
    return lambda *arguments, **further: CliRunner().invoke(
        command, ["cache", *map(str, arguments)], obj=Screen(), **further
    )


@pytest.fixture
def folder(runtime, add, tmp_path):
    (tmp_path / "kernel.mlir").write_text(add)
    runtime.compile(tmp_path / "kernel.mlir", CompilationPlan("cse"))
    runtime.compile(tmp_path / "kernel.mlir", CompilationPlan("cse"))
    runtime.close()
    return tmp_path / "cache"


def data(result) -> dict:
    return json.loads(result.stdout)["data"]


def test_stats_are_of_all_processes(ask, folder):
    counts = data(ask("stats", folder, "--json"))
    assert tuple(counts[name] for name in ("entries", "hits", "misses", "stores")) == (1, 1, 1, 1)
    assert counts["saved_ns"] > 0
    assert "hits           1" in ask("stats", env={"PASSEVENTS_CACHE": str(folder)}).stdout


def test_list_names_every_entry(ask, folder):
    (entry,) = data(ask("list", folder, "--json"))
    assert entry["source_name"] == "kernel.mlir"
    assert entry["lookup_key"] in ask("list", folder).stdout


@pytest.mark.parametrize(("pipeline", "status", "outcome"), [("cse", 0, "hit"), ("canonicalize", 1, "miss")])
def test_explain_says_hit_or_what_differs(ask, folder, tmp_path, pipeline, status, outcome):
    result = ask("explain", tmp_path / "kernel.mlir", folder, f"--pass-pipeline={pipeline}", "--json")
    assert (status, outcome) == (result.exit_code, data(result)["outcome"])
    if outcome == "miss":
        expected = [{"input": "pipeline", "here": "canonicalize", "there": "cse"}]
        assert expected == data(result)["differences"]


def test_verify_names_what_is_damaged(ask, folder):
    assert (ask("verify", folder).exit_code, ask("verify", folder).stdout) == (0, "1 entries, 0 damaged\n")
    next(folder.rglob("*.entry")).write_bytes(b"")
    result = ask("verify", folder)
    assert result.exit_code == 1
    assert "empty" in result.stdout


def test_prune_and_clear_remove(ask, folder):
    assert "removed 0 files" in ask("prune", folder, "--max-size", "1GB").stdout
    assert data(ask("prune", folder, "--max-entries", "0", "--json"))["files"] == 1
    assert "removed 0 entries" in ask("clear", folder).stdout


@pytest.mark.parametrize("name", ["stats", "list", "verify", "prune", "clear"])
def test_a_folder_that_is_no_cache_is_left_alone(ask, tmp_path, name):
    (tmp_path / "precious").write_text("")
    result = ask(name, tmp_path)
    assert result.exit_code != 0
    assert (tmp_path / "precious").exists()
