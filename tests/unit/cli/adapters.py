"""Adapters made for tests: found by entry points as real ones are, with no compiler behind them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from passevents.errors import CompileError
from passevents.events import Diagnostic, Location
from passevents.events.adapter import CompilerReport, PipelineResult

Install = Callable[..., None]


class ScriptedAdapter:
    """Reports and answers what it was made with."""

    name = "scripted"

    def __init__(
        self, reports: list[CompilerReport] | Exception | None = None, result: PipelineResult | None = None
    ) -> None:
        self.reports = reports or []
        self.result = result or PipelineResult(text="module {\n}\n")
        self.asked: dict[str, Any] = {}

    def inspect(self) -> list[CompilerReport]:
        if isinstance(self.reports, Exception):
            raise self.reports
        return self.reports

    def run_pipeline(self, source: Any, pipeline: str, **options: Any) -> PipelineResult:
        options.pop("begin")()
        self.asked = {"source": source, "pipeline": pipeline, **options}
        return self.result


class InspectingAdapter:
    """Knows its compilers, and can run no pipeline."""

    name = "inspecting"

    def inspect(self) -> list[CompilerReport]:
        return []


def entry_points(**adapters: object) -> Callable[..., list[EntryPoint]]:
    """What `importlib.metadata.entry_points` gives where these are installed, by name."""

    class Made(EntryPoint):
        def load(self) -> object:
            adapter = adapters[self.name]
            if isinstance(adapter, Exception):
                raise adapter
            return adapter

    return lambda group: [Made(name, f"somewhere.{name}:ADAPTER", group) for name in adapters]


WARNING = Diagnostic("warning", "slow path", Location("a.mlir", 2, 3))
FAILURE = CompileError("failed", diagnostics=[Diagnostic("error", "no", Location("a.mlir", 1, 1))])


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Make these the only adapters that are installed."""

    def installed(**adapters: object) -> None:
        monkeypatch.setattr("passevents.events.adapter.entry_points", entry_points(**adapters))

    return installed
