"""Which kinds of event can be spans."""

from __future__ import annotations

from passevents.events import PassKind

# What can be a span; diagnostics are events of the span around them.
SPAN_KINDS = tuple(kind.value for kind in PassKind if kind is not PassKind.diagnostic)
# Not actions: there may be a million, which no trace viewer shows and every vendor bills.
DEFAULT_KINDS = ("pass", "pipeline", "stage", "codegen")
