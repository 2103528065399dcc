"""The compile session here and TileLang's own, side by side: whatever the script, they are told the same."""

from __future__ import annotations

from typing import Any

import tilelang.instrumentation
from hypothesis import given, settings

from passevents import events

from ...property.session.strategies import scripts
from ...unit.session.scripts import play


@settings(max_examples=500, deadline=None)
@given(scripts(raising_tools=True))
def test_both_sessions_tell_their_tools_the_same(script: tuple[Any, ...]) -> None:
    assert play(events, *script) == play(tilelang.instrumentation, *script)
