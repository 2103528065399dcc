"""Instruments for the pass context that is current, beside those that it has.

TVM's ``override_instruments`` exits and enters the instruments that are there already. Those of this
library are merely moved, so that passes which are open stay open; for those of others TVM gives no way
around it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from passevents.errors import AttachError
from passevents.events import PassRecord, current_compile_pass_instrumentation
from passevents.journal import HasJournal, RunJournal, run_to_record_into

from .binding import Moving
from .conversion import pass_instrument
from .instrument import PassRecorder, recorder


def attach(
    ctx: Any = None,
    *,
    run: RunJournal | HasJournal | None = None,
    skip: Mapping[str, int] | None = None,
    limit: Mapping[str, int] | None = None,
    **options: Any,
) -> Attachment:
    """Record the passes that run in ``ctx``, by default the ``tvm.transform.PassContext`` that is current.

    Its instruments are kept. The passes go into ``run``, by default that of the ``passevents.record(...)``
    around; without one they are read with :meth:`Attachment.records`. Detach on the same thread, before the
    pass context ends, or at the end of the block::

        with passevents.record("passevents.db"), attach():
            tvm.compile(mod, target="llvm")

    ``skip``, ``limit`` and the other options are those of
    :class:`passevents.adapters.tvm.StackedPassInstrument`. A pass context belongs to its thread: attach in
    each thread that compiles, and hand it the recording, which a new thread does not have. Raises
    :class:`passevents.errors.AttachError` if ``ctx`` is not the current context.
    """
    journal = run_to_record_into(run)
    return Attachment(ctx, recorder(journal, skip=skip, limit=limit, **options), journal)


class Attachment:
    """A recorder in a pass context, until it is detached or the context ends. A context manager.

    ``recorder`` is the instrument, ``run`` where it records.
    """

    def __init__(self, ctx: Any, recorder: PassRecorder, run: RunJournal) -> None:
        self.recorder = recorder
        self.run = run
        self._added = AddedInstruments([recorder], ctx)

    def detach(self) -> None:
        """Take the recorder out of its context. Idempotent; nothing where the context has ended."""
        self._added.remove()

    def records(self) -> list[PassRecord]:
        """What is recorded so far in the run, in start order; passes that are open have no end."""
        return list(self.run.read().records())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.detach()


class AddedInstruments:
    """Instruments added to the current pass context; :meth:`remove` takes them out again.

    Raises :class:`passevents.errors.AttachError` if ``ctx`` is given and not the current context.
    """

    def __init__(self, instruments: Iterable[Any], ctx: Any = None) -> None:
        current = _current_context()
        if ctx is not None and not current.same_as(ctx):
            raise AttachError(
                "the PassContext is not the current one of this thread: attach inside its `with` block,"
                " on the thread that entered it"
            )
        self._ctx = current
        self._natives = [native(instrument) for instrument in instruments]
        self._targets = list(instruments)
        before = list(current.instruments)
        with Moving() as moving:
            moving.new.update(map(id, self._targets))
            try:
                current.override_instruments([*before, *self._natives])
            except BaseException:
                # TVM has left and dropped all of them; those that were there go back in.
                moving.new.clear()
                current.override_instruments(before)
                raise

    def remove(self) -> None:
        """Take them out, if their context is still the current one. Idempotent."""
        natives, self._natives = self._natives, []
        if not natives or not _current_context().same_as(self._ctx):
            return
        rest = [each for each in self._ctx.instruments if not any(each.same_as(native) for native in natives)]
        with Moving() as moving:
            moving.new.update(map(id, self._targets))
            self._ctx.override_instruments(rest)


def native(instrument: Any) -> Any:
    """TVM's object of an instrument, made where it is one of ours."""
    return pass_instrument(instrument) if hasattr(instrument, "__tvm_ffi_object__") else instrument


@contextmanager
def instrument_current_pass_context() -> Generator[None, None, None]:
    """Add the instruments of the open compile session to the current pass context inside the block.

    Nothing without a session. Code that compiles inside a pass context of its own makes the context with
    :func:`passevents.create_pass_instruments` instead.
    """
    session = current_compile_pass_instrumentation()
    instruments = [] if session is None else session.create_pass_instruments()
    if not instruments:
        yield
        return
    added = AddedInstruments(instruments)
    try:
        yield
    finally:
        added.remove()


def _current_context() -> Any:
    from tvm.ir.transform import PassContext

    return PassContext.current()
