"""Guesses the intended line where an order is told as in a rulebook, with words that the names of the text explain: `pay the value of leaf`, `an adjacent tile`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import DIRECTIONS
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.guessing.quantities import end_of_path
from gamedsl.syntax.guessing.told_selections import DIFFERENT, PER

_BESIDE = frozenset(["adjacent", "neighbouring", "neighboring"])
_SMALL = frozenset(["a", "an", "the", "any", "one", "of", "from", "your"])


def told_order_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames, text: str) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it; `text` is the whole text."""
    if headers:
        yield from _named_seat(words, own, text)
        yield from _selections(words, own)
    yield from _kinds(words, own)


def _named_seat(words: Sequence[str], own: OwnNames, text: str) -> Iterator[Edit]:
    """Yields an edit for `winner = player with highest bid`, where no field is called `winner`."""
    match words:
        case [name, "=", *the, "player", "with" | "who" | "has", way, key] if way in DIRECTIONS and the in (
            [],
            ["the"],
        ):
            if name not in own.seats and not re.search(rf"(?m)^[ \t]+{re.escape(name)}[ \t]*:", text):
                yield 0, len(words), ("let", name, "=", "first", "(", "players", "by", DIRECTIONS[way], key, ")")
        case _:
            pass


def _selections(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `choose goal: an adjacent tile`, `choose pair: 2 different leaves of hand`."""
    colon = words.index(":") if ":" in words[:4] else 0
    if not colon:
        return
    rest = list(words[colon + 1 :])
    beside = next((i for i, word in enumerate(rest) if word in _BESIDE), -1)
    if beside >= 0 and _SMALL.issuperset(rest[:beside]):
        board = same_name(word_at(rest, beside + 1), own.boards)
        field = next((name for name, of in own.standing if of == board), "")
        if field and word_at(rest, beside + 2) in ("", "where", ","):
            yield colon + 1, colon + 3 + beside, ("one", "of", "neighbours", "(", field, ")")
    yield from _several(rest, colon, len(words), own)


def _several(rest: list[str], colon: int, end: int, own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `2 to 4 different leaves of hand`."""
    low, to, high = (word_at(rest, i) for i in range(3))
    is_range = low.isdigit() and high.isdigit() and to in ("to", "-", "or", "..")
    at = 3 if is_range else 1
    if not low.isdigit() or word_at(rest, -2 + len(rest)) not in ("of", "from", "in"):
        return
    said = rest[at:-2]
    is_different = bool(said) and said[0] in DIFFERENT
    piece = same_name(word_at(said, is_different), own.pieces)
    key = own.columns.get(piece, ())[:1]
    if not piece or len(said) != 1 + is_different or (is_different and not key):
        return
    many = (low, "..", high) if is_range else (low,)
    yield colon + 1, end, (*many, "of", rest[-1], *((",", "distinct", *key) if is_different else ()))


def _kinds(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `2 per different herb in hand`, `2 points for each different herb in hand`."""
    for i, word in enumerate(words):
        if word not in DIFFERENT:
            continue
        if word_at(words, i + 2) not in ("in", "of") or not word_at(words, i + 3):
            zones = [zone for zone in own.zones if zone.is_own]
            held = [(zone, same_name(word_at(words, i + 1), own.columns.get(zone.pieces[0], ()))) for zone in zones]
            named = [(zone.name, column) for zone, column in held if column]
            if len(named) == 1 and word_at(words, i - 1) in ("[", "(", ":", "=", "of"):
                start = i - 2 if list(words[max(0, i - 2) : i]) == ["number", "of"] else i
                yield start, i + 2, ("count", "(", named[0][0], ".", named[0][1], ")")
            continue
        per = next((said for said in PER if tuple(words[max(0, i - len(said)) : i]) == said), ())
        end = end_of_path(words, i + 3)
        number = i - len(per) - 1
        number -= per != () and not word_at(words, number).isdigit()
        counted = ("count", "(", *words[i + 3 : end], ".", words[i + 1], ")")
        if per and word_at(words, number).isdigit():
            yield number, end, (words[number], "*", *counted)
        if list(words[max(0, i - 2) : i]) == ["number", "of"]:
            yield i - 2, end, counted
