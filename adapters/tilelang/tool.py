"""The tool of TileLang's compile sessions that records: one a compilation, whatever thread it runs on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import ModuleType
from typing import Any

from passevents.events import CodegenEvent, PassInstrumentationTool, current_pass_phase, pass_phase
from passevents.journal import HasJournal, Moment, RunJournal, Span, run_to_record_into

from ..tvm import PassRecorder, recorder
from ..tvm.program import program_text

compilations = threading.local()
"""``count``: how many compilations have begun on this thread."""


def instrumentation() -> ModuleType:
    """TileLang's instrumentation package: its own, or this library's in its place."""
    import tilelang.instrumentation

    package: ModuleType = tilelang.instrumentation
    return package


def current_phase() -> str | None:
    """TileLang's phase where it has one (``pipeline_c``), else the user's."""
    phase: str | None = instrumentation().current_pass_phase()
    return current_pass_phase() if phase is None else phase


class RecordingTool(PassInstrumentationTool):
    """Records one compilation into ``run``, by default the one that is current where the tool is made.

    The compilation is a stage, named as its session (the kernel); its passes and calls of code generators
    are in it, in TileLang's own phases. For one session:
    ``compile_pass_instrumentation(tools=[RecordingTool()])``; for all that come,
    :func:`passevents.adapters.tilelang.recording`.
    """

    def __init__(self, run: RunJournal | HasJournal | None = None) -> None:
        self.run = run_to_record_into(run)
        self._stage: Span | None = None
        compilations.count = getattr(compilations, "count", 0) + 1

    def create_pass_instrument(self) -> PassRecorder:
        """Make the recorder of one pass context."""
        stage = self._enclosing_stage()
        context = instrumentation().current_pass_instrument_context()
        if context is not None:
            stage.note(context=context)
        instrument = recorder(self.run, phase_provider=current_phase)
        instrument.expects_passes = False  # TileLang has contexts that run none
        return instrument

    def pipeline_scope(self, base_phase: str) -> AbstractContextManager[object]:
        """Nothing: the phase is TileLang's to set."""
        self._enclosing_stage()
        return nullcontext()

    def run_codegen(self, event: CodegenEvent, next_call: Callable[[], Any]) -> Any:
        """Record the call of a code generator, and what runs inside it."""
        self._enclosing_stage()
        target = str(event.target)
        with pass_phase(current_phase()), self.run.span(event.name, "codegen", target=target) as span:
            self._keep(span, "before", lambda: program_text(event.mod))
            result = next_call()
        self._keep(span, "after", lambda: _source(result))
        return result

    def finish(self, error: BaseException | None) -> None:
        """The compilation is over."""
        stage, self._stage = self._stage, None
        if stage is not None:
            stage.__exit__(None if error is None else type(error), error, None)

    def _keep(self, span: Span, moment: Moment, text: Callable[[], str]) -> None:
        """Keep a snapshot of the code generator's input or output, where the run asks for snapshots."""
        if self.run.snapshot_mode == "none" or span.event is None:
            return
        try:
            snapshots = self.run.snapshots
            snapshots.link(span.event.sequence, moment, snapshots.add(text()))
        except Exception as error:
            self.run.keep_error(error)

    def _enclosing_stage(self) -> Span:
        """The stage of this compilation, begun when there is something in it, since its name is not known
        before.
        """
        if self._stage is None:
            session = instrumentation().current_compile_pass_instrumentation()
            name = getattr(session, "name", None)
            self._stage = self.run.span(name or "compile", "stage")
            self._stage.__enter__()
        return self._stage


def _source(generated: Any) -> str:
    """The source of what a code generator made."""
    for name in ("inspect_source", "get_source"):
        inspect = getattr(generated, name, None)
        if callable(inspect):
            return str(inspect())
    return str(generated)
