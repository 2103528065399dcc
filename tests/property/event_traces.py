"""Random callbacks of a compiler: nested as they should be, and with some lost, swapped or foreign."""

from __future__ import annotations

from hypothesis import strategies as st

NAMES = ["A", "B", "C", "hidden"]
HOOKS = [
    "enter_pass_context",
    "exit_pass_context",
    "pass_started",
    "pass_finished",
    "pass_failed",
    "pass_skipped",
    "passes_incomplete",
    "callback_mismatch",
]


def _block(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    bodies = st.lists(inner, max_size=4).map(lambda parts: [word for part in parts for word in part])
    passes = st.tuples(st.sampled_from(NAMES), st.sampled_from("-!"), bodies)
    contexts = bodies.map(lambda body: ["[", *body, "]"])
    return passes.map(lambda drawn: [f"+{drawn[0]}", *drawn[2], f"{drawn[1]}{drawn[0]}"]) | contexts


_leaf = st.sampled_from(NAMES).flatmap(lambda name: st.sampled_from([[f"+{name}", f"-{name}"], [f"~{name}"]]))

nested_traces = st.lists(st.recursive(_leaf, _block, max_leaves=12), max_size=4).map(
    lambda parts: ["[", *(word for part in parts for word in part), "]"]
)
"""What a compiler that loses nothing says: every context left, every pass ended, from the inside out."""


@st.composite
def damaged_traces(draw: st.DrawFn) -> list[str]:
    """The same with callbacks lost, swapped with their neighbours, and put in where they do not belong."""
    words = draw(nested_traces)
    for _ in range(draw(st.integers(0, 4))):
        position = draw(st.integers(0, len(words)))
        damage = draw(st.sampled_from(["lose", "swap", "insert"]))
        if damage == "insert":
            foreign = ["[", "]", "abort", *(kind + name for kind in "+-!" for name in [*NAMES, "X"])]
            words = [*words[:position], draw(st.sampled_from(foreign)), *words[position:]]
        elif damage == "lose":
            words = words[:position] + words[position + 1 :]
        else:
            words = words[:position] + words[position : position + 2][::-1] + words[position + 2 :]
    return words


failing_hooks = st.frozensets(st.sampled_from(HOOKS), max_size=3)
