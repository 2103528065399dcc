"""What a compiler adapter offers to the rest of the library, and how adapters are found.

An adapter is an object named by an entry point of the group ``passevents.adapters``; those of this
distribution and of others come through the same door. Loading one must import no compiler.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import attrs

from passevents.errors import AdapterUnavailableError, CompileError
from passevents.events.model import Diagnostic

ENTRY_POINT_GROUP = "passevents.adapters"


@attrs.frozen
class CompilerReport:
    """One installed compiler and whether it can be observed; ``reason`` says why not.

    ``reach`` is how the recorder finds the compiler's functions, where it has to look for them. ``recorded``
    are the kinds of things that can be recorded of it, each with None or with why it cannot.
    """

    adapter: str
    distribution: str
    version: str
    module: str
    mlir_version: str | None
    observable: bool
    reason: str | None = None
    reach: str | None = None
    recorded: Mapping[str, str | None] = attrs.field(factory=dict)


@runtime_checkable
class Adapter(Protocol):
    """Knows one compiler and nothing of stores."""

    name: str

    def inspect(self) -> list[CompilerReport]:
        """The compilers of this kind that are installed, without importing one into this process."""
        ...


@attrs.frozen
class PipelineResult:
    """What running a pipeline gave: the module, as text or as bytecode, or the error that stopped it.

    ``diagnostics`` are what the compiler said of a pipeline that succeeded: warnings, remarks. ``unmatched``
    are the keys of ``skip`` and ``limit`` that nothing was counted for and the ``locations`` nothing was at.
    """

    text: str | None = None
    bytecode: bytes | None = None
    error: CompileError | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    unmatched: tuple[str, ...] = ()


@runtime_checkable
class PipelineAdapter(Adapter, Protocol):
    """An adapter that can run a textual pass pipeline over a file, recording as it goes."""

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
        begin: Callable[[], Any | None],
        emit_bytecode: bool = False,
        fingerprints: bool = False,
        operation_counts: bool = False,
        elide_larger_than: int | None = None,
        allow_unregistered_dialect: bool = False,
    ) -> PipelineResult:
        """Run ``pipeline`` over ``source``, recording into what ``begin`` gives.

        ``begin()`` is called once, when source and pipeline have been read and passes are about to run, so
        that what cannot be read leaves no trace. It returns the run (a ``passevents.journal.RunJournal``),
        which is the current one from then on, or None where nothing is to be recorded; what it raises is
        passed on.

        ``source`` may be ``Path("-")``, the standard input; diagnostics then name the file ``<stdin>``.
        ``fingerprints`` tells of each pass whether it changed anything, ``operation_counts`` how many
        operations there were before and after. Snapshots are kept as the run says
        (``RunJournal.snapshot_mode``); constants of more than ``elide_larger_than`` elements are left out of
        them where a number is given.

        ``allow_unregistered_dialect`` accepts operations of dialects that are not known.
        With ``emit_bytecode`` the result has the module's bytecode and no text. Failures of parsing, of the
        pipeline's text and of passes come back as ``PipelineResult.error``; a filter or count that makes no
        sense is raised as :class:`passevents.errors.QueryError` before anything runs.
        """
        ...


@attrs.frozen
class AdapterFailure:
    """An adapter that is registered but could not be loaded."""

    name: str
    entry_point: str
    error: Exception


@attrs.frozen
class LoadedAdapters:
    """The adapters of this environment by name, and those that are broken."""

    adapters: Mapping[str, Adapter]
    failures: tuple[AdapterFailure, ...]


def load_adapters() -> LoadedAdapters:
    """Load every registered adapter; a broken one is reported in ``failures`` and stops no other."""
    adapters: dict[str, Adapter] = {}
    failures: list[AdapterFailure] = []
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            adapters.setdefault(entry.name, _load(entry))
        except Exception as error:
            failures.append(AdapterFailure(entry.name, entry.value, error))
    return LoadedAdapters(adapters, tuple(failures))


@functools.cache
def load_adapter(name: str) -> Any:
    """Load the registered adapter of that name: an :class:`Adapter`, and what else it has.

    Raises :class:`passevents.errors.AdapterUnavailableError` if there is none, or if it is broken.
    """
    entries = sorted(entry_points(group=ENTRY_POINT_GROUP, name=name), key=lambda entry: entry.value)
    if not entries:
        raise AdapterUnavailableError(f"no adapter called {name!r} is registered; is passevents installed?")
    try:
        return _load(entries[0])
    except Exception as error:
        raise AdapterUnavailableError(f"the adapter {entries[0].value} cannot be loaded: {error}") from error


def _load(entry: EntryPoint) -> Adapter:
    adapter = entry.load()
    if not isinstance(adapter, Adapter):
        raise TypeError(f"{entry.value} is not an adapter: it needs a name and an inspect() method")
    return adapter
