"""The drain timer: delivers a session's events while the program does other things.

It is a Python thread, so it fires when Python can run: between runs of pipelines, or during those of
:func:`passevents.adapters.mlir.run`. It holds its session only while it delivers, and ends with it.
"""

from __future__ import annotations

import threading
import weakref
from typing import Protocol


class Delivering(Protocol):
    """What the timer needs of a session."""

    @property
    def attached(self) -> bool:
        """False once nothing more will come."""
        ...

    def deliver(self) -> None:
        """Hand out what was recorded since the last time."""
        ...


class DrainTimer:
    """Calls ``deliver()`` every ``interval`` seconds until stopped, or its session is detached or gone."""

    def __init__(self, session: Delivering, interval: float) -> None:
        self._session = weakref.ref(session)
        self._interval = interval
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="passevents-drain", daemon=True)
        self._thread.start()

    def stop(self, *, wait: bool = True) -> None:
        """No further delivery begins. Waits for one that is under way, unless called from within it.

        Who is in a delivery of the session must not ``wait``: the timer may be waiting for that one to end.
        """
        self._stopped.set()
        if wait and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(self._interval):
            session = self._session()
            if session is None:
                return
            session.deliver()
            if not session.attached:
                return
            del session
