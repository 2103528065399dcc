"""The kernel cache is a folder of the test's own, and nothing of a test is left afterwards."""

from __future__ import annotations

import os
import tempfile

# Read when TileLang is imported, so before anything else here is.
os.environ["TILELANG_CACHE_DIR"] = tempfile.mkdtemp(prefix="tilelang-cache-")

from collections.abc import Iterator

import pytest

from passevents import events


@pytest.fixture(autouse=True)
def nothing_survives() -> Iterator[None]:
    yield
    import tilelang.instrumentation as package
    from tilelang.cache.kernel_cache import KernelCache

    assert package.current_compile_pass_instrumentation() is None
    assert package.active_stacked_pass_instruments() == ()
    assert events.active_stacked_pass_instruments() == ()
    assert events.current_compile_pass_instrumentation() is None
    assert package.session._tool_factories == {}
    assert not hasattr(KernelCache.cached, "__wrapped__")
