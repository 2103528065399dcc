"""`passevents doctor`: what is installed here, and what of it can be observed."""

from __future__ import annotations

import importlib
import os
import platform
import sqlite3
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs
import click

from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen
from passevents.cli.tables import Column, Table
from passevents.events.adapter import AdapterFailure, CompilerReport, LoadedAdapters, load_adapters

COLUMNS = [
    Column("compiler", "compiler", style="bold"),
    Column("version", "version"),
    Column("module", "module"),
    Column("mlir", "MLIR"),
    Column("adapter", "adapter"),
    Column("observable", "observable", style=lambda value: "green" if value else "red"),
    Column("reach", "found by", optional=True),
    Column("recorded", "recorded", flexible=True, optional=True),
    Column("reason", "reason", flexible=True, optional=True),
]


@attrs.frozen
class Health:
    """Everything that doctor reports; `failures` are adapters that are registered and broken."""

    passevents: str
    python: str
    platform: str
    sqlite: str
    native: str | None
    store: str
    store_state: str
    compilers: list[CompilerReport]
    failures: list[AdapterFailure]

    @property
    def sound(self) -> bool:
        """Whether nothing that should work here is broken."""
        return self.native is None and not self.failures


@click.command("doctor", epilog=example("passevents doctor", "passevents doctor --json"))
@json_option
@store_option
@debug_option
@click.pass_obj
def command(screen: Screen, as_json: bool, store: Path) -> int:
    """Tell which compilers are installed, and what can be observed.

    Names the version of MLIR that each carries, how the recorder reaches it and what it can record of it, and
    imports none. Exit status 1 when something that should
    work here is broken.
    """
    health = examined(store)
    if as_json:
        screen.data("doctor", _plain_data(health))
    else:
        _show(screen, health)
    return 0 if health.sound else 1


def examined(store: Path) -> Health:
    """The state of this environment."""
    found = load_adapters()
    compilers, failures = _compilers(found)
    return Health(
        passevents=version("passevents"),
        python=platform.python_version(),
        platform=f"{platform.system()} {platform.machine()}",
        sqlite=sqlite3.sqlite_version,
        native=_native_fault(),
        store=os.fspath(store),
        store_state=_store_state(store),
        compilers=compilers,
        failures=[*found.failures, *failures],
    )


def _compilers(found: LoadedAdapters) -> tuple[list[CompilerReport], list[AdapterFailure]]:
    reports: list[CompilerReport] = []
    failures: list[AdapterFailure] = []
    for name, adapter in found.adapters.items():
        try:
            reports += adapter.inspect()
        except Exception as error:  # an adapter from elsewhere; the others still have something to say
            failures.append(AdapterFailure(name, f"{name}.inspect()", error))
    return reports, failures


def _native_fault() -> str | None:
    try:
        importlib.import_module("passevents._native")
    except ImportError as error:
        return str(error)
    return None


def _store_state(path: Path) -> str:
    if not path.exists():
        folder = path.absolute().parent
        return "not there yet" if os.access(folder, os.W_OK) else f"not there, and {folder} cannot be written"
    from passevents.errors import PassEventsError
    from passevents.query import EventStore

    try:
        with EventStore(path) as store:
            runs = len(list(store.runs()))
    except PassEventsError as error:
        return f"cannot be used: {error}"
    return f"{runs} run{'' if runs == 1 else 's'}" + ("" if os.access(path, os.W_OK) else ", read-only")


def _plain_data(health: Health) -> dict[str, Any]:
    data = attrs.asdict(health)
    data["native"] = {"works": health.native is None, "reason": health.native}
    data["store"] = {"path": data["store"], "state": data.pop("store_state")}
    data["failures"] = [
        {"adapter": failure.name, "entry_point": failure.entry_point, "error": _named(failure.error)}
        for failure in health.failures
    ]
    return data


def _show(screen: Screen, health: Health) -> None:
    known = [
        ("passevents", health.passevents),
        ("python", f"{health.python} on {health.platform}"),
        ("sqlite", health.sqlite),
        ("native recorder", "works" if health.native is None else f"missing: {health.native}"),
        ("store", f"{health.store}: {health.store_state}"),
    ]
    screen.facts((label, [(value, "")]) for label, value in known)
    screen.line()
    if health.compilers:
        screen.table(Table(COLUMNS, [_row(report) for report in health.compilers]))
    else:
        screen.line("no compiler found; for upstream MLIR: pip install 'passevents[mlir]'")
    for failure in health.failures:
        screen.line(
            (f"broken adapter {failure.name} ({failure.entry_point}): {_named(failure.error)}", "red")
        )


def _row(report: CompilerReport) -> list[Any]:
    return [
        report.distribution,
        report.version,
        report.module,
        report.mlir_version,
        report.adapter,
        report.observable,
        report.reach,
        ", ".join(name for name, why_not in report.recorded.items() if why_not is None) or None,
        report.reason or _not_recorded(report),
    ]


def _not_recorded(report: CompilerReport) -> str | None:
    missing = [f"no {name}: {why_not}" for name, why_not in report.recorded.items() if why_not is not None]
    return "; ".join(missing) or None


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
