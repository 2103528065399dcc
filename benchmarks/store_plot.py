"""Cost against size as a page of its own: logarithmic both ways, so that what is linear has slope one."""

from __future__ import annotations

import math
from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 640, 420, 60
_SERIES = {"fill": "#1f77b4", "count of a tag": "#2ca02c", "slowest": "#d62728"}


def page(points: Sequence[dict[str, float]]) -> str:
    """Return the page: seconds of processor time over events, and the line on which cost is linear."""
    values = [point[name] for point in points for name in _SERIES]
    x = _Scale([point["events"] for point in points], MARGIN, WIDTH - MARGIN)
    y = _Scale(values, HEIGHT - MARGIN, MARGIN)
    first, last = points[0], points[-1]
    times = last["events"] / first["events"]
    linear = [(first["events"], first["fill"]), (last["events"], first["fill"] * times)]
    lines = [_line("linear", "#999999", linear, x, y, dashes="4 4")]
    lines += [
        _line(name, colour, [(point["events"], point[name]) for point in points], x, y)
        for name, colour in _SERIES.items()
    ]
    ticks = [*x.ticks("x"), *y.ticks("y")]
    body = "\n".join([*ticks, *lines])
    return (
        "<!doctype html><meta charset=utf-8><title>The store: cost against size</title>\n"
        "<h1>Seconds of processor time over events in the run</h1>\n"
        f'<svg width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">\n{body}\n</svg>\n'
    )


class _Scale:
    """Values to places, by their logarithms."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        logarithms = [math.log10(max(value, 1e-6)) for value in values]
        self._low, self._high = math.floor(min(logarithms)), math.ceil(max(logarithms))
        self._start, self._end = start, end

    def place(self, value: float) -> float:
        share = (math.log10(max(value, 1e-6)) - self._low) / max(self._high - self._low, 1)
        return self._start + share * (self._end - self._start)

    def ticks(self, axis: str) -> list[str]:
        found = []
        for power in range(self._low, self._high + 1):
            place = self.place(10.0**power)
            at = f'x="{place:.0f}" y="{HEIGHT - 30}"' if axis == "x" else f'x="5" y="{place + 4:.0f}"'
            found.append(f"<text {at}>10^{power}</text>")
        return found


def _line(
    name: str, colour: str, points: Sequence[tuple[float, float]], x: _Scale, y: _Scale, dashes: str = ""
) -> str:
    places = [(x.place(across), y.place(up)) for across, up in points]
    path = " ".join(f"{across:.0f},{up:.0f}" for across, up in places)
    end = places[-1]
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-dasharray="{dashes}"/>'
        f'<text x="{end[0] - 60:.0f}" y="{end[1] - 6:.0f}" fill="{colour}">{name}</text>'
    )
