"""The pages of the documentation that stand beside the rules in a workshop: the language, how to say it, and phrases of rulebooks."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from gamedsl.json import JsonObject

_GROUPS = (
    ("The language", "language", ["reference", "builtins"]),
    ("Learn it", "learn", None),
    ("Phrases of rulebooks", "how-to/phrases", None),
    ("How to say it", "how-to", None),
)
"""The groups of pages: the title, the folder, and the pages in order; None: those that the README of the folder lists, in its order."""
_ELSEWHERE = frozenset(["campaigns", "clusters", "editors", "workshop"])
"""Pages of those folders that speak of other programs than a workshop."""
_LISTED = re.compile(r"\]\(([a-z-]+)\.md[#)]")


def help_pages() -> list[JsonObject]:
    """Returns the pages in order: `path` (as links of other pages name it), `group`, `title`, and `text` (Markdown)."""
    found: list[JsonObject] = []
    for group, folder, names in _GROUPS:
        place = docs_folder() / folder
        for name in names or _listed(place):
            title, _, text = place.joinpath(f"{name}.md").read_text("utf-8").partition("\n")
            path = f"{folder}/{name}.md"
            found.append({"path": path, "group": group, "title": title.removeprefix("# "), "text": _shown(text)})
    return found


def _listed(place: Path) -> list[str]:
    """Returns the pages that the README of a folder lists."""
    names = dict.fromkeys(_LISTED.findall(place.joinpath("README.md").read_text("utf-8")))
    return [one for one in names if one not in _ELSEWHERE]


def docs_folder() -> Path:
    """Returns the folder of the documentation: in the package once it is installed, else beside it."""
    own = Path(str(files("gamedsl.workshop")))
    inside = own / "docs"
    return inside if inside.is_dir() else own.parents[1] / "docs"


def _shown(text: str) -> str:
    """Returns a text without what speaks to programs, and without the way to the next page."""
    return re.sub(r"^(?:<!-- .* -->|Next: .*)\n", "", text, flags=re.M).strip()
