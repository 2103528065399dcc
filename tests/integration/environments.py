"""Run the tests of other compilers, each in an environment of its own: `make test-compilers`.

A folder here with a `requirements.txt` is such a compiler, and a `requirements-VERSION.txt` beside it an
older version of it for the same tests: wheels of two compilers in one process may crash, so they never
share an environment. Each environment lies in `.venvs/NAME`, is made once and again when the requirements
change; the library is installed into it as the wheel of this checkout, not in place.
A compiler that cannot be installed fails: nothing is skipped.

    python tests/integration/environments.py [NAME ...] [--run SCRIPT] [-- PYTEST ARGUMENTS]

With `--run` a script runs in each environment instead of the tests; what follows `--` are its arguments.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ENVIRONMENTS = ROOT / ".venvs"
CONSTRAINTS = ROOT / "requirements" / "constraints.txt"
# What every environment's tests use, beside their compiler.
TOOLS = ["pytest", "hypothesis"]


def compilers() -> list[str]:
    """NAME of a folder's `requirements.txt`, NAME-VERSION of its `requirements-VERSION.txt`."""
    files = HERE.glob("*/requirements*.txt")
    return sorted(path.parent.name + path.stem.removeprefix("requirements") for path in files)


def requirements_of(name: str) -> Path:
    folder, dash, version = name.partition("-")
    return HERE / folder / f"requirements{dash}{version}.txt"


def run(*command: str | Path) -> None:
    subprocess.run([str(part) for part in command], cwd=ROOT, check=True)


def install(python: Path, *arguments: str | Path) -> None:
    run(python, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", *arguments)


def build_wheel() -> Path:
    """Build this checkout, reusing CMake's folder from the last time."""
    folder = ENVIRONMENTS / "wheel"
    for old in folder.glob("*.whl"):
        old.unlink()
    options = ["--disable-pip-version-check", "--quiet", "--no-build-isolation", "--no-deps"]
    settings = ["-C", f"build-dir={ENVIRONMENTS}/build", "-w", folder]
    run(sys.executable, "-m", "pip", "wheel", ROOT, *options, *settings)
    [wheel] = folder.glob("*.whl")
    return wheel


def prepare(name: str, wheel: Path) -> Path:
    """Make or refresh the environment of a compiler; returns its interpreter."""
    folder = ENVIRONMENTS / name
    python = folder / "bin" / "python"
    requirements = requirements_of(name)
    stamp = folder / "installed"
    if not (stamp.exists() and stamp.read_text() == state(requirements)):
        print(f"==> installing {name} into {folder.relative_to(ROOT)}", flush=True)
        run(sys.executable, "-m", "venv", "--clear", folder)
        install(python, "--constraint", CONSTRAINTS, *dependencies(), *TOOLS)
        # The compiler only, at its own version: what it would bring along is large and not looked at.
        install(python, "--no-deps", "--requirement", requirements)
        stamp.write_text(state(requirements))
    install(python, "--no-deps", "--force-reinstall", wheel)
    return python


def state(requirements: Path) -> str:
    """What an environment was made from: interpreter, pins and requirements."""
    texts = [sys.version, CONSTRAINTS.read_text(), requirements.read_text(), *dependencies(), *TOOLS]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def dependencies() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return list(project["dependencies"])


def test(name: str, wheel: Path, arguments: Sequence[str]) -> bool:
    """Its output is shown when it has ended: several run beside each other."""
    folder = requirements_of(name).parent
    command = [prepare(name, wheel), "-m", "pytest", "--compiler", folder.name, folder, *arguments]
    result = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="backslashreplace",
    )
    print(f"==> testing {name}\n{result.stdout}", end="", flush=True)
    return result.returncode == 0


def test_all(names: Sequence[str], wheel: Path, arguments: Sequence[str]) -> list[str]:
    """Test as many at a time as there are cores; returns those that failed."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = pool.map(lambda name: test(name, wheel, arguments), names)
        return [name for name, ok in zip(names, passed, strict=True) if not ok]


def run_script(name: str, python: Path, script: str, arguments: Sequence[str]) -> bool:
    print(f"==> {script} with {name}", flush=True)
    return subprocess.run([str(python), script, *arguments], cwd=ROOT, check=False).returncode == 0


def main(arguments: Sequence[str]) -> int:
    split = arguments.index("--") if "--" in arguments else len(arguments)
    names, further = list(arguments[:split]), arguments[split + 1 :]
    script = None
    if "--run" in names[:-1]:
        place = names.index("--run")
        script = names[place + 1]
        del names[place : place + 2]
    unknown = set(names) - set(compilers())
    if unknown:
        print(
            f"no such compiler: {', '.join(sorted(unknown))}; there is {', '.join(compilers())}",
            file=sys.stderr,
        )
        return 2
    wheel, names = build_wheel(), names or compilers()
    if script is None:
        failed = test_all(names, wheel, further)
    else:
        failed = [name for name in names if not run_script(name, prepare(name, wheel), script, further)]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        sys.exit(f"{' '.join(map(str, error.cmd))} ended with status {error.returncode}")
