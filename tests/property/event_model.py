"""A second, plain account of how callbacks pair: slow, with nothing shared with the library but its names.

It keeps every open pass as a dictionary, decides each callback by looking over all of them, and writes down
the calls that an observer should get.
"""

from __future__ import annotations

from typing import Any

Call = tuple[Any, ...]


class Model:
    """What an instrument should tell its observer, callback by callback."""

    def __init__(self, hidden: frozenset[str], strict: bool) -> None:
        self.hidden = hidden
        self.strict = strict
        self.passes: list[dict[str, Any]] = []
        self.contexts: list[list[int]] = []
        self.next_number = 0
        self.next_key = 0
        self.calls: list[Call] = []
        self.raising: frozenset[str] = frozenset()

    def play(self, word: str, raising: frozenset[str]) -> None:
        self.raising = raising
        if word == "[":
            self.enter()
        elif word == "]":
            self.leave()
        elif word == "abort":
            self.drop(self.passes)
        elif word[0] in "+~":
            self.before(word[1:], skipped=word[0] == "~")
        else:
            self.after(word[1:], "pass_failed" if word[0] == "!" else "pass_finished")

    def tell(self, hook: str, *about: Any) -> bool:
        """Note a call; whether it raises."""
        self.calls.append((hook, *about))
        return hook in self.raising

    def drop(self, passes: list[dict[str, Any]]) -> bool:
        gone = [each["key"] for each in passes]
        names = tuple((each["name"], each["depth"], each["identity"], each["state"]) for each in passes)
        self.passes = [each for each in self.passes if each["key"] not in gone]
        return bool(names) and self.tell("passes_incomplete", *names)

    def enter(self) -> None:
        if not self.contexts:
            if self.drop(self.passes):
                return
            self.next_number = 0
        if not self.tell("enter_pass_context"):
            self.contexts.append([each["key"] for each in self.passes])

    def leave(self) -> None:
        outside = self.contexts.pop() if self.contexts else []
        self.drop([each for each in self.passes if each["key"] not in outside])
        self.tell("exit_pass_context")

    def before(self, name: str, skipped: bool) -> None:
        depth = len(self.passes)
        parents = [each["identity"][1] for each in self.passes if each["identity"]]
        identity = None
        if name not in self.hidden:
            identity = (name, self.next_number, depth, parents[-1] if parents else None)
            self.next_number += 1
        if skipped:
            if identity:
                self.tell("pass_skipped", identity)
            return
        state = None
        if identity and not self.tell("pass_started", identity):
            state = f"state {identity[1]}"
        self.next_key += 1
        self.passes.append(
            {"key": self.next_key, "name": name, "depth": depth, "identity": identity, "state": state}
        )

    def after(self, name: str, hook: str) -> None:
        candidates = [each for each in self.passes if each["name"] == name]
        innermost = self.passes[-1] if self.passes else None
        if not candidates or (self.strict and candidates[-1] is not innermost):
            self.tell("callback_mismatch", name, innermost["name"] if innermost else None)
            self.drop(self.passes)
            return
        closing = candidates[-1]
        self.drop(self.passes[self.passes.index(closing) + 1 :])
        self.passes.remove(closing)
        if closing["identity"]:
            self.tell(hook, closing["identity"], closing["state"])
