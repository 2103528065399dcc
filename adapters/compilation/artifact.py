"""What a compile gives back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from .cache.entry import Entry, Metadata, Signature
from .settings import Settings

if TYPE_CHECKING:
    from passevents.events.model import Diagnostic


class Artifact(NamedTuple):
    """Transformed bytecode with its metadata, and how it came about. Immutable; may be shared between
    threads.

    `key` is the look-up key. `cache` says whether it came from one, `layer` from which; `reason` why not
    (`absent`, `no cache`, or what was wrong with the entry). `timings` are nanoseconds by stage.
    `diagnostics` are what MLIR said though it succeeded; a hit has none.
    """

    key: str
    bytecode: bytes
    metadata: Metadata
    cache: Literal["hit", "miss"]
    timings: Mapping[str, int]
    entry: Entry
    layer: str | None = None
    reason: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def __repr__(self) -> str:
        came = f"{self.cache} in {self.layer}" if self.layer else f"{self.cache}, {self.reason}"
        return f"<Artifact {self.key[:12]} of {len(self.bytecode)} bytes: {came}>"

    @property
    def target(self) -> Mapping[str, str] | None:
        """The target that the plan names; None is the machine that generates code."""
        target: Mapping[str, str] | None = self.metadata.declaration.get("target")
        return target

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The functions of the source with `llvm.emit_c_interface`, with their types before lowering."""
        return self.entry.signatures()

    def text(self) -> str:
        """The module as MLIR text, with locations. Needs MLIR."""
        from mlir import ir

        from . import pool

        context = pool.new_context(Settings({"allow_unregistered_dialects": True}))
        return str(ir.Module.parse(self.bytecode, context=context).operation.get_asm(enable_debug_info=True))
