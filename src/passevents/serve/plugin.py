"""What is put into Datasette through its own hooks: the pages, and how cells look.

Links lead from a run's number to its page, and from a sequence to the event; times are shown in the unit that
suits them. JSON and CSV are as they were.
"""

from __future__ import annotations

import asyncio
import traceback
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasette import NotFound, Response, hookimpl
from datasette.utils import tilde_encode
from markupsafe import Markup

from passevents.errors import QueryError
from passevents.events.names import short_name
from passevents.query.html import duration
from passevents.serve.pages import run_page, store_page
from passevents.serve.texts import moment

if TYPE_CHECKING:
    from datasette.app import Datasette
    from datasette.utils.asgi import Request


@hookimpl
def prepare_jinja2_environment(env: Any) -> None:
    """Give the templates the formats of this package."""
    env.filters.update(duration=_time, moment=moment, short=short_name, count="{:,}".format)


def _time(ns: int | None) -> str:
    return "-" if ns is None else duration(ns)


@hookimpl
def register_routes() -> list[tuple[str, Any]]:
    """The first page is the list of runs, and each run has its own."""
    return [(r"^/$", _store), (r"^/run/(?P<key>[^/]+)$", _run)]


@hookimpl
def render_cell(row: Any, value: Any, column: str, database: str) -> Markup | None:
    """Show times with units, and runs as links."""
    if value is None:
        return None
    if column.endswith("_ns") and isinstance(value, int):
        return Markup('<span title="{:,} ns">{}</span>').format(value, duration(value))
    if column == "run" and isinstance(value, int):
        return Markup('<a href="/run/{}">{}</a>').format(value, value)
    if column == "sequence" and "run" in row.keys():  # noqa: SIM118 - a row of SQLite iterates over its values
        url = f"/{tilde_encode(database)}/events?run={row['run']}&sequence={value}"
        return Markup('<a href="{}">{}</a>').format(url, value)
    return None


@hookimpl
def handle_exception(datasette: Datasette, request: Request, exception: Exception) -> Any:
    """Answer what was asked wrongly, in place of Datasette's own: that prints a traceback for each into the
    user's terminal. What is really broken still has one.
    """
    status = getattr(exception, "status", 500)
    if status == 500:
        traceback.print_exception(exception)
    title = getattr(exception, "title", None)
    message = str(getattr(exception, "message", None) or exception)
    return partial(_problem, datasette, request, {"status": status, "title": title, "error": message})


async def _problem(datasette: Datasette, request: Request, problem: dict[str, Any]) -> Response:
    status = problem["status"]
    if request.path.endswith(".json"):
        return Response.json({"ok": False, **problem}, status=status)
    page = await datasette.render_template("error.html", problem, request=request)
    return Response.html(page, status=status)


async def _store(datasette: Datasette, request: Request) -> Response:
    path, database = _database(datasette)
    page = await asyncio.to_thread(store_page, path)
    return await _html(datasette, request, "store.html", {**page, "database": database})


async def _run(datasette: Datasette, request: Request) -> Response:
    path, database = _database(datasette)
    try:
        page = await asyncio.to_thread(run_page, path, request.url_vars["key"])
    except QueryError as error:
        raise NotFound(str(error)) from None
    return await _html(datasette, request, "run.html", {**page, "database": database})


async def _html(datasette: Datasette, request: Request, template: str, page: dict[str, Any]) -> Response:
    return Response.html(await datasette.render_template(template, page, request=request))


def _database(datasette: Datasette) -> tuple[Path, str]:
    """The store's file, and what Datasette calls it."""
    [database] = [each for each in datasette.databases.values() if each.path]
    return Path(database.path), database.name
