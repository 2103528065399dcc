"""The documentation is whole: its links lead somewhere, and every public name and command is in it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from click import Context

import passevents
from passevents.cli.main import command

from .sources import ROOT, tracked

REFERENCE = ROOT / "docs" / "reference"
PAGES = [path for path in tracked() if path.suffix == ".md"]
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text())


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def problem(page: Path, link: str) -> str | None:
    target, _, anchor = unquote(link).partition("#")
    path = (page.parent / target).resolve() if target else page
    if not path.exists():
        return f"{page.relative_to(ROOT)}: {link} leads nowhere"
    if anchor and path.suffix == ".md" and anchor not in anchors(path):
        return f"{page.relative_to(ROOT)}: {link} has no such heading"
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_resolve(page: Path) -> None:
    local = [link for link in LINK.findall(prose(page)) if not re.match(r"[a-z]+:", link)]
    assert [found for link in local if (found := problem(page, link))] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.is_relative_to(ROOT / "docs")], ids=str)
def test_a_page_opens_with_its_one_title(page: Path) -> None:
    assert re.findall(r"^# .+$", prose(page), re.MULTILINE) == [prose(page).splitlines()[0]]


def test_every_page_is_reached_from_the_first() -> None:
    docs = ROOT / "docs"
    reached, waiting = set(), [docs / "index.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        links = (link.partition("#")[0] for link in LINK.findall(prose(page)) if link.endswith(".md"))
        waiting += [found for link in links if (found := (page.parent / link).resolve()) not in reached]
    assert set(docs.rglob("*.md")) - reached == set()


def test_every_page_but_the_decisions_is_in_the_menu_of_the_site() -> None:
    menu = (ROOT / "mkdocs.yml").read_text()
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if page not in menu and "decisions/0" not in page} == set()


def reference() -> str:
    return "\n".join(page.read_text() for page in sorted(REFERENCE.rglob("*.md")))


def test_every_public_name_is_documented() -> None:
    text = reference()
    names = getattr(passevents, "__all__", [])
    assert [name for name in names if not re.search(rf"`{name}\b", text)] == []


def test_every_command_is_documented() -> None:
    page = (REFERENCE / "cli.md").read_text()
    commands = command.list_commands(Context(command))
    assert [name for name in commands if f"passevents {name}" not in page] == []
