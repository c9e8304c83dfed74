"""Every rule of the rulebooks is carried by a declaration and stands on the game's page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import pytest

import gamedsl
from docs import pages
from gamedsl.rulebook import labels_of, markdown, rulebook, with_labels
from gamedsl.source import Source
from gamedsl.syntax.marks import marks
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tree import example_lines

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


READINGS = [("gloriana", 26), ("glory_islands", 25)]
"""The games with the numbers of their readings, A1 and so on, as the fact sheets count them."""


@pytest.mark.parametrize(("game", "readings"), READINGS)
def test_every_reading_is_marked(game: str, readings: int) -> None:
    path = pages.ROOT / "games" / f"{game}.gdl"
    tree = parse(Source(path.name, path.read_text(encoding="utf-8"))).tree
    labels = [mark.label for sentence in _sentences(tree.decls) for mark in marks(sentence)]
    assert {label for label in labels if label != "ours"} == {f"A{number}" for number in range(1, readings + 1)}
    assert "ours" in labels


INVENTED = {
    "gloriana": ("Cook", "Musician", "Mermaid", "Tabard", "Boar's Head"),
    "glory_islands": ("Trey", "names of the corners", "Hull"),
}
"""Names that stand in no rulebook."""


@pytest.mark.parametrize("game", INVENTED)
def test_every_invented_name_is_marked(game: str) -> None:
    path = pages.ROOT / "games" / f"{game}.gdl"
    tree = parse(Source(path.name, path.read_text(encoding="utf-8"))).tree
    own = " ".join(mark.text for sentence in _sentences(tree.decls) for mark in marks(sentence) if mark.label == "ours")
    assert [name for name in INVENTED[game] if name not in own] == []


@pytest.mark.parametrize(("game", "readings"), READINGS)
def test_the_page_and_the_rulebook_name_every_reading(game: str, readings: int) -> None:
    rows = re.findall(r"^\| (A\d[^|]*)\|", pages.text(f"docs/games/{game}.md"), re.MULTILINE)
    named = [number for row in rows for number in _numbers("A", row)]
    assert sorted(named) == list(range(1, readings + 1))
    path = pages.ROOT / "games" / f"{game}.gdl"
    labels = labels_of(path.with_suffix(".look.toml").read_text(encoding="utf-8"))
    book = markdown(with_labels(rulebook(gamedsl.load_rules(path).parsed, "exact"), labels))
    noted = dict(re.findall(r"^\| A(\d+) \| (.+) \|$", book, re.MULTILINE))
    assert {int(number) for number in noted} == set(range(1, readings + 1))
    body = book.replace("°", "").partition("Step by step\n")[0]
    assert book.count("°") > readings
    assert [said for said in noted.values() if said.casefold() not in body.casefold()] == []


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
        case example_lines.Example():
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


def _numbers(letter: str, row: str) -> Iterator[int]:
    """The numbers in `A2, A3` and `A4 – A6`."""
    for first, last in re.findall(rf"\b{letter}(\d+)(?: – {letter}(\d+))?", row):
        yield from range(int(first), int(last or first) + 1)


def _rules(sentence: str) -> Iterator[int]:
    """The numbers in `R13, R14` and `R46-R50`."""
    for first, last in re.findall(r"\bR(\d+)(?:-R(\d+))?", sentence):
        yield from range(int(first), int(last or first) + 1)
