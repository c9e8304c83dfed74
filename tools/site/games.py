"""One page for each rules file that comes with the language: its text, its graph, its rules."""

from __future__ import annotations

import re
from pathlib import Path

import gamedsl
from gamedsl.graph.draw import svg
from gamedsl.syntax.tree import declarations
from tools.site.pages import ROOT, Pages

INDEX = "games/README.md"

GROUPS = {"large": "games", "classics": "games/classics", "modern": "games/modern", "variants": "games/variants"}
"""Folders by section of the navigation."""

_ROW = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)


def add(pages: Pages) -> None:
    """Add a page and a drawing for each rules file, and link the index to them."""
    paths = files()
    for group, folder in GROUPS.items():
        pages.sections[group] = [_page(path) for path in paths if path.parent == ROOT / folder]
    for path in paths:
        _add(pages, path)
    pages.files[INDEX] = _ROW.sub(r"| [`\1`](\1.md) |", pages.files[INDEX])


def files() -> list[Path]:
    """All rules files that come with the language."""
    return [path for folder in GROUPS.values() for path in sorted((ROOT / folder).glob("*.gdl"))]


def _add(pages: Pages, path: Path) -> None:
    rules, text, place = gamedsl.load_rules(path), path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
    first = rules.setups()[0]
    drawing = f"games/graphs/{path.stem}.svg"
    pages.files[drawing] = _drawn(rules)
    head = pages.files.get(_page(path)) or f"# {_title(path)}\n\n{_said(rules, place)}\n"
    pages.files[_page(path)] = (
        f"{head}\n## The graph\n\nThe graph that runs, for {_players(first.players)}: who decides what, what chance does, what "
        f"happens then. Click it to see it alone.\n\n"
        f"[![The graph of {path.stem}](graphs/{path.stem}.svg)](graphs/{path.stem}.svg){{ .graph }}\n\n"
        f'## The rules file\n\n```gdl title="{place}" linenums="1"\n{text}```\n'
    )


def _drawn(rules: gamedsl.Rules) -> str:
    """Draw the graph of the first setup of a rules file."""
    first = rules.setups()[0]
    return svg(rules.game(first.players, **dict(first.options)))


def _page(path: Path) -> str:
    return f"games/{path.stem}.md"


def _title(path: Path) -> str:
    words = path.stem.replace("_", " ")
    return words[0].upper() + words[1:]


def _said(rules: gamedsl.Rules, place: str) -> str:
    """What the file says of itself: its sentence, what it builds on, its numbers of players and its options."""
    _, own = rules.parsed.chain.files[-1]
    lines: list[str] = []
    for decl in own.decls:
        match decl:
            case declarations.Game():
                lines.append(decl.doc or "")
            case declarations.Variant():
                bases = " and ".join(f"[{base.text}]({base.text}.md)" for base in decl.bases)
                lines += [decl.doc or "", f"A variant of {bases}."]
            case declarations.Option() if decl.doc:
                lines.append(f"Option `{decl.name.text}`: {decl.doc}")
            case _:
                pass
    counts = sorted({setup.players for setup in rules.setups()})
    lines.append(f"For {counts[0]} to {_players(counts[-1])}." if len(counts) > 1 else f"For {_players(counts[0])}.")
    return "\n\n".join([*filter(None, lines), f"```sh\ngamedsl play {place}\n```"])


def _players(number: int) -> str:
    return f"{number} player" if number == 1 else f"{number} players"
