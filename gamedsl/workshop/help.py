"""The help of the workshop: pages of the documentation about rules, and a page for each finding."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from gamedsl.json import JsonObject

_FOLDERS = ("learn", "how-to", "how-to/phrases", "language")
_NOT_NEEDED = frozenset(["README", "grammar", "open-questions"])
"""Lists of pages, and pages for those who work on the language."""


def help_pages() -> list[JsonObject]:
    """Returns the pages: `name` (the path in `docs` without its ending; `findings/E0301` for a finding), `title`, and `text` (Markdown without the title)."""
    docs = documentation()
    pages = [
        _page(f"{folder}/{place.stem}", place.read_text("utf-8"))
        for folder in _FOLDERS
        for place in sorted((docs / folder).glob("*.md"))
        if place.stem not in _NOT_NEEDED
    ]
    findings = Path(str(files("gamedsl.diagnostics"))) / "pages"
    return [
        *pages,
        *(_page(f"findings/{place.stem}", place.read_text("utf-8")) for place in sorted(findings.glob("*.md"))),
    ]


def _page(name: str, text: str) -> JsonObject:
    title, _, body = text.partition("\n")
    body = re.sub(r"^<!--.*-->\n", "", body, flags=re.MULTILINE)
    return {"name": name, "title": title.removeprefix("# "), "text": re.sub(r"<kbd>(.*?)</kbd>", r"`\1`", body).strip()}


def documentation() -> Path:
    """Returns the folder of the documentation: in the package once it is installed, else beside it."""
    own = Path(str(files("gamedsl.workshop")))
    return own / "docs" if (own / "docs").is_dir() else own.parents[1] / "docs"
