"""Guesses the intended line where choices and sums are told with columns of the text: `one of meadow they can afford`, `more than bid`, `reward of served`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.guessing.quantities import end_of_path

_PAYING = frozenset(["afford", "affordable", "pay", "buy"])
_MONEY = ("coins", "money", "gold", "cash", "credits", "dollars")
_PRICES = ("cost", "price", "costs", "fee", "value", "worth")
_ABLE = frozenset(["possible", "able", "allowed", "affordable", "enough", "can", "may", "could"])
_OFFERED = frozenset([
    "if", "when", "only", "as", "long", "you", "it", "is", "are", "have", "they", "to", "do", "so", "this", "that", "the", "afford",
])  # fmt: skip
_COMPARED = {"more": ">", "higher": ">", "greater": ">", "less": "<", "lower": "<", "fewer": "<"}
DIFFERENT = frozenset(["different", "distinct", "unique"])
PER = (("per",), ("for", "each"), ("for", "every"), ("each",))
_SMALL = frozenset(["a", "an", "the", "its", "their", "all"])
_BEFORE_LIMITS = _SMALL | {"number", "amount", "bid", "one", "of", "any"}
_SUMMED = frozenset(["sum", "total"])
_BEFORE_VALUES = frozenset([":", "=", "+=", "-=", "+", "-", "*", "("])


def selection_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it."""
    if headers[-1:] == ("choose",):
        yield from _if_able(words)
    if headers:
        yield from _affordable(words, own)
        yield from _beyond(words, own)
        yield from _at_most(words, own)
    yield from _per_kind(words, own)
    yield from _summed_columns(words, own)


def money(own: OwnNames) -> str:
    """Returns the field with which players pay; the only number if none has such a name."""
    named = next((name for name in _MONEY if name in own.numbers), "")
    return named or next(iter(own.paying), "") or (own.numbers[0] if len(own.numbers) == 1 else "")


def _if_able(words: Sequence[str]) -> Iterator[Edit]:
    """Yields an edit for `serve if you have enough jars`, `serve if possible` in a menu, which offers nothing else anyway."""
    if word_at(words, 1) in ("if", "when", "only") and not _ABLE.isdisjoint(words[2:]):
        said = set(words[1:-1] if {"enough", "afford"} & set(words) else words[1:]) - {"a", "an", "any", "one"}
        if said <= _OFFERED | _ABLE:
            yield 1, len(words), ()


def _affordable(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `hive: one of meadow they can afford`: the price is a column of the pieces there, or of a type in such a column."""
    if _PAYING.isdisjoint(words):
        return
    for i, word in enumerate(words):
        zone = next((one for one in own.zones if one.name == word), None)
        price = "" if zone is None else price_of(zone.pieces[0], own)
        if price and money(own) and word_at(words, i - 1) in ("of", "from", "in", "the"):
            yield i + 1, len(words), ("where", *price.replace(".", " . ").split(), "<=", money(own))


def price_of(piece: str, own: OwnNames) -> str:
    """Returns the path from a piece to its price."""
    columns = own.columns.get(piece, ())
    named = next((one for one in _PRICES if one in columns), "")
    of = next((of for of in columns if any(one in own.columns.get(of, ()) for one in _PRICES)), "")
    return named or (f"{of}.{next(one for one in _PRICES if one in own.columns[of])}" if of else "")


def _beyond(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `choose offer: more than bid`, `choose offer: a number higher than bid`."""
    colon = words.index(":") if ":" in words[:4] else 0
    than = words.index("than") if colon and "than" in words else 0
    if not than or words[than - 1] not in _COMPARED or not money(own):
        return
    end = end_of_path(words, than + 1)
    if end <= len(words) and set(words[colon + 1 : than - 1]) <= _BEFORE_LIMITS:
        told = ("one", "of", "1", "..", money(own), "where", "it", _COMPARED[words[than - 1]], *words[than + 1 : end])
        yield colon + 1, end, told


def _at_most(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `choose amount: up to 3 grain`, where `grain` is a number of the players."""
    match words:
        case ["choose", name, ":", "up", "to", number, field, *rest] if number.isdigit() and field in own.numbers:
            told = ("choose", name, ":", "one", "of", "1", "..", number, "where", "it", "<=", field)
            yield 0, len(words), (*told, *rest)
        case _:
            pass


def _per_kind(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `3 points per different blossom`, `2 per contract served`: it counts things that a player has."""
    for i in range(len(words)):
        per = next((said for said in PER if tuple(words[i : i + len(said)]) == said), ())
        number = i - 1 - (not word_at(words, i - 1).isdigit())
        if not per or number < 0 or not words[number].isdigit():
            continue
        at = i + len(per)
        is_different = word_at(words, at) in DIFFERENT
        at += is_different
        noun, rest = word_at(words, at), [one for one in words[at + 1 :] if not one.startswith('"')]
        zones = [zone for zone in own.zones if zone.is_own]
        of = next((zone for zone in zones if same_name(noun, own.columns.get(zone.pieces[0], ()))), None)
        piece = same_name(noun, own.pieces)
        held = [zone for zone in zones if piece in zone.pieces]
        named = next((zone for zone in zones if rest == [zone.name]), None)
        end = at + 1 + len(rest)
        if of is not None and not rest:
            column = same_name(noun, own.columns[of.pieces[0]])
            yield number, end, (words[number], "*", "count", "(", of.name, ".", column, ")")
        elif piece and (named or (len(held) == 1 and not rest)):
            yield number, end, (words[number], "*", "count", "(", (named or held[0]).name, ")")


def _summed_columns(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `reward of served`, `total reward of served`, `score reward for brewed`: the numbers of the pieces in a zone are added up."""
    for i, word in enumerate(words):
        zone = next((one for one in own.zones if one.name == word), None)
        of = i - 1 - (word_at(words, i - 1) in _SMALL)
        # `points of all houses in built`: the kind of pieces may be named.
        is_noun = (
            zone is not None
            and word_at(words, of) in ("in", "from", "on")
            and same_name(word_at(words, of - 1), zone.pieces)
        )
        of -= 2 if is_noun else 0
        of -= word_at(words, of) in ("all", "the", "each", "every")
        of -= word_at(words, of) == "all"
        if zone is None or word_at(words, of) not in ("of", "in", "from", "on", "for"):
            continue
        column = same_name(words[of - 1], own.columns.get(zone.pieces[0], ()))
        start = of - 1
        start -= word_at(words, start - 1) == "the"
        start -= word_at(words, start - 1) == "of" and word_at(words, start - 2) in _SUMMED
        start -= word_at(words, start - 1) in _SUMMED
        start -= word_at(words, start - 1) == "the"
        if column and word_at(words, start - 1) in _BEFORE_VALUES:
            yield start, i + 1, ("sum", "(", "c", ".", column, "for", "c", "in", zone.name, ")")
