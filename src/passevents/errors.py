"""Every error this library raises, as one tree under :class:`PassEventsError`.

Each class also derives from the built-in exception that says the same, where there is one, so that code
which knows nothing of this library handles it sensibly. A message names the value that was wrong and what
to do next.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class PassEventsError(Exception):
    """Base of every error raised by passevents."""


class PairingError(PassEventsError, RuntimeError):
    """An after-pass callback came for which no pass is open.

    It is handed to observers as the reason why open passes were drained; it is not raised into the compiler.
    """


class ObserverError(PassEventsError, RuntimeError):
    """An observer failed, or is not fit for what it was asked to observe."""


class SessionError(PassEventsError, ValueError):
    """A compile session is open, whose tools cannot be changed any more."""


class AdapterError(PassEventsError):
    """Base of what can go wrong between this library and a compiler."""


class AdapterUnavailableError(AdapterError, ImportError):
    """The compiler, or the adapter for it, is not installed or cannot be imported."""


class UnsupportedCompilerError(AdapterError, RuntimeError):
    """The compiler was found, but this build of it cannot be observed; the message says what is missing."""


class AttachError(AdapterError, RuntimeError):
    """A session could not be attached: the context is in use, already observed by others, or destroyed."""


class JournalError(PassEventsError):
    """A journal cannot be created, or read: it is damaged, or of an unknown version."""


class StoreError(PassEventsError):
    """The store cannot be opened, read or written."""


class SchemaVersionError(StoreError):
    """The store was written by a newer version, with a schema that this one does not know."""


class StoreBusyError(StoreError, TimeoutError):
    """Another process held the store's write lock for longer than the time allowed."""


class QueryError(PassEventsError, ValueError):
    """A filter, name or count of a query makes no sense, or names nothing that is there."""


class PlanError(PassEventsError, ValueError):
    """A compilation plan is not valid."""


class UnstablePlanError(PlanError):
    """A plan has no reproducible identity: a Python pass in it has no explicit version."""


class CompileError(PassEventsError, RuntimeError):
    """The compiler refused its input, its pipeline, or failed in a pass.

    ``diagnostics`` are what the compiler said (:class:`passevents.Diagnostic`, in its order), ``stage`` is
    where it stopped: ``"parse"``, ``"pipeline"`` or ``"pass"``.
    """

    def __init__(self, message: str, *, diagnostics: Iterable[Any] = (), stage: str = "pass") -> None:
        super().__init__(message)
        self.diagnostics: tuple[Any, ...] = tuple(diagnostics)
        self.stage = stage


class CacheError(PassEventsError):
    """A compile cache cannot be used; compiling without it is always possible."""


class ExportError(PassEventsError):
    """A run cannot be written in the format asked for."""


class MissingPackageError(PassEventsError, ImportError):
    """An optional package is not installed; the message has the command that installs it."""


class PassEventsWarning(UserWarning):
    """Something was not recorded or stored as asked, and the compile went on; the message says what to do."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of an error about an unknown word: "; did you mean ...?", or nothing when nothing is close."""
    import difflib

    words = sorted(known)
    close = difflib.get_close_matches(word, words, n=3)
    if not close and word:
        close = [known for known in words if word.casefold() in known.casefold()][:3]
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
