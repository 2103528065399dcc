"""Nothing crashes: any order of destruction, exit with everything alive, forks; and a hit loads no MLIR."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from passevents.adapters.compilation import CompilationPlan, CompilationRuntime

PRELUDE = """
import gc, os, sys, threading
from passevents.adapters.compilation import *
ADD = '''func.func @add(%a: i32, %b: i32) -> i32 attributes {llvm.emit_c_interface} {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}'''
MANY = ADD + "".join(ADD.replace("@add", f"@f{i}") for i in range(40))
PLAN = CompilationPlan("func.func(canonicalize,cse),convert-to-llvm,reconcile-unrealized-casts")
"""


def run(program: str, *arguments, **options) -> str:
    command = [sys.executable, "-X", "faulthandler", "-c", PRELUDE + program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


ORDER = """
from mlir import ir
from passevents.adapters.compilation import pool
from passevents.adapters.compilation.settings import Settings
alive = {"runtime": CompilationRuntime()}
alive["artifact"] = alive["runtime"].compile(MANY, PLAN)
alive["context"] = pool.new_context(Settings())
alive["module"] = ir.Module.parse(alive["artifact"].bytecode, context=alive["context"])
alive["loaded"] = alive["runtime"].jit(alive["artifact"])
alive["function"] = alive["loaded"]["add"]
for name in sys.argv[1].split(","):
    del alive[name]
    gc.collect()
    if "function" in alive:
        assert 3 == alive["function"](1, 2)
print("done")
"""


@pytest.mark.parametrize("seed", range(4))
def test_any_order_of_destruction(seed):
    names = ["runtime", "artifact", "context", "module", "loaded", "function"]
    orders = list(itertools.permutations(names))
    order = orders[(seed * 211 + 17) % len(orders)]
    assert "done" in run(ORDER, ",".join(order))


def test_the_interpreter_exits_with_everything_alive():
    assert "done" in run(ORDER.replace('for name in sys.argv[1].split(","):', "for name in []:"), "x")


def test_a_context_in_a_module_outlives_the_pool_at_exit(tmp_path):
    """Modules are cleared at exit in an order of Python's choosing."""
    (tmp_path / "keeper.py").write_text("kept = []\n")
    program = """
sys.path.insert(0, sys.argv[1])
import keeper
from passevents.adapters.compilation import pool
from passevents.adapters.compilation.settings import Settings
from mlir import ir
context = pool.new_context(Settings())
keeper.kept.append(ir.Module.parse(MANY, context=context))
sys.modules["mlir.kept"] = keeper
"""
    run(program, tmp_path)


FREED = """
from mlir import ir
from passevents.errors import CompileError
runtime = CompilationRuntime()
def touch(operation, pass_):
    pass
def fail(operation, pass_):
    raise ValueError
def use():
    artifact = runtime.compile(ADD, PLAN)
    runtime.compile(ADD, PLAN, structural="stripped")
    assert 3 == runtime.jit(artifact)["add"](1, 2)
    runtime.emit_object(artifact, sys.argv[1])
    nested = PythonPass(touch, version=1)
    runtime.compile(ADD, CompilationPlan("cse").add_pass(touch, version=1).nested("func.func", [nested]))
    raising = CompilationPlan().add_pass(fail, version=1)
    for source, plan in [("func.func @f( {", PLAN), (ADD, CompilationPlan("nonsense")), (ADD, raising)]:
        try:
            runtime.compile(source, plan)
        except CompileError:
            pass
for _ in range(3):
    use()
    gc.collect()
    print(ir.Context._get_live_count(), end=" ")
"""


def test_no_compile_leaves_a_context_behind(tmp_path):
    """A server compiles for days."""
    assert run(FREED, tmp_path / "x.o") == "0 0 0 "


FORK = """
runtime = CompilationRuntime()
first = runtime.compile(MANY, PLAN)
add = runtime.jit(first)["add"]
child = os.fork()
if child == 0:
    again = runtime.compile(MANY, PLAN)
    ok = again.bytecode == first.bytecode and add(1, 2) == 3 and runtime.jit(again)["add"](2, 2) == 4
    grandchild = os.fork()
    if grandchild == 0:
        os._exit(0 if runtime.compile(ADD, PLAN) else 1)
    ok = ok and os.waitpid(grandchild, 0)[1] == 0
    os._exit(0 if ok else 1)
assert os.waitpid(child, 0)[1] == 0
assert runtime.compile(MANY, PLAN).bytecode == first.bytecode
"""


def test_a_forked_child_compiles_with_a_pool_of_its_own():
    """A used pool has no threads in a child: work given to it would wait for ever."""
    run(FORK)


def test_one_pool_serves_every_context():
    program = """
from passevents.adapters.compilation import pool
import mlir.ir
before = len(os.listdir("/proc/self/task"))
runtime, other = CompilationRuntime(), CompilationRuntime()
runtime.compile(MANY, PLAN)
pools = {id(pool.shared_pool())}
for _ in range(10):
    other.compile(MANY, PLAN)
assert {id(pool.shared_pool())} == pools
assert len(os.listdir("/proc/self/task")) <= before + pool.shared_pool().get_max_concurrency()
"""
    run(program)


HIT = """
runtime = CompilationRuntime(sys.argv[1])
artifact = runtime.compile(ADD, PLAN)
loaded = runtime.load(artifact) if len(sys.argv) > 2 else None
assert loaded is None or loaded["add"](1, 2) == 3
print(artifact.cache, any(name.split(".")[0] == "mlir" for name in sys.modules))
"""


@pytest.mark.parametrize("arguments", [[], ["load"]])
def test_a_process_that_hits_never_imports_mlir(tmp_path, arguments):
    assert run(HIT, tmp_path, *arguments) == "miss True\n"
    assert run(HIT, tmp_path, *arguments) == "hit False\n"


LEAN = """
import sys
from passevents.adapters.compilation import CompilationPlan, CompilationRuntime
artifact = CompilationRuntime(sys.argv[1]).compile("func.func @f() { return }", CompilationPlan("cse"))
print(artifact.cache, {"attr", "cattrs", "mlir", "passevents.events", "pathlib"} & set(sys.modules))
"""


def test_a_hit_imports_nothing_that_takes_long(tmp_path):
    """Its process is over in the time that imports take."""
    command = [sys.executable, "-c", LEAN, str(tmp_path)]
    said = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert said[0].startswith("miss")
    assert said[1] == "hit set()\n"


def test_the_key_and_the_bytes_are_equal_in_five_processes_with_five_hash_seeds(tmp_path):
    program = f"""{HIT}
uncached = CompilationRuntime().compile(ADD, PLAN)
print(artifact.key, artifact.metadata.bytecode_sha256, uncached.metadata.bytecode_sha256)
"""
    found = set()
    for seed in ("0", "1", "2", "3", "random"):
        (tmp_path / seed).mkdir()
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        found.add(run(program, tmp_path / "cache", env=environment, cwd=tmp_path / seed).splitlines()[1])
    assert len(found) == 1


def test_three_cold_processes_compile_once(tmp_path):
    program = """
import time
def slow(operation, pass_):
    time.sleep(1.0)
print("ready", flush=True)
sys.stdin.readline()
artifact = CompilationRuntime(sys.argv[1]).compile(ADD, PLAN.add_pass(slow, version=1))
print(artifact.cache)
"""
    command = [sys.executable, "-c", PRELUDE + "import mlir.ir\n" + program, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen(command, **pipes) for _ in range(3)]
    for process in processes:
        assert "ready" in process.stdout.readline()
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert sorted(process.communicate()[0].strip() for process in processes) == ["hit", "hit", "miss"]


def test_a_killed_compile_leaves_the_cache_usable(tmp_path, add):
    program = """
import signal
def die(operation, pass_):
    os.kill(os.getpid(), signal.SIGKILL)
CompilationRuntime(sys.argv[1]).compile(ADD, CompilationPlan().add_pass(die, version=1, name="die"))
"""
    done = subprocess.run([sys.executable, "-c", PRELUDE + program, str(tmp_path)], check=False)
    assert done.returncode == -9
    plan = CompilationPlan().add_pass(lambda op, _: None, version=1, name="die")
    assert CompilationRuntime(tmp_path).compile(add, plan).cache == "miss"


def test_not_one_of_many_corrupted_entries_harms_a_compile(tmp_path, add):
    """MLIR aborts on some damaged bytecode and takes other for other IR; it never sees either here."""
    import random

    runtime, plan, chance = CompilationRuntime(tmp_path), CompilationPlan("cse"), random.Random(7)
    good = runtime.compile(add, plan)
    path = Path(runtime.cache.folder.path("entries", good.key))
    whole = path.read_bytes()
    for _ in range(300):
        data = bytearray(whole)
        match chance.randrange(3):
            case 0:
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            case 1:
                del data[chance.randrange(len(data)) :]
            case 2:
                start = chance.randrange(len(data) - 4)
                data[start : start + 4] = chance.randbytes(4)
        path.write_bytes(data)
        found = runtime.compile(add, plan)
        assert good.bytecode == found.bytecode
        assert found.cache == ("hit" if bytes(data) == whole else "miss")
        assert whole[-40:-32] == path.read_bytes()[-40:-32], "it was repaired"
