"""Instrumenting a pass manager: what its runs tell besides actions.

MLIR's PassInstrumentation knows what no action says: the pipelines between passes, the analyses they ask
for, and how each pass really ended, for the verifier runs after the pass's action.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from passevents._native import MlirInstrumentation
from passevents.journal import current_run, memory_run

from . import arguments
from .builds import extension_of, pass_manager_capsule
from .delivery import CallbackErrors
from .session import Session


def instrument(pm: Any, locations: Iterable[str] | None = None) -> Session:
    """Record what the runs of the pass manager ``pm`` do, from now on, without an action handler.

    Recorded are its passes, the pipelines that its passes run (kind ``pipeline``) and the analyses that
    they ask for (kind ``analysis``), each with its operation and its exact parent, on whatever thread. A
    pass that fails has the status ``failed``, and ``{"failure": "verifier"}`` among its attributes where it
    was the verifier that found it out. Inside ``passevents.record(...)`` the events go into that run;
    without one the session keeps them for :meth:`Session.drain`.

    Where a session is attached to the context and records into the same run, its actions are the passes:
    each is one record. ``session.instrument(pm)`` adds to what that session records;
    :func:`passevents.adapters.mlir.run` does so by itself.

    ``locations`` are where the operations come from, as for :func:`attach`. The pass manager may go before
    the session or after it.

    Raises :class:`~passevents.errors.AttachError` where the build cannot be instrumented and
    :class:`~passevents.errors.UnsupportedCompilerError` if this build of MLIR cannot be observed at all.
    """
    places = arguments.parse_locations(locations)
    capsule, extension = pass_manager_capsule(pm), extension_of(pm)
    run = current_run()
    journal = (run or memory_run()).native
    session = Session(
        MlirInstrumentation(capsule, extension, journal, places), journal, run, CallbackErrors()
    )
    if run is not None:
        run.compiled_by("mlir", session.mlir_version)
    return session
