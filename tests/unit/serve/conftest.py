"""A server of a known store, in a process of its own, as a user starts it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

from ..cli.stores import write_store


@attrs.frozen
class Answer:
    """What a page answered."""

    status: int
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


@attrs.frozen
class Server:
    """A running server."""

    url: str
    process: subprocess.Popen[str]
    store: Path
    errors: Path

    def get(self, path: str, headers: dict[str, str] | None = None, data: bytes | None = None) -> Answer:
        """Ask for a page; `data` posts."""
        request = urllib.request.Request(f"{self.url}{path}", data, headers or {})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return Answer(answer.status, answer.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read().decode(errors="replace"))


@contextmanager
def serving(store: Path, *options: str) -> Iterator[Server]:
    """`passevents serve` on a free port, ended as by Ctrl-C."""
    command = [sys.executable, "-m", "passevents", "serve", str(store), "--port", "0", *options]
    environment = {name: value for name, value in os.environ.items() if name != "PASSEVENTS_DB"}
    errors = store.with_suffix(".stderr")
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://\S+?(?=/ )", line)
            assert found, errors.read_text()
            yield Server(found[0], process, store, errors)
        finally:
            process.send_signal(signal.SIGINT)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = write_store(tmp_path_factory.mktemp("served") / "passevents.db")
    with serving(store) as running:
        yield running
