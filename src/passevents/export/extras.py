"""Libraries that only one format needs, and how to get them."""

from __future__ import annotations

from importlib.util import find_spec

from passevents.errors import ExportError


def required(module: str, extra: str, what: str) -> None:
    """Raise `ExportError`, with the command that installs it, where `module` is not installed."""
    try:
        is_there = find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it is not there
        is_there = False
    if not is_there:
        raise ExportError(f"{what} needs more than the core: pip install 'passevents[{extra}]'.")
