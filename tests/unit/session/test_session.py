"""A compile session: its tools, what they wrap, and in which order they start and finish."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from typing import Any

import pytest

from passevents import events
from passevents.errors import SessionError

from .scripts import (
    Catch,
    Codegen,
    Failure,
    Instruments,
    Pipeline,
    Raise,
    Register,
    Session,
    ToolPlan,
    Unregister,
    play,
)

A, B, C = ToolPlan("a"), ToolPlan("b"), ToolPlan("c")
NOTHING_LEFT = ("after", None, None)


def hooks(log: list[tuple[Any, ...]], hook: str) -> list[tuple[Any, ...]]:
    return [entry[1:] for entry in log if entry[0] == hook]


def test_a_session_has_the_registered_tools_and_then_its_own() -> None:
    log = play(events, Register(A), Register(B), Session(tools=(C,), body=(Instruments("lowering"),)))
    assert hooks(log, "create") == [("a", "lowering"), ("b", "lowering"), ("c", "lowering")]
    assert log[-1] == NOTHING_LEFT


def test_the_registered_tools_are_those_of_the_moment_a_session_starts() -> None:
    late = Session(body=(Register(B), Unregister("a"), Instruments()))
    log = play(events, Register(A), late, Session(body=(Instruments(),)))
    assert hooks(log, "instruments") == [(["instrument of a"],), (["instrument of b"],)]


def test_a_name_registered_again_replaces_the_tool_and_keeps_its_place() -> None:
    log = play(
        events,
        Register(A),
        Register(B),
        Register(ToolPlan("a", instruments=False)),
        Session((Instruments(),)),
    )
    assert [name for name, _ in hooks(log, "create")] == ["a", "b"]
    assert hooks(log, "instruments") == [(["instrument of b"],)]


def test_instruments_come_in_the_order_of_priority_and_then_of_the_tools() -> None:
    tools = (ToolPlan("late", 5), ToolPlan("first", -1), ToolPlan("second", -1), ToolPlan("none", -9, False))
    log = play(events, Session((Instruments(),), tools))
    made = ["instrument of first", "instrument of second", "instrument of late"]
    assert hooks(log, "instruments") == [(made,)]


def test_tools_are_asked_again_for_every_pass_context() -> None:
    log = play(events, Session((Instruments("one"), Instruments("two"), Instruments()), (A,)))
    assert hooks(log, "create") == [("a", "one"), ("a", "two"), ("a", None)]


def test_the_first_tool_is_the_outermost_around_a_code_generator() -> None:
    log = play(events, Session((Codegen("target.build.c"),), (A, B)))
    assert hooks(log, "codegen") == [
        ("a", "target.build.c", "module", "target"),
        ("b", "target.build.c", "module", "target"),
    ]
    assert hooks(log, "code") == [("a(b(code))",)]


def test_tools_finish_in_reverse_order_and_are_told_the_error() -> None:
    log = play(events, Session((Raise("no such pass"),), (A, B)))
    assert hooks(log, "finish") == [("b", "Failure('no such pass')"), ("a", "Failure('no such pass')")]
    assert hooks(log, "raised") == [("no such pass",)]


def test_a_pipeline_has_its_phase_and_the_scopes_of_all_tools() -> None:
    log = play(events, Session((Pipeline("c"),), (A, B)))
    assert log[1:-3] == [
        ("scope", "a", "pipeline_c", "pipeline_c"),
        ("scope", "b", "pipeline_c", "pipeline_c"),
        ("pipeline", "pipeline_c"),
        ("leave", "b", "pipeline_c"),
        ("leave", "a", "pipeline_c"),
    ]


def test_without_a_session_there_are_phases_and_code_but_no_instruments() -> None:
    log = play(events, Register(A), Pipeline("c", (Instruments(), Codegen("build"))))
    assert log == [("pipeline", "pipeline_c"), ("instruments", []), ("code", "code"), NOTHING_LEFT]


def test_a_nested_session_is_the_one_that_is_open_and_finishes_once() -> None:
    log = play(events, Session((Session((Instruments(),), name="inner"),), (A,), name="outer"))
    assert hooks(log, "session") == [("outer", True, 1), ("outer", True, 1)]
    assert hooks(log, "finish") == [("a", "None")]


@pytest.mark.parametrize("inner", [Session(tools=(B,)), Session(defaults=False)])
def test_a_nested_session_cannot_have_other_tools(inner: Session) -> None:
    log = play(events, Session((inner,), (A,)))
    assert hooks(log, "refused") == [(len(inner.tools), inner.defaults)]


def test_the_refusal_says_what_to_do() -> None:
    with (
        events.compile_pass_instrumentation(),
        pytest.raises(SessionError, match="reuse_existing=False"),
        events.compile_pass_instrumentation(include_default_tools=False),
    ):
        pass


def test_an_independent_session_within_another_hides_it() -> None:
    inner = Session((Instruments(),), (B,), defaults=False, reuse=False, name="inner")
    log = play(events, Register(A), Session((inner, Instruments()), name="outer"))
    assert hooks(log, "instruments") == [(["instrument of b"],), (["instrument of a"],)]
    assert hooks(log, "finish") == [("b", "None"), ("a", "None")]


def test_all_tools_finish_though_some_fail_and_the_first_failure_is_raised() -> None:
    tools = (A, ToolPlan("x", raises=frozenset({"finish"})), ToolPlan("y", raises=frozenset({"finish"})))
    log = play(events, Session((), tools))
    assert [name for name, _ in hooks(log, "finish")] == ["y", "x", "a"]
    assert hooks(log, "raised") == [("finish of y",)]


def test_a_tool_that_fails_to_finish_does_not_hide_the_compile_error() -> None:
    tool = ToolPlan("x", raises=frozenset({"finish"}))
    log = play(events, Session((Codegen("build", raises=True),), (tool,)))
    assert hooks(log, "raised") == [("code generator build",)]


def test_what_a_tool_raised_is_a_note_on_the_compile_error() -> None:
    class Broken(events.PassInstrumentationTool):
        def finish(self, error: BaseException | None) -> None:
            raise OSError("disk full")

    with (
        pytest.raises(ValueError, match="bad layout") as caught,
        events.compile_pass_instrumentation(tools=[Broken()]),
    ):
        raise ValueError("bad layout")
    assert "disk full" in "".join(caught.value.__notes__)


def test_a_caught_failure_leaves_the_session_usable() -> None:
    pipeline = Pipeline("c", (Raise("once"),))
    log = play(events, Session((Catch((pipeline,)), Pipeline("c"), Codegen("build")), (A,)))
    assert hooks(log, "code") == [("a(code)",)]
    assert hooks(log, "finish") == [("a", "None")]


class Swallowing(events.PassInstrumentationTool):
    @contextmanager
    def pipeline_scope(self, base_phase: str) -> Generator[None, None, None]:
        with suppress(ValueError):
            yield


class Replacing(events.PassInstrumentationTool):
    @contextmanager
    def pipeline_scope(self, base_phase: str) -> Generator[None, None, None]:
        try:
            yield
        finally:
            raise OSError("report not written")


@pytest.mark.parametrize("tool", [Swallowing(), Replacing()])
def test_no_scope_of_a_tool_hides_the_error_of_a_pass(tool: events.PassInstrumentationTool) -> None:
    with (
        events.compile_pass_instrumentation(tools=[tool]),
        pytest.raises(ValueError, match="layout"),
        events.pass_pipeline("c"),
    ):
        raise ValueError("layout")


def test_a_scope_that_fails_by_itself_is_heard_of() -> None:
    with (
        events.compile_pass_instrumentation(tools=[Replacing()]),
        pytest.raises(OSError, match="report"),
        events.pass_pipeline("c"),
    ):
        pass


def test_tools_made_before_one_that_cannot_be_made_are_finished() -> None:
    finished: list[str] = []

    class Tool(events.PassInstrumentationTool):
        def finish(self, error: BaseException | None) -> None:
            finished.append(str(error))

    def broken() -> events.PassInstrumentationTool:
        raise Failure("no GPU")

    events.register_pass_instrumentation_tool("tool", Tool)
    events.register_pass_instrumentation_tool("broken", broken)
    try:
        with pytest.raises(Failure, match="no GPU"), events.compile_pass_instrumentation():
            pass
    finally:
        events.unregister_pass_instrumentation_tool("tool")
        events.unregister_pass_instrumentation_tool("broken")
    assert finished == ["no GPU"]


def test_a_thread_has_no_session_of_another_unless_it_is_handed_its_context() -> None:
    seen: list[object] = []

    def look() -> None:
        seen.append(events.current_compile_pass_instrumentation())

    with events.compile_pass_instrumentation() as session:
        context = copy_context()
        for work in (look, lambda: context.run(look)):
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
    assert seen == [None, session]


def test_a_generator_closed_in_another_context_ends_its_session() -> None:
    finished: list[BaseException | None] = []

    class Tool(events.PassInstrumentationTool):
        def finish(self, error: BaseException | None) -> None:
            finished.append(error)

    def compiling() -> Generator[None, None, None]:
        with events.compile_pass_instrumentation(tools=[Tool()]):
            yield

    generator = compiling()
    copy_context().run(next, generator)
    generator.close()
    assert [type(error) for error in finished] == [GeneratorExit]
    assert events.current_compile_pass_instrumentation() is None


def test_a_tool_is_found_by_its_type() -> None:
    tools = [events.PassInstrumentationTool(), Swallowing(), Swallowing()]
    with events.compile_pass_instrumentation(tools=tools) as session:
        assert session.find_tool(Swallowing) is tools[1]
        assert session.find_tool(Replacing) is None
