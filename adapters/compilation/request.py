"""One call of `compile`: look-up, second look-up by structure, compile, store, each told to the stages."""

from __future__ import annotations

import contextlib
import hashlib
import time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .artifact import Artifact
from .cache import Cache, Entry, Lookup, Metadata
from .cache.entry import encode_signatures
from .key import KeyParts, key_parts
from .plan import CompilationPlan
from .source import Source
from .stages import Stages, Telemetry

if TYPE_CHECKING:
    from .compilation import Compiled

HIT = "hit, no passes ran"
Structural = Literal["stale", "stripped"]


class Request(NamedTuple):
    """One call of `compile`."""

    source: Source
    plan: CompilationPlan
    cache: Cache | None
    context: Any
    structural: Structural | None
    isolated: bool
    record_actions: bool

    def run(self, telemetry: Telemetry | None, revision: str | None) -> Artifact:
        """The artifact; see `CompilationRuntime.compile`."""
        begin = time.perf_counter_ns()
        locations = "stripped" if self.structural == "stripped" else "exact"
        parts = key_parts(self.source, self.plan, revision, locations)
        key = parts.lookup_key()
        stages = Stages(telemetry, self.plan.telemetry_metadata, self.record_actions)
        if not stages.is_heard:
            return self._through_cache(parts, key, stages, begin)
        with stages.stage("compile", key=key, source=self.source.name, plan=self.plan.identity()):
            return self._through_cache(parts, key, stages, begin)

    def _through_cache(self, parts: KeyParts, key: str, stages: Stages, begin: int) -> Artifact:
        if self.cache is None:
            return self._compiled(parts, key, stages, begin, "no cache")
        found, reason = self._look_up(self.cache, key, stages)
        if found is not None:
            return found
        with contextlib.ExitStack() as held:
            with stages.stage("cache_wait") if stages.is_heard else contextlib.nullcontext():
                held.enter_context(self.cache.flight(key))
            # Another thread or process may have finished it while this one waited.
            again = self.cache.lookup(key, again=True)
            if again.entry is not None:
                return self._hit(key, again.entry, again.layer, stages)
            return self._missed(self.cache, parts, key, stages, begin, reason)

    def _look_up(self, cache: Cache, key: str, stages: Stages) -> tuple[Artifact | None, str]:
        begin = time.perf_counter_ns()
        if stages.is_heard:
            with stages.stage("cache_lookup", key=key):
                found = cache.lookup(key)
        else:
            found = cache.lookup(key)
            stages.timings["cache_lookup"] = time.perf_counter_ns() - begin
        for failure in found.failures:
            stages.moment("failure", key=key, reason=failure)
        if found.entry is not None:
            return self._hit(key, found.entry, found.layer, stages), ""
        return None, "; ".join(found.failures) or "absent"

    def _hit(self, key: str, entry: Entry, layer: str | None, stages: Stages) -> Artifact:
        if stages.is_heard:
            stages.moment("hit", key=key, layer=layer, detail=HIT)
        metadata = entry.metadata
        return Artifact(key, entry.bytecode, metadata, "hit", stages.timings, entry, layer)

    def _missed(
        self, cache: Cache, parts: KeyParts, key: str, stages: Stages, begin: int, reason: str
    ) -> Artifact:
        stages.moment("miss", key=key, reason=reason)
        if self.structural is not None:
            return self._by_structure(cache, parts, key, stages, begin, reason)
        return self._stored(cache, (key,), self._compiled(parts, key, stages, begin, reason), stages)

    def _by_structure(
        self, cache: Cache, parts: KeyParts, key: str, stages: Stages, begin: int, reason: str
    ) -> Artifact:
        """The second look-up.

        A result with the locations of another text is kept under a key of its own, which is looked at
        before the structure is; under the ordinary key it would reach those who have not asked for it.
        """
        stale = parts._replace(locations="stale").lookup_key()
        known = cache.lookup(stale, again=True) if self.structural == "stale" else Lookup()
        if known.entry is not None:
            return self._hit(stale, known.entry, known.layer, stages)
        structure = self._structure(stages)
        second = parts.structural_key(structure)
        found = cache.lookup(second, again=True)
        if found.entry is None:
            artifact = self._compiled(parts, key, stages, begin, reason, structure)
            return self._stored(cache, (key, second), artifact, stages)
        if self.structural == "stale":
            key, locations = stale, "stale"
        else:
            locations = found.entry.metadata.locations
        metadata = found.entry.metadata._replace(
            lookup_key=key, source_digest=parts.source, source_name=parts.source_name, locations=locations
        )
        entry = found.entry._replace(metadata=metadata)
        self._store(cache, key, entry, stages)
        return self._hit(key, entry, found.layer, stages)

    def _structure(self, stages: Stages) -> str:
        from .structure import structural_hash

        with stages.stage("structural_hash"):
            return structural_hash(self.source, self.plan)

    def _compiled(
        self, parts: KeyParts, key: str, stages: Stages, begin: int, reason: str, structure: str | None = None
    ) -> Artifact:
        compiled = self._compile(stages)
        metadata = self._metadata(parts, key, compiled, time.perf_counter_ns() - begin, structure)
        entry = Entry(metadata, compiled.bytecode, encode_signatures(compiled.signatures))
        if not stages.is_heard:  # else there is a stage of this name, which counts itself
            stages.timings["compile"] = metadata.compile_ns
        return Artifact(
            key,
            compiled.bytecode,
            metadata,
            "miss",
            stages.timings,
            entry,
            None,
            reason,
            compiled.diagnostics,
        )

    def _compile(self, stages: Stages) -> Compiled:
        strip = self.structural == "stripped"
        if self.isolated:
            from .isolated import compile_isolated

            return compile_isolated(self.source, self.plan, stages, strip)
        from .compilation import compile_source

        return compile_source(self.source, self.plan, stages, context=self.context, strip_locations=strip)

    def _metadata(
        self, parts: KeyParts, key: str, compiled: Compiled, took_ns: int, structure: str | None
    ) -> Metadata:
        return Metadata(
            lookup_key=key,
            source_digest=parts.source,
            source_name=parts.source_name,
            plan_identity=parts.plan,
            declaration=self.plan.declaration(),
            mlir_version=parts.mlir_version,
            mlir_build=parts.mlir_build,
            bytecode_sha256=hashlib.sha256(compiled.bytecode).hexdigest(),
            bytecode_bytes=len(compiled.bytecode),
            compile_ns=took_ns,
            created_at=time.time(),
            locations=parts.locations,
            structural_hash=structure,
        )

    def _stored(self, cache: Cache, keys: tuple[str, ...], artifact: Artifact, stages: Stages) -> Artifact:
        for key in keys:
            metadata = artifact.metadata._replace(lookup_key=key)
            self._store(cache, key, artifact.entry._replace(metadata=metadata), stages)
        return artifact

    def _store(self, cache: Cache, key: str, entry: Entry, stages: Stages) -> None:
        for failure in cache.store(key, entry):
            stages.moment("failure", key=key, reason=failure)
