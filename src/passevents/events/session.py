"""The compile session: the developer's tools of one logical compilation, over all of its pass contexts and
code generator calls.

Named as in ``tilelang.instrumentation``, and of the same meaning. A session belongs to the context (thread,
task) that opened it: a new thread has none, unless its work runs in ``contextvars.copy_context()``.

An error of the compilation is never hidden, whatever the tools do while it passes: what they raise is a
note on it, and a scope that would swallow it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, TypeVar

from passevents.errors import SessionError
from passevents.events.failures import HookFailures
from passevents.events.phase import pass_phase
from passevents.events.scope import ScopedValue
from passevents.events.tool import CodegenEvent, PassInstrumentationTool, ToolFactory, registered_factories

T = TypeVar("T")
Tool = TypeVar("Tool", bound=PassInstrumentationTool)


class CompilePassInstrumentationSession:
    """The tools of one compilation; made by :func:`compile_pass_instrumentation`."""

    def __init__(self, tools: Iterable[PassInstrumentationTool], *, name: str | None = None) -> None:
        self.name = name
        self.tools = tuple(tools)

    def create_pass_instruments(self, *, context: str | None = None) -> list[object]:
        """Make a new set of instruments for one pass context, in the order in which they are to be called.

        ``context`` says what it is for; tools find it in :func:`current_pass_instrument_context`.
        """
        with _instrument_context.set(None if context is None else str(context)):
            made = [(tool.pass_instrument_priority, tool.create_pass_instrument()) for tool in self.tools]
        made.sort(key=lambda item: item[0])  # stable: equals stay in the order of the tools
        return [instrument for _, instrument in made if instrument is not None]

    @contextmanager
    def pipeline_scope(self, base_phase: str) -> Generator[None, None, None]:
        """Be inside the scope of every tool, for one pipeline of passes."""
        compile_error: BaseException | None = None
        failures = HookFailures()
        with failures, ExitStack() as stack:
            for tool in self.tools:
                stack.enter_context(tool.pipeline_scope(base_phase))
            try:
                yield
            except BaseException as error:
                compile_error = error
                raise
        if compile_error is None or failures.first is compile_error:
            failures.surface()
        else:
            failures.surface(compile_error)
            raise compile_error

    def run_codegen(self, event: CodegenEvent, call: Callable[[], Any]) -> Any:
        """Run ``call`` inside the wrappers of all tools, the first tool's being the outermost."""
        for tool in reversed(self.tools):
            call = partial(tool.run_codegen, event, call)
        return call()

    def finish(self, error: BaseException | None) -> None:
        """Finish all tools, the last one first, though some may raise; the first such error is raised in
        the end.

        Where the compilation failed itself, with ``error``, it becomes a note on that.
        """
        failures = HookFailures()
        for tool in reversed(self.tools):
            with failures:
                tool.finish(error)
        failures.surface(compile_error=error)

    def find_tool(self, tool_type: type[Tool]) -> Tool | None:
        """The first tool of that type."""
        return next((tool for tool in self.tools if isinstance(tool, tool_type)), None)


_session: ScopedValue[CompilePassInstrumentationSession | None] = ScopedValue("compile_session", None)
_instrument_context: ScopedValue[str | None] = ScopedValue("pass_instrument_context", None)


def current_compile_pass_instrumentation() -> CompilePassInstrumentationSession | None:
    """The session of this context, or None."""
    return _session.get()


def current_pass_instrument_context() -> str | None:
    """What the instruments that are being made are for; for tools, in ``create_pass_instrument``."""
    return _instrument_context.get()


@contextmanager
def compile_pass_instrumentation(
    name: str | None = None,
    *,
    tools: Sequence[PassInstrumentationTool] = (),
    include_default_tools: bool = True,
    reuse_existing: bool = True,
) -> Generator[CompilePassInstrumentationSession, None, None]:
    """Be in the session of a compilation: the one that is open, or else a new one, finished at the end of
    the block.

    A new session has a tool from each factory that is registered at this moment, then ``tools``.
    ``reuse_existing=False`` opens a session of its own within another, ``include_default_tools=False``
    leaves the registered tools out. Raises :class:`passevents.errors.SessionError` where a session that is
    open would have to get other tools.
    """
    current = _session.get()
    if current is not None and reuse_existing:
        if tools or not include_default_tools:
            raise SessionError(
                "a compile session is open, whose tools are fixed: "
                "pass reuse_existing=False to open one with other tools within it"
            )
        yield current
        return
    factories = registered_factories() if include_default_tools else ()
    session = CompilePassInstrumentationSession([*_make(factories), *tools], name=name)
    with _session.set(session):
        try:
            yield session
        except BaseException as error:
            session.finish(error)
            raise
        session.finish(None)


def create_pass_instruments(*, context: str | None = None) -> list[object]:
    """Make the instruments of the open session for one pass context; none without a session."""
    session = _session.get()
    return [] if session is None else session.create_pass_instruments(context=context)


def run_codegen_with_instrumentation(name: str, mod: Any, target: Any, call: Callable[[], T]) -> T:
    """Run ``call``, which generates code from ``mod`` for ``target``, inside the tools of the session."""
    session = _session.get()
    if session is None:
        return call()
    result: T = session.run_codegen(CodegenEvent(name, mod, target), call)
    return result


@contextmanager
def pass_pipeline(name: str) -> Generator[None, None, None]:
    """Run a pipeline of passes in the phase ``pipeline_<name>``, inside the scopes of the session's tools."""
    base_phase = f"pipeline_{name}"
    session = _session.get()
    with pass_phase(base_phase):
        if session is None:
            yield
            return
        with session.pipeline_scope(base_phase):
            yield


def _make(factories: Iterable[ToolFactory]) -> list[PassInstrumentationTool]:
    """Make the registered tools; where one cannot be made, those made before it are finished."""
    made: list[PassInstrumentationTool] = []
    try:
        for factory in factories:
            made.append(factory())
    except BaseException as error:
        CompilePassInstrumentationSession(made).finish(error)
        raise
    return made
