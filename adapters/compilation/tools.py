"""LLVM's command-line tools and the linker: where they are, and how they are asked."""

from __future__ import annotations

import functools
import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from passevents.errors import AdapterUnavailableError, CompileError

from .build import package_root

_TIMEOUT_SECONDS = 600
_NO_OBJECTS = "createMCCodeEmitter failed"
_EMPTY = b"define void @empty() {\n  ret void\n}\n"


@functools.cache
def llvm_tool(name: str) -> str:
    """The path of `opt` or `llc`: the one beside MLIR, else one on the PATH; AdapterUnavailableError
    without."""
    beside = f"{package_root()}/llvm/bin/{name}"
    found = beside if os.path.isfile(beside) else shutil.which(name)
    if found is None:
        raise AdapterUnavailableError(
            f"a target needs LLVM's {name}: pip install 'passevents[mlir]' brings it, or put one on the PATH"
        )
    return found


def compile_ir(text: str, opt_level: int, target: Mapping[str, str]) -> bytes:
    """The object file of LLVM IR for `target`; CompileError, stage `codegen`, for what LLVM does not know."""
    triple = target.get("triple") or default_triple()
    options = [f"-mtriple={triple}"]
    options += [f"-mcpu={target['cpu']}"] if target.get("cpu") else []
    options += [f"-mattr={target['features']}"] if target.get("features") else []
    header = f'target datalayout = "{data_layout(triple)}"\ntarget triple = "{triple}"\n'
    optimize = [llvm_tool("opt"), *options, f"-passes=default<O{opt_level}>", "-S", "-o", "-"]
    optimized = _run(optimize, (header + text).encode())
    command = [
        llvm_tool("llc"),
        *options,
        f"-O{opt_level}",
        "-filetype=obj",
        "-relocation-model=pic",
        "-o",
        "-",
    ]
    return _run(command, optimized)


@functools.cache
def default_triple() -> str:
    """The triple of this machine, as llc has it."""
    said = _run([llvm_tool("llc"), "--version"], b"")
    for line in said.decode().splitlines():
        if "Default target:" in line:
            return line.partition(":")[2].strip()
    raise CompileError("llc names no default target", stage="codegen")


@functools.cache
def data_layout(triple: str) -> str:
    """A target's data layout: llc puts it into the IR that it prints with its machine code.

    Without it opt would take pointers for 64 bits wide.
    """
    command = [llvm_tool("llc"), f"-mtriple={triple}", "-stop-after=finalize-isel", "-o", "-"]
    for line in _run(command, _EMPTY).decode().splitlines():
        if "target datalayout" in line:
            return line.split('"')[1]
    raise CompileError(f"target: llc has no data layout for {triple!r}", stage="codegen")


def _run(command: list[str], text: bytes) -> bytes:
    """Run a tool on a text. A warning that something is not recognized is a failure: it would be ignored."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, timeout=_TIMEOUT_SECONDS, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise CompileError(f"{Path(command[0]).name} did not run: {error}", stage="codegen") from error
    said = done.stderr.decode("utf-8", "replace")
    if _NO_OBJECTS in said:
        raise CompileError("target: LLVM has assembly for it, and no object files", stage="codegen")
    if done.returncode or "not a recognized" in said:
        raise CompileError(f"{Path(command[0]).name}: {_first_line(said)}", stage="codegen")
    return done.stdout


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0] if lines else "it failed without a word"


@functools.cache
def linker() -> str:
    """The compiler driver that links; AdapterUnavailableError when this machine has none."""
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found:
            return found
    raise AdapterUnavailableError("a shared library needs a C compiler to link it: install gcc or clang")


def link_shared(
    objects: list[Path], path: Path, libraries: tuple[str, ...] = (), command: str | None = None
) -> None:
    """Link objects into a shared library; CompileError, stage `link`, with the linker's first line."""
    # Symbolic: a function calls that of its own module, whatever library of this process has the name too.
    output = ["-shared", "-Wl,-Bsymbolic", "-o", str(path)]
    line = [command or linker(), *output, *map(str, objects), *libraries, "-lm"]
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=_TIMEOUT_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CompileError(f"{line[0]} did not run: {error}", stage="link") from error
    if done.returncode:
        raise CompileError(f"{Path(line[0]).name}: {_first_line(done.stderr)}", stage="link")


def is_this_machine(triple: str) -> bool:
    """Whether code for `triple` can be loaded here: the same architecture, and Linux's way of doing
    things."""
    alias = {"arm64": "aarch64", "amd64": "x86_64", "x86-64": "x86_64"}
    architecture = triple.partition("-")[0]
    return alias.get(architecture, architecture) == platform.machine() and "linux" in triple
