"""Entries to put into caches, without a compiler."""

import hashlib

import pytest

from passevents.adapters.compilation.cache import Entry, Metadata


@pytest.fixture
def make_entry():
    def make(key: str, bytecode: bytes = b"ML\xefR bytes", **changes) -> Entry:
        fields = {
            "lookup_key": key,
            "source_digest": "s" * 64,
            "source_name": "-",
            "plan_identity": "p" * 64,
            "declaration": {"declaration": 1},
            "mlir_version": "22.1.8",
            "mlir_build": "b" * 32,
            "bytecode_sha256": hashlib.sha256(bytecode).hexdigest(),
            "bytecode_bytes": len(bytecode),
            "compile_ns": 1_000_000,
            "created_at": 1.5,
        }
        return Entry(Metadata(**{**fields, **changes}), bytecode)

    return make


@pytest.fixture
def key() -> str:
    return hashlib.sha256(b"a key").hexdigest()
