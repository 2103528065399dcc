"""The native half of passevents: the journal, and MLIR's actions."""

from collections.abc import Callable, Sequence
from typing import Any

def monotonic_ns() -> int:
    """Monotonic nanoseconds, the clock of every event."""

class Journal:
    """Where events are appended to; any thread may use it."""

    @staticmethod
    def create_file(directory: str, max_bytes: int | None = None) -> Journal:
        """In a new folder, whose lock it takes. Raises JournalError."""

    @staticmethod
    def create_memory(max_bytes: int | None = None) -> Journal: ...
    def next_sequence(self) -> int:
        """The next number in start order, unique in the recording."""

    def current_action(self) -> tuple[int, int] | None:
        """(sequence, depth) of this thread's innermost open native action."""

    def append_info(self, line: str) -> None:
        """Append one line to run.jsonl. Raises JournalError."""

    def close(self) -> None:
        """Accept nothing more. Idempotent; the folder's lock is kept."""

    def release(self) -> None:
        """Give up the folder's lock: the journal is whoever's takes it."""

    @property
    def token(self) -> int: ...
    @property
    def directory(self) -> str:
        """Empty for a journal in memory."""

    @property
    def origin_ns(self) -> int:
        """The raw monotonic time of the recording's zero."""

    @property
    def accepting(self) -> bool: ...
    @property
    def stop_reason(self) -> str:
        """Why nothing more is accepted; empty while it is."""

    @property
    def dropped(self) -> int:
        """Events that found no room."""

    @property
    def reserved_bytes(self) -> int: ...
    def snapshots(self) -> bytes:
        """The native snapshots as they are now, laid out as in native.snapshots."""

    @property
    def snapshots_dropped(self) -> int:
        """Native snapshots that found no room."""

    @property
    def snapshots_drop_reason(self) -> str: ...

class Recorder:
    """
    Writes Python's events of one kind; any thread may use it. Texts of attributes are JSON objects.
    """

    def __init__(self, journal: Journal, kind: int, attributes: str | None = None) -> None: ...
    def start(self, event: tuple[str, int, int, int | None, str | None]) -> bool:
        """False: dropped; its end must not be written."""

    def start_with(
        self,
        event: tuple[str, int, int, int | None, str | None],
        *,
        attributes: str | None = None,
        tag: str | None = None,
        detail: str | None = None,
        operation: str | None = None,
        file: str | None = None,
        line: int = 0,
        column: int = 0,
        location: str | None = None,
        iteration: int = -1,
    ) -> bool:
        """
        As start(), with what else is known; attributes take the place of the recorder's.
        """

    def complete(self, event: tuple[str, int, int, int | None, str | None]) -> None: ...
    def finish(
        self,
        event: tuple[str, int, int, int | None, str | None],
        status: int,
        changed: bool | None = None,
        error: str | None = None,
        attributes: str | None = None,
    ) -> None: ...

def set_current_provider(provider: Callable[[int], tuple[int, int, str | None] | None] | None) -> None:
    """
    Who is asked for what encloses a native action.

    Called with a journal's token on a thread that holds the interpreter lock; answers with
    (sequence or -1, depth, phase), or None.
    """

def publish_current(journal: Journal) -> None:
    """
    Keep what the provider answers now for this thread's actions while it is without the interpreter lock.
    """

def withdraw_current() -> None:
    """Forget what publish_current() kept for this thread."""

def current_errors() -> int:
    """How often the provider failed."""

def current(journal: Journal) -> tuple[int | None, int, str | None] | None:
    """
    (sequence, depth, phase) of what encloses an action that starts now, from Python or native.
    """

class Rows:
    """Rows of events, one at a time."""

    def __iter__(self) -> Rows: ...
    def __next__(self) -> tuple[Any, ...]: ...

class UnitsRows:
    """Rows of IR units beyond each event's first, one at a time."""

    def __iter__(self) -> UnitsRows: ...
    def __next__(self) -> tuple[Any, ...]: ...

class JournalReader:
    """A journal, paired and in tree order. Raises JournalError."""

    @staticmethod
    def of_directory(directory: str) -> JournalReader: ...
    @staticmethod
    def of_journal(journal: Journal) -> JournalReader:
        """A living journal as it is now."""

    @property
    def origin_ns(self) -> int: ...
    def counts(self) -> dict[str, int]: ...
    def strings(self) -> list[str]: ...
    def locations(self) -> list[tuple[int | None, int | None, int | None, int]]:
        """
        (file, line, column, text) of the locations with a text; file and text index strings().
        """

    def attribute_pairs(self) -> list[tuple[int, int]]:
        """
        The pairs of JSON texts to merge, the second over the first.

        Values for rows are those of strings(), then one for each pair.
        """

    def rows(
        self, run: int, strings: Sequence[Any], locations: Sequence[Any] | None = None, open_status: int = 4
    ) -> Rows: ...
    def units_rows(
        self, run: int, strings: Sequence[Any], locations: Sequence[Any] | None = None
    ) -> UnitsRows: ...
    def totals(self, strings: Sequence[Any]) -> list[tuple[Any, Any, int, Any, int, int, int]]:
        """(name, phase, kind, tag, count, total_ns, self_ns)."""

class Cursor:
    """
    Follows a living journal; for one thread at a time.

    `sessions` is a mask of session bits, 0 for every event.
    """

    def __init__(self, journal: Journal, sessions: int = 0, from_start: bool = False) -> None: ...
    def read(self) -> list[tuple[Any, ...]]:
        """
        What was committed since the last call, in the order of time, times since the journal's origin.

        A begin is (True, sequence, parent, depth, kind, name, tag, phase, detail, iteration, attributes,
        operation, file, line, column, location, further units, thread, start_ns, sessions), a unit is (kind,
        operation, file, line, column, location), an end is (False, sequence, status, changed, error,
        attributes, thread, end_ns). Kind and status are indices into PassKind and PassStatus.
        """

class SqliteHandle:
    """
    A connection of Python's sqlite3, reached natively; not to be used once that is closed.
    """

def capture_sqlite(library: str, connect: Callable[[], Any]) -> tuple[Any, SqliteHandle | None]:
    """
    What `connect` returns, and a handle of the connection that it opened.

    `library` is the file of the module _sqlite3. None where its SQLite cannot be reached.
    """

def insert_rows(
    handle: SqliteHandle,
    reader: JournalReader,
    grouped: str,
    group: int,
    single: str,
    run: int,
    string_ids: Sequence[int],
    open_status: int,
) -> int:
    """
    Insert every row of `reader`, `group` at a time by the statement `grouped`, the rest by `single`.

    Runs in the connection's transaction. Raises sqlite3.OperationalError.
    """

def blocks_of(
    reader: JournalReader, run: int, string_ids: list[int], shift: int, open_status: int
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """
    Rows of the store's tables `blocks` and `block_values`, in the order of their keys.
    """

def insert_blocks(
    handle: SqliteHandle,
    reader: JournalReader,
    block: str,
    value: str,
    run: int,
    string_ids: Sequence[int],
    shift: int,
    open_status: int,
) -> None:
    """
    Insert what `blocks_of` gives, by the statements `block` and `value`.

    Runs in the connection's transaction. Raises sqlite3.OperationalError.
    """

def sum_groups(
    handle: SqliteHandle, query: str, parameters: Sequence[int | str], width: int
) -> list[tuple[int, ...]]:
    """
    Add up the rows of a query by their last `width` columns, -1 for null there.

    The columns before are id, pre, descendants, duration_ns, self_ns and changed; rows come in the order of
    ids. Gives the columns of each group, then count, total_ns (one inside another of the group counts once),
    self_ns, how many changed something or did not, and the self_ns of those that did not. Raises
    sqlite3.OperationalError.
    """

def fold_leaves(
    handle: SqliteHandle, query: str, parameters: Sequence[int | str], kind: int
) -> list[tuple[int | None, ...]] | None:
    """
    The rows of a query, like leaves of `kind` under one parent as the first of them.

    Columns: id, pre, descendants, kind, status, tag, name, phase, changed, duration_ns, self_ns, op, file,
    line, column, location; behind them come the number of rows that one stands for, and whether all have
    the same operation and place. None where the rows do not come in tree order. Raises
    sqlite3.OperationalError.
    """

def mlir_build(extension: str) -> tuple[str, str, str, str, dict[str, str | None]]:
    """
    (library, version, build id, reach, capabilities) of the MLIR behind a loaded extension module.

    Of a capability that it does not have, why. Raises UnsupportedCompilerError.
    """

def mlir_inspect(library: str) -> tuple[str | None, str | None, str | None, dict[str, str | None]]:
    """
    (version, reach, fault, capabilities) of a library that holds MLIR, from its file alone.
    """

def mlir_context_of_region(region: int, extension: str) -> object:
    """
    A capsule of the context in which the region at that address lies; the address is believed.
    """

def mlir_handlers() -> int:
    """How many MLIR contexts are being watched; for tests."""

class MlirAttachment:
    """Records the actions of one MLIR context into a journal."""

    def __init__(
        self,
        context: object,
        extension: str,
        journal: Journal,
        tags: Sequence[str],
        places: Sequence[tuple[str, int, int]],
        rules: Sequence[tuple[str, str, int, int]],
        listener: Callable[[str, int, int, int | None, str | None, object, int | None], object] | None = None,
        wishes: tuple[bool, bool, int, int] = (False, False, 0, -1),
    ) -> None:
        """
        `wishes` are what else is wanted of passes: (fingerprints, operation counts, snapshots, elision).

        Snapshots are 0 none, 1 changed, 2 all; constants of more elements than the last are left out of them.
        """

    def detach(self) -> None:
        """Record nothing more. Idempotent, from any thread, also during a run."""

    def instrument(self, pass_manager: object) -> None:
        """
        Record what this pass manager's runs tell besides actions. Raises AttachError where it cannot be.
        """

    def counted(self) -> list[tuple[str, str, int]]:
        """(tag, name, number of actions counted so far) of each rule."""

    def matched_places(self) -> list[bool]:
        """Whether something at each of the places was seen so far."""

    def cancel(self) -> bool:
        """
        End what runs in the context at its next action; False where nothing does. From any thread.
        """

    def release_bit(self) -> None:
        """Go on recording without saying whose the events are."""

    @property
    def attached(self) -> bool:
        """False once detached or the context is gone."""

    @property
    def suspended(self) -> bool:
        """
        Threading was turned on later: skip, limit and listener are out of force.
        """

    @property
    def bit(self) -> int:
        """The bit of this session in the journal's records."""

    @property
    def version(self) -> str:
        """Of MLIR."""

    @property
    def library(self) -> str:
        """The file that holds MLIR."""

class MlirRun:
    """A run of a pipeline that may be cancelled, as a context manager."""

    def __init__(self, context: object, extension: str, by_interrupt: bool) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *args: object) -> None: ...

class MlirDiagnostics:
    """Takes a context's diagnostics until it is closed."""

    def __init__(self, context: object, extension: str) -> None: ...
    def close(self) -> list[tuple[Any, ...]]:
        """
        What was said: (severity, message, file, line, column, location, notes) each. Empty the second time.

        Severities are MLIR's: 0 error, 1 warning, 2 note, 3 remark.
        """

def mlir_run(pass_manager: object, operation: object, context: object, extension: str) -> bool:
    """
    Run a pipeline without the interpreter lock; False if it failed. Its passes must not be Python's.

    Raises AttachError where the context has somebody else's action handler.
    """

def mlir_place(location: object, extension: str) -> tuple[str | None, int | None, int | None, str | None]:
    """
    (file, line, column, text) of a location; the text only where it is more than the three.
    """

class MlirInstrumentation:
    """
    Records what the runs of a pass manager tell besides actions into a journal.
    """

    def __init__(
        self, pass_manager: object, extension: str, journal: Journal, places: Sequence[tuple[str, int, int]]
    ) -> None: ...
    def instrument(self, pass_manager: object) -> None:
        """Another pass manager, too."""

    def detach(self) -> None:
        """Record nothing more. Idempotent, from any thread, also during a run."""

    def release_bit(self) -> None:
        """Go on recording without saying whose the events are."""

    @property
    def attached(self) -> bool:
        """False once detached."""

    @property
    def suspended(self) -> bool:
        """Never: it has no control."""

    @property
    def bit(self) -> int:
        """The bit of this session in the journal's records."""

    @property
    def version(self) -> str:
        """Of MLIR."""

    @property
    def library(self) -> str:
        """The file that holds MLIR."""

def mlir_instrument_for_sessions(pass_manager: object, context: object, extension: str) -> None:
    """
    Instrument a pass manager for every session that is attached to the context.
    """

def mlir_instrumented() -> int:
    """How many pass managers have a hook of ours; for tests."""
