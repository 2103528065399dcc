"""What a compiler did, as data: every pass, pattern and decision, recorded and asked in SQL.

``passevents.record`` records a compilation into a store, ``passevents.EventStore`` reads it. The events
themselves are here for those who write observers and adapters. Importing this imports no compiler; each name
brings in its part of the library when it is first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from passevents.errors import (
    AdapterError,
    AdapterUnavailableError,
    AttachError,
    CacheError,
    CompileError,
    ExportError,
    JournalError,
    MissingPackageError,
    ObserverError,
    PairingError,
    PassEventsError,
    PassEventsWarning,
    PlanError,
    QueryError,
    SchemaVersionError,
    SessionError,
    StoreBusyError,
    StoreError,
    UnstablePlanError,
    UnsupportedCompilerError,
)

if TYPE_CHECKING:
    from passevents.events import (
        CapturePredicate,
        CodegenEvent,
        CompilePassInstrumentationSession,
        Diagnostic,
        IncompletePass,
        IRUnit,
        Location,
        ObserverGroup,
        ParentProvider,
        PassEvent,
        PassEventObserver,
        PassInstrumentationTool,
        PassKind,
        PassRecord,
        PassStatus,
        PhaseProvider,
        SequenceAllocator,
        StackedPassInstrument,
        active_stacked_pass_instruments,
        compile_pass_instrumentation,
        create_pass_instruments,
        current_compile_pass_instrumentation,
        current_pass_instrument_context,
        current_pass_phase,
        pass_phase,
        pass_pipeline,
        register_pass_instrumentation_tool,
        run_codegen_with_instrumentation,
        unregister_pass_instrumentation_tool,
    )
    from passevents.events.adapter import (
        Adapter,
        CompilerReport,
        PipelineAdapter,
        PipelineResult,
        load_adapters,
    )
    from passevents.journal import SnapshotObserver, current_run
    from passevents.query import EventStore, Recording, Run, record

# The names of the core. A program whose every compile is a cache hit asks for none of them.
_EVENTS = (
    "CapturePredicate",
    "CodegenEvent",
    "CompilePassInstrumentationSession",
    "Diagnostic",
    "IncompletePass",
    "IRUnit",
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
)
# What is imported when it is asked for: name -> module.
_LATER = {
    **dict.fromkeys(_EVENTS, "passevents.events"),
    "Adapter": "passevents.events.adapter",
    "CompilerReport": "passevents.events.adapter",
    "PipelineAdapter": "passevents.events.adapter",
    "PipelineResult": "passevents.events.adapter",
    "load_adapters": "passevents.events.adapter",
    "SnapshotObserver": "passevents.journal",
    "current_run": "passevents.journal",
    "EventStore": "passevents.query",
    "Recording": "passevents.query",
    "Run": "passevents.query",
    "record": "passevents.query",
}

__version__: str

__all__ = [
    "Adapter",
    "AdapterError",
    "AdapterUnavailableError",
    "AttachError",
    "CacheError",
    "CapturePredicate",
    "CodegenEvent",
    "CompileError",
    "CompilePassInstrumentationSession",
    "CompilerReport",
    "Diagnostic",
    "EventStore",
    "ExportError",
    "IRUnit",
    "IncompletePass",
    "JournalError",
    "Location",
    "MissingPackageError",
    "ObserverError",
    "ObserverGroup",
    "PairingError",
    "ParentProvider",
    "PassEvent",
    "PassEventObserver",
    "PassEventsError",
    "PassEventsWarning",
    "PassInstrumentationTool",
    "PassKind",
    "PassRecord",
    "PassStatus",
    "PhaseProvider",
    "PipelineAdapter",
    "PipelineResult",
    "PlanError",
    "QueryError",
    "Recording",
    "Run",
    "SchemaVersionError",
    "SequenceAllocator",
    "SessionError",
    "SnapshotObserver",
    "StackedPassInstrument",
    "StoreBusyError",
    "StoreError",
    "UnstablePlanError",
    "UnsupportedCompilerError",
    "active_stacked_pass_instruments",
    "compile_pass_instrumentation",
    "create_pass_instruments",
    "current_compile_pass_instrumentation",
    "current_pass_instrument_context",
    "current_pass_phase",
    "current_run",
    "load_adapters",
    "pass_phase",
    "pass_pipeline",
    "record",
    "register_pass_instrumentation_tool",
    "run_codegen_with_instrumentation",
    "unregister_pass_instrumentation_tool",
]


if not TYPE_CHECKING:  # a type checker would take any name to be there

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version

            value: Any = version("passevents")
        elif name == "events":
            value = importlib.import_module("passevents.events")
        elif name in _LATER:
            value = getattr(importlib.import_module(_LATER[name]), name)
        else:
            raise AttributeError(f"module 'passevents' has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
