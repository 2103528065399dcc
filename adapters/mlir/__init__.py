"""MLIR: records every action of the contexts one attaches to, in any build that is loaded.

The recording is native and needs neither LLVM's headers nor its libraries; importing this imports no
compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .instrument import instrument
from .records import ActionEvent
from .runner import interruptible, run
from .session import Session, attach

if TYPE_CHECKING:
    from passevents.events.adapter import CompilerReport, PipelineResult
    from passevents.journal import RunJournal

__all__ = ["ADAPTER", "ActionEvent", "MlirAdapter", "Session", "attach", "instrument", "interruptible", "run"]


class MlirAdapter:
    """What the command line needs of this adapter: a :class:`passevents.events.adapter.PipelineAdapter`."""

    name = "mlir"

    def inspect(self) -> list[CompilerReport]:
        """The MLIR builds that are installed, and whether each can be observed; none is imported."""
        from .installed import inspect

        return inspect()

    def run_pipeline(
        self,
        source: Path,
        pipeline: str,
        *,
        tags: Sequence[str] | None,
        locations: Sequence[str] | None,
        skip: Mapping[str, int] | None,
        limit: Mapping[str, int] | None,
        threading: bool,
        begin: Callable[[], RunJournal | None],
        emit_bytecode: bool = False,
        fingerprints: bool = False,
        operation_counts: bool = False,
        elide_larger_than: int | None = None,
        allow_unregistered_dialect: bool = False,
    ) -> PipelineResult:
        """Run ``pipeline`` over ``source`` with the ``mlir`` package, recording into what ``begin`` gives."""
        from .pipeline import run_pipeline

        return run_pipeline(
            source,
            pipeline,
            tags=tags,
            locations=locations,
            skip=skip,
            limit=limit,
            threading=threading,
            begin=begin,
            emit_bytecode=emit_bytecode,
            fingerprints=fingerprints,
            operation_counts=operation_counts,
            elide_larger_than=elide_larger_than,
            allow_unregistered_dialect=allow_unregistered_dialect,
        )


ADAPTER = MlirAdapter()
