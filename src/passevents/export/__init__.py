"""Runs in the formats of other tools.

Each format has a function of its own; `export` takes the name of one. What a format needs beside the core is
imported when it is used.
"""

from passevents.export.formats import FORMATS, Format, export
from passevents.export.jsonl import export_jsonl
from passevents.export.otlp import export_otlp
from passevents.export.parquet import export_parquet
from passevents.export.written import Written

__all__ = ["export", "export_jsonl", "export_otlp", "export_parquet", "Written", "Format", "FORMATS"]
