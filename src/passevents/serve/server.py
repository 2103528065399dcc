"""The server: Datasette over one store, opened for reading."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from passevents.errors import StoreError
from passevents.query import EventStore
from passevents.serve.hosts import LOOPBACK, Application, only_for
from passevents.serve.metadata import metadata

if TYPE_CHECKING:
    from datasette.app import Datasette

_SETTINGS = {
    "sql_time_limit_ms": 5_000,  # a sum over a million events takes more than the usual second
    "allow_download": False,
    "num_sql_threads": 2,
}


def serve(
    path: Path, *, host: str = "127.0.0.1", port: int = 8001, ready: Callable[[str], None] = lambda url: None
) -> None:
    """Serve the store at `path` until interrupted; `ready` is told the address once it answers there.

    A `port` of 0 takes any free one. Raises `StoreError` for a store that cannot be read, or is of a newer
    version, where the address cannot be had, and without the extra.
    """
    _check_installed()
    with EventStore(path) as store:  # says what is wrong with it, and brings an older one up to date
        found = store.path
    with _listening(host, port) as listening:
        application = _application(found)
        if host in LOOPBACK:
            application = only_for((*LOOPBACK, host), application)
        ready(_url(listening, host))
        _run(application, listening)


def _check_installed() -> None:
    if find_spec("datasette") is None:
        raise StoreError("Serving needs more than the core: pip install 'passevents[serve]'.")


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise StoreError(f"There is no address {host!r} on this machine: {error.strerror}.") from error
    try:
        # A server that was just ended leaves its connections behind for a minute.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(64)  # so that whoever is told the address can connect at once
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise StoreError(
            f"Port {port} of {host} cannot be had: {reason}. Name another with --port; 0 means any free one."
        ) from error
    return listening


def _url(listening: socket.socket, host: str) -> str:
    port = listening.getsockname()[1]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _application(path: Path) -> Application:
    application: Application = datasette(path).app()
    return application


def datasette(path: Path) -> Datasette:
    """Datasette over the store at `path`, with nothing in it but what this package puts there."""
    from datasette.app import Datasette
    from datasette.plugins import pm

    from passevents.serve import plugin

    for foreign, _ in pm.list_plugin_distinfo():  # whatever else is installed might serve more, or write
        pm.unregister(foreign)
    if not pm.is_registered(plugin):
        pm.register(plugin, plugin.__name__)
        pm.unregister(name="datasette.handle_exception")  # the plugin has its own
    is_writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    # Opened with mode=ro where others may record meanwhile. On a medium that cannot be written SQLite can
    # read only what it is told will not change.
    files, immutables = ([str(path)], []) if is_writable else ([], [str(path)])
    return Datasette(
        files,
        immutables=immutables,
        metadata=metadata(path.stem),
        template_dir=str(Path(__file__).with_name("templates")),
        settings=_SETTINGS,
    )


def _run(application: Application, listening: socket.socket) -> None:
    import uvicorn

    config = uvicorn.Config(application, log_level="error", lifespan="on", timeout_graceful_shutdown=2)
    with suppress(KeyboardInterrupt):  # the way to end it
        uvicorn.Server(config).run(sockets=[listening])
