"""One compile asked for on the command line: whose pipelines run it, where it is recorded, what is written.

Compilers are reached only through adapters, and an adapter only through its entry point.
"""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import attrs
import click

from passevents.errors import AdapterUnavailableError, PassEventsError, did_you_mean
from passevents.events import pass_phase
from passevents.events.adapter import PipelineAdapter, PipelineResult, load_adapters
from passevents.journal import RunJournal, current_run
from passevents.query import Recording

STANDARD_STREAM = Path("-")


@attrs.frozen
class Job:
    """What to run and how to record it; the fields are the arguments of `PipelineAdapter.run_pipeline`."""

    source: Path
    pipeline: str
    tags: Sequence[str] | None = None
    locations: Sequence[str] | None = None
    skip: Mapping[str, int] | None = None
    limit: Mapping[str, int] | None = None
    threading: bool = True
    emit_bytecode: bool = False
    fingerprints: bool = False
    operation_counts: bool = False
    elide_larger_than: int | None = None
    allow_unregistered_dialect: bool = False


def pipeline_adapter(name: str | None) -> PipelineAdapter:
    """The adapter of that name, or the first that can run pipelines.

    Raises click.UsageError for an unknown name and AdapterUnavailableError where none can be loaded.
    """
    found = load_adapters()
    able = {key: one for key, one in found.adapters.items() if isinstance(one, PipelineAdapter)}
    if name is None and able:
        return next(iter(able.values()))
    if name in able:
        return able[name]
    for failure in found.failures:
        if name in (None, failure.name):
            raise AdapterUnavailableError(f"the adapter {failure.name!r} does not load: {failure.error}")
    if name is None:
        raise AdapterUnavailableError("no installed adapter runs pipelines; see 'passevents doctor'")
    raise click.UsageError(f"no adapter {name!r} that runs pipelines{did_you_mean(name, able)}")


def run_recorded(
    job: Job, adapter: PipelineAdapter, recording: Recording, phase: str | None
) -> PipelineResult:
    """Run the job in a recording of its own.

    What stopped the compile is raised, so that the run fails. The recording begins when the passes do: what
    cannot be read, and what the adapter will not have (a filter, a count), leaves nothing, not even a store.
    """
    with ExitStack() as begun:

        def begin() -> RunJournal | None:
            begun.enter_context(recording)
            recording.update(tool="passevents opt", pipeline=job.pipeline, input_digest=digest(job.source))
            begun.enter_context(pass_phase(phase))
            return current_run()

        try:
            result = adapter.run_pipeline(**attrs.asdict(job, recurse=False), begin=begin)
        except PassEventsError:
            recording.discard()
            raise
        if result.error is not None:
            raise result.error
    return result


def is_pipe(source: Path) -> bool:
    """Whether what it holds can be read only once, as of `<(command)` in a shell: that is the compiler's."""
    return source == STANDARD_STREAM or source.is_fifo() or source.is_socket()


def digest(source: Path) -> str | None:
    """SHA-256 of a file in hexadecimal; None of what can be read only once."""
    if is_pipe(source):
        return None
    with source.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_whole(path: Path, data: bytes) -> None:
    """Replace the file in one step: a reader, or a failure half-way, sees the old content or the new one.

    What is there and no ordinary file (a device, a named pipe) is written to instead.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:  # which names the other file
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, _mode(path))
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def check_writable(path: Path) -> None:
    """Raise, before any work is done, what `write_whole` would raise after it. Touches nothing."""
    path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    written = path if path.exists() and not path.is_file() else path.parent
    if not os.access(written, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _mode(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)  # the only way to read it; no other thread makes files here
    os.umask(mask)
    return 0o666 & ~mask
