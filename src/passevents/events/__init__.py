"""Events: pairing the callbacks of a compiler, numbering them, and telling observers.

Imports no compiler, no store and nothing native.
"""

from passevents.events.active import active_stacked_pass_instruments
from passevents.events.instrument import (
    CapturePredicate,
    ParentProvider,
    PhaseProvider,
    SequenceAllocator,
    StackedPassInstrument,
)
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
from passevents.events.observer import ObserverGroup, PassEventObserver
from passevents.events.phase import current_pass_phase, pass_phase

__all__ = [
    "CapturePredicate",
    "Diagnostic",
    "IRUnit",
    "IncompletePass",
    "Location",
    "ObserverGroup",
    "ParentProvider",
    "PassEvent",
    "PassEventObserver",
    "PassKind",
    "PassRecord",
    "PassStatus",
    "PhaseProvider",
    "SequenceAllocator",
    "StackedPassInstrument",
    "active_stacked_pass_instruments",
    "current_pass_phase",
    "pass_phase",
]
