"""Who may ask a server on the loopback: only pages that this machine's own browser was sent to.

A page from elsewhere can let its name resolve to 127.0.0.1, and would then be allowed by the browser to read
what is served there. Its requests carry its own name as their host, and are refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Any, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "::1", "localhost")


def only_for(hosts: tuple[str, ...], application: Application) -> Application:
    """The application for requests to one of `hosts`; status 421 for any other."""

    async def guarded(scope: Scope, receive: Any, send: Send) -> None:
        if scope["type"] != "http" or _host(scope) in hosts:
            await application(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain; charset=utf-8")]
        await send({"type": "http.response.start", "status": 421, "headers": headers})
        await send({"type": "http.response.body", "body": b"This server answers only to its own address."})

    return guarded


def _host(scope: Scope) -> str:
    """The name asked for, without its port."""
    text = str(dict(scope["headers"]).get(b"host", b""), "latin-1").lower()
    return text[1:].partition("]")[0] if text.startswith("[") else text.partition(":")[0]
