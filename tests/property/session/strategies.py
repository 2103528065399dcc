"""Random scripts of compile sessions."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ...unit.session.scripts import (
    Catch,
    Codegen,
    Instruments,
    Pipeline,
    Raise,
    Register,
    Session,
    ToolPlan,
    Unregister,
)

NAMES = st.sampled_from("abcd")
# A tool's scope that raises while an error passes is left out: here the compiler's error surfaces,
# elsewhere the tool's.
HOOKS = ("create", "codegen", "finish", "scope")


def tools(raising: bool) -> st.SearchStrategy[ToolPlan]:
    raises = st.frozensets(st.sampled_from(HOOKS), max_size=1) if raising else st.just(frozenset())
    return st.builds(ToolPlan, NAMES, st.integers(-1, 1), st.booleans(), raises)


def scripts(*, raising_tools: bool) -> st.SearchStrategy[tuple[Any, ...]]:
    """Scripts nested a few levels deep."""
    tool = tools(raising_tools)
    leaves = st.one_of(
        st.builds(Register, tool),
        st.builds(Unregister, NAMES),
        st.builds(Instruments, st.sampled_from([None, "lower", "host"])),
        st.builds(Codegen, st.sampled_from(["build.c", "build.llvm"]), st.booleans()),
        st.builds(Raise, st.just("pass failed")),
    )

    def nested(steps: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        body = st.lists(steps, max_size=4).map(tuple)
        return st.one_of(
            st.builds(Session, body, st.lists(tool, max_size=3).map(tuple), st.booleans(), st.booleans()),
            st.builds(Pipeline, st.sampled_from(["c", "cuda"]), body),
            st.builds(Catch, body),
        )

    return st.lists(st.recursive(leaves, nested, max_leaves=12), max_size=6).map(tuple)
