"""Events: pairing the callbacks of a compiler, numbering them, and telling observers.

Imports no compiler, no store and nothing native.
"""

from passevents.events.model import (
    Diagnostic,
    IncompletePass,
    IRUnit,
    Location,
    PassEvent,
    PassKind,
    PassRecord,
    PassStatus,
)
from passevents.events.phase import current_pass_phase, pass_phase

__all__ = [
    "Diagnostic",
    "IRUnit",
    "IncompletePass",
    "Location",
    "PassEvent",
    "PassKind",
    "PassRecord",
    "PassStatus",
    "current_pass_phase",
    "pass_phase",
]
