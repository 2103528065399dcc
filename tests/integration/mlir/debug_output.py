"""What MLIR's own debug output says of each pattern attempt: it shares nothing with the recorder.

Run as a script it records a pipeline with the debug output of the rewrite drivers on (to standard error), and
prints what was recorded of each attempt.

    python debug_output.py FILE PIPELINE
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

_BEGIN = re.compile(r"\* Pattern .*: '(?P<operation>\S+) -> ")
_END = re.compile(r"} -> (?P<result>success|failure) : pattern (?P<what>.*)", re.IGNORECASE)

Attempt = tuple[str, bool]


def recorded_and_said(source: Path, pipeline: str) -> tuple[list[Attempt], list[Attempt]]:
    """(operation, did the pattern match) of each attempt: as recorded, and by the debug output."""
    command = [sys.executable, __file__, str(source), pipeline]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [(operation, changed) for operation, changed in json.loads(done.stdout)], attempts(done.stderr)


def attempts(output: str) -> list[Attempt]:
    """The attempts in the debug output of the greedy driver and of dialect conversion; they nest."""
    found: list[Attempt | None] = []
    open_attempts: list[tuple[int, str]] = []
    for line in output.splitlines():
        if begin := _BEGIN.search(line):
            open_attempts.append((len(found), begin["operation"]))
            found.append(None)
        elif end := _END.search(line):
            place, operation = open_attempts.pop()
            # That one was not even tried.
            if end["what"] != "was already applied":
                found[place] = (operation, end["result"].lower() == "success")
    assert not open_attempts
    return [each for each in found if each is not None]


def main(source: str, pipeline: str) -> None:
    """Record the pipeline over the file and print its attempts."""
    from mlir import ir
    from mlir.passmanager import PassManager

    from passevents.adapters.mlir import attach

    with ir.Context() as context:
        context.enable_multithreading(False)
        module = ir.Module.parseFile(source)
        manager = PassManager.parse(pipeline)
        ir._GlobalDebug.set_types(["greedy-rewriter", "dialect-conversion"])
        with attach(context, tags=["apply-pattern"]) as session:
            ir._GlobalDebug.flag = True
            manager.run(module.operation)
            ir._GlobalDebug.flag = False
            records = sorted(session.drain(), key=lambda record: record.event.sequence)
    print(json.dumps([(record.ir_units[0].operation, record.changed) for record in records]))


if __name__ == "__main__":
    main(*sys.argv[1:])
