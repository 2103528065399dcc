"""Pass pipelines as text: one reader and one writer of MLIR's own notation.

The notation is that of `PassManager::parse` and `mlir-opt --pass-pipeline`: pass names separated by commas,
options in braces, nested operations in parentheses. The outer `builtin.module(...)` may be left out when
reading and is always written, so that both spellings are one pipeline. Nothing here needs MLIR, so a pass
that does not exist is found only when a compile builds its pass managers.
"""

from __future__ import annotations

from passevents.errors import PlanError

from .steps import PassStep, PythonPass, Scope, Step

ROOT = "builtin.module"
_PUNCTUATION = ",(){}"


def parse(text: str) -> tuple[Step, ...]:
    """The steps of a textual pipeline; PlanError, with the offset, when it is not one."""
    reader = _Reader(text)
    steps = reader.sequence(closing="")
    if len(steps) == 1 and isinstance(steps[0], Scope) and steps[0].operation == ROOT:
        return steps[0].steps
    return steps


def render(steps: tuple[Step, ...]) -> str:
    """The pipeline as one line around `builtin.module`; a Python pass shows as its name."""
    return f"{ROOT}({render_steps(steps)})"


def render_steps(steps: tuple[Step, ...]) -> str:
    """Steps as comma-separated text, without the outer operation."""
    return ",".join(_render_step(step) for step in steps)


def _render_step(step: Step) -> str:
    if isinstance(step, Scope):
        return f"{step.operation}({render_steps(step.steps)})"
    if isinstance(step, PythonPass):
        return step.name
    return f"{step.name}{{{step.options}}}" if step.options else step.name


class _Reader:
    """A recursive-descent reader; `at` is the offset of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def sequence(self, closing: str) -> tuple[Step, ...]:
        self._skip_blanks()
        if self._peek() == closing:
            self.at += len(closing)
            return ()
        steps = [self._element()]
        while self._peek() == ",":
            self.at += 1
            steps.append(self._element())
        if self._peek() != closing:
            raise self._error("a ',' or ')'" if closing else "a ',' or the end")
        self.at += len(closing)
        return tuple(steps)

    def _element(self) -> Step:
        self._skip_blanks()
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in _PUNCTUATION:
            self.at += 1
        name = self.text[start : self.at].strip()
        if not name or any(letter.isspace() for letter in name):
            self.at = start
            raise self._error("the name of a pass or an operation")
        return self._rest_of(name)

    def _rest_of(self, name: str) -> Step:
        if self._peek() == "(":
            self.at += 1
            steps = self.sequence(closing=")")
            self._skip_blanks()
            return Scope(name, steps) if name == ROOT else checked_scope(name, steps)
        options = self._options() if self._peek() == "{" else ""
        self._skip_blanks()
        return PassStep(name, options)

    def _options(self) -> str:
        """The text between balanced braces, runs of blanks outside quotes made one space."""
        start, depth, quote = self.at, 0, ""
        kept: list[str] = []
        while self.at < len(self.text):
            letter = self.text[self.at]
            self.at += 1
            if quote:
                quote = "" if letter == quote else quote
            elif letter in "\"'":
                quote = letter
            elif letter in "{}":
                depth += 1 if letter == "{" else -1
                if depth == 0:
                    return "".join(kept)[1:].strip()
            elif letter.isspace():
                letter = "" if kept[-1:] == [" "] else " "
            if letter:
                kept.append(letter)
        self.at = start
        raise self._error("a '}' that closes these options")

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _skip_blanks(self) -> None:
        while self._peek().isspace():
            self.at += 1

    def _error(self, wanted: str) -> PlanError:
        found = repr(self._peek()) if self._peek() else "the end"
        return PlanError(f"pipeline: expected {wanted} at offset {self.at} of {self.text!r}, found {found}")


def checked_scope(operation: str, steps: tuple[Step, ...]) -> Scope:
    """A nested scope, or a PlanError that says why it can never run."""
    if operation != "any" and "." not in operation:
        raise PlanError(
            f"pipeline: {operation!r} is not the name of an operation: write it with its dialect, "
            "as in 'func.func(...)'"
        )
    if not steps:
        raise PlanError(f"pipeline: the scope {operation!r} has no passes")
    if operation == "any" and _has_python(steps):
        raise PlanError(
            "pipeline: a Python pass cannot be scheduled under 'any': name the operation it runs on"
        )
    return Scope(operation, steps)


def _has_python(steps: tuple[Step, ...]) -> bool:
    return any(
        isinstance(step, PythonPass) or (isinstance(step, Scope) and _has_python(step.steps))
        for step in steps
    )
