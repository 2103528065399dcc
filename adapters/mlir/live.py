"""Telling an observer of actions while they run, with the operation they work on.

Only where the context's threading is off: then they come in order, on the thread that runs the pipeline.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from passevents.events.model import PassEvent, PassStatus
from passevents.events.observer import report_failed, report_skipped

from .builds import bindings_of

_STATUSES = tuple(PassStatus)


class LiveObserver:
    """Called by the recorder at the start and at the end of each action; keeps what the observer raises.

    The operation that a hook gets is the compiler's own and is valid only until the hook returns. At the end
    of an action that is no pass there is none: it may be gone.
    """

    def __init__(self, observer: Any, ctx: Any, keep_error: Callable[[Exception], None]) -> None:
        self._observer = observer
        self._operation: Any = sys.modules[bindings_of(ctx) + ".ir"].Operation
        self._keep_error = keep_error
        self._open: dict[int, tuple[PassEvent, Any]] = {}

    def __call__(
        self,
        name: str,
        sequence: int,
        depth: int,
        parent: int | None,
        phase: str | None,
        operation: object,
        status: int | None,
    ) -> None:
        """Tell the observer of one side of an action: its start where ``status`` is None."""
        try:
            mod = None if operation is None else self._operation._CAPICreate(operation)
            if status is None:
                self._started(mod, PassEvent(name, sequence, depth, parent, phase))
            else:
                self._ended(mod, PassEvent(name, sequence, depth, parent, phase), _STATUSES[status])
        except Exception as error:
            self._keep_error(error)

    def _started(self, mod: Any, event: PassEvent) -> None:
        self._open[event.sequence] = (event, None)
        self._open[event.sequence] = (event, self._observer.pass_started(mod, event))

    def _ended(self, mod: Any, event: PassEvent, status: PassStatus) -> None:
        event, state = self._open.pop(event.sequence, (event, None))
        if status is PassStatus.failed:
            report_failed(self._observer, mod, event, state, None)
        elif status is PassStatus.skipped:
            report_skipped(self._observer, mod, event)
        else:
            self._observer.pass_finished(mod, event, state)
