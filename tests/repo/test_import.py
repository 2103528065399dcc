"""What `import passevents` costs, counted in modules: a clock would measure the machine."""

from __future__ import annotations

import json
import subprocess
import sys

# Each is needed by one part only: asked for there, never by the import of the library.
LATE = ["asyncio", "cattrs", "click", "mlir", "rich", "sqlite3", "sqlite_utils", "passevents.cli"]
# attrs and its own imports are most of it; a heavy import brings in hundreds.
BUDGET = 160


def modules_after(statement: str) -> set[str]:
    code = f"import json, sys; before = set(sys.modules); {statement}; new = set(sys.modules) - before"
    command = [sys.executable, "-c", f"{code}; print(json.dumps(sorted(new)))"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_importing_the_library_brings_in_nothing_that_only_one_part_needs() -> None:
    assert modules_after("import passevents") & set(LATE) == set()


def test_importing_the_library_stays_within_its_budget_of_modules() -> None:
    assert len(modules_after("import passevents")) <= BUDGET


def test_the_command_line_asks_for_help_without_the_store_or_a_compiler() -> None:
    loaded = modules_after("import passevents.cli.main")
    assert loaded & {"mlir", "sqlite_utils", "rich"} == set()
