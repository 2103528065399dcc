"""Two runs side by side."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import passevents
from passevents.cli.main import command
from passevents.query import Comparison, EventStore
from passevents.store.ingest import ingest
from passevents.store.writer import writer

from ..snapshots.programs import Pass, compile_text
from ..store.conftest import Fill
from .pipelines import MS, journal, pipeline

COMMON = [("canonicalize", 10), ("cse", 5)]


def compared(store: EventStore) -> Comparison:
    second, first, *_ = store.runs()
    return first.compare(second)


def lines(comparison: Comparison) -> list[tuple[str, int | None, int | None, bool | None]]:
    return [(each.name, each.first_ns, each.second_ns, each.significant) for each in comparison.passes]


def test_times_stand_side_by_side(fill: Fill) -> None:
    slower = pipeline(("canonicalize", 20), ("cse", 5))
    found = compared(fill(journal(pipeline(*COMMON)), journal(slower, 1)))
    assert lines(found) == [
        ("pipeline", 2 * MS, 2 * MS, None),
        ("pipeline > canonicalize", 10 * MS, 20 * MS, None),
        ("pipeline > cse", 5 * MS, 5 * MS, None),
    ]
    assert [each.ratio for each in found.passes] == [1.0, 2.0, 1.0]
    assert (found.noise_known, found.slower()) == (False, [])


def test_a_pass_that_is_there_twice_is_told_apart(fill: Fill) -> None:
    first = pipeline(("cse", 1), ("inline", 2), ("cse", 3))
    found = compared(fill(journal(first), journal(pipeline(("cse", 1), ("cse", 9)), 1)))
    assert lines(found)[1:] == [("pipeline > cse", MS, MS, None), ("pipeline > cse#2", 3 * MS, 9 * MS, None)]
    assert [each.name for each in found.only_in_first] == ["pipeline > inline"]
    assert (list(found.only_in_second), found.only_in_first[0].first_ns) == ([], 2 * MS)


def test_a_pass_on_many_functions_is_one_line(fill: Fill) -> None:
    found = compared(fill(journal(pipeline(*COMMON)), journal(pipeline(*COMMON, functions=3), 1)))
    cse = found.passes[2]
    assert (cse.name, cse.first_count, cse.second_count, cse.second_ns) == ("pipeline > cse", 1, 3, 15 * MS)


def repeated(*last: tuple[str, int]) -> list[Any]:
    """Five runs that differ a little, and one of those passes."""
    times = [10, 11, 10, 9, 10]
    runs = [journal(pipeline(("canonicalize", ms), ("cse", 5)), number) for number, ms in enumerate(times)]
    return [*runs, journal(pipeline(*last), len(times))]


def test_a_difference_within_the_noise_is_not_significant(fill: Fill) -> None:
    found = compared(fill(*repeated(("canonicalize", 11), ("cse", 5))))
    assert found.first_repeats == 4
    assert [each.significant for each in (found.whole, *found.passes)] == [False] * 4


def test_a_difference_beyond_the_noise_is_significant(fill: Fill) -> None:
    found = compared(fill(*repeated(("canonicalize", 25), ("cse", 5))))
    assert [each.name for each in found.slower()] == ["(whole run)", "pipeline > canonicalize"]
    assert [each.name for each in found.slower(2.0)] == ["pipeline > canonicalize"]
    assert found.slower(2.5) == []


def test_what_is_faster_is_significant_but_not_slower(fill: Fill) -> None:
    found = compared(fill(*repeated(("canonicalize", 2), ("cse", 5))))
    assert (found.whole.significant, found.slower()) == (True, [])


def test_noise_is_of_runs_with_the_same_settings_only(fill: Fill) -> None:
    others = [journal(pipeline(*COMMON), number, pipeline="other") for number in range(4)]
    found = compared(fill(*others, journal(pipeline(*COMMON), 5), journal(pipeline(*COMMON), 6)))
    assert (found.first_repeats, found.noise_known) == (0, False)


@pytest.mark.parametrize("status", ["failed", "lost"])
def test_times_of_a_run_that_did_not_complete_say_nothing(fill: Fill, status: str) -> None:
    """It was shorter because it stopped: neither has it become faster, nor the next one slower."""
    stopped = journal(pipeline(("canonicalize", 1)), 5, status=status)
    whole = [journal(pipeline(*COMMON), number) for number in range(5)]
    store = fill(*whole, stopped, journal(pipeline(*COMMON), 6))
    last, broken, good, *_ = store.runs()
    for found in (broken.compare(last), good.compare(broken)):
        assert (found.unfinished, found.noise_known, found.slower()) == ([broken], False, [])
    assert last.compare(good).noise_known


def test_small_differences_are_noise(fill: Fill) -> None:
    store = fill(*repeated(("canonicalize", 25), ("cse", 5)))
    second, first, *_ = store.runs()
    assert first.compare(second, least_ns=16 * MS).slower() == []


def test_patterns_are_compared_by_attempts_and_matches(fill: Fill) -> None:
    first = pipeline(*COMMON, patterns={"FoldAdd": 3, "Drop": 1})
    second = pipeline(*COMMON, patterns={"FoldAdd": 5, "New": 2})
    found = compared(fill(journal(first), journal(second, 1))).patterns
    assert [tuple(each.values()) for each in found.to_dicts()] == [
        ("Drop", 1, 0, 1, None),
        ("FoldAdd", 3, 5, 1, 1),
        ("New", 0, 2, None, 1),
    ]


def test_settings_that_differ_are_named(fill: Fill) -> None:
    first = journal(pipeline(*COMMON), pipeline="cse", metadata={"commit": "a", "host": "x"})
    second = journal(pipeline(*COMMON), 1, pipeline="cse,inline", metadata={"commit": "b", "host": "x"})
    found = compared(fill(first, second)).settings
    assert [(each.name, each.first, each.second) for each in found] == [
        ("pipeline", "cse", "cse,inline"),
        ("metadata.commit", "a", "b"),
    ]


def test_options_of_a_pass_that_differ_are_named(fill: Fill) -> None:
    def with_options(number: int, options: str) -> Any:
        import attrs

        records = pipeline(*COMMON)
        records[1] = attrs.evolve(records[1], attributes={"options": options})
        return journal(records, number)

    (found,) = compared(fill(with_options(0, "max=1"), with_options(1, "max=2"))).settings
    assert (found.name, found.first, found.second) == ("pipeline > canonicalize options", "max=1", "max=2")


# programs


def compiled(path: Path, *passes: Pass, start: str = "x") -> None:
    with passevents.record(path, name="text", snapshots="changed") as recording:
        compile_text(recording.instrument(), start, *passes)


def test_the_innermost_pass_after_which_programs_first_differ(path: Path) -> None:
    compiled(path, ("a", str), ("b", lambda _: "one"), ("c", str))
    compiled(path, ("a", str), ("b", lambda _: "two"), ("c", str))
    found = compared(EventStore(path))
    assert found.divergence is not None
    assert (found.divergence.name, found.divergence.moment) == ("pipeline > b", "after")
    assert found.diff() == "--- first: pipeline > b\n+++ second: pipeline > b\n@@ -1 +1 @@\n-one\n+two\n"


def test_programs_that_differ_from_the_start(path: Path) -> None:
    compiled(path, ("a", str))
    compiled(path, ("a", str), start="y")
    found = compared(EventStore(path))
    assert found.divergence is not None
    assert (found.divergence.name, found.divergence.moment) == ("pipeline", "before")


def test_functions_taken_in_another_order_do_not_diverge(fill: Fill) -> None:
    records = pipeline(("cse", 1), functions=2)
    first = {(1, "before"): "a", (1, "after"): "A", (2, "before"): "b", (2, "after"): "B"}
    second = {(1, "before"): "b", (1, "after"): "B", (2, "before"): "a", (2, "after"): "A"}
    found = compared(fill(journal(records, programs=first), journal(records, 1, programs=second)))
    assert (found.divergence, found.programs_compared) == (None, 2)
    third = journal(records, 2, programs=second | {(2, "after"): "other"})
    found = compared(fill(third))
    assert found.divergence is not None
    assert (found.divergence.name, found.divergence.second.event.sequence) == ("pipeline > cse", 2)


def test_equal_programs_do_not_diverge(path: Path) -> None:
    compiled(path, ("a", str))
    compiled(path, ("a", str))
    found = compared(EventStore(path))
    assert (found.divergence, found.programs_compared, found.diff()) == (None, 2, "")


# the command


@pytest.fixture
def ask(path: Path, fill: Fill, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    fill(*repeated(("canonicalize", 25), ("cse", 5)))
    monkeypatch.setenv("PASSEVENTS_DB", str(path))
    return lambda *words: CliRunner().invoke(command, ["compare", *words])


def test_the_latest_run_is_compared_with_the_one_before(ask: Callable[..., Result]) -> None:
    words = [line.split() for line in ask().output.splitlines()]
    assert ["10000000", "25000000", "2.5", "differs", "pipeline", ">", "canonicalize"] in words
    assert ask("--name", "nightly").output == ask().output


def test_fail_over_fails_and_says_which_pass(ask: Callable[..., Result]) -> None:
    done = ask("--fail-over", "2")
    assert done.exit_code == 1
    assert done.stderr.endswith("over 2 times as long, beyond noise: pipeline > canonicalize (2.50)\n")
    assert ask("--fail-over", "3").exit_code == 0
    assert ask("1", "2", "--fail-over", "1").exit_code == 0


def test_without_enough_runs_nothing_fails_and_it_says_so(
    path: Path, fill: Fill, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(journal(pipeline(("cse", 1))), journal(pipeline(("cse", 9)), 1))
    monkeypatch.setenv("PASSEVENTS_DB", str(path))
    done = CliRunner().invoke(command, ["compare", "--fail-over", "1.2"])
    assert done.exit_code == 0
    assert "1 of the 4 runs of the same name and settings" in done.stderr


@pytest.fixture
def after_failures(path: Path, fill: Fill, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Asks of a store whose newest runs are a whole one and two that failed."""
    ended = {"status": "failed", "error": "no such\x1b layout"}
    broken = [journal(pipeline(("cse", 1)), number, **ended) for number in (5, 6)]
    fill(*[journal(pipeline(*COMMON), number) for number in range(5)], *broken)
    monkeypatch.setenv("PASSEVENTS_DB", str(path))
    return lambda *words: CliRunner().invoke(command, ["compare", *words])


def test_a_second_run_that_failed_fails(after_failures: Callable[..., Result]) -> None:
    """A nightly job must not be green because the compile stopped early."""
    done = after_failures("--fail-over", "1.2")
    ended = r"failed: no such\x1b layout"
    assert (done.exit_code, done.stderr) == (1, f"passevents: the second run did not complete: {ended}\n")
    assert f"nightly, 2026-01-02 03:04, {ended}\n" in done.stdout
    assert "noise     4 more runs like the first, 4 like the second\n" in done.stdout
    assert after_failures().exit_code == 0


def test_a_first_run_that_failed_fails_nothing(after_failures: Callable[..., Result]) -> None:
    done = after_failures("6", "5", "--fail-over", "1.2")
    said = "passevents: the first run did not complete: --fail-over fails for nothing\n"
    assert (done.exit_code, done.stderr) == (0, said)


def test_the_run_before_is_one_that_completed(after_failures: Callable[..., Result]) -> None:
    data = json.loads(after_failures("--json").stdout)["data"]
    assert data["first"]["started_at"] == "2026-01-02T03:04:04+00:00"
    assert (data["first"]["status"], data["second"]["status"]) == ("completed", "failed")


def test_json_has_all_of_it(ask: Callable[..., Result]) -> None:
    data = json.loads(ask("--json", "--fail-over", "2").stdout)["data"]
    assert data["noise"] == {"known": True, "needed": 4, "first_repeats": 4, "second_repeats": 4}
    assert (data["whole"]["path"], data["slower"]) == ("(whole run)", ["pipeline > canonicalize"])
    assert json.loads(ask("--json").stdout)["data"]["slower"] is None


def test_a_run_of_another_store(ask: Callable[..., Result], tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with writer(other) as connection:
        ingest(connection, journal(pipeline(("cse", 5), ("canonicalize", 10)), 1, name="elsewhere"))
    data = json.loads(ask("1", "--with-db", str(other), "--json").stdout)["data"]
    assert data["second"]["name"] == "elsewhere"
    assert [each["significant"] for each in data["passes"]] == [False, False, False]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("1", "2", "3"), 2, "two runs are compared"),
        (("1", "--name", "nightly"), 2, "two runs are compared"),
        (("6",), 1, "both are the run"),
        (("--name", "nightli"), 1, "did you mean 'nightly'"),
        (("--fail-over", "0.5"), 2, "--fail-over"),
        (("--fail-over", "nan"), 2, "'nan' is not a number from 1 up"),
    ],
)
def test_what_makes_no_sense_is_refused(
    ask: Callable[..., Result], words: tuple[str, ...], status: int, message: str
) -> None:
    done = ask(*words)
    assert (done.exit_code, message in done.output) == (status, True)
