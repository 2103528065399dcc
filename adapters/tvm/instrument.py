"""Instruments for TVM's pass contexts: with a control over which passes run, and recording into a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from passevents.events import StackedPassInstrument as CoreInstrument
from passevents.events.control import PassControl
from passevents.journal import (
    HasJournal,
    RecordingObserver,
    RunJournal,
    SnapshotObserver,
    run_to_record_into,
)

from .program import fingerprint, program_text, remember


class StackedPassInstrument(CoreInstrument):
    """:class:`passevents.StackedPassInstrument` for ``tvm.transform.PassContext(instruments=[...])``, with
    a control.

    ``skip={"pass": 3}`` does not run the first three passes that TVM asks about, ``limit={"pass:Simplify":
    1}`` runs only the first of that name; the keys of both are ``pass`` and ``pass:name``. What is skipped
    is told to the observer's ``pass_skipped``. TVM does not ask about passes that its context requires. A
    ``Sequential`` is a pass too, and if it is skipped so are those in it.

    Further options are those of the core's instrument. Raises :class:`passevents.errors.QueryError` or
    TypeError for a skip or limit that makes no sense.
    """

    expects_passes = True
    """Whether to warn of a pass context in which no pass ran."""

    def __init__(
        self,
        observer: Any,
        *,
        skip: Mapping[str, int] | None = None,
        limit: Mapping[str, int] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(observer, **options)
        self.control = PassControl(skip, limit)
        if self.control:  # as an attribute: TVM calls for every pass whatever is there
            self.should_run = self._should_run

    def _should_run(self, mod: Any, info: Any) -> bool:
        allowed = self.control.allows(str(info.name))
        if not allowed:
            self.run_pass_skipped(mod, info)
        return allowed


class PassRecorder(StackedPassInstrument):
    """Records every pass of the pass contexts that it is in, with what TVM says of the pass as attributes.

    These are ``opt_level``, ``required`` (names of passes) and, where this TVM has it, ``traceable``.
    Made by :func:`recorder` and :func:`passevents.adapters.tvm.attach`.
    """

    observer: DescribingObserver

    def run_before_pass(self, mod: Any, info: Any) -> None:
        """A pass is about to run on ``mod``."""
        self.observer.attributes = _described(info)
        super().run_before_pass(mod, info)

    def run_pass_skipped(self, mod: Any, info: Any) -> None:
        """A pass is not run because of skip or limit."""
        self.observer.attributes = _described(info)
        super().run_pass_skipped(mod, info)


class DescribingObserver(RecordingObserver):
    """Records what it was told of the pass that starts now beside the event."""

    attributes: str | None = None

    def _bind(self, run: RunJournal) -> None:
        super()._bind(run)
        start_with = self._recorder.start_with
        self._start = lambda event: start_with(event, attributes=self.attributes)


class DescribingSnapshotObserver(DescribingObserver, SnapshotObserver):
    """And keeps the program's text before and after the pass."""


def pass_observer(run: RunJournal) -> DescribingObserver:
    """Make the observer of TVM's passes, with or without snapshots, as the run asks."""
    if run.snapshot_mode == "none":
        return DescribingObserver(run)
    if run.snapshot_mode == "all":
        return DescribingSnapshotObserver(run, text=program_text)
    return DescribingSnapshotObserver(run, text=program_text, fingerprint=fingerprint, remember=remember)


def recorder(
    run: RunJournal | HasJournal | None = None,
    *,
    skip: Mapping[str, int] | None = None,
    limit: Mapping[str, int] | None = None,
    **options: Any,
) -> PassRecorder:
    """Make an instrument that records into ``run``, by default the one that is current.

    Without one the records are kept in memory: see :func:`passevents.adapters.tvm.attach`, which gives
    access to them. It serves one compile at a time; threads that compile at the same time need one each.
    """
    journal = run_to_record_into(run)
    describe_compiler(journal)
    return journal.instrument(
        observer=pass_observer(journal), factory=PassRecorder, skip=skip, limit=limit, **options
    )


def describe_compiler(run: RunJournal) -> None:
    """Put TVM on the run's record, unless another compiler is there already."""
    if "compiler" not in run.info:
        import tvm

        run.update(compiler="tvm", compiler_version=tvm.__version__)


_descriptions: dict[tuple[Any, ...], str] = {}


def _described(info: Any) -> str:
    """What TVM says of a pass, as JSON; there are few different ones."""
    required = info.required
    names = tuple(map(str, required)) if len(required) else ()  # going through TVM's arrays is slow
    traceable = getattr(info, "traceable", None)
    key = (info.opt_level, names, traceable)
    if key not in _descriptions:
        described = {"opt_level": int(info.opt_level), "required": list(names)}
        if traceable is not None:
            described["traceable"] = bool(traceable)
        _descriptions[key] = json.dumps(described)
    return _descriptions[key]
