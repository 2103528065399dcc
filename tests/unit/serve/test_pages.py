"""The pages of a served store: runs, a run, ready questions, tables with their meaning."""

from __future__ import annotations

import re

import pytest

from passevents.query import record
from passevents.serve.questions import QUESTIONS

from .conftest import Server

PAGES = ["/", "/run/matmul.mlir", "/passevents", "/passevents/events?run=3", "/passevents/slowest?run="]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_needs_nothing_from_elsewhere(server: Server, page: str) -> None:
    answer = server.get(page)
    assert answer.status == 200
    found = re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=.(https?:[^>\"']*)", answer.text)
    assert [url for url in found if not url.startswith(server.url)] == []


def test_the_first_page_lists_the_runs(server: Server) -> None:
    text = server.get("/").text
    assert [name in text for name in ("matmul.mlir", "crashed", "(no name)")] == [True] * 3
    assert '<span class="status failed">failed</span>' in text


@pytest.mark.parametrize("key", ["3", "matmul.mlir", "019af000-2222-7000-8000-000000000003", "latest"])
def test_a_run_has_a_page_under_each_of_its_names(server: Server, key: str) -> None:
    text = server.get(f"/run/{key}").text
    for expected in ("convert-to-llvm", "failed to legalize operation", "22.1.8", "9 ms", "tensors"):
        assert expected in text


def test_what_a_compiler_called_its_passes_stays_text(server: Server) -> None:
    text = server.get("/run/matmul.mlir").text
    assert ("café&lt;a, b&gt;" in text, "café<a, b>" in text) == (True, False)


def test_like_siblings_are_one_line_of_the_tree(server: Server) -> None:
    assert re.search(r"FoldAdd <span class=.quiet.>\u00d7 3</span>", server.get("/run/matmul.mlir").text)


def test_a_run_without_events_says_so(server: Server) -> None:
    assert "Nothing was recorded in this run" in server.get("/run/1").text


def test_a_run_that_was_lost_shows_what_never_ended(server: Server) -> None:
    text = server.get("/run/crashed").text
    assert "What failed or never ended" in text
    assert '<span class="status lost">lost</span>' in text


@pytest.mark.parametrize("path", ["/run/none", "/run/", "/nowhere", "/passevents/none"])
def test_what_is_not_there_is_an_error_page(server: Server, path: str) -> None:
    assert server.get(path).status == 404


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_a_ready_question_answers(server: Server, question: object) -> None:
    name = getattr(question, "name", "")
    parameters = "run=3&before=matmul.mlir&after=&depth=&name=cse"
    answer = server.get(f"/passevents/{name}.json?_shape=array&{parameters}")
    assert answer.status == 200
    assert answer.data != []


def test_questions_take_a_run_by_number_name_or_id_or_the_newest(server: Server) -> None:
    def asked(run: str) -> object:
        return server.get(f"/passevents/slowest.json?_shape=array&run={run}").data

    newest = asked("")
    assert len(newest) == 13  # type: ignore[arg-type]
    for run in ("3", "matmul.mlir", "019af000-2222-7000-8000-000000000003", "latest"):
        assert asked(run) == newest


def test_two_runs_are_compared_by_name(server: Server) -> None:
    rows = server.get("/passevents/compare.json?_shape=array&before=crashed&after=matmul.mlir").data
    found = {row["name"]: (row["count_before"], row["count_after"], row["ratio"]) for row in rows}
    assert (found["inline"], found["cse"]) == ((1, None, None), (None, 1, None))
    rows = server.get("/passevents/compare.json?_shape=array&before=3&after=3").data
    assert {row["name"]: row["ratio"] for row in rows}["cse"] == 1.0


def test_the_tree_is_in_order_and_to_the_depth_asked_for(server: Server) -> None:
    rows = server.get("/passevents/tree.json?_shape=array&run=3&depth=1").data
    assert [row["name"] for row in rows] == [
        *("builtin.module", "  canonicalize", "  canonicalize", "  cse", "convert-to-llvm"),
        "  lower\x1b[2Jcafé<a, b>",
    ]


def test_times_have_units_and_runs_are_links(server: Server) -> None:
    text = server.get("/passevents/slowest?run=3").text
    assert '<span title="9,000,000 ns">9 ms</span>' in text
    assert '<a href="/run/3">3</a>' in text
    assert '<a href="/passevents/events?run=3&amp;sequence=0">0</a>' in text


def test_columns_say_what_they_mean_and_their_unit(server: Server) -> None:
    text = server.get("/passevents/events").text
    assert "null if it never ended. In nanoseconds." in text


def test_a_run_recorded_meanwhile_is_there(server: Server) -> None:
    with record(server.store, name="meanwhile"):
        pass
    assert "meanwhile" in server.get("/").text
