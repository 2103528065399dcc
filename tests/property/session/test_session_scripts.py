"""Properties of compile sessions, over random scripts of nested sessions, pipelines, code generators and
failures.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given

from passevents import events

from ...unit.session.scripts import Player, ToolPlan, play
from .strategies import scripts


class EntryPlayer(Player):
    """Tells a scope that was entered from one that raised on the way in, and so is never left."""

    def seen(self, hook: str, plan: ToolPlan, *what: Any) -> None:
        super().seen(hook, plan, *what)
        if hook == "scope":
            self.log.append(("entered", plan.name))


@given(scripts(raising_tools=True))
def test_every_tool_that_is_made_for_a_session_finishes_once(script: tuple[Any, ...]) -> None:
    log = play(events, *script)
    made = sum(entry[3] for entry in log if entry[0] == "session")
    reused = Counter(entry[0] for entry in log)
    assert reused["finish"] <= made
    assert log[-1] == ("after", None, None)


@given(scripts(raising_tools=True))
def test_scopes_are_left_in_the_reverse_order_of_their_entry(script: tuple[Any, ...]) -> None:
    entered: list[str] = []
    for entry in EntryPlayer(events).play(script):
        if entry[0] == "entered":
            entered.append(entry[1])
        elif entry[0] == "leave":
            assert entered.pop() == entry[1]


@given(scripts(raising_tools=False))
def test_an_error_of_the_compiler_surfaces_as_it_is(script: tuple[Any, ...]) -> None:
    log = play(events, *script)
    surfaced = [entry[1] for entry in log if entry[0] in ("raised", "caught")]
    assert all(text.startswith(("pass", "code generator")) for text in surfaced)
