"""What Datasette shows beside the data: titles, and the meaning and unit of every column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from passevents.serve.questions import QUESTIONS
from passevents.store.schema import TABLES, VIEWS

# What people are to look at; the rest is there, further down.
_SHOWN = ("runs", *VIEWS)


def metadata(database: str) -> dict[str, Any]:
    """Return Datasette's metadata for a store that it calls `database`."""
    described = {**TABLES, **VIEWS}
    tables = {name: _table(name, *described[name]) for name in described}
    return {
        "title": "passevents",
        "description": "What compilers did: every pass, pattern and decision, as data.",
        "databases": {database: {"tables": tables, "queries": _queries()}},
    }


def _table(name: str, sentence: str, columns: Mapping[str, str]) -> dict[str, Any]:
    described = {column: _with_unit(column, meaning) for column, meaning in columns.items()}
    about: dict[str, Any] = {
        "description": sentence.replace("`", ""),
        "columns": described,
        "hidden": name not in _SHOWN,
    }
    if name == "runs":
        about["sort_desc"] = "started_at"
    return about


def _with_unit(column: str, meaning: str) -> str:
    text = meaning.replace("`", "")  # shown as plain text
    return f"{text} In nanoseconds." if column.endswith("_ns") else text


def _queries() -> dict[str, Any]:
    return {
        question.name: {
            "title": question.title,
            "description": question.description,
            "sql": question.sql.strip(),
            "hide_sql": True,
        }
        for question in QUESTIONS
    }
