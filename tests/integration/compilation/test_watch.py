"""Compiling on save: good edits are handed over, broken ones keep what was good."""

import os
import threading
import time

import pytest

from passevents.errors import CompileError, PlanError

KERNEL = """func.func @kernel(%a: i32) -> i32 attributes {{llvm.emit_c_interface}} {{
  %c = arith.constant {0} : i32
  %0 = arith.addi %a, %c : i32
  return %0 : i32
}}
"""


def save(path, text):
    """As editors do: another file, renamed over this one."""
    temporary = path.with_suffix(".tmp")
    temporary.write_text(text)
    os.replace(temporary, path)


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "kernel.mlir"
    found.write_text(KERNEL.format(1))
    return found


def test_an_edit_reaches_the_running_program(runtime, path, lowering):
    with runtime.watch(path, lowering) as watch:
        kernel = watch.function("kernel")
        assert kernel(10) == 11
        save(path, KERNEL.format(5))
        assert watch.wait(1, 30) == 2
        assert kernel(10) == 15
        path.write_text(KERNEL.format(7))
        watch.wait(2, 30)
        assert kernel(10) == 17


def test_a_broken_edit_keeps_the_old_code_and_reports_until_it_is_mended(runtime, path, lowering):
    handed, errors = [], []
    watch = runtime.watch(path, lowering, lambda *both: handed.append(both), on_error=errors.append)
    with watch:
        save(path, "func.func @kernel( {")
        watch.wait(1, 30)
        assert watch.function("kernel")(10) == 11
        assert isinstance(watch.error, CompileError)
        assert (errors[0].diagnostics[0].location.file, errors[0].stage) == ("kernel.mlir", "parse")
        save(path, KERNEL.format(2))
        watch.wait(2, 30)
        assert (watch.function("kernel")(10), watch.error) == (12, None)
    assert [int(artifact.cache == "miss") + place for place, (artifact, _) in enumerate(handed)] == [1, 2]


def test_an_edit_that_compiles_and_cannot_be_loaded_is_broken_too(runtime, path, lowering):
    with runtime.watch(path, lowering) as watch:
        call = "%0 = func.call @missing(%a) : (i32) -> i32 return %0 : i32"
        other = f"func.func private @missing(i32) -> i32 func.func @user(%a: i32) -> i32 {{ {call} }}"
        save(path, KERNEL.format(1) + other)
        watch.wait(1, 30)
        assert watch.error.stage == "jit_load"
        assert watch.function("kernel")(10) == 11


def test_a_file_that_is_broken_from_the_start_is_waited_for(runtime, path, lowering):
    path.write_text("nonsense")
    with runtime.watch(path, lowering) as watch:
        with pytest.raises(CompileError, match="has not compiled yet"):
            watch.function("kernel")(1)
        save(path, KERNEL.format(3))
        watch.wait(1, 30)
        assert watch.function("kernel")(1) == 4


def test_going_back_to_an_earlier_text_is_a_hit(runtime, path, lowering):
    with runtime.watch(path, lowering) as watch:
        save(path, KERNEL.format(9))
        watch.wait(1, 30)
        save(path, KERNEL.format(1))
        watch.wait(2, 30)
        assert watch.artifact.cache == "hit"


def test_a_file_that_is_not_there_yet_is_waited_for(runtime, path, lowering):
    path.unlink()
    with runtime.watch(path, lowering) as watch:
        assert "cannot read" in str(watch.error)
        save(path, KERNEL.format(3))
        watch.wait(0, 30)
        assert watch.function("kernel")(1) == 4


def test_stopping_ends_its_thread_and_keeps_what_is_loaded(runtime, path, lowering):
    watch = runtime.watch(path, lowering)
    watch.stop()
    watch.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "watch kernel.mlir"]
    assert watch.function("kernel")(10) == 11


def test_a_callback_that_fails_is_a_warning_and_the_watch_goes_on(runtime, path, lowering):
    def fail(artifact, loaded):
        raise ValueError("mine")

    with pytest.warns(UserWarning, match="mine"), runtime.watch(path, lowering, fail) as watch:
        assert watch.function("kernel")(10) == 11


def test_whatever_the_caller_raises_the_watch_goes_on(runtime, path, lowering):
    """A thread that ended would never see the edit that mends it."""
    loads = []

    def load(artifact):
        loads.append(artifact)
        if len(loads) == 2:
            raise RuntimeError("no room on the device")
        return runtime.jit(artifact)

    with runtime.watch(path, lowering, load=load) as watch:
        save(path, KERNEL.format(2))
        watch.wait(1, 30)
        assert str(watch.error) == "no room on the device"
        save(path, KERNEL.format(3))
        watch.wait(2, 30)
        assert (watch.function("kernel")(10), watch.error) == (13, None)


def test_a_folder_that_comes_later_is_looked_for(runtime, tmp_path, lowering):
    later = tmp_path / "later" / "kernel.mlir"
    with (
        pytest.warns(UserWarning, match="kernel.mlir is looked at five times a second") as warned,
        runtime.watch(later, lowering) as watch,
    ):
        assert isinstance(watch.error, CompileError)
        while not len(warned):
            time.sleep(0.01)
        later.parent.mkdir()
        save(later, KERNEL.format(4))
        watch.wait(0, 30)
        assert (watch.function("kernel")(10), watch.error) == (14, None)


def test_what_cannot_be_watched_with_is_refused_at_once(runtime, path, lowering):
    with pytest.raises(PlanError, match="plan: expected a CompilationPlan, got int"):
        runtime.watch(path, 3)
    with pytest.raises(PlanError, match="debounce_ms: expected a whole number of at least 0, got -1"):
        runtime.watch(path, lowering, debounce_ms=-1)
