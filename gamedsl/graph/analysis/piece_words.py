"""The words for the pieces of a component: one of them, and several."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model.about import PieceWords
from gamedsl.graph.model.game import Game

ALIKE = frozenset(
    {"sheep", "fish", "deer", "dice", "men", "cattle", "livestock", "people", "staff", "children", "oxen", "geese"}
)
"""Words that are their own plural."""

_IRREGULAR = {
    "man": "men", "die": "dice", "ox": "oxen", "child": "children", "leaf": "leaves", "goose": "geese", "domino": "dominoes", "hero": "heroes",
    "potato": "potatoes", "tomato": "tomatoes",
}  # fmt: skip
_SINGULARS = {
    **{several: one for one, several in _IRREGULAR.items() if several.endswith("s")},
    "axes": "axe", "knives": "knife", "lives": "life",
}  # fmt: skip
"""Plurals with an `s` whose singular no rule gives."""
_NOT_PLURAL = ("ss", "us", "is", "across")


def plural(text: str) -> str:
    """Returns the plural of an English noun: `card` as cards, `sheep` as sheep."""
    head, space, last = text.rpartition(" ")
    if last in _IRREGULAR:
        many = _IRREGULAR[last]
    elif last.endswith("man"):
        many = f"{last.removesuffix('man')}men"
    elif is_plural(last):
        many = last
    elif last.endswith(("s", "x", "ch", "sh")):
        many = f"{last}es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        many = f"{last[:-1]}ies"
    else:
        many = f"{last}s"
    return f"{head}{space}{many}"


def singular(text: str) -> str:
    """Returns the singular of an English noun: `loaves` as loaf, `berries` as berry; other words are returned unchanged."""
    head, space, last = text.rpartition(" ")
    if last in _SINGULARS:
        one = _SINGULARS[last]
    elif last.endswith("women"):
        one = f"{last.removesuffix('women')}woman"
    elif not last.endswith("s") or not is_plural(last):
        one = last
    elif last.endswith("ies"):
        one = f"{last[:-3]}y" if len(last) > _SHORT else last[:-1]
    elif last.endswith(_WITH_F):
        one = f"{last[:-3]}f"
    else:
        one = last[:-2] if last.endswith(("sses", "xes", "ches", "shes")) else last[:-1]
    return f"{head}{space}{one}"


_WITH_F = ("oaves", "eaves", "alves", "olves", "elves")
_SHORT = 4
"""The letters of the longest word such as `pies`, which has an `ie` of its own."""


def is_plural(text: str) -> bool:
    """Whether an English noun seems to be a plural."""
    last = text.rpartition(" ")[2].lower()
    return last in ALIKE or (len(last) > 3 and last.endswith("s") and not last.endswith(_NOT_PLURAL))


def name_pieces(game: Game, number: int) -> tuple[str, str]:
    """Returns the words for one piece of the component with this number, and for several: as the rules give them, or from its name."""
    said = _words_of(game, number)
    if said is not None:
        return said.one, said.several
    name = game.classes[number].name.replace("_", " ").strip()
    return name, plural(name)


def count_of_pieces(game: Game, classes: Sequence[int], count: int, *, are_cards: bool = False) -> str:
    """Returns how many pieces of some components there are: `3 geese`, `1 tile`; where they are of several components `4 pieces`, or `are_cards`: `4 cards`."""
    one, several = ("card", "cards") if are_cards else ("piece", "pieces")
    if len(classes) == 1:
        one, several = name_pieces(game, classes[0])
    return f"{count} {one if count == 1 else several}"


def _words_of(game: Game, number: int) -> PieceWords | None:
    return next((one for one in game.about.pieces if one.cls == number), None)
