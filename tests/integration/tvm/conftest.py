"""After every test, nothing of it is left in TVM's pass context nor in the core."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tvm.ir.transform import PassContext

from passevents import events


@pytest.fixture(autouse=True)
def nothing_survives() -> Iterator[None]:
    yield
    assert list(PassContext.current().instruments) == []
    assert events.active_stacked_pass_instruments() == ()
    assert events.current_compile_pass_instrumentation() is None
    assert events.current_pass_phase() is None
