"""Compiling on save: a file is watched, and what was loaded last and well is what runs.

The compile and the load happen on the watch's own thread. Only when both are done is the new module handed
over, in one assignment; an edit that does not compile changes nothing but `error`. A call that is running
when the module changes ends in the code it began in.
"""

from __future__ import annotations

import contextvars
import importlib
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from passevents.errors import AdapterUnavailableError, CompileError

from .artifact import Artifact
from .loaded import LoadedModule
from .source import Source

OnArtifact = Callable[[Artifact, LoadedModule], object]
OnError = Callable[[Exception], object]
Load = Callable[[Artifact], LoadedModule]
_Stamp = tuple[int, int, int]
_SETTLE_SECONDS = 0.01
_SETTLE_TRIES = 50
_POLL_SECONDS = 0.2


class Watch:
    """A file that is compiled when it changes. Made by `CompilationRuntime.watch`; stop it, or leave its
    `with`.

    `artifact` and `loaded` are the last that were good, `error` what is wrong with the file as it is, else
    None. `on_artifact(artifact, loaded)` and `on_error(error)` are called on the watch's thread. Making one
    compiles the file at once, on the calling thread; if that fails, the first good edit is the first thing
    handed over.
    """

    def __init__(
        self,
        compile_: Callable[[Source], Artifact],
        load: Load,
        path: Path,
        on_artifact: OnArtifact | None,
        on_error: OnError | None,
        debounce_ms: int,
    ) -> None:
        self.path = path.absolute()
        self.artifact: Artifact | None = None
        self.loaded: LoadedModule | None = None
        self.error: Exception | None = None
        self._compile, self._load = compile_, load
        self._on_artifact, self._on_error = on_artifact, on_error
        self._debounce_ms = debounce_ms
        self._stop = threading.Event()
        self._changed = threading.Condition()
        self._seen = 0
        self._stamp: _Stamp | None = None
        self._tried: bytes | None = None
        self._changes = self._begin_watching()
        self._look()
        if self._tried is None:
            self._failed(CompileError(f"source: cannot read {self.path}", stage="source"))
        context = contextvars.copy_context()
        self._thread = threading.Thread(
            target=context.run, args=(self._run,), name=f"watch {self.path.name}", daemon=True
        )
        self._thread.start()

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def function(self, name: str) -> Callable[..., Any]:
        """A callable that is always the newest good `name`; CompileError while there is none."""

        def call(*arguments: Any) -> Any:
            loaded = self.loaded
            if loaded is None:
                raise CompileError(f"{self.path.name} has not compiled yet: {self.error}", stage="jit_load")
            return loaded.function(name)(*arguments)

        return call

    def wait(self, seen: int, timeout: float | None = None) -> int:
        """Wait until more than `seen` versions of the file were tried; gives their number. 1 is the first."""
        with self._changed:
            self._changed.wait_for(lambda: self._seen > seen, timeout)
            return self._seen

    def stop(self) -> None:
        """Stop watching; what is loaded stays. Idempotent; waits for a compile that is running."""
        self._stop.set()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _begin_watching(self) -> Iterator[Any]:
        try:
            watchfiles = importlib.import_module("watchfiles")
        except ImportError as error:
            raise AdapterUnavailableError(
                "watching needs watchfiles: pip install 'passevents[compilation]'"
            ) from error
        # The folder: editors write another file and rename it over this one.
        changes: Iterator[Any] = watchfiles.watch(
            self.path.parent,
            watch_filter=lambda _, changed: Path(changed).name == self.path.name,
            stop_event=self._stop,
            debounce=self._debounce_ms,
            step=max(1, self._debounce_ms // 5),
            rust_timeout=200,
            yield_on_timeout=True,
            recursive=False,
            raise_interrupt=False,
        )
        return changes

    def _run(self) -> None:
        # Looked at on every tick too: what was saved before the first tick made no event.
        try:
            for _ in self._changes:
                self._look()
        except Exception as error:
            # The folder went away, or the system has no more watches to give.
            warnings.warn(
                f"passevents: {self.path.name} is looked at five times a second, as its folder cannot be "
                f"watched: {error}",
                stacklevel=2,
            )
        while not self._stop.wait(_POLL_SECONDS):
            self._look()

    def _look(self) -> None:
        """Compile the file if it is not the one that was tried last."""
        stamp = self._stamp_of_file()
        if stamp is None or stamp == self._stamp:
            return
        content = self._settled(stamp)
        if content is not None and content != self._tried:
            self._tried = content
            self._refresh(content)

    def _settled(self, stamp: _Stamp | None) -> bytes | None:
        """The file's bytes once they stay the same: some editors empty a file before they write it.

        The stamp kept is that of before the reading, so that a save in between is seen at the next tick.
        """
        for _ in range(_SETTLE_TRIES):
            content, self._stamp = self._read(), stamp
            self._stop.wait(_SETTLE_SECONDS)
            stamp = self._stamp_of_file()
            if stamp == self._stamp:
                return content
        self._stamp = None  # still being written: looked at again at the next tick
        return None

    def _stamp_of_file(self) -> _Stamp | None:
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _read(self) -> bytes | None:
        """The file's bytes; None while its editor replaces it."""
        try:
            return self.path.read_bytes()
        except OSError:
            return None

    def _refresh(self, content: bytes) -> None:
        try:
            artifact = self._compile(Source(content, self.path.name))
            loaded = self._load(artifact)
        except Exception as error:
            # Of the caller's `load` too: the thread goes on, for the edit that mends it.
            self._failed(error)
        else:
            self.artifact, self.loaded, self.error = artifact, loaded, None
            self._call(self._on_artifact, artifact, loaded)
        with self._changed:
            self._seen += 1
            self._changed.notify_all()

    def _failed(self, error: Exception) -> None:
        self.error = error
        self._call(self._on_error, error)

    def _call(self, callback: Callable[..., object] | None, *arguments: object) -> None:
        if callback is None:
            return
        try:
            callback(*arguments)
        except Exception as error:
            warnings.warn(f"passevents: a callback of the watch failed: {error!r}", stacklevel=2)
