"""What a comparison of two runs is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from passevents.events import PassRecord
from passevents.journal import Moment
from passevents.query.answers import Answer, Layout
from passevents.query.diffs import Diff, unified_diff
from passevents.query.pass_times import Step
from passevents.query.settings import Setting, as_text

if TYPE_CHECKING:
    from passevents.query.run import Run


@attrs.frozen
class PassComparison:
    """One pass in two runs, or the whole run where `path` is empty.

    `first_ns` and `second_ns` are the times in it less the time in passes inside it (of the whole run: from
    its start to its end); None and a count of 0 where it is in one of them only. `ratio` is the second by the
    first. `significant` says whether they differ by more than noise, None where too few runs tell.
    """

    path: tuple[Step, ...]
    first_count: int
    second_count: int
    first_ns: int | None
    second_ns: int | None
    ratio: float | None
    significant: bool | None

    @property
    def name(self) -> str:
        """The path in words; `name#2` is the second of that name there."""
        return " > ".join(map(str, self.path)) or "(whole run)"


@attrs.frozen
class PatternComparison:
    """One rewrite pattern in two runs: how often it was tried and how often it matched, None if not known."""

    name: str
    first_attempts: int
    second_attempts: int
    first_matches: int | None
    second_matches: int | None


@attrs.frozen
class Divergence:
    """The first pass in both runs, in the order of the first one, whose programs are not the same.

    `moment` is `before` where they differ already when it begins, `after` where they are equal until then.
    """

    path: tuple[Step, ...]
    moment: Moment
    first: PassRecord
    second: PassRecord

    @property
    def name(self) -> str:
        """The path in words."""
        return " > ".join(map(str, self.path))


@attrs.frozen
class Comparison:
    """Two runs side by side.

    `whole` compares the runs as wholes, `passes` those that are in both, in the order of the first run;
    `only_in_first` and `only_in_second` are the others. `patterns` are all, in order of name. `settings` are
    those that differ. `divergence` is None where the programs are equal, or were not kept in both
    (`programs_compared` counts the passes whose programs were). `first_repeats` and `second_repeats` are the
    numbers of further runs like each, from which the noise is known; `alike` that both are the same runs.
    """

    first: Run
    second: Run
    whole: PassComparison
    passes: Answer[PassComparison]
    only_in_first: Answer[PassComparison]
    only_in_second: Answer[PassComparison]
    patterns: Answer[PatternComparison]
    settings: Answer[Setting]
    divergence: Divergence | None
    programs_compared: int
    first_repeats: int
    second_repeats: int
    alike: bool

    @property
    def unfinished(self) -> list[Run]:
        """Those of the two that did not complete: what times they have says nothing of how long it takes."""
        return [run for run in (self.first, self.second) if run.status != "completed"]

    @property
    def noise_known(self) -> bool:
        """Whether both completed, and enough runs are like one of them to tell a difference from noise."""
        return self.whole.significant is not None

    def slower(self, over: float = 1.0) -> list[PassComparison]:
        """Return what takes more than `over` times as long in the second run, and by more than noise: the run
        as a whole first, then the passes, those that lose most time first.
        """
        found = [each for each in self.passes if _is_slower(each, over)]
        found.sort(key=lambda each: (each.first_ns or 0) - (each.second_ns or 0))
        return [self.whole, *found] if _is_slower(self.whole, over) else found

    def diff(self, *, context: int = 3) -> Diff:
        """Return how the programs differ where they first do, as a unified diff; empty where they do not."""
        parted = self.divergence
        if parted is None:
            return Diff("")
        one = self.first.ir(parted.first.event.sequence, parted.moment)
        other = self.second.ir(parted.second.event.sequence, parted.moment)
        names = (f"first: {parted.name}", f"second: {parted.name}")
        return Diff(unified_diff(one, other, *names, context=context))


PASS_LAYOUT: Layout[PassComparison] = Layout(
    {
        "path": str,
        "first_count": int,
        "second_count": int,
        "first_ns": int,
        "second_ns": int,
        "ratio": float,
        "significant": bool,
    },
    lambda each: (each.name, *attrs.astuple(each, recurse=False)[1:]),
)
PATTERN_LAYOUT: Layout[PatternComparison] = Layout(
    {
        "name": str,
        "first_attempts": int,
        "second_attempts": int,
        "first_matches": int,
        "second_matches": int,
    },
    lambda each: attrs.astuple(each),
)
SETTING_LAYOUT: Layout[Setting] = Layout(
    {"name": str, "first": str, "second": str},
    lambda each: (each.name, as_text(each.first), as_text(each.second)),
)


def _is_slower(each: PassComparison, over: float) -> bool:
    return each.significant is True and each.ratio is not None and each.ratio > max(over, 1.0)
