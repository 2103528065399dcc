"""What recording costs, beside `mlir-opt`'s own tracing of the same work: `make bench`.

Every variant runs in a process of its own; the variants take turns, so that a slow minute of the machine
falls on all of them. What counts are ratios of medians within one such run, never the seconds of one machine.
Nothing is written but a temporary folder, unless `--json FILE` asks for the figures.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from variants import PIPELINE, VARIANTS, Figures

FUNCTION = """func.func @f{n}(%a: i32) -> i32 {{
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant {n} : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %c1, %c1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}}
"""
# What a variant is compared with: the plain run of its own kind.
BASE = {name: "mlir-opt" if name.startswith("mlir-opt") else "untraced" for name in VARIANTS}
BASE |= {name: "untraced, threads" for name in VARIANTS if name.endswith(", threads")}
TITLE = {
    "untraced": "pipeline, untraced",
    "journal": "recorded into the journal",
    "tag filter": "a tag that matches nothing",
    "location filter": "a location that matches nothing",
    "detached": "attached and detached before",
    "untraced, threads": "untraced, a thread each core",
    "journal, threads": "recorded, a thread each core",
    "store": "recorded and ingested",
}
# What may be added to the plain run of its kind, of its processor time.
TARGETS = {
    "journal": 0.10,
    "journal, threads": 0.10,
    "tag filter": 0.03,
    "location filter": 0.08,
    "detached": 0.01,
}
QUICK = {"functions": 8_000, "rounds": 3}
SECONDS_A_VARIANT = 300


def measure(variant: str, source: Path) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(Path(__file__).with_name("variants.py")), variant, str(source), folder]
        done = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, timeout=SECONDS_A_VARIANT
        )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def measure_all(source: Path, rounds: int, variants: list[str]) -> dict[str, list[Figures]]:
    results: dict[str, list[Figures]] = {variant: [] for variant in variants}
    for turn in range(rounds):
        for variant in variants:
            print(f"\rround {turn + 1} of {rounds}: {variant:<32}", end="", file=sys.stderr, flush=True)
            results[variant].append(measure(variant, source))
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    return results


def summarize(results: dict[str, list[Figures]]) -> dict[str, Figures]:
    """Medians by clock and by processor, beside those of the plain run of the same kind."""
    summary: dict[str, Figures] = {name: dict(runs[-1]) for name, runs in results.items()}
    for measure in ("seconds", "cpu_seconds"):
        medians = {name: statistics.median(run[measure] for run in runs) for name, runs in results.items()}
        for name, median in medians.items():
            base = medians[BASE[name]]
            figures = {measure: median, f"{measure}_ratio": median / base, f"{measure}_added": median - base}
            summary[name].update(figures)
    for name, runs in results.items():
        times = [run["seconds"] for run in runs]
        summary[name]["spread"] = max(times) / min(times)
    return summary


def table(summary: dict[str, Figures]) -> str:
    events = summary["journal"]["events"]
    head = f"{'':32}{'median s':>10}{'ratio':>7}{'added s':>9}{'cpu s':>8}{'ratio':>7}{'max/min':>9}"
    lines = [f"{head}{'bytes/event':>13}"]
    for name, row in summary.items():
        size = row.get("bytes", row.get("total_bytes", 0) / events)
        clock = f"{row['seconds']:10.3f}{row['seconds_ratio']:7.2f}{row['seconds_added']:9.3f}"
        processor = f"{row['cpu_seconds']:8.2f}{row['cpu_seconds_ratio']:7.2f}{row['spread']:9.2f}"
        lines.append(f"{TITLE.get(name, name):32}{clock}{processor}{f'{size:13.1f}' if size else ''}")
    return "\n".join(lines)


def verdicts(summary: dict[str, Figures]) -> list[str]:
    lines = []
    for name, limit in TARGETS.items():
        by_cpu, by_clock = (summary[name][f"{measure}_ratio"] - 1 for measure in ("cpu_seconds", "seconds"))
        mark = "reached" if by_cpu <= limit else "MISSED"
        lines.append(
            f"{TITLE[name]:32}{by_cpu:8.1%} of the processor time, {by_clock:6.1%} by the clock"
            f"   at most {limit:.0%}: {mark}"
        )
    return lines + peer_verdict(summary)


def peer_verdict(summary: dict[str, Figures]) -> list[str]:
    """What recording and filling the store add, beside what `mlir-opt` adds for its profile."""
    peer = "mlir-opt --profile-actions-to"
    if peer not in summary:
        return []
    shares = [
        summary["store"][f"{measure}_added"] / summary[peer][f"{measure}_added"]
        for measure in ("cpu_seconds", "seconds")
    ]
    mark = "reached" if shares[0] <= 1.5 else "MISSED"
    return [
        f"recording and ingest add {shares[0]:.2f} times the processor time that --profile-actions-to adds, "
        f"{shares[1]:.2f} times by the clock   at most 1.5: {mark}"
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--functions", type=int, default=20_000, help="functions in the input (default: %(default)s)"
    )
    parser.add_argument("--rounds", type=int, default=7, help="runs of each variant (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument(
        "--quick",
        action="store_true",
        help=f"{QUICK['functions']} functions, {QUICK['rounds']} rounds, without mlir-opt and the store",
    )
    options = parser.parse_args()
    variants = list(VARIANTS)
    if options.quick:
        options.functions, options.rounds = QUICK["functions"], QUICK["rounds"]
        variants = [name for name in variants if not name.startswith(("mlir-opt", "store"))]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "functions.mlir"
        source.write_text("".join(FUNCTION.format(n=n) for n in range(options.functions)))
        summary = summarize(measure_all(source, options.rounds, variants))
    print(f"{options.functions} functions, {PIPELINE}, {options.rounds} rounds, ", end="")
    print(f"{summary['journal']['events']} events\n\n{table(summary)}\n")
    print("\n".join(verdicts(summary)))
    if options.json:
        options.json.write_text(json.dumps(summary, indent=2) + "\n")


if __name__ == "__main__":
    main()
