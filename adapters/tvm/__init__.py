"""TVM: its passes, recorded and controlled through pass contexts; importing this imports no TVM.

The TVM that is used is the one called ``tvm`` at that time: that of ``apache-tvm``, or the one inside
``tilelang`` once that is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .context import Attachment, attach, instrument_current_pass_context
from .conversion import pass_instrument
from .instrument import PassRecorder, StackedPassInstrument, recorder

if TYPE_CHECKING:
    from passevents.events.adapter import CompilerReport

__all__ = [
    "ADAPTER",
    "Attachment",
    "PassRecorder",
    "StackedPassInstrument",
    "attach",
    "instrument_current_pass_context",
    "pass_instrument",
    "recorder",
]


class TvmAdapter:
    """What the core and the command line need of this adapter."""

    name = "tvm"

    def inspect(self) -> list[CompilerReport]:
        """The TVM builds that are installed; none is imported."""
        from .installed import inspect

        return inspect()

    def pass_instrument(self, instrument: Any) -> Any:
        """TVM's own object for an instrument: see :func:`pass_instrument`."""
        return pass_instrument(instrument)


ADAPTER = TvmAdapter()
