"""Whether two times differ by more than the runs of the same compile differ among themselves.

Compile times are skewed and runs are few, so nothing is assumed of their distribution. Of the runs like each
side (of the same name, with the same settings) the median absolute deviation is the measure of scatter. A
difference counts as significant where all of this is so:

- at least `NEEDED` runs are alike, the compared ones included; else nothing can be said;
- it is more than `SPREADS` times the scatter, which is taken to be at least `LEAST` of the larger time;
- one of the two times lies outside of everything seen in the runs like the other;
- it is at least `least_ns`: what takes microseconds often takes twice as many.

The answer is the same whichever of the two comes first.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import attrs

NEEDED = 4
SPREADS = 4.0
LEAST = 0.02

# Makes the median absolute deviation of a normal distribution its standard deviation.
_NORMAL = 1.4826


@attrs.frozen
class Repeats:
    """Times of one pass in other runs: `first` in those like the first run, `second` like the second.

    Where the two were compiled with the same settings they are the same runs, and `alike` is true.
    """

    first: Sequence[int]
    second: Sequence[int]
    alike: bool

    @property
    def enough(self) -> bool:
        """Whether there are as many as it takes."""
        return max(len(self.first), len(self.second)) + 1 >= NEEDED


def scatter(times: Sequence[int]) -> float:
    """Return the median absolute deviation, scaled to be comparable with a standard deviation."""
    middle = statistics.median(times)
    return _NORMAL * statistics.median(abs(time - middle) for time in times)


def is_significant(first: int, second: int, repeats: Repeats, least_ns: int = 0) -> bool | None:
    """Return whether the two times differ by more than noise; None where too few runs are alike."""
    if not repeats.enough:
        return None
    difference = abs(second - first)
    # A side with too few runs says nothing; without settings that differ both sides have the same runs.
    sides = [(second, first, repeats.first), (first, second, repeats.second)]
    known = [(time, own, others) for time, own, others in sides if len(others) + 1 >= NEEDED]
    outside = [not min(own, *others) <= time <= max(own, *others) for time, own, others in known]
    around = [others if repeats.alike else [own, *others] for _, own, others in known]
    noise = max(LEAST * max(first, second), *(scatter(times) for times in around))
    beyond = any(outside) if repeats.alike else all(outside)
    return beyond and difference >= least_ns and difference > SPREADS * noise
