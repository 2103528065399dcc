"""The server: it writes nothing, serves nothing else, and says what is wrong in one line."""

from __future__ import annotations

import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import pytest

from ..cli.stores import write_store
from .conftest import Server, serving


def run_count(store: Path) -> int:
    connection = sqlite3.connect(store)
    (count,) = connection.execute("select count(*) from runs").fetchone()
    connection.close()
    return int(count)


@pytest.mark.parametrize(
    "sql",
    [
        "delete from runs",
        "insert into runs (number) values (9)",
        "with x as (select 1) delete from runs",
        "select 1; delete from runs",
        "attach database '/tmp/x' as x",
        "vacuum into '/tmp/x'",
        "pragma user_version = 9",
        "select load_extension('x')",
        "select writefile('/tmp/x', 'x')",
    ],
)
def test_nothing_can_be_written(server: Server, sql: str) -> None:
    before = run_count(server.store)
    assert server.get(f"/passevents?sql={quote(sql)}").status == 400
    assert server.get("/passevents", data=f"sql={quote(sql)}".encode()).status in (403, 404, 405)
    assert run_count(server.store) == before


@pytest.mark.parametrize(
    "path",
    [
        *("/passevents.db", "/_memory", "/_internal", "/-/static/../../../../etc/passwd"),
        *("/-/static/%2e%2e/%2e%2e/app.py", "/-/create-token", "/other"),
    ],
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    assert server.get(path).status in (403, 404)


def test_only_the_store_and_the_pages_for_it_are_there(server: Server) -> None:
    assert [database["name"] for database in server.get("/-/databases.json").data] == ["passevents"]
    assert [plugin["name"] for plugin in server.get("/-/plugins.json").data] == ["passevents.serve.plugin"]


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1:80", 200), ("LOCALHOST", 200), ("[::1]:8001", 200), ("evil.example", 421)],
)
def test_another_site_cannot_read_it_through_a_browser(server: Server, host: str, expected: int) -> None:
    assert server.get("/-/databases.json", {"Host": host}).status == expected


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGTERM]])
def test_it_ends_quietly(tmp_path: Path, signals: Sequence[signal.Signals]) -> None:
    with serving(write_store(tmp_path / "passevents.db")) as running:
        assert running.get("/").status == 200
        for number in signals:
            running.process.send_signal(number)
        output, _ = running.process.communicate(timeout=30)
        assert (output, running.errors.read_text()) == ("", "")
        assert running.process.returncode in (0, -signal.SIGTERM)


def test_whoever_lets_the_network_read_is_told(tmp_path: Path) -> None:
    store = write_store(tmp_path / "passevents.db")
    with serving(store, "--host", "0.0.0.0") as running:
        assert running.errors.read_text().startswith(
            "passevents: warning: whoever reaches 0.0.0.0 can read all of"
        )


def failure(*args: str) -> str:
    command = [sys.executable, "-m", "passevents", "serve", *args]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    store = write_store(tmp_path / "passevents.db")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        error = failure(str(store), "--port", str(port))
    assert error == (
        f"passevents: Port {port} of 127.0.0.1 cannot be had: Address already in use."
        " Name another with --port; 0 means any free one.\n"
    )


def test_an_address_that_is_not_here_is_refused(tmp_path: Path) -> None:
    assert "cannot be had" in failure(str(write_store(tmp_path / "passevents.db")), "--host", "192.0.2.1")


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    store = write_store(tmp_path / "passevents.db")
    connection = sqlite3.connect(store)
    connection.execute("pragma user_version = 99")
    connection.close()
    assert "has schema version 99" in failure(str(store))


def test_no_store_is_an_error(tmp_path: Path) -> None:
    assert "There is no store" in failure(str(tmp_path / "none.db"))
