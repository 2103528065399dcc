"""Compile sessions as data, so that the same one can be played on this library and on another of the same
names.

A script is a list of steps; `play` runs it and returns what everyone concerned saw, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

import attrs


class Failure(Exception):
    """What a script raises; its text says who."""


@attrs.frozen
class ToolPlan:
    """A tool: its name in the log, and in which hooks it raises."""

    name: str
    priority: int = 0
    instruments: bool = True
    raises: frozenset[str] = frozenset()


@attrs.frozen
class Register:
    tool: ToolPlan


@attrs.frozen
class Unregister:
    name: str


@attrs.frozen
class Session:
    body: tuple[Any, ...] = ()
    tools: tuple[ToolPlan, ...] = ()
    defaults: bool = True
    reuse: bool = True
    name: str | None = None


@attrs.frozen
class Pipeline:
    name: str
    body: tuple[Any, ...] = ()


@attrs.frozen
class Instruments:
    context: str | None = None


@attrs.frozen
class Codegen:
    name: str
    raises: bool = False


@attrs.frozen
class Raise:
    text: str


@attrs.frozen
class Catch:
    body: tuple[Any, ...] = ()


class Player:
    """Plays scripts on `api`, a module with the names of a compile session."""

    def __init__(self, api: Any) -> None:
        self.api = api
        self.log: list[tuple[Any, ...]] = []
        self.registered: list[str] = []

    def tool(self, plan: ToolPlan) -> Any:
        player, api = self, self.api

        class Tool(api.PassInstrumentationTool):  # type: ignore[misc, name-defined]
            pass_instrument_priority = plan.priority

            def create_pass_instrument(self) -> object | None:
                player.seen("create", plan, api.current_pass_instrument_context())
                return f"instrument of {plan.name}" if plan.instruments else None

            @contextmanager
            def pipeline_scope(self, base_phase: str) -> Generator[None, None, None]:
                player.seen("scope", plan, base_phase, api.current_pass_phase())
                try:
                    yield
                finally:
                    player.seen("leave", plan, api.current_pass_phase())

            def run_codegen(self, event: Any, next_call: Callable[[], Any]) -> Any:
                player.seen("codegen", plan, event.name, event.mod, event.target)
                return f"{plan.name}({next_call()})"

            def finish(self, error: BaseException | None) -> None:
                player.seen("finish", plan, repr(error))

        return Tool()

    def seen(self, hook: str, plan: ToolPlan, *what: Any) -> None:
        self.log.append((hook, plan.name, *what))
        if hook in plan.raises:
            raise Failure(f"{hook} of {plan.name}")

    def play(self, script: Sequence[Any]) -> list[tuple[Any, ...]]:
        try:
            self.steps(script)
        except Failure as error:
            self.log.append(("raised", str(error)))
        finally:
            for name in self.registered:
                self.api.unregister_pass_instrumentation_tool(name)
        self.log.append(
            ("after", self.api.current_compile_pass_instrumentation(), self.api.current_pass_phase())
        )
        return self.log

    def steps(self, script: Sequence[Any]) -> None:
        for step in script:
            getattr(self, type(step).__name__.lower())(step)

    def register(self, step: Register) -> None:
        self.registered.append(step.tool.name)
        self.api.register_pass_instrumentation_tool(step.tool.name, lambda: self.tool(step.tool))

    def unregister(self, step: Unregister) -> None:
        self.api.unregister_pass_instrumentation_tool(step.name)

    def session(self, step: Session) -> None:
        tools = [self.tool(plan) for plan in step.tools]
        options = {"include_default_tools": step.defaults, "reuse_existing": step.reuse}
        try:
            with self.api.compile_pass_instrumentation(step.name, tools=tools, **options) as session:
                current = self.api.current_compile_pass_instrumentation() is session
                self.log.append(("session", session.name, current, len(session.tools)))
                self.steps(step.body)
        except ValueError:
            self.log.append(("refused", len(tools), step.defaults))

    def pipeline(self, step: Pipeline) -> None:
        with self.api.pass_pipeline(step.name):
            self.log.append(("pipeline", self.api.current_pass_phase()))
            self.steps(step.body)

    def instruments(self, step: Instruments) -> None:
        self.log.append(("instruments", self.api.create_pass_instruments(context=step.context)))

    def codegen(self, step: Codegen) -> None:
        def generate() -> str:
            if step.raises:
                raise Failure(f"code generator {step.name}")
            return "code"

        run = self.api.run_codegen_with_instrumentation
        self.log.append(("code", run(step.name, "module", "target", generate)))

    def catch(self, step: Catch) -> None:
        try:
            self.steps(step.body)
        except Failure as error:
            self.log.append(("caught", str(error)))

    def raise_(self, step: Raise) -> None:
        raise Failure(step.text)


setattr(Player, "raise", Player.raise_)


def play(api: Any, *script: Any) -> list[tuple[Any, ...]]:
    """Play a script on `api` and return the log."""
    return Player(api).play(script)
