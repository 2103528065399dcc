"""What an export has written: the answer of every format."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class Written:
    """What an export wrote.

    `to` is the file, folder or endpoint; `runs` the ids of the runs written, `present` those that were there
    already and were left alone. `events` counts rows, lines or spans; `bytes` what they take, at an endpoint
    what was sent. `truncated` counts texts cut to the length allowed, `rejected` spans that a collector
    refused.
    """

    format: str
    to: str
    runs: tuple[str, ...]
    present: tuple[str, ...] = ()
    events: int = 0
    bytes: int = 0
    truncated: int = 0
    rejected: int = 0
