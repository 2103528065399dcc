"""How fast and how large the store is, up to millions of events: `make bench-store`.

The events are real ones (see schedule.py). Filling is compared with a bare `executemany` of the same rows
into the same tables, in turns; what counts is the ratio of processor times. Questions are asked of a run of a
million events in a store with a thousand others. Nothing is written but a temporary folder, unless
`--plot FILE` asks for a page with the cost against the size.
"""

from __future__ import annotations

import argparse
import functools
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

import schedule
from store_plot import page

from passevents.journal import read
from passevents.query import EventStore, Run
from passevents.store.connect import open_for_writing
from passevents.store.ingest import ingest
from passevents.store.removal import remove_run, remove_unused
from passevents.store.space import free_space
from passevents.store.writer import writer

COMPILES = 29  # of 34,660 events each: a million
BATCH = 10_000
TABLES = ("records", "summaries", "strings", "run_strings", "blocks", "block_values")
# Compiles and layers of the sizes to compare: about 10^4, 10^5, 10^6 and 10^7 events.
SIZES = {"quick": [(1, 2), (3, 8)], "full": [(1, 2), (3, 8), (29, 8), (290, 8)]}

# What is asked, and in how many milliseconds it is to be answered.
QUESTIONS: dict[str, tuple[float, Callable[[Run], object]]] = {
    "slowest(10)": (50, lambda run: run.slowest()),
    "slowest(10, tag=...)": (50, lambda run: run.slowest(tag="apply-pattern")),
    "page of a rare name": (50, lambda run: list(run.records(name="transform-interpreter", limit=100))),
    "page of an operation": (50, lambda run: list(run.records(operation="arith.addf", limit=100))),
    "page of what failed": (50, lambda run: list(run.records(status="failed", limit=100))),
    "page of a line": (50, lambda run: list(run.records(location="-:9", limit=100))),
    "page of what took 1 ms": (50, lambda run: list(run.records(min_duration_ns=10**6, limit=100))),
    "tree, three levels": (50, lambda run: run.tree(max_depth=2)),
    "totals with self time": (250, lambda run: run.totals()),
    "outermost events": (1000, lambda run: run.children()),
    "counts": (100, lambda run: run.counts()),
    "totals by phase": (1000, lambda run: run.totals(by="phase")),
    "totals by location": (1000, lambda run: run.totals(by="location")),
    "whole tree, folded": (1000, lambda run: run.branches()),
    "patterns": (1000, lambda run: run.patterns()),
    "patterns by pass": (1000, lambda run: run.patterns(by_pass=True)),
    "page far behind": (1000, lambda run: list(run.records(tag="apply-pattern", limit=100, offset=10**5))),
    "search a word": (1000, lambda run: run.search("canonicalize")),
    "count of a tag": (1000, lambda run: run.count(tag="apply-pattern")),
}


def page_of_subtree(run: Run) -> Callable[[Run], object]:
    """Read the first events inside the compile half-way."""
    compiles = [node.record.event.sequence for node in run.children()]
    middle = compiles[len(compiles) // 2]
    return lambda run: list(run.records(under=middle, limit=100))


def processor() -> float:
    times = resource.getrusage(resource.RUSAGE_SELF)
    return times.ru_utime + times.ru_stime


def filled(journal: Path, path: Path) -> tuple[float, int]:
    """Processor seconds of filling a store from a journal, from reading it to the commit; and the events."""
    with writer(path):
        pass
    begin = processor()
    data = read(journal)
    with writer(path) as connection:
        ingest(connection, data)
    return processor() - begin, int(data.counts["events"])


def bare(source: Path, path: Path) -> float:
    """Processor seconds of `executemany` alone, of the rows of the store `source` in one transaction."""
    spent = 0.0
    with (
        closing(sqlite3.connect(source)) as rows,
        closing(open_for_writing(path)) as connection,
    ):
        connection.execute("begin immediate")
        for table in TABLES:
            cursor = rows.execute(f"select * from {table}")
            statement = f"insert into {table} values ({', '.join('?' * len(cursor.description))})"
            while batch := cursor.fetchmany(BATCH):
                begin = processor()
                connection.executemany(statement, batch)
                spent += processor() - begin
        begin = processor()
        connection.execute("commit")
        return spent + processor() - begin


def filling(folder: Path, compiles: int, rounds: int) -> str:
    journal = schedule.record_journal(folder / "journals", compiles)
    ours, theirs = [], []
    for turn in range(rounds):
        first, second = folder / f"ours{turn}.db", folder / f"bare{turn}.db"
        seconds, events = filled(journal, first)
        ours.append(seconds)
        theirs.append(bare(first, second))
        second.unlink()
    ratio = statistics.median(ours) / statistics.median(theirs)
    sizes = bytes_an_event(first, events)
    return (
        f"filling {events:,} events: {statistics.median(ours):.2f} s of processor time, executemany"
        f" {statistics.median(theirs):.2f} s: ratio {ratio:.2f} (to reach: at most 1.3)\n"
        f"bytes an event: {sizes[0]:.1f} without blocks (at most 64), {sizes[1]:.1f} with (at most 110)"
    )


def bytes_an_event(path: Path, events: int) -> tuple[float, float]:
    """Of the file without what was made to be asked quickly, and of all of it."""
    with closing(sqlite3.connect(path)) as connection:
        whole = path.stat().st_size
        with connection:
            connection.execute("delete from blocks")
            connection.execute("delete from block_values")
        connection.execute("vacuum")
        connection.execute("pragma wal_checkpoint(truncate)")
    return path.stat().st_size / events, whole / events


def asking(folder: Path, compiles: int, others: int) -> str:
    path = folder / "asked.db"
    small(path, others // 2)
    schedule.record_run(path, compiles, name="large")
    small(path, others - others // 2)
    with EventStore(path) as store:
        run = store.run("large")
        lines = [f"a run of {run.event_count:,} events among {others:,} others, best of 5:"]
        lines.append(asked("runs()", 100, store.runs))
        questions = QUESTIONS | {"page of a subtree": (50, page_of_subtree(run))}
        for name, (most, ask) in questions.items():
            lines.append(asked(name, most, functools.partial(ask, run)))
        lines.append(streamed(path))
    program = Path(sys.executable).with_name("passevents")
    command = [str(program), "show", "large", "--db", str(path)]
    show = functools.partial(subprocess.run, command, check=True, capture_output=True)
    lines.append(asked("passevents show", 0, show))
    lines.append(pruned(path, run))
    return "\n".join(lines)


def pruned(path: Path, run: Run) -> str:
    """Take the run out again, and give its pages back."""
    begin, start, size = processor(), time.perf_counter(), path.stat().st_size
    remove_run(path, run.number)
    remove_unused(path)
    free_space(path)
    given_back = (size - path.stat().st_size) / 1e6
    spent, elapsed = processor() - begin, time.perf_counter() - start
    return f"  pruning it gives {given_back:.0f} MB back in {elapsed:.1f} s, {spent:.1f} s of processor time"


def small(path: Path, count: int) -> None:
    """Runs of a compile without a layer: some fifty events each."""
    for number in range(count):
        schedule.record_run(path, 1, layers=0, name=f"small {number}")


def asked(name: str, most_ms: float, ask: Callable[[], object]) -> str:
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        ask()
        times.append((time.perf_counter() - begin) * 1_000)
    limit = f"  (to reach: {most_ms:,.0f} ms)" if most_ms else ""
    return f"  {name:26}{min(times):10.2f} ms{limit}"


def streamed(path: Path) -> str:
    """Memory of reading every record of the run, in a process of its own."""
    code = (
        "import resource, sys; from passevents.query import EventStore\n"
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "with EventStore(sys.argv[1]) as store:\n"
        "    run = store.run('large'); next(iter(run.records())); before = peak()\n"
        "    for record in run.records(): pass\n"
        "print(peak() - before)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=True, capture_output=True, text=True)
    return f"  reading every record takes {int(done.stdout) / 1024:.1f} MB more than reading the first"


def growing(folder: Path, sizes: Iterable[tuple[int, int]]) -> list[dict[str, float]]:
    """What filling, asking and the file cost at several sizes."""
    found = []
    for number, (compiles, layers) in enumerate(sizes):
        path = folder / f"size{number}.db"
        journal = schedule.record_journal(folder / f"journals{number}", compiles, layers)
        seconds, events = filled(journal, path)
        with EventStore(path) as store:
            run = store.run()
            answers = {
                "slowest": lambda run=run: run.slowest(),
                "count of a tag": lambda run=run: run.count(tag="apply-pattern"),
            }
            times = {name: min(timed(ask) for _ in range(3)) for name, ask in answers.items()}
        found.append({"events": events, "fill": seconds, "bytes": path.stat().st_size, **times})
        path.unlink()
    return found


def timed(ask: Callable[[], object]) -> float:
    begin = processor()
    ask()
    return processor() - begin


def table(points: list[dict[str, float]]) -> str:
    lines = [f"{'events':>12}{'fill, s':>10}{'us an event':>13}{'bytes':>8}{'slowest':>12}{'count':>12}"]
    for point in points:
        events = point["events"]
        slowest, count = point["slowest"] * 1e3, point["count of a tag"] * 1e3
        filling = f"{events:12,.0f}{point['fill']:10.2f}{point['fill'] / events * 1e6:13.2f}"
        lines.append(f"{filling}{point['bytes'] / events:8.1f}{slowest:9.1f} ms{count:9.1f} ms")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything: to see that it runs")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of filling (default: %(default)s)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write a page: cost against size")
    options = parser.parse_args()
    compiles, others = (3, 100) if options.quick else (COMPILES, 1_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(filling(folder, compiles, options.rounds), flush=True)
        print(asking(folder, compiles, others), flush=True)
        points = growing(folder, SIZES["quick" if options.quick else "full"])
    print(table(points))
    if options.plot:
        options.plot.write_text(page(points))


if __name__ == "__main__":
    main()
