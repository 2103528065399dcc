"""The door to recording: what is stored comes back as a `Run`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from passevents.journal.run import SnapshotMode
from passevents.query.event_store import EventStore
from passevents.query.run import Run
from passevents.store import recording


class Recording(recording.Recording):
    """A recording whose stored run can be asked at once."""

    _stored: Run | None = None

    @property
    def stored(self) -> Run:
        """The run, once the recording has been left; it keeps the store open as long as it is used.

        Raises `QueryError` while it is not in the store (yet).
        """
        if self._stored is None:
            self._stored = EventStore(self.path, recover=False).run(self.id)
        return self._stored


def record(
    path: str | os.PathLike[str] | None = None,
    *,
    name: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    max_bytes: int | None = None,
    snapshots: SnapshotMode = "none",
) -> Recording:
    """Record what happens in a `with` block into the store at `path`.

    ```python
    with passevents.record("passevents.db", name="matmul") as recording:
        compile(instruments=[recording.instrument()])
    for total in recording.stored.totals():
        print(total.name, total.total_ns)
    ```

    Args:
        path: The store, made where it is missing; else `PASSEVENTS_DB`, else `passevents.db` in the current
        folder. name: What the run can be found by. metadata: A JSON object kept with the run. max_bytes:
        Disk space that the journal may take; at that size recording stops, the compile does not. snapshots:
        Keep the program's text before and after each pass observed from Python: `none`; `changed`, where a
        program that the compiler says is the same as one before is not printed again; `all` prints each.

    Raises `StoreError` here for arguments that make no sense, and on entry for a store that cannot be used.
    See `Recording`.
    """
    return Recording(path, name=name, metadata=metadata, max_bytes=max_bytes, snapshots=snapshots)
