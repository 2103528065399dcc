"""The build of this environment, and programs compiled with it."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Generator
from typing import Any

import pytest

from passevents import _native
from passevents.adapters.mlir import Session, attach

from .subjects import Subject, installed

SUBJECT = installed()
# Triton has bindings of its own, and its contexts come into being with a kernel.
collect_ignore = ["test_triton.py"] if SUBJECT is not None else ["test_build.py", "test_inspection.py"]


@pytest.fixture(autouse=True)
def _no_handler_survives() -> Generator[None, None, None]:
    yield
    gc.collect()
    assert _native.mlir_handlers() == 0


@pytest.fixture
def subject() -> Subject:
    assert SUBJECT is not None
    return SUBJECT


class Program:
    """A module of the build's own, in a context of its own."""

    def __init__(self, subject: Subject, threading: bool) -> None:
        self.source = subject.program()
        self._managers = subject.load("passmanager").PassManager
        self.ctx: Any = subject.load("ir").Context()
        subject.register(self.ctx)
        self.ctx.enable_multithreading(threading)
        self.module = subject.load("ir").Module.parse(self.source, self.ctx)
        self.sessions: list[Session] = []

    def attach(self, **options: Any) -> Session:
        self.sessions.append(attach(self.ctx, **options))
        return self.sessions[-1]

    def manager(self, pipeline: str) -> Any:
        return self._managers.parse(pipeline, self.ctx)

    def run(self, pipeline: str) -> str:
        """Run it as the bindings do; the module's text with locations."""
        with self.ctx:
            run = self.manager(pipeline).run
            try:
                run(self.module.operation)
            except TypeError:  # before MLIR 17 or so: a module
                run(self.module)
        return str(self.module.operation.get_asm(enable_debug_info=True))

    def line_of(self, symbol: str) -> int:
        """Where the module or function of that name is."""
        lines = self.source.split("\n")
        return next(number for number, line in enumerate(lines, 1) if re.search(rf"@{symbol}\b", line))


MakeProgram = Callable[..., Program]


@pytest.fixture
def program(subject: Subject) -> Generator[MakeProgram, None, None]:
    made: list[Program] = []

    def make(*, threading: bool = False) -> Program:
        made.append(Program(subject, threading))
        return made[-1]

    yield make
    for each in made:
        for session in each.sessions:
            session.detach()


@pytest.fixture(params=[False, True], ids=["one thread", "threads"])
def threading_on(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)
