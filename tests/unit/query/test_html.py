"""What a notebook shows: escaped, bounded, and all of it there where it is short."""

from __future__ import annotations

from html.parser import HTMLParser

from passevents.events import PassStatus
from passevents.query import EventStore, Run
from passevents.query.diffs import Diff
from passevents.query.html import LINES, NODES, RUNS, duration

from ..store.conftest import Fill
from ..store.journals import SyntheticJournal, record

ATTACK = '<script>alert("x")</script>'


class Reader(HTMLParser):
    """The texts and tags of a page; a tag that is not closed is an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_runs_are_a_table(store: EventStore) -> None:
    page = Reader(store.runs()._repr_html_())
    assert page.tags.count("tr") == 4
    assert {"asked", "before", "after"} <= set(page.texts)


def test_a_run_is_a_table_of_what_is_known_of_it(run: Run) -> None:
    page = Reader(run._repr_html_())
    assert {"name", "asked", "completed"} <= set(page.texts)
    assert "pipeline" not in page.texts


def test_a_tree_is_indented_and_has_its_times(run: Run) -> None:
    page = Reader(run.tree()._repr_html_())
    assert page.tags.count("tr") == 8
    assert {"canonicalize", "9 us", "50 ns"} <= set(page.texts)


def test_any_answer_is_a_table_of_its_rows(run: Run) -> None:
    page = Reader(run.totals()._repr_html_())
    assert {"total_ns", "canonicalize", "3 us"} <= set(page.texts)
    assert page.tags.count("tr") == 1 + len(run.totals())
    assert "not shown" not in run.failures()._repr_html_()


def test_a_diff_is_its_lines() -> None:
    page = Reader(Diff("--- a\n+++ b\n@@ -1 +1 @@\n-x < y\n+x > y\n")._repr_html_())
    assert page.texts == ["--- a", "+++ b", "@@ -1 +1 @@", "-x < y", "+x > y"]
    assert "nothing changed" in Diff("")._repr_html_()


def test_whatever_a_compiler_says_is_text(fill: Fill) -> None:
    records = [record(ATTACK, 0, phase=ATTACK, error=ATTACK, status=PassStatus.failed)]
    metadata = {ATTACK: ATTACK}
    store = fill(SyntheticJournal(records, name=ATTACK, error=ATTACK, metadata=metadata))
    run = store.run()
    answers = [run, run.tree(), store.runs(), run.totals(), run.failures(), run.slowest(1), Diff(ATTACK)]
    for page in (answer._repr_html_() for answer in answers):
        assert "script" not in Reader(page).tags
        assert ATTACK in "".join(Reader(page).texts)


def test_a_large_answer_is_cut_and_says_how_much_is_not_shown(fill: Fill) -> None:
    run = fill(SyntheticJournal([record("x" * 10_000, n) for n in range(NODES + 2)])).run()
    page = run.tree()._repr_html_()
    assert "and 2 more events, not shown here" in page
    assert len(page) < 1_000_000
    lines = Diff("".join(f"+{number}\n" for number in range(LINES + 1)))
    assert "and 1 more line, not shown here" in lines._repr_html_()


def test_many_runs_are_cut(fill: Fill) -> None:
    store = fill(*(SyntheticJournal([]) for _ in range(RUNS + 3)))
    assert "and 3 more runs, not shown here" in store.runs()._repr_html_()


def test_times_are_in_the_unit_that_suits_them() -> None:
    assert [duration(ns) for ns in (0, 999, 1_500, 12_345_678, 3_000_000_000, 7_200_000_000_000)] == [
        "0 ns",
        "999 ns",
        "1.5 us",
        "12.3 ms",
        "3 s",
        "7,200 s",
    ]
