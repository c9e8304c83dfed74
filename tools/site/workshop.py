"""The workshop inside the website: its folder, and links that open the games of the documentation in it."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from gamedsl.workshop.folder import kept_folder, lay_folder
from gamedsl.workshop.link import address_part
from tools.site.games import INDEX
from tools.site.pages import Pages

FOLDER = "workshop"
_BLOCK = re.compile(r"^```gdl(?P<note>[^\n]*)\n(?P<text>game (?P<name>\w+):\n.*?)^```\n", re.M | re.S)
_GAME = re.compile(r"games/(\w+)\.md")
_REPORTED = "reported:"
"""The title of rules with a mistake."""


def add(pages: Pages) -> None:
    """Put a link behind each block of the documentation that is a whole game, and links for the game on the page of a shipped one."""
    for page, text in pages.files.items():
        if not page.endswith(".md"):
            continue
        up = "../" * page.count("/")
        shipped = _GAME.fullmatch(page)
        if shipped is None:
            pages.files[page] = _BLOCK.sub(partial(_with_link, up), text)
        elif page != INDEX:
            name = shipped[1]
            links = (
                f"{_link(up, f'game={name}', 'Open in the workshop')} {_link(up, f'variant={name}', 'Begin a variant')}"
            )
            pages.files[page] = text.replace("\n## ", f"\n{links}\n\n## ", 1)


def _with_link(up: str, found: re.Match[str]) -> str:
    if _REPORTED in found["note"]:
        return found[0]
    file = f"{found['name']}.gdl"
    return f"{found[0]}\n{_link(up, address_part(file, {file: found['text']}), 'Open in the workshop')}\n"


def _link(up: str, part: str, text: str) -> str:
    """HTML, because the workshop is no page of the generator."""
    return f'<a class="workshop" href="{up}{FOLDER}/index.html#{part}">{text}</a>'


def lay(site: Path) -> None:
    """Lay the folder of the workshop into a site. Raise ToolsError, ArchiveError."""
    lay_folder(site / FOLDER, kept_folder())


def is_in_workshop(problem: str) -> bool:
    """Whether a link that leads nowhere, as `page: target`, leads into the workshop, which comes last."""
    return f"{FOLDER}/index.html#" in problem
