"""Whole programs as their users write them: many kernels at start, shared folders, the example."""

import shutil
import subprocess
import sys
from pathlib import Path

from passevents.adapters.compilation import FileCache

ROOT = Path(__file__).parents[3]
DSL = '''
import sys
from passevents.adapters.compilation import CompilationPlan, CompilationRuntime, FileCache, LayeredCache

PLAN = CompilationPlan("func.func(canonicalize,cse),convert-to-llvm,reconcile-unrealized-casts")

def kernel(number):
    return f"""func.func @kernel{number}(%a: i32) -> i32 attributes {{llvm.emit_c_interface}} {{
      %c = arith.constant {number} : i32
      %0 = arith.addi %a, %c : i32
      return %0 : i32
    }}"""

own, *shared = sys.argv[1:]
cache = LayeredCache(FileCache(own), *(FileCache(path, read_only=True) for path in shared))
runtime = CompilationRuntime(cache)
artifacts = [runtime.compile(kernel(number), PLAN) for number in range(200)]
print(sum(artifact.cache == "hit" for artifact in artifacts), "mlir" in sys.modules)
'''


def run(*folders) -> str:
    command = [sys.executable, "-c", DSL, *map(str, folders)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_two_hundred_kernels_compile_once_and_are_found_at_the_next_start(tmp_path):
    assert [run(tmp_path / "cache"), run(tmp_path / "cache")] == ["0 True", "200 False"]
    total = FileCache(tmp_path / "cache").total_statistics()
    assert (total.hits, total.misses, total.stores) == (200, 200, 200)


def test_jobs_share_a_read_only_folder(tmp_path):
    run(tmp_path / "shared")
    before = sorted((path, path.stat().st_mtime_ns) for path in (tmp_path / "shared").rglob("*"))
    assert run(tmp_path / "job", tmp_path / "shared") == "200 False"
    shutil.rmtree(tmp_path / "job")
    assert before == sorted((path, path.stat().st_mtime_ns) for path in (tmp_path / "shared").rglob("*"))


def test_two_programs_at_once_on_one_folder(tmp_path):
    command = [sys.executable, "-c", DSL, str(tmp_path / "cache")]
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    hits = [int(program.communicate()[0].split()[0]) for program in programs]
    assert [program.returncode for program in programs] == [0, 0]
    assert [reason for _, reason in FileCache(tmp_path / "cache").verify()] == [None] * 200
    assert sum(hits) <= 200


def test_the_example_runs(tmp_path):
    command = [sys.executable, str(ROOT / "examples/compilation/reload.py"), "--frames", "2", "--pause", "0"]
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, len(done.stdout.splitlines())) == (0, 3), done.stderr
