"""A store in a browser: Datasette with pages for runs, descriptions of every column, and ready questions.

Read-only, and on this machine alone unless asked otherwise. Needs the extra `serve`.
"""

from passevents.serve.server import serve

__all__ = ["serve"]
