"""Machine code: called in this process, kept beside the bytecode, written as objects and libraries."""

import ctypes
import subprocess
import tempfile
import threading
from pathlib import Path

import pytest

from passevents.adapters.compilation import (
    CompilationPlan,
    CompilationRuntime,
    FileCache,
    LayeredCache,
    MemoryCache,
)
from passevents.errors import CompileError, PlanError

ELSEWHERE = """func.func private @elsewhere(i32) -> i32
func.func @f(%a: i32) -> i32 attributes {llvm.emit_c_interface} {
  %0 = call @elsewhere(%a) : (i32) -> i32
  return %0 : i32
}"""


def test_what_calls_another_library_is_emitted_linked_and_loaded(runtime, lowering, tmp_path):
    """MLIR's own dump of the object would abort the process."""
    artifact = runtime.compile(ELSEWHERE, lowering)
    assert runtime.emit_object(artifact, tmp_path / "f.o").read_bytes().startswith(b"\x7fELF")
    (tmp_path / "e.c").write_text("int elsewhere(int x) { return x + 40; }\n")
    library = tmp_path / "libelsewhere.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "e.c"], check=True)
    assert runtime.load(artifact, libraries=[library])["f"](2) == 42


@pytest.mark.parametrize("how", ["jit", "load"])
def test_what_calls_nothing_that_is_there_is_refused_and_not_kept(runtime, cache, lowering, how):
    artifact = runtime.compile(ELSEWHERE, lowering)
    with pytest.raises(CompileError, match="the code cannot be loaded") as caught:
        getattr(runtime, how)(artifact)
    assert caught.value.stage == "jit_load"
    assert cache.folder.files(("native",)) == []


def test_a_function_calls_its_own_module_and_not_the_c_library(runtime, lowering):
    source = """func.func @abs(%a: i32) -> i32 {
      %c = arith.constant 100 : i32
      %0 = arith.addi %a, %c : i32
      return %0 : i32
    }
    func.func @f(%a: i32) -> i32 attributes {llvm.emit_c_interface} {
      %0 = call @abs(%a) : (i32) -> i32
      return %0 : i32
    }"""
    artifact = runtime.compile(source, lowering)
    assert [load(artifact, opt_level=0)["f"](1) for load in (runtime.jit, runtime.load)] == [101, 101]


def test_one_text_is_not_a_list_of_libraries(runtime, artifact):
    with pytest.raises(PlanError, match="shared_libs: expected a list of paths, got '/x'"):
        runtime.jit(artifact, shared_libs="/x")
    with pytest.raises(PlanError, match="libraries: expected a list of paths, got 'm'"):
        runtime.load(artifact, libraries="m")


def test_without_a_temporary_folder_objects_are_written_and_linking_says_why_not(
    runtime, artifact, tmp_path, monkeypatch
):
    """MLIR aborts the process where the disk it dumps to is full: it is given none."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    assert runtime.emit_object(artifact, tmp_path / "f.o").stat().st_size > 0
    with pytest.raises(CompileError, match="no room to link in the temporary folder: No such file") as caught:
        runtime.load(artifact)
    assert caught.value.stage == "link"


@pytest.mark.parametrize("how", ["jit", "emit_object"])
def test_what_is_not_lowered_is_refused(runtime, add, tmp_path, how):
    artifact = runtime.compile(add, CompilationPlan())
    arguments = [tmp_path / "x.o"] if how == "emit_object" else []
    with pytest.raises(CompileError, match=r"is it lowered to LLVM.*func\.func"):
        getattr(runtime, how)(artifact, *arguments)
    assert list(tmp_path.glob("*.o")) == []


def test_a_library_that_is_not_there_is_refused(runtime, artifact):
    with pytest.raises(CompileError, match="there is no file"):
        runtime.jit(artifact, shared_libs=["/no/such.so"])


@pytest.mark.parametrize("level", [-1, 4, "2"])
def test_an_optimization_level_that_is_none_is_refused(runtime, artifact, level):
    with pytest.raises(CompileError, match="expected 0, 1, 2 or 3"):
        runtime.jit(artifact, opt_level=level)


class TestFiles:
    def test_an_object_links_with_a_c_program(self, runtime, artifact, tmp_path):
        written = runtime.emit_object(artifact, tmp_path / "kernels.o")
        (tmp_path / "main.c").write_text("int add(int, int); int main(void) { return add(40, 2); }")
        command = ["cc", "main.c", str(written), "-lm", "-o", "main"]
        subprocess.run(command, cwd=tmp_path, check=True)
        assert subprocess.run([tmp_path / "main"], check=False).returncode == 42

    def test_a_bare_name_is_a_file_of_the_working_directory(self, runtime, artifact, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert str(runtime.emit_object(artifact, "module.o")) == "module.o"
        assert (tmp_path / "module.o").read_bytes().startswith(b"\x7fELF")

    def test_a_library_is_named_by_its_content_and_loads_at_once(
        self, runtime, artifact, tmp_path, add, lowering
    ):
        first = runtime.emit_shared(artifact, tmp_path / "lib")
        assert first == runtime.emit_shared(artifact, tmp_path / "lib")
        edited = runtime.compile(add.replace("addi", "muli"), lowering)
        second = runtime.emit_shared(edited, tmp_path / "lib")
        assert (ctypes.CDLL(str(first)).add(3, 4), ctypes.CDLL(str(second)).add(3, 4)) == (7, 12)

    def test_a_folder_that_cannot_be_written_is_an_error(self, runtime, artifact, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(CompileError, match="cannot write"):
            runtime.emit_object(artifact, tmp_path / "file" / "x.o")
        with pytest.raises(CompileError, match="cannot write"):
            runtime.emit_shared(artifact, tmp_path / "file" / "folder")


class TestNativeLayer:
    def test_the_second_load_generates_nothing(self, cache, kernels, lowering):
        heard = []
        runtime = CompilationRuntime(
            LayeredCache(MemoryCache(), cache), telemetry=lambda event, *_: heard.append(event[2:])
        )
        artifact = runtime.compile(kernels, lowering)
        runtime.load(artifact)
        assert ("codegen", "start") in heard
        heard.clear()
        assert runtime.load(artifact)["add"](1, 2) == 3
        assert ("cache", "hit") in heard
        assert ("codegen", "start") not in heard

    def test_options_and_another_processor_are_other_code(self, cache, runtime, artifact, monkeypatch):
        from passevents.adapters.compilation import native

        runtime.load(artifact)
        runtime.load(artifact, opt_level=0)
        monkeypatch.setattr(native, "host_cpu", lambda: "another")
        runtime.load(artifact)
        assert len(cache.folder.files(("native",))) == 3

    @pytest.mark.parametrize(
        "damage", [lambda data: data[:-1], lambda data: b"", lambda data: b"\1" + data[1:]]
    )
    def test_damaged_code_is_made_again(self, cache, artifact, damage):
        heard = []
        runtime = CompilationRuntime(cache, telemetry=lambda event, _, told: heard.append((event[2:], told)))
        runtime.load(artifact)
        path = Path(cache.folder.files(("native",))[0].path)
        damaged = damage(path.read_bytes())
        path.unlink()
        path.write_bytes(damaged)
        assert runtime.load(artifact)["add"](1, 2) == 3
        failures = [told["reason"] for event, told in heard if event == ("cache", "failure")]
        assert len(failures) == 1
        assert damaged != path.read_bytes()

    def test_a_read_only_cache_serves_code_and_keeps_none(self, cache, runtime, artifact):
        shared = FileCache(cache.path, read_only=True)
        assert runtime.load(artifact, shared)["add"](1, 2) == 3
        assert cache.folder.files(("native",)) == []
        runtime.load(artifact)
        assert runtime.load(artifact, shared)["add"](1, 2) == 3

    def test_every_folder_of_the_layers_is_looked_into(self, cache, runtime, artifact, tmp_path):
        """A job of many reads what one made, and keeps what is its own in a folder of its own."""
        runtime.load(artifact)
        own, shared = FileCache(tmp_path / "own"), FileCache(cache.path, read_only=True)
        job = CompilationRuntime(LayeredCache(MemoryCache(), own, shared))
        assert job.load(artifact)["add"](1, 2) == 3
        assert (own.statistics.native_misses, shared.statistics.native_hits) == (1, 1)
        assert job.load(artifact, opt_level=0)["add"](1, 2) == 3
        assert [len(each.folder.files(("native",))) for each in (own, cache)] == [1, 1]

    def test_threads_that_want_the_same_code_make_it_once(self, runtime, cache, artifact):
        together = threading.Barrier(4)

        def load():
            together.wait()
            assert runtime.load(artifact)["add"](1, 2) == 3

        threads = [threading.Thread(target=load) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (cache.statistics.native_misses, cache.statistics.native_hits) == (1, 3)

    def test_without_a_folder_it_loads_all_the_same(self, artifact):
        assert CompilationRuntime().load(artifact)["add"](1, 2) == 3


class TestTargets:
    @pytest.mark.parametrize(
        ("target", "machine"),
        [
            ({"triple": "aarch64-linux-gnu", "cpu": "cortex-a72", "features": "+neon"}, 183),
            ({"triple": "armv7-linux-gnueabihf"}, 40),
            ({"triple": "x86_64-linux-gnu", "cpu": "x86-64"}, 62),
        ],
    )
    def test_an_object_is_of_the_architecture_that_was_asked_for(
        self, runtime, kernels, lowering, tmp_path, target, machine
    ):
        artifact = runtime.compile(kernels, lowering.set_target(**target))
        path = runtime.emit_object(artifact, tmp_path / "x.o")
        assert machine == int.from_bytes(path.read_bytes()[18:20], "little")

    def test_features_reach_the_code(self, runtime, lowering, tmp_path):
        source = """func.func @f(%a: vector<16xf32>, %b: vector<16xf32>) -> vector<16xf32> {
          %0 = arith.addf %a, %b : vector<16xf32> return %0 : vector<16xf32> }"""
        objects = []
        for features in ("+avx512f", "-avx512f,-avx2,-avx"):
            target = {"triple": "x86_64-linux-gnu", "cpu": "x86-64", "features": features}
            artifact = runtime.compile(source, lowering.replacing(target=target))
            objects.append(runtime.emit_object(artifact, tmp_path / "x.o").read_bytes())
        assert objects[0] != objects[1]

    @pytest.mark.parametrize(
        ("target", "message"),
        [
            ({"triple": "nonsense-none-none"}, "unable to get target|invalid target"),
            ({"triple": "x86_64-linux-gnu", "cpu": "nonsense"}, "not a recognized processor"),
            ({"triple": "x86_64-linux-gnu", "features": "+nonsense"}, "not a recognized feature"),
            (
                {"triple": "nvptx64-nvidia-cuda", "cpu": "sm_80"},
                "target: LLVM has assembly for it, and no obj",
            ),
        ],
    )
    def test_what_llvm_does_not_know_is_refused(self, runtime, kernels, lowering, tmp_path, target, message):
        artifact = runtime.compile(kernels, lowering.set_target(**target))
        with pytest.raises(CompileError, match=message) as caught:
            runtime.emit_object(artifact, tmp_path / "x.o")
        assert (caught.value.stage, list(tmp_path.glob("*.o"))) == ("codegen", [])

    @pytest.mark.parametrize("target", [None, {"triple": "armv7-linux-gnueabihf"}])
    def test_a_module_that_names_another_target_is_refused(self, runtime, add, lowering, tmp_path, target):
        source = f'module attributes {{llvm.target_triple = "aarch64-linux-gnu"}} {{ {add} }}'
        artifact = runtime.compile(source, lowering.replacing(target=target))
        with pytest.raises(CompileError, match="the module is for 'aarch64-linux-gnu'"):
            runtime.emit_object(artifact, tmp_path / "x.o")
        same = runtime.compile(source, lowering.set_target(triple="aarch64-linux-gnu"))
        assert runtime.emit_object(same, tmp_path / "x.o").read_bytes()[18] == 183

    def test_the_native_processor_is_this_machines_in_the_key(self, runtime, add, lowering, monkeypatch):
        from passevents.adapters.compilation import native

        artifact = runtime.compile(add, lowering.set_target(cpu="native"))
        here = native.native_key(artifact, native.Options())
        monkeypatch.setattr(native, "host_cpu", lambda: "another")
        assert here != native.native_key(artifact, native.Options())

    def test_an_unlowered_module_is_refused_and_does_not_crash(self, runtime, add, tmp_path):
        artifact = runtime.compile(add, CompilationPlan(target={"cpu": "x86-64"}))
        with pytest.raises(CompileError, match="not lowered to LLVM"):
            runtime.emit_object(artifact, tmp_path / "x.o")

    def test_the_engine_refuses_what_it_would_ignore(self, runtime, kernels, lowering):
        artifact = runtime.compile(kernels, lowering.set_target(cpu="x86-64"))
        with pytest.raises(CompileError, match=r"would ignore target=\{'cpu': 'x86-64'\}"):
            runtime.jit(artifact)

    def test_foreign_code_is_neither_loaded_nor_linked_with_this_machines_linker(
        self, runtime, kernels, lowering, tmp_path
    ):
        foreign = "riscv64-linux-gnu"
        artifact = runtime.compile(kernels, lowering.set_target(triple=foreign))
        with pytest.raises(CompileError, match="cannot be loaded on this machine"):
            runtime.load(artifact)
        with pytest.raises(CompileError, match="a compiler driver of its own"):
            runtime.emit_shared(artifact, tmp_path)
