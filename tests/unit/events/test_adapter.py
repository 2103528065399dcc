"""Finding adapters through their entry points, broken ones among them."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest

from passevents.events import adapter as adapter_module
from passevents.events.adapter import CompilerReport, load_adapters


class Toy:
    name = "toy"

    def inspect(self) -> list[CompilerReport]:
        return [CompilerReport("toy", "toy-compiler", "1.0", "toy", None, True)]


@pytest.fixture
def entries(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is registered: names and values of entry points; ``toy_adapters`` is a module that has some."""
    module = ModuleType("toy_adapters")
    module.ADAPTER = Toy()  # type: ignore[attr-defined]
    module.OTHER = Toy()  # type: ignore[attr-defined]
    module.NUMBER = 3  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "toy_adapters", module)
    registered: list[tuple[str, str]] = []

    def entry_points(group: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group) for name, value in registered]

    monkeypatch.setattr(adapter_module, "entry_points", entry_points)
    return registered


def test_adapters_are_found_by_name(entries: list[tuple[str, str]]) -> None:
    entries.append(("toy", "toy_adapters:ADAPTER"))
    loaded = load_adapters()
    assert list(loaded.adapters) == ["toy"]
    assert loaded.failures == ()
    assert loaded.adapters["toy"].inspect()[0].observable


@pytest.mark.parametrize("value", ["no_such_module:ADAPTER", "toy_adapters:NOTHING", "toy_adapters:NUMBER"])
def test_a_broken_adapter_is_reported_and_stops_no_other(entries: list[tuple[str, str]], value: str) -> None:
    entries += [("broken", value), ("toy", "toy_adapters:ADAPTER")]
    loaded = load_adapters()
    assert list(loaded.adapters) == ["toy"]
    [failure] = loaded.failures
    assert (failure.name, failure.entry_point) == ("broken", value)


def test_of_two_with_one_name_the_choice_does_not_depend_on_the_order(entries: list[tuple[str, str]]) -> None:
    entries += [("toy", "toy_adapters:OTHER"), ("toy", "toy_adapters:ADAPTER")]
    chosen = load_adapters().adapters["toy"]
    entries.reverse()
    assert load_adapters().adapters["toy"] is chosen
