"""The Python face of the journal: recordings in progress, and what they and dead processes left.

Every recorder, Python or native, appends to a journal, which survives the process; the store is filled from
it.
"""

from passevents.journal.context import HasJournal, activate, current_run, run_to_record_into
from passevents.journal.folder import claim, orphans, remove
from passevents.journal.observer import RecordingObserver
from passevents.journal.reading import JournalData, read
from passevents.journal.run import RunJournal, create_run, memory_run
from passevents.journal.snapshot_observer import SnapshotObserver
from passevents.journal.snapshots import Moment
from passevents.journal.span import Span

__all__ = [
    "RunJournal",
    "create_run",
    "memory_run",
    "current_run",
    "activate",
    "run_to_record_into",
    "HasJournal",
    "RecordingObserver",
    "SnapshotObserver",
    "Moment",
    "Span",
    "JournalData",
    "read",
    "orphans",
    "claim",
    "remove",
]
