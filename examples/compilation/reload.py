"""A kernel that is edited while it runs: save the file, and the next frame is drawn by the new code.

    python examples/compilation/reload.py            then edit the kernel it names, in any editor
    python examples/compilation/reload.py --frames 3  ends by itself

The kernel paints one row of a picture. Break it, and the picture goes on as it was, with the error above it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path

import numpy as np

from passevents.adapters.compilation import CompilationPlan, CompilationRuntime, Watch, compiler

KERNEL = Path(__file__).with_name("wave.mlir")
SHADES = " .:-=+*#%@"


@compiler
def lowering() -> CompilationPlan:
    """From loops, arithmetic and mathematics to LLVM."""
    return CompilationPlan(
        "convert-scf-to-cf,convert-math-to-llvm,convert-math-to-libm,expand-strided-metadata,convert-to-llvm,"
        "reconcile-unrealized-casts"
    )


def picture(row: np.ndarray) -> str:
    shades = np.clip((row + 1) / 2 * (len(SHADES) - 1), 0, len(SHADES) - 1).astype(int)
    return "".join(SHADES[shade] for shade in shades)


def draw(watch: Watch, frames: int | None, pause: float) -> None:
    paint = watch.function("wave")
    row, frame, shown = np.zeros(72, dtype=np.float32), 0, None
    while frames is None or frame < frames:
        paint(row, float(frame))
        if watch.error is not shown:
            shown = watch.error
            print(f"-- {shown}" if shown else "-- mended")
        print(picture(row), flush=True)
        frame += 1
        time.sleep(pause)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, help="draw so many and end")
    parser.add_argument("--pause", type=float, default=0.2, metavar="SECONDS", help="between frames")
    parser.add_argument("--kernel", type=Path, default=Path("wave.mlir"), help="the file to edit")
    options = parser.parse_args()
    if not options.kernel.exists():
        shutil.copy(KERNEL, options.kernel)
    runtime = CompilationRuntime(options.kernel.with_suffix(".cache"))
    with runtime.watch(options.kernel, lowering(), load=runtime.load) as watch:
        if watch.error is not None:
            print(watch.error, file=sys.stderr)
            return 1
        print(f"-- edit {options.kernel} and save it; Ctrl-C ends")
        try:
            draw(watch, options.frames, options.pause)
        except KeyboardInterrupt:
            print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
