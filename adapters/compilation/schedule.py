"""In which runs a pipeline is carried out: whole stretches by a pass manager, Python passes on the calling
thread.

The bindings can add a Python pass to the outermost pass manager only, and a worker thread of a nested one
could not take the interpreter's lock. So a pipeline is split around each Python pass in a scope: what comes
before it in the scope runs on all operations first, then the pass on each of them in order, then the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .steps import PythonPass, Scope, Step


@attrs.frozen
class ManagedRun:
    """Steps for one pass manager on the module; Python passes among them are at its outermost level."""

    steps: tuple[Step, ...]


@attrs.frozen
class ScopedRun:
    """One Python pass on each operation that `path` leads to from the module: names of nested operations."""

    path: tuple[str, ...]
    step: PythonPass


Run = ManagedRun | ScopedRun


def runs_of(pipeline: tuple[Step, ...]) -> tuple[Run, ...]:
    """The runs of a pipeline, in order."""
    runs: list[Run] = []
    for path, step in _flattened(pipeline, ()):
        if isinstance(step, PythonPass) and path:
            runs.append(ScopedRun(path, step))
        elif runs and isinstance(runs[-1], ManagedRun):
            runs[-1] = ManagedRun(_joined(runs[-1].steps, path, step))
        else:
            runs.append(ManagedRun(_joined((), path, step)))
    return tuple(runs)


def _flattened(steps: tuple[Step, ...], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Step]]:
    """Every step with the scopes around it; scopes without a Python pass stay whole."""
    for step in steps:
        if isinstance(step, Scope) and holds_python(step):
            yield from _flattened(step.steps, (*path, step.operation))
        else:
            yield path, step


def holds_python(step: Step) -> bool:
    """Whether there is a Python pass in this step."""
    if isinstance(step, Scope):
        return any(holds_python(inner) for inner in step.steps)
    return isinstance(step, PythonPass)


def _joined(steps: tuple[Step, ...], path: tuple[str, ...], step: Step) -> tuple[Step, ...]:
    """`steps` with one more inside the scopes of `path`, in the last scope where that is the same."""
    if not path:
        return (*steps, step)
    last = steps[-1] if steps else None
    if isinstance(last, Scope) and last.operation == path[0] and path[1:] == ():
        return (*steps[:-1], Scope(last.operation, (*last.steps, step)))
    return (*steps, Scope(path[0], _joined((), path[1:], step)))
