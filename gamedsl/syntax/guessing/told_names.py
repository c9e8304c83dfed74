"""Guesses the intended line where rules, kinds and fields are told by their names: `everybody gathers`, `each player gets 1 Clover`, `a cart is on road 7`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.own_names import OwnNames, name_of_verb, same_name
from gamedsl.syntax.guessing.phrases import digits_of, implicit_name
from gamedsl.syntax.guessing.quantities import start_of_path

_ALL = frozenset(["everyone", "everybody", "players"])
_MANY = frozenset(["each", "every", "all"])
_PLAYERS = frozenset(["player", "players"])
_CALLING = frozenset(["call", "do", "perform", "execute", "apply", "use", "trigger", "carry", "out"])
_ARTICLES = frozenset(["the", "a", "an"])
_LITTLE = _ARTICLES | {"new", "now", "then"}
_SOME = frozenset(["a", "an", "any", "some", "one"])
_ASKING = frozenset(["if", "when", "until", "and", "or", "not", "where"])
_HAVING = frozenset(["has", "have", "holds", "hold", "contains"])
_THAN = {"more": ">", "fewer": "<", "less": "<"}
_MORE = {"more": ">=", "above": ">=", "less": "<=", "fewer": "<=", "below": "<="}


def name_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it."""
    if headers and headers[0] not in ("example", "each", "shared"):
        for start, end, new in _calls(words, own):
            yield start, end, new
            yield start, end, ("each", "player", ":", *new) if not start and new[0] != "each" else new
        yield from _places_lit(words, own)
    plain = _conditions(words, own)
    if plain != list(words):
        yield 0, len(words), tuple(plain)


def _calls(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `everybody gathers`, `the player advances`, `call gather`, `advance by 2`."""
    at = 0
    before: tuple[str, ...] = ()
    if words[0] in _ALL or (words[0] in _MANY and word_at(words, 1) in _PLAYERS):
        at, before = 1 + (words[0] in _MANY), ("each", "player", ":")
    elif words[0] in _CALLING:
        at = 1 + (word_at(words, 1) in _CALLING | _ARTICLES)
    elif words[:2] == ["the", "player"]:
        at = 2
    rule = name_of_verb(word_at(words, at), own.rules)
    behind = [
        word for word in words[at + 1 :] if word not in ("by", "with", "times", "spaces", "steps", "space", "step")
    ]
    if rule and not at and len(behind) == 2 and behind[0][:1].isalnum() and behind[1].isidentifier():
        yield 0, len(words), (rule, "(", digits_of(behind[0]) or behind[0], ")")
    if rule and not behind and (at or rule != words[0] or len(words) > 1):
        yield 0, len(words), (*before, rule)
    if rule and len(behind) == 1 and behind[0] not in ("(", ":", "=") and behind[0][:1].isalnum():
        yield 0, len(words), (*before, rule, "(", digits_of(behind[0]) or behind[0], ")")


def _places_lit(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `light goal`, where places have a flag `lit`."""
    told = [word for word in words if word not in _LITTLE]
    if len(told) == 2 and told[1].isidentifier():
        flags = [flag for flag in own.place_flags if flag[:2] == told[0][:2]]
        if len(flags) == 1:
            yield 0, len(words), (told[1], ".", flags[0], "=", "yes")


# ---------------------------------------------------------------- conditions


def _conditions(words: Sequence[str], own: OwnNames) -> list[str]:
    """Returns a line with its conditions in signs: `a cart is on road 7`, `I am the keeper`, `hand has 2 or more leaves`, `3 or more coins`."""
    plain = list(words)
    i = 0
    while i < len(plain):
        found = next(_condition(plain, i, own), None)
        if found is not None:
            first, last, new = found
            plain[first:last] = new
        i += 1
    return plain


def _condition(words: list[str], i: int, own: OwnNames) -> Iterator[Edit]:
    word, after = words[i], word_at(words, i + 1)
    if word in own.boards and after.isdigit() and word_at(words, i + 2) != ",":
        yield i, i + 2, (word, "[", after, "]")
    if word in ("on", "at", "in") and word_at(words, i - 1) == "is" and after in own.boards:
        yield i, i + 1, ()
    if word in ("on", "at") and word_at(words, i - 1) in own.fields and after in own.boards:
        yield i, i + 1, ("is",)
    if (word.lower(), after) in (("i", "am"), ("you", "are")):
        seat = i + 2 + (word_at(words, i + 2) == "the")
        if word_at(words, seat) in own.seats:
            yield i, seat + 1, ("me", "is", words[seat])
    if word in _HAVING and word_at(words, i - 1) in ("you", "I", "they") and i > 1:
        kind = i + 1 + (after in _SOME)
        name = own.spelling.get(word_at(words, kind).lower(), "")
        piece = own.kinds.get(name, "")
        if piece:
            hand = implicit_name("own", own, piece, None)
            yield i - 1, kind + 1, ("some", "(", hand, "where", "it", "is", name, ")")
    if word.isdigit() and after == "or" and word_at(words, i + 2) in _MORE:
        yield from _amount(words, i, i + 3, _MORE[words[i + 2]], own)
    if (
        word.isdigit()
        and word_at(words, i - 1) in _HAVING
        and after != "or"
        and word_at(words, i - 2) in ("you", "I", "player", "they")
    ):
        yield from _amount(words, i, i + 1, ">=", own)
    if word in _THAN and after == "than" and word_at(words, i + 2).isdigit():
        yield from _amount(words, i + 2, i + 3, _THAN[word], own, first=i)
    if word in ("least", "most") and word_at(words, i - 1) == "at" and after.isdigit():
        yield from _amount(words, i + 1, i + 2, ">=" if word == "least" else "<=", own, first=i - 1)
    if word in _SOME and after in own.fields and word_at(words, i - 1) in ("when", "if", "until", "and", "or", ":"):
        end = next(
            (at for at in range(i, len(words)) if words[at][:1] in (":", ",", '"') or words[at] in ("and", "or")),
            len(words),
        )
        test = _conditions(words[i + 1 : end], own)
        if len(test) > 1:
            yield i, end, ("some", "(", "players", "where", *_in_signs(test), ")")


def _in_signs(test: list[str]) -> list[str]:
    """Returns a condition with `is` instead of `reaches`, `stands on` and the like before a place."""
    return [
        word
        for i, word in enumerate("is" if w in ("reaches", "stands") else w for w in test)
        if not (i and word in ("on", "at"))
    ]


def _amount(
    words: list[str], number: int, end: int, sign: str, own: OwnNames, first: int | None = None
) -> Iterator[Edit]:
    """Yields the edit for an amount with its number at a place; its noun and its owner may be around it."""
    first = number if first is None else first
    noun = word_at(words, end)
    subject = start_of_path(words, first - 1) if word_at(words, first - 1) in _HAVING else first
    thing = words[first - 2] if subject < first else ""
    zones = [zone.name for zone in own.zones]
    if thing in zones:
        end += noun.isidentifier() and noun not in _ASKING
        yield subject, end, ("count", "(", *words[subject : first - 1], ")", sign, words[number])
        return
    field, piece = same_name(noun, own.numbers), same_name(noun, own.pieces)
    named = same_name(noun, zones)
    start = first - (word_at(words, first - 1) in _HAVING)
    start -= word_at(words, start - 1) in ("you", "player", "they")
    if field:
        yield start, end + 1, (field, sign, words[number])
    elif named or piece:
        zone = named or implicit_name("own", own, piece, None)
        yield start, end + 1, ("count", "(", zone, ")", sign, words[number])
    elif word_at(words, first - 1) == "is":
        yield first - 1, end, (sign, words[number])
    elif word_at(words, first - 1) in own.numbers:
        yield first, end, (sign, words[number])
