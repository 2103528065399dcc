"""Recording whatever TileLang compiles, on any thread."""

from __future__ import annotations

import itertools
import threading
import warnings
from collections.abc import Generator
from contextlib import contextmanager, suppress

from passevents.errors import AttachError, PassEventsWarning
from passevents.journal import HasJournal, RunJournal, run_to_record_into

from . import cache_watch
from .tool import RecordingTool, instrumentation

_numbers = itertools.count()


@contextmanager
def recording(run: RunJournal | HasJournal | None = None) -> Generator[RunJournal, None, None]:
    """Record every compilation of TileLang that starts inside the block, on whatever thread, into ``run``.

    By default that is the run which is current; without one, a run in memory, to be read with
    ``.read().records()``::

        with passevents.record("passevents.db"), recording():
            kernel = tilelang.compile(gemm, target="c")

    A kernel that comes out of TileLang's kernel cache runs no passes: it is recorded as a stage ``cache
    hit``, and warned of once. Where nothing was compiled at all a warning says so. Raises
    :class:`passevents.errors.AttachError` inside a compile session, whose tools are fixed.
    """
    journal = run_to_record_into(run)
    package = instrumentation()
    if package.current_compile_pass_instrumentation() is not None:
        raise AttachError(
            "a compile session of TileLang is open, whose tools are fixed: enter recording() around the"
            " compilation, or open the session with tools=[RecordingTool()]"
        )
    name = f"passevents {next(_numbers)}"
    watch = _Watch(journal)
    package.register_pass_instrumentation_tool(name, watch.make_tool)
    cache_watch.listen(watch.hit)
    try:
        yield journal
        watch.warn_of_nothing()
    finally:
        cache_watch.stop(watch.hit)
        package.unregister_pass_instrumentation_tool(name)


class _Watch:
    """Makes the tools of one recording, and keeps count of what it has seen."""

    def __init__(self, run: RunJournal) -> None:
        self._run = run
        self._lock = threading.Lock()
        self._compiled = self._hits = 0

    def make_tool(self) -> RecordingTool:
        with self._lock:
            self._compiled += 1
        _describe(self._run.here())
        return RecordingTool(self._run)

    def hit(self, kernel: str) -> None:
        with self._lock:
            self._hits += 1
            first = self._hits == 1
        _describe(self._run.here())
        with self._run.span("cache hit", "stage", kernel=kernel, passes="none ran"):
            pass
        if first:
            _warn(
                f"the kernel {kernel!r} came out of TileLang's kernel cache, so no passes ran: to see them"
                " compile with TILELANG_DISABLE_CACHE=1, or after tilelang.disable_cache()"
            )

    def warn_of_nothing(self) -> None:
        if not self._compiled and not self._hits:
            _warn(
                "TileLang compiled nothing in this process while it was recorded; a kernel object that has"
                " been called before keeps what it compiled. Forked workers record into runs of their own,"
                " spawned ones have to call recording() themselves"
            )


def _describe(run: RunJournal) -> None:
    if "compiler" not in run.info:
        import tilelang

        run.update(compiler="tilelang", compiler_version=tilelang.__version__)


def _warn(message: str) -> None:
    with suppress(PassEventsWarning):  # where warnings are errors, still none of ours may reach the compiler
        warnings.warn(f"passevents: {message}", PassEventsWarning, stacklevel=4)
