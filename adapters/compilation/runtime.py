"""CompilationRuntime: sources and plans in, artifacts out, through a cache.

A runtime may be used from any number of threads. It holds no context: each compile leases the process's
thread pool for a context of its own, and nothing of MLIR is loaded before the first miss.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from passevents.errors import CacheError, CompileError, PlanError

from . import settings
from .artifact import Artifact
from .cache import ALL, Cache, FileCache
from .cache.folder import write_atomically
from .cache.interface import _All
from .key import key_parts
from .plan import CompilationPlan
from .request import Request, Structural
from .source import source_of
from .stages import Stages, Telemetry

if TYPE_CHECKING:
    from pathlib import Path

    from .explain import Explanation
    from .loaded import LoadedModule
    from .watch import Load, OnArtifact, OnError, Watch


class CompilationRuntime:
    """Compiles through `cache`, unless a call names another. A cache may be given as the path of its folder.

    `telemetry` hears the stages of every compile, `record_actions` False leaves MLIR's actions out of
    recorded runs.
    """

    def __init__(
        self,
        cache: Cache | str | os.PathLike[str] | None = None,
        *,
        telemetry: Telemetry | None = None,
        record_actions: bool = True,
    ) -> None:
        self.cache = cache_of(cache)
        self.telemetry = _checked_telemetry(telemetry)
        self.record_actions = record_actions

    def __enter__(self) -> CompilationRuntime:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Save the counts of the cache. Artifacts and loaded modules stay usable, and so does the runtime."""
        if self.cache is not None:
            self.cache.save_statistics()

    def compile(
        self,
        source: object,
        plan: CompilationPlan,
        cache: Cache | str | os.PathLike[str] | None = None,
        *,
        context: Any = None,
        telemetry: Telemetry | None = None,
        mlir_revision: str | None = None,
        structural: Structural | None = None,
        isolated: bool = False,
        source_name: str | None = None,
    ) -> Artifact:
        """Give the artifact of `source` under `plan`, from the cache or by compiling.

        `source` is text, bytes of text or bytecode, a path, or a module; `source_name` is what its
        locations say. `context` lends a context for the compile; `mlir_revision` takes the place of the
        MLIR found on disk in the key; `structural` adds a second look-up by the module's structure, after
        which locations are those of an earlier text (`stale`) or, as in everything compiled so, gone
        (`stripped`). `isolated` compiles in a process of its own, so that an abort is an error.

        CompileError, with stage and diagnostics, for every failure of the source, the plan's passes or the
        machine; a failed compile leaves nothing in a cache. PlanError for options that contradict each
        other.
        """
        _check_options(plan, context, structural, isolated)
        if mlir_revision is not None or source_name is not None:
            _check_texts(mlir_revision=mlir_revision, source_name=source_name)
        request = Request(
            source=source_of(source, source_name),
            plan=plan,
            cache=self.cache if cache is None else cache_of(cache),
            context=context,
            structural=structural,
            isolated=isolated,
            record_actions=self.record_actions,
        )
        return request.run(_checked_telemetry(telemetry) or self.telemetry, mlir_revision)

    def explain(
        self,
        source: object,
        plan: CompilationPlan,
        cache: Cache | str | os.PathLike[str] | None = None,
        *,
        mlir_revision: str | None = None,
        structural: Structural | None = None,
        source_name: str | None = None,
    ) -> Explanation:
        """Say whether this compile would hit, and if not, in which inputs the nearest entry differs.

        Nothing is compiled or counted, and MLIR is not loaded. CacheError without a cache to look into.
        """
        from .explain import explain

        _check_options(plan, None, structural, False)
        _check_texts(mlir_revision=mlir_revision, source_name=source_name)
        used = self.cache if cache is None else cache_of(cache)
        if used is None:
            raise CacheError("explain: there is no cache to look into; pass cache=...")
        locations = "stripped" if structural == "stripped" else "exact"
        parts = key_parts(source_of(source, source_name), plan, mlir_revision, locations)
        return explain(parts, plan, used)

    def watch(
        self,
        path: str | os.PathLike[str],
        plan: CompilationPlan,
        on_artifact: OnArtifact | None = None,
        *,
        on_error: OnError | None = None,
        load: Load | None = None,
        debounce_ms: int = 50,
    ) -> Watch:
        """Compile the file now and at every save, and hand over what is loaded; see `Watch`.

        `load` turns an artifact into a loaded module: `runtime.jit` unless given, `runtime.load` for the
        cache's native layer. AdapterUnavailableError without the watchfiles package.
        """
        from pathlib import Path

        from .watch import Watch

        _check_options(plan, None, None, False)
        debounce_ms = settings.whole("debounce_ms", debounce_ms, least=0)
        return Watch(
            lambda source: self.compile(source, plan),
            load or self.jit,
            Path(path),
            on_artifact,
            on_error,
            debounce_ms,
        )

    def jit(
        self,
        artifact: Artifact,
        opt_level: int = 2,
        shared_libs: Sequence[str] = (),
        telemetry: Telemetry | None = None,
    ) -> LoadedModule:
        """Generate code in this process, for this machine; its functions by name are what comes back.

        `shared_libs` are paths of libraries that the code calls. CompileError, stage `jit_load`, when the
        module is not lowered to LLVM, or its plan names a target, which the engine would ignore.
        """
        from . import codegen

        libraries = _listed("shared_libs", shared_libs)
        return codegen.jit(artifact, opt_level, libraries, self._stages(artifact, telemetry))

    def load(
        self,
        artifact: Artifact,
        cache: Cache | str | os.PathLike[str] | None = None,
        opt_level: int = 2,
        libraries: Sequence[str] = (),
        telemetry: Telemetry | None = None,
    ) -> LoadedModule:
        """Load the artifact as a shared library, kept in the cache's folder beside the bytecode.

        The second time, in any process on a machine of the same kind, nothing is generated and MLIR is not
        loaded. Whoever can write to the folder can run code in this process: share it only with those you
        trust.
        """
        from . import native

        options = native.Options(opt_level, _listed("libraries", libraries))
        used = self.cache if cache is None else cache_of(cache)
        return native.load(artifact, used, options, self._stages(artifact, telemetry))

    def emit_object(
        self,
        artifact: Artifact,
        path: str | os.PathLike[str],
        opt_level: int = 2,
        telemetry: Telemetry | None = None,
    ) -> Path:
        """Write a relocatable object file for the plan's target, else for this machine; gives its path."""
        from . import codegen

        stages = self._stages(artifact, telemetry)
        with stages.stage("object_emission", path=os.fspath(path)):
            code, _ = codegen.object_code(artifact, opt_level, stages)
            return _written(os.fspath(path), code)

    def emit_shared(
        self,
        artifact: Artifact,
        folder: str | os.PathLike[str],
        opt_level: int = 2,
        libraries: Sequence[str] = (),
        linker: str | None = None,
        telemetry: Telemetry | None = None,
    ) -> Path:
        """Write a shared library into `folder`, named by the SHA-256 of its bytes; gives its path.

        The same name is the same code, so loading it again after an edit never finds the old one. `linker`
        is the compiler driver; a target that is not this machine needs its own.
        """
        from . import native

        options = native.Options(opt_level, _listed("libraries", libraries), linker)
        library, _ = native.build_library(artifact, options, self._stages(artifact, telemetry))
        name = f"{hashlib.sha256(library).hexdigest()[:40]}.so"
        return _written(os.path.join(folder, name), library)

    def _stages(self, artifact: Artifact, telemetry: Telemetry | None) -> Stages:
        if not isinstance(artifact, Artifact):
            raise PlanError(f"artifact: expected what compile() gave, got {type(artifact).__name__}")
        heard = _checked_telemetry(telemetry) or self.telemetry
        return Stages(heard, {"key": artifact.key}, self.record_actions)

    def invalidate(self, cache: Cache | str | os.PathLike[str] | None, key: str | _All = ALL) -> int:
        """Forget one key of a cache, or all; gives how many entries went. None is the runtime's own cache."""
        used = self.cache if cache is None else cache_of(cache)
        return 0 if used is None else used.invalidate(key)


def _written(path: str, data: bytes) -> Path:
    from pathlib import Path

    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        raise CompileError(f"cannot write {path}: {error.strerror}", stage="object_emission") from error
    return Path(path)


# One cache object for a path, so that its counts, locks and limits are one.
_folders: dict[str, FileCache] = {}


def cache_of(cache: Cache | str | os.PathLike[str] | None) -> Cache | None:
    """A cache, or the folder of one."""
    if cache is None or isinstance(cache, Cache):
        return cache
    if not isinstance(cache, (str, os.PathLike)):
        raise CacheError(f"cache: expected a cache or the path of its folder, got {cache!r}")
    path = os.path.abspath(cache)
    if path not in _folders:
        _folders[path] = FileCache(path)
    return _folders[path]


def _check_options(plan: object, context: Any, structural: object, isolated: bool) -> None:
    if not isinstance(plan, CompilationPlan):
        raise PlanError(f"plan: expected a CompilationPlan, got {type(plan).__name__}")
    if structural not in (None, "stale", "stripped"):
        raise PlanError(f"structural: expected 'stale' or 'stripped', got {structural!r}")
    if isolated and context is not None:
        raise PlanError("isolated: a context cannot be lent to another process")


def _listed(name: str, values: object) -> tuple[str, ...]:
    """Paths as text; one text is not taken for a list of its letters."""
    if isinstance(values, (str, bytes, os.PathLike)) or not isinstance(values, Iterable):
        raise PlanError(f"{name}: expected a list of paths, got {values!r}")
    return tuple(map(os.fspath, values))


def _check_texts(**options: object) -> None:
    for name, value in options.items():
        if value is not None and (not isinstance(value, str) or not value):
            raise PlanError(f"{name}: expected a non-empty text, got {value!r}")


def _checked_telemetry(telemetry: Telemetry | None) -> Telemetry | None:
    if telemetry is not None and not callable(telemetry):
        raise PlanError(f"telemetry: expected a function of event, measurements, metadata, got {telemetry!r}")
    return telemetry


__all__ = ["CompilationRuntime", "cache_of"]
