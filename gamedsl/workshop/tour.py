"""The lessons of the tour: pages of `docs/learn`, each with its rules, a task, and examples that say whether it is done."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from gamedsl.json import Json, JsonObject
from gamedsl.workshop.help import documentation

_BLOCK = re.compile(r"(?:^<!-- file: (?P<file>\S+) -->\n)?^```gdl\n(?P<text>(?:game|variant) .*?)^```$", re.M | re.S)
_NAME = re.compile(r"(?:game|variant) (\w+)")


def lessons() -> list[JsonObject]:
    """Returns the lessons in order: `name`, `title`, `text` (Markdown), `files` and `main` (the rules to begin with), `task`, `check` (examples that are
    appended to the rules), `own` (how many examples the rules must have), `answer` (pairs: an old text and its replacement)."""
    told = tomllib.loads(files("gamedsl.workshop").joinpath("tour.toml").read_text("utf-8"))
    return [_lesson(one) for one in told["lesson"]]


def _lesson(told: dict[str, Json]) -> JsonObject:
    page = str(told["page"])
    text = _page(page)
    rules = _rules(_page(str(told.get("rules", page))))
    title, _, body = text.partition("\n")
    return {
        "name": page,
        "title": title.removeprefix("# "),
        "text": _text(body, rules),
        "files": {**rules},
        "main": list(rules)[-1],
        "task": told["task"],
        "check": told.get("check", ""),
        "words": told.get("words", []),
        "answer": told["answer"],
    }


def _text(body: str, rules: dict[str, str]) -> str:
    """Returns the text of a page without the rules, which are shown beside it, and without the link to the next page."""
    for one in rules.values():
        block = rf"(?:<!--[^\n]*-->\n)?```gdl\n{re.escape(one)}```\n"
        body = re.sub(block, "", re.sub(rf":\n\n{block}", ": it is beside this page.\n", body))
    return re.sub(r"^(?:Next:|<!--) .*$", "", body, flags=re.M).strip()


def _rules(page: str) -> dict[str, str]:
    """Returns the rules of a page by file: all that are in files, else the first ones."""
    blocks = list(_BLOCK.finditer(page))
    named = {str(one["file"]): one["text"] for one in blocks if one["file"]}
    if named:
        return named
    found = _NAME.match(blocks[0]["text"])
    return {f"{'rules' if found is None else found[1]}.gdl": blocks[0]["text"]}


def _page(name: str) -> str:
    return documentation().joinpath("learn", f"{name}.md").read_text("utf-8")
