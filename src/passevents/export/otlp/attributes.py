"""Attributes of spans: typed values, with texts and numbers of them bounded.

A collector drops the whole batch for one attribute that is too long for it. So texts are cut, and counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from passevents.store.strings import storable

if TYPE_CHECKING:
    from opentelemetry.proto.common.v1.common_pb2 import AnyValue
    from opentelemetry.proto.resource.v1.resource_pb2 import Resource
    from opentelemetry.proto.trace.v1.trace_pb2 import Span

TEXT_LIMIT = 4_096
COUNT_LIMIT = 64

_INTEGERS = range(-(2**63), 2**63)


@attrs.define
class Attributes:
    """Puts attributes into messages; `truncated` counts the texts that it cut."""

    truncated: int = 0

    def put(self, message: Span | Span.Event | Resource, values: Iterable[tuple[str, Any]]) -> None:
        """Add `values` to the attributes of `message`, without those that are None.

        What is more than `COUNT_LIMIT` is counted in the message as dropped.
        """
        for key, value in values:
            if value is None:
                continue
            if len(message.attributes) == COUNT_LIMIT:
                message.dropped_attributes_count += 1
                continue
            self._set(message.attributes.add(key=self.text(key)).value, value)

    def text(self, text: str) -> str:
        """The text as UTF-8 can hold it, cut to `TEXT_LIMIT` characters."""
        if len(text) > TEXT_LIMIT:
            self.truncated += 1
            note = f"... ({len(text)} characters)"
            text = text[: TEXT_LIMIT - len(note)] + note
        return text if text.isascii() else storable(text)

    def _set(self, target: AnyValue, value: Any) -> None:
        if isinstance(value, bool):
            target.bool_value = value
        elif isinstance(value, int) and value in _INTEGERS:
            target.int_value = value
        elif isinstance(value, float):
            target.double_value = value
        elif isinstance(value, (list, tuple)) and len(value) <= COUNT_LIMIT and _is_plain(value):
            target.array_value.SetInParent()
            for each in value:
                self._set(target.array_value.values.add(), each)
        else:
            target.string_value = self.text(value if isinstance(value, str) else json.dumps(value))


def _is_plain(values: Iterable[Any]) -> bool:
    """Whether they are texts: an array of OpenTelemetry is of one type."""
    return all(isinstance(value, str) for value in values)


def prefixed(prefix: str, values: Mapping[str, Any] | None) -> Iterable[tuple[str, Any]]:
    """The values under names that begin with `prefix`."""
    return ((f"{prefix}.{key}", value) for key, value in (values or {}).items())
