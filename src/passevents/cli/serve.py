"""`passevents serve`: a store in a browser."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from passevents.cli.options import debug_option, example, json_option, store_option
from passevents.cli.screen import Screen


@click.command(
    "serve",
    epilog=example("passevents serve --open", "passevents serve nightly.db --port 0"),
)
@click.argument("file", required=False, type=click.Path(path_type=Path), metavar="[STORE]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8001,
    show_default=True,
    metavar="N",
    help="0 for any free one.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="0.0.0.0 lets others in the network read the store.",
)
@click.option("--open", "opens", is_flag=True, help="Open a browser.")
@json_option
@store_option
@debug_option
@click.pass_obj
def command(
    screen: Screen, file: Path | None, port: int, host: str, opens: bool, as_json: bool, store: Path
) -> None:
    """Show a store in a browser, with Datasette.

    A page for each run, ready questions, SQL and JSON. Nothing can be written, and only this machine can ask
    unless --host says otherwise. Ctrl-C ends it. Needs the extra passevents[serve].
    """
    from passevents.cli.program import complain
    from passevents.serve import serve
    from passevents.serve.hosts import LOOPBACK

    chosen = file or store

    def ready(url: str) -> None:
        if as_json:
            screen.data("serve", {"url": url, "store": str(chosen)})
        else:
            screen.line(f"{chosen} at {url} (Ctrl-C ends it)")
        sys.stdout.flush()  # a pipe would hold it back for as long as this runs
        if opens:
            click.launch(url)

    if host not in LOOPBACK:
        complain(f"warning: whoever reaches {host} can read all of {chosen}, without a password")
    serve(chosen, host=host, port=port, ready=ready)
