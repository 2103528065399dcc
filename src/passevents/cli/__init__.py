"""The `passevents` command: one module a subcommand, each imported only when it is asked for.

Commands read the store through `passevents.store` and reach compilers only through the adapters that
`passevents.events.adapter.load_adapters` finds. What they print goes through `screen`, so a terminal, a pipe,
JSON and CSV are four faces of the same rows.
"""

from __future__ import annotations
