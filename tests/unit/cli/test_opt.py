"""`passevents opt` on the real compiler: what it writes, what it records, how it refuses."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from passevents.query import EventStore, Run

from .processes import PROGRAM, environment, run

Ask = Callable[..., Result]

SOURCE = """\
func.func @f(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.addi %0, %c2 : i32
  return %1 : i32
}
"""
# With the empty line that mlir-opt writes after it.
FOLDED = """\
module {
  func.func @f(%arg0: i32) -> i32 {
    %c3_i32 = arith.constant 3 : i32
    %0 = arith.addi %arg0, %c3_i32 : i32
    return %0 : i32
  }
}

"""
CANONICALIZE = "--pass-pipeline=builtin.module(func.func(canonicalize))"
# Arithmetic on tensors cannot be bufferized: the second pass fails, after the first has run.
FAILING_SOURCE = """\
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
FAILING = "--pass-pipeline=builtin.module(canonicalize,one-shot-bufferize)"


@pytest.fixture
def source(here: Path) -> Path:
    (here / "add.mlir").write_text(SOURCE)
    return here / "add.mlir"


def latest(here: Path) -> Run:
    return EventStore(here / "passevents.db").run("latest")


def runs(here: Path) -> list[Run]:
    path = here / "passevents.db"
    return EventStore(path).runs() if path.exists() else []


def record_names(here: Path, **filters: Any) -> list[str]:
    return [record.event.name for record in latest(here).records(**filters)]


# what it writes


def test_the_module_goes_to_standard_output(ask: Ask, source: Path) -> None:
    result = ask("opt", "add.mlir", CANONICALIZE)
    assert (result.exit_code, result.stdout, result.stderr) == (0, FOLDED, "")


def test_the_module_goes_to_a_file(ask: Ask, source: Path, here: Path) -> None:
    result = ask("opt", "add.mlir", CANONICALIZE, "-o", "out.mlir")
    assert (result.exit_code, result.stdout, (here / "out.mlir").read_text()) == (0, "", FOLDED)


def test_the_source_may_be_standard_input(here: Path) -> None:
    done = run("opt", "-", CANONICALIZE, input=SOURCE.encode())
    assert (done.returncode, done.stdout.decode(), latest(here).name) == (0, FOLDED, "stdin")


def test_bytecode_is_written_and_read_back(ask: Ask, source: Path, here: Path) -> None:
    assert ask("opt", "add.mlir", CANONICALIZE, "--emit-bytecode", "-o", "out.mlirbc").exit_code == 0
    assert (here / "out.mlirbc").read_bytes()[:4] == b"ML\xefR"
    assert ask("opt", "out.mlirbc", CANONICALIZE).stdout == FOLDED


def test_options_may_be_spelled_with_one_dash_as_for_mlir_opt(ask: Ask, source: Path) -> None:
    result = ask("opt", CANONICALIZE[1:], "-mlir-disable-threading", "add.mlir")
    assert (result.exit_code, result.stdout) == (0, FOLDED)


def test_recording_does_not_change_the_module(ask: Ask, source: Path) -> None:
    texts = {
        ask("opt", "add.mlir", CANONICALIZE, *options).stdout
        for options in ([], ["--mlir-disable-threading"], ["--tags", "pass-execution"])
    }
    assert texts == {FOLDED}


# what it records


def test_passes_and_patterns_are_recorded_with_their_place(ask: Ask, source: Path, here: Path) -> None:
    ask("opt", "add.mlir", CANONICALIZE)
    [record] = latest(here).records(name="canonicalize")
    location = record.ir_units[0].location
    assert (record.status, record.ir_units[0].operation) == ("completed", "func.func")
    assert location is not None and (location.line, location.column) == (1, 1)
    assert record_names(here, tag="apply-pattern")


def test_the_run_says_what_was_run(ask: Ask, source: Path, here: Path) -> None:
    ask("opt", "add.mlir", CANONICALIZE)
    run = latest(here)
    assert (run.name, run.tool, run.status) == ("add.mlir", "passevents opt", "completed")
    assert run.pipeline == "builtin.module(func.func(canonicalize))"
    assert run.input_digest == hashlib.sha256(SOURCE.encode()).hexdigest()
    assert (run.compiler_version or "").startswith("22.")


def test_the_run_may_have_a_name_and_its_events_a_phase(ask: Ask, source: Path, here: Path) -> None:
    ask("opt", "add.mlir", CANONICALIZE, "--name", "try", "--phase", "tidy")
    assert latest(here).name == "try"
    assert {record.event.phase for record in latest(here).records()} == {"tidy"}


def test_tags_narrow_down_what_is_recorded(ask: Ask, source: Path, here: Path) -> None:
    ask("opt", "add.mlir", CANONICALIZE, "--tags", "pass-execution")
    assert {record.tag for record in latest(here).records()} == {"pass-execution"}


def test_locations_narrow_down_what_is_recorded(ask: Ask, source: Path, here: Path) -> None:
    ask("opt", "add.mlir", CANONICALIZE, "--locations", "add.mlir:5")
    lines = {
        record.ir_units[0].location.line
        for record in latest(here).records()
        if record.ir_units and record.ir_units[0].location
    }
    assert lines == {5}


def test_a_skipped_pass_does_not_run(ask: Ask, source: Path, here: Path) -> None:
    options = ["--mlir-disable-threading", "--skip", "pass-execution:canonicalize=1"]
    assert ask("opt", "add.mlir", CANONICALIZE, *options).stdout.count("arith.addi") == 2
    assert record_names(here, status="skipped") == ["canonicalize"]


def test_a_limit_runs_only_the_first(ask: Ask, source: Path) -> None:
    options = ["--mlir-disable-threading", "--limit", "apply-pattern=0"]
    assert ask("opt", "add.mlir", CANONICALIZE, *options).stdout.count("arith.addi") == 2


def test_whoever_watches_is_told_the_run_and_the_next_command(ask: Ask, source: Path, here: Path) -> None:
    lines = ask("opt", "add.mlir", CANONICALIZE, "-v").stderr.splitlines()
    assert latest(here).id in lines[0]
    assert lines[1].startswith("next: passevents tree ")
    assert ask(*lines[1].split()[2:]).exit_code == 0


def test_json_says_which_run_was_recorded(ask: Ask, source: Path, here: Path) -> None:
    result = ask("opt", "add.mlir", CANONICALIZE, "-o", "out.mlir", "--json")
    assert json.loads(result.stdout)["data"]["id"] == latest(here).id


# what the compiler refuses


def test_a_failed_pass_is_said_at_its_place_and_recorded(ask: Ask, here: Path) -> None:
    (here / "fail.mlir").write_text(FAILING_SOURCE)
    (here / "out.mlir").write_text("as it was")
    result = ask("opt", "fail.mlir", FAILING, "-o", "out.mlir")
    lines = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (1, "")
    assert re.fullmatch(r"(.*/)?fail\.mlir:2:8: error: op was not bufferized", lines[0])
    assert lines[1:3] == ["  %0 = arith.addf %a, %a : tensor<4xf32>", "       ^"]
    assert re.match(r"(.*/)?fail\.mlir:2:8: note: see current operation: ", lines[3])
    assert (latest(here).status, record_names(here, status="failed")) == ("failed", ["one-shot-bufferize"])
    assert record_names(here, name="canonicalize", status="completed") == ["canonicalize"]
    assert (here / "out.mlir").read_text() == "as it was"


def test_a_pass_that_fails_without_a_word_is_named(ask: Ask, source: Path) -> None:
    silent = "canonicalize{max-iterations=1 test-convergence=true}"
    result = ask("opt", "add.mlir", f"--pass-pipeline=builtin.module(func.func({silent}))")
    assert result.exit_code == 1
    assert re.match(r"(.*/)?add\.mlir:\d+:\d+: error: 'canonicalize' failed on 'func\.func'", result.stderr)


def test_a_silent_failure_of_no_recorded_pass_is_said_all_the_same(ask: Ask, source: Path) -> None:
    silent = "canonicalize{max-iterations=1 test-convergence=true}"
    result = ask("opt", "add.mlir", f"--pass-pipeline=builtin.module({silent})", "--tags=apply-pattern")
    assert (result.exit_code, result.stderr) == (1, "passevents: the pipeline failed\n")


def test_broken_mlir_is_said_at_its_place_and_leaves_nothing(ask: Ask, here: Path) -> None:
    (here / "broken.mlir").write_text("func.func @f() {\n  retrun\n}\n")
    result = ask("opt", "broken.mlir", CANONICALIZE)
    assert (result.exit_code, result.stdout) == (1, "")
    assert re.match(r"(.*/)?broken\.mlir:2:3: error: custom op 'retrun' is unknown", result.stderr)
    assert list(here.iterdir()) == [here / "broken.mlir"]


def test_standard_input_has_a_name_in_errors(here: Path) -> None:
    done = run("opt", "-", CANONICALIZE, input=b"func.func @f() {\n  retrun\n}\n")
    assert done.stderr.startswith(b"<stdin>:2:3: error: custom op 'retrun' is unknown")


@pytest.mark.parametrize(
    ("pipeline", "reason"),
    [
        ("builtin.module(canonicalise)", "'canonicalise' does not refer to a registered pass"),
        ("builtin.module(canonicalize", "expected"),
        ("canonicalize{", "expected"),
        ("", "expected"),
    ],
)
def test_a_broken_pipeline_is_one_line_and_leaves_nothing(
    ask: Ask, source: Path, here: Path, pipeline: str, reason: str
) -> None:
    result = ask("opt", "add.mlir", f"--pass-pipeline={pipeline}")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert reason in result.stderr
    assert list(here.iterdir()) == [source]


# what the command refuses


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["none.mlir", CANONICALIZE], "passevents: none.mlir: No such file or directory"),
        ([".", CANONICALIZE], "passevents: .: Is a directory"),
    ],
)
def test_a_source_that_cannot_be_read_leaves_nothing(
    ask: Ask, here: Path, args: list[str], line: str
) -> None:
    result = ask("opt", *args)
    assert (result.exit_code, result.stderr, list(here.iterdir())) == (1, line + "\n", [])


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ([], "missing option '--pass-pipeline'"),
        (["-canonicalize"], "no option '--canonicalize'; a pass goes into --pass-pipeline="),
        (["--canonicalize"], "a pass goes into --pass-pipeline='builtin.module(canonicalize)'"),
        (["--pass-pipelines=x"], "no option '--pass-pipelines'; did you mean '--pass-pipeline'?"),
        ([CANONICALIZE, "--skip", "pass-execution"], "'pass-execution' is not TAG[:NAME]=N"),
        ([CANONICALIZE, "--skip", "=1"], "'=1' is not TAG[:NAME]=N"),
        ([CANONICALIZE, "--limit", "apply-pattern=-1"], "'-1' in 'apply-pattern=-1' is not a whole number"),
        ([CANONICALIZE, "--limit", "apply-pattern=1.5"], "'1.5' in 'apply-pattern=1.5'"),
        ([CANONICALIZE, "--limit", "a=1", "--limit", "a=2"], "--limit says both a=1 and a=2"),
        ([CANONICALIZE, "--max-bytes", "lots"], "'LOTS' is not a size"),
        ([CANONICALIZE, "--limit", "apply-pattern=5"], "add --mlir-disable-threading"),
        ([CANONICALIZE, "--json"], "--json needs -o FILE"),
        ([CANONICALIZE, "--adapter", "mlri"], "did you mean 'mlir'?"),
        ([CANONICALIZE, "-o", "none/out.mlir"], "there is no folder 'none'"),
    ],
)
def test_options_that_make_no_sense_leave_nothing(
    ask: Ask, source: Path, here: Path, options: list[str], reason: str
) -> None:
    result = ask("opt", "add.mlir", *options)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert reason in result.stderr
    assert list(here.iterdir()) == [source]


@pytest.mark.parametrize(
    "options",
    [
        ["--locations", "add.mlir:0"],
        ["--locations", ""],
        ["--skip", f"pass-execution={2**70}", "--mlir-disable-threading"],
    ],
    ids=["line 0", "no place", "a count past all bounds"],
)
def test_filters_that_the_compiler_cannot_have_are_one_line_and_leave_no_run(
    ask: Ask, source: Path, here: Path, options: list[str]
) -> None:
    result = ask("opt", "add.mlir", CANONICALIZE, *options)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1), result.stderr
    assert runs(here) == []


def test_a_store_that_is_none_is_said_before_anything_runs(ask: Ask, source: Path, here: Path) -> None:
    result = ask("opt", "add.mlir", CANONICALIZE, "--db", "add.mlir", "-o", "out.mlir")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert (source.read_text(), list(here.iterdir())) == (SOURCE, [source])


def test_a_store_that_cannot_be_written_is_said_before_anything_runs(ask: Ask, source: Path) -> None:
    """No file can be made in /proc, not even by root."""
    result = ask("opt", "add.mlir", CANONICALIZE, "--db", "/proc/passevents.db")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "cannot be written" in result.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_said_before_anything_runs(ask: Ask, source: Path, here: Path) -> None:
    (here / "fixed").mkdir(mode=0o555)
    result = ask("opt", "add.mlir", CANONICALIZE, "--db", "fixed/passevents.db")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)


def test_a_pipe_is_a_source(source: Path, here: Path) -> None:
    """As `<(generator)` in a shell: it can be read only once."""
    os.mkfifo(here / "pipe.mlir")
    writer = threading.Thread(target=(here / "pipe.mlir").write_text, args=(SOURCE,), daemon=True)
    writer.start()
    assert run("opt", "pipe.mlir", CANONICALIZE).stdout.decode() == FOLDED
    writer.join(timeout=10)


def test_the_place_of_an_error_is_not_read_where_it_is_no_file(ask: Ask, here: Path) -> None:
    (here / "bad.mlir").write_text('"a.b"() : () -> () loc("/dev/zero":1:1)\n')
    result = ask("opt", "bad.mlir", "--pass-pipeline=builtin.module(canonicalize)")
    assert (result.exit_code, result.stdout) == (1, "")


def test_a_closed_standard_input_is_said(here: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{PROGRAM} opt - '{CANONICALIZE}' <&-"], capture_output=True, env=environment()
    )
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert list(here.iterdir()) == []


def test_a_reader_that_leaves_early_ends_it_quietly_unbuffered_too(here: Path) -> None:
    """An unbuffered stream writes what a pipe takes, and says how much that was."""
    (here / "big.mlir").write_text("".join(f"func.func private @f{number}()\n" for number in range(20_000)))
    command = f"{PROGRAM} opt big.mlir '{CANONICALIZE}' | head -c 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, env=environment(PYTHONUNBUFFERED="1"))
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("name", "pipeline"), [("st\udcff.mlir", CANONICALIZE), ("add.mlir", "--pass-pipeline=\udcff")]
)
def test_what_is_not_utf8_is_one_line(source: Path, here: Path, name: str, pipeline: str) -> None:
    (here / name).write_text(SOURCE)
    done = run("opt", name, pipeline)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)
    assert b"is not UTF-8" in done.stderr
    assert runs(here) == []


@pytest.mark.filterwarnings("default")
def test_a_run_that_cannot_be_stored_fails_no_compile(
    ask: Ask, source: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> int:
        raise OSError("no room")

    monkeypatch.setattr("passevents.store.recording.ingest", full)
    result = ask("opt", "add.mlir", CANONICALIZE, "-v")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (0, FOLDED, 1)
    assert "no room" in result.stderr
