"""What a developer's tool implements to take part in compile sessions, and the tools that every session gets.

Named as in ``tilelang.instrumentation``, and of the same meaning.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import attrs


@attrs.frozen
class CodegenEvent:
    """One call of a backend's code generator: its ``name``, and what it is given."""

    name: str
    mod: Any
    target: Any


class PassInstrumentationTool:
    """One tool in one compile session; override what is of interest.

    A tool is used by one compilation, on its thread. ``pass_instrument_priority`` orders the callbacks of
    several tools: those of lower values come first, equals in the order of the tools.
    """

    pass_instrument_priority = 0

    def create_pass_instrument(self) -> object | None:
        """Make a new instrument for one pass context; None where this tool wants none.

        A session asks once for every pass context of its compilation, so that none has the state of another.
        """
        return None

    def pipeline_scope(self, base_phase: str) -> AbstractContextManager[object]:
        """What to enter around one pipeline of passes, labelled ``base_phase`` (``pipeline_c``)."""
        return nullcontext()

    def run_codegen(self, event: CodegenEvent, next_call: Callable[[], Any]) -> Any:
        """Wrap a call of a code generator: ``next_call()`` runs the tools after this one, and then the
        generator.

        What is returned takes the place of the generated code.
        """
        return next_call()

    def finish(self, error: BaseException | None) -> None:
        """The session is over; ``error`` is what its compilation failed with."""


ToolFactory = Callable[[], PassInstrumentationTool]

_factories: dict[str, ToolFactory] = {}
_lock = threading.Lock()  # never held while a factory, a tool or a compiler runs


def register_pass_instrumentation_tool(name: str, factory: ToolFactory) -> None:
    """Have every session that starts from now on call ``factory`` for a tool; replaces one of the same
    name.
    """
    with _lock:
        _factories[str(name)] = factory


def unregister_pass_instrumentation_tool(name: str) -> None:
    """Undo the registration for sessions that start from now on; nothing if there is none of that name."""
    with _lock:
        _factories.pop(str(name), None)


def registered_factories() -> tuple[ToolFactory, ...]:
    """The factories as they are registered now, in the order in which their names first were."""
    with _lock:
        return tuple(_factories.values())
