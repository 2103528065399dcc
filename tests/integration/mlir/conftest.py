"""Contexts and runs of the real MLIR, and the check that no handler of ours survives a test."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator
from typing import Any

import pytest
from mlir import ir
from mlir.passmanager import PassManager

from passevents import _native
from passevents.adapters.mlir import Session, attach, run


@pytest.fixture(autouse=True)
def _no_handler_survives() -> Generator[None, None, None]:
    yield
    gc.collect()
    assert _native.mlir_handlers() == 0


class Program:
    """A parsed module with its context, and sessions that are detached at the end of the test."""

    def __init__(self, source: str, threading: bool) -> None:
        self.ctx = ir.Context()
        self.ctx.enable_multithreading(threading)
        self.module = ir.Module.parse(source, self.ctx)
        self.sessions: list[Session] = []

    def attach(self, **options: Any) -> Session:
        session = attach(self.ctx, **options)
        self.sessions.append(session)
        return session

    def manager(self, pipeline: str) -> PassManager:
        return PassManager.parse(pipeline, self.ctx)

    def run(self, pipeline: str, *, unlocked: bool = False) -> str:
        """Run a pipeline as MLIR's bindings do, or as this library does; the module's text."""
        manager = self.manager(pipeline)
        if unlocked:
            run(manager, self.module)
        else:
            manager.run(self.module.operation)
        return str(self.module)


MakeProgram = Callable[..., Program]


@pytest.fixture
def program() -> Generator[MakeProgram, None, None]:
    made: list[Program] = []

    def make(source: str, *, threading: bool = False) -> Program:
        made.append(Program(source, threading))
        return made[-1]

    yield make
    for each in made:
        for session in each.sessions:
            session.detach()


@pytest.fixture(params=[False, True], ids=["one thread", "threads"])
def threading_on(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)
