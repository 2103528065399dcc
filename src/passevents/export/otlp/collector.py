"""Sending to a collector: OTLP over HTTP, in protobuf, with a bounded wait.

A collector that is busy is asked again for as long as `timeout_s` allows, as the protocol says; any other
answer, or none, is an error at once. https://opentelemetry.io/docs/specs/otlp/#otlphttp
"""

from __future__ import annotations

import gzip
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message
from http.client import HTTPException
from typing import IO
from urllib.parse import urlsplit

from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)

from passevents.errors import ExportError

_BUSY = (429, 502, 503, 504)
_FIRST_PAUSE_S = 0.5
_ANSWER_BYTES = 65_536


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Following one would send an empty GET, and its answer would look like success."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


class Collector:
    """A collector at `url`. `sent_bytes` counts what went there, `rejected` the spans it did not want."""

    def __init__(self, endpoint: str, headers: Mapping[str, str], timeout_s: float) -> None:
        self.url = traces_url(endpoint)
        self.sent_bytes = 0
        self.rejected = 0
        self._timeout_s = timeout_s
        self._headers = {
            "Content-Type": "application/x-protobuf",
            "Content-Encoding": "gzip",
            "User-Agent": "passevents",
            **headers,
        }
        self._opener = urllib.request.build_opener(_NoRedirects)

    def send(self, request: ExportTraceServiceRequest) -> None:
        """Send one request. Raises `ExportError` where the collector does not take it in time."""
        body = gzip.compress(request.SerializeToString(), 6)
        deadline = time.monotonic() + self._timeout_s
        pause_s = _FIRST_PAUSE_S
        while (refusal := self._post(body, deadline)) is not None:
            wait_s = _asked_for(refusal) or pause_s
            if time.monotonic() + wait_s > deadline:
                raise ExportError(f"The collector at {self.url} is busy: it answered {refusal.code}.")
            time.sleep(wait_s)
            pause_s *= 2
        self.sent_bytes += len(body)

    def _post(self, body: bytes, deadline: float) -> urllib.error.HTTPError | None:
        """Post it; return the answer of a busy collector, which is to be asked again."""
        request = urllib.request.Request(self.url, body, self._headers, method="POST")
        remaining_s = max(deadline - time.monotonic(), 0.1)
        try:
            with self._opener.open(request, timeout=remaining_s) as answer:
                self._count(answer.read(_ANSWER_BYTES), answer.headers.get_content_type())
            return None
        except urllib.error.HTTPError as error:
            with error:
                if error.code in _BUSY:
                    return error
                said = error.read(200).decode(errors="replace").strip()
            raise ExportError(f"The collector at {self.url} answered {error.code}: {said}.") from error
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise ExportError(f"No collector answers at {self.url}: {_said(reason)}.") from error

    def _count(self, answer: bytes, content_type: str) -> None:
        if "protobuf" not in content_type:
            return
        try:
            self.rejected += ExportTraceServiceResponse.FromString(answer).partial_success.rejected_spans
        except DecodeError as error:
            raise ExportError(f"What answers at {self.url} is no collector.") from error


def traces_url(endpoint: str) -> str:
    """The address that spans are posted to: that of the collector with `/v1/traces`, or as it is where it
    has a path of its own. Raises `ExportError` for what is no such address.
    """
    try:
        parts = urlsplit(endpoint)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_address = False
    if not is_address:
        raise ExportError(f"{endpoint!r} is no address of a collector such as http://localhost:4318.")
    return parts._replace(path="/v1/traces").geturl() if parts.path in ("", "/") else endpoint


def _asked_for(refusal: urllib.error.HTTPError) -> float | None:
    """How long the collector asks to wait, where it says so in seconds."""
    text = (refusal.headers.get("Retry-After") or "").strip()
    return float(text) if text.isascii() and text.isdigit() else None


def _said(reason: object) -> str:
    text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return text[:1].lower() + text[1:]
