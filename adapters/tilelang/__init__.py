"""TileLang: its compilations recorded, and its instrumentation package on this library's core.

Importing this imports no TileLang.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .dropin import StackedPassInstrument, install, is_installed
from .recording import recording
from .tool import RecordingTool

if TYPE_CHECKING:
    from passevents.events.adapter import CompilerReport

__all__ = ["ADAPTER", "RecordingTool", "StackedPassInstrument", "install", "is_installed", "recording"]


class TileLangAdapter:
    """What the command line needs of this adapter."""

    name = "tilelang"

    def inspect(self) -> list[CompilerReport]:
        """The TileLang that is installed; it is not imported."""
        from .installed import inspect

        return inspect()


ADAPTER = TileLangAdapter()
