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
from passevents.events.session import (
    CompilePassInstrumentationSession,
    compile_pass_instrumentation,
    create_pass_instruments,
    current_compile_pass_instrumentation,
    current_pass_instrument_context,
    pass_pipeline,
    run_codegen_with_instrumentation,
)
from passevents.events.tool import (
    CodegenEvent,
    PassInstrumentationTool,
    register_pass_instrumentation_tool,
    unregister_pass_instrumentation_tool,
)

__all__ = [
    "CapturePredicate",
    "CodegenEvent",
    "CompilePassInstrumentationSession",
    "Diagnostic",
    "IRUnit",
    "IncompletePass",
    "Location",
    "ObserverGroup",
    "ParentProvider",
    "PassEvent",
    "PassEventObserver",
    "PassInstrumentationTool",
    "PassKind",
    "PassRecord",
    "PassStatus",
    "PhaseProvider",
    "SequenceAllocator",
    "StackedPassInstrument",
    "active_stacked_pass_instruments",
    "compile_pass_instrumentation",
    "create_pass_instruments",
    "current_compile_pass_instrumentation",
    "current_pass_instrument_context",
    "current_pass_phase",
    "pass_phase",
    "pass_pipeline",
    "register_pass_instrumentation_tool",
    "run_codegen_with_instrumentation",
    "unregister_pass_instrumentation_tool",
]
