"""OpenTelemetry: a run as one trace, in a file or sent to a collector.

Messages are those of `opentelemetry-proto`, whose Python classes are made of the protocol's own definition.
"""

from passevents.export.kinds import DEFAULT_KINDS, SPAN_KINDS
from passevents.export.otlp.export import export_otlp

__all__ = ["export_otlp", "DEFAULT_KINDS", "SPAN_KINDS"]
