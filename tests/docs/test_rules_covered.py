"""Every rule of the rulebooks is carried by a declaration and stands on the game's page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import pytest

from docs import pages
from gamedsl.source import Source
from gamedsl.syntax import tree as t
from gamedsl.syntax.parse import parse

GAMES = [("gloriana", 53), ("glory_islands", 73)]
"""The games with the numbers of their rules, R1 and so on, as the fact sheets count them."""


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_every_rule_is_carried_by_a_declaration(game: str, rules: int) -> None:
    path = pages.ROOT / "games" / f"{game}.gdl"
    tree = parse(Source(path.name, path.read_text(encoding="utf-8"))).tree
    carried = {rule for sentence in _sentences(tree.decls) for rule in _rules(sentence)}
    assert carried == set(range(1, rules + 1))


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_every_rule_stands_on_the_page(game: str, rules: int) -> None:
    rows = re.findall(r"^\| (R[^|]*)\|", pages.text(f"docs/games/{game}.md"), re.MULTILINE)
    assert sorted(rule for row in rows for rule in _rules(row)) == list(range(1, rules + 1))


@pytest.mark.parametrize(("game", "_"), GAMES)
def test_the_page_names_declarations_that_there_are(game: str, _: int) -> None:
    text = (pages.ROOT / "games" / f"{game}.gdl").read_text(encoding="utf-8")
    rows = re.findall(r"^\| R[^|]*\|[^|]*\|([^|]*)\|$", pages.text(f"docs/games/{game}.md"), re.MULTILINE)
    assert rows
    words = [word for row in rows for word in re.findall(r"`([^`]+)`", row)]
    assert [word for word in words if word not in text] == []


def test_every_large_game_has_a_page_and_every_variant_a_line() -> None:
    listed = pages.text("docs/games/README.md")
    games = pages.ROOT / "games"
    names = [path.stem for path in sorted(games.glob("*.gdl"))]
    assert [name for name in names if not (pages.ROOT / f"docs/games/{name}.md").is_file()] == []
    small = [path.stem for path in sorted((games / "variants").glob("*.gdl"))]
    assert [name for name in small if f"`{name}`" not in listed] == []


def _sentences(node: object) -> Iterator[str]:
    """The documentation of declarations and blocks; that of examples does not count, because they carry nothing out."""
    match node:
        case t.Example():
            return
        case tuple():
            for part in node:  # pyright: ignore[reportUnknownVariableType]
                yield from _sentences(part)  # pyright: ignore[reportUnknownArgumentType]
        case _ if attrs.has(cls := type(node)):
            for name in (field.name for field in attrs.fields(cls)):
                value: object = getattr(node, name)
                if name == "doc" and isinstance(value, str):
                    yield value
                else:
                    yield from _sentences(value)
        case _:
            return


def _rules(sentence: str) -> Iterator[int]:
    """The numbers in `R13, R14` and `R46-R50`."""
    for first, last in re.findall(r"\bR(\d+)(?:-R(\d+))?", sentence):
        yield from range(int(first), int(last or first) + 1)
