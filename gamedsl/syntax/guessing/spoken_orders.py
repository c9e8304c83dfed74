"""Guesses the intended line for an order or a condition in words of English or of another language: `remove to.piece`, `workers between 1 and 3`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import CHANGES, DIRECTIONS, PUTTING, REMOVING, TYPING
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.guessing.phrases import implicit_name
from gamedsl.syntax.guessing.quantities import end_of_path

_OVER = frozenset(["end", "ends", "finish", "finishes", "finished", "stop", "stops", "over"])
_ABOUT_GAME = frozenset(["the", "game", "match", "play", "is", "immediately"])
_WHEN = frozenset(["if", "when", "once", "as"])
_INTO = ("to", "into", "onto", "in", "on")
_ONTO = frozenset(["on", "in", "at", "onto", "into", "to"])
_DEALT = frozenset(["dial", "deal", "take", "give", "draw"])
_PAID = CHANGES | {"add": "+="}
_TAKEN_FROM = frozenset(["from", "of", "in", "to"])
_WITH_PHASES = frozenset(["phase", "action", "rule", "game", "score", "invariant", "example"])
_DIE = re.compile(r"[dDwW]([1-9][0-9]{0,2})")
_NAMED_VALUE = re.compile(r'"([A-Z]\w*)"')
_LISTS = frozenset(["row", "list", "stack", "set", "line", "zone", "collection", "array", "group", "hand", "deck"])
_BESIDE = frozenset(["adjacent", "next", "beside", "neighbouring", "neighboring", "close"])


def order_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it."""
    if not headers:
        yield from _declarations(words)
    elif headers in (("each",), ("shared",)):
        yield from _fields(words)
    else:
        yield from _orders(words, own)
    yield from _names_of_two_words(words, headers, own)
    for i in range(len(words)):
        yield from _inside(words, i, own)


def _declarations(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `end game if C`, `for 6 rounds:`, `ranking by highest a, lowest b`, `ranking by tricks descending`."""
    when = next((i for i, word in enumerate(words[:8]) if word in _WHEN), 0)
    said = frozenset(word.lower() for word in words[:when])
    if said & _OVER and said <= _OVER | _ABOUT_GAME and list(words[: when + 1]) != ["game", "end", "when"]:
        is_soon = list(words[when : when + 3]) == ["as", "soon", "as"]
        yield 0, when + (3 if is_soon else 1), ("game", "ends", "when")
    if words[0] == "for" and word_at(words, 1).isdigit() and word_at(words, 2) in ("round", "rounds"):
        yield 0, 3, ("rounds", "up", "to", words[1])
    if words[0] == "ranking":
        joined = [
            "then" if word in ("and", ",") and word_at(words, i + 1) in ("highest", "lowest") else word
            for i, word in enumerate(words)
        ]
        if joined != list(words):
            yield 0, len(words), tuple(joined)
    if words[0] == "ranking":
        keys = [DIRECTIONS.get(word, word) if words[i - 1] in ("by", "then") else word for i, word in enumerate(words)]
        if keys != list(words):
            yield 0, len(words), tuple(keys)
    if list(words[:2]) == ["ranking", "by"] and word_at(words, 2).isidentifier():
        end = end_of_path(words, 2)
        way = DIRECTIONS.get(word_at(words, end))
        yield 2, end + (way is not None), (way or "highest", *words[2:end])


def _fields(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `offer: row of card`, `hand: bag of card, visible to owner`."""
    if word_at(words, 1) == ":" and word_at(words, 2) in _LISTS and word_at(words, 3) == "of":
        yield 2, 3, ("bag",)
    at = next(
        (i for i, word in enumerate(words) if word in ("visible", "shown", "known") and word_at(words, i - 1) == ","), 0
    )
    if at and word_at(words, len(words) - 1) in ("owner", "nobody", "everyone", "others"):
        yield at, len(words), ("seen", "by", words[-1])


def _orders(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for statements: `remove p`, `put White on s`, `draw 3 to hand`, `pay card.price coins`, `let die = roll d6`."""
    start = words.index(":") + 1 if ":" in words and words[0] in ("each", "for", "if", "else", "as") else 0
    rest = words[start:]
    if not rest:
        return
    first, last, end = rest[0], rest[-1], len(words)
    if first in REMOVING and len(rest) > 1 and not {"from", "to", "where"} & set(rest[2:]):
        yield start, end, ("move", *rest[1:], "to", "box")
    at = next((i for i, word in enumerate(rest) if word in _ONTO and i > 1), 0)
    if first in PUTTING and at and len(rest) > at + 1:
        what = rest[1:at][1:] if rest[1] in ("a", "an", "the", "one") else rest[1:at]
        start_ = ("from", "box") if what and what[-1][:1].isupper() else ()
        yield start, end, ("move", *what, *start_, "to", *rest[at + 1 :])
    if first in _DEALT and word_at(rest, 1).isdigit() and (own.zones or first != "draw"):
        source = _behind(rest, "from")
        to = next((found for word in _INTO if (found := _behind(rest, word))), ())
        deck = source or (implicit_name("source", own, None, None),)
        hand = to or (implicit_name("own", own, None, None),)
        yield start, end, ("draw", rest[1], "from", *deck, "to", *hand)
    if word_at(rest, 1) in ("=", "+=") and word_at(rest, 2).isdigit() and (source := _behind(rest, "from")):
        yield start, end, ("draw", rest[2], "from", *source, "to", first)
    if first in _PAID and len(rest) > 2 and last.isidentifier():
        paid = rest[1:-2] if rest[-2] in _TAKEN_FROM else rest[1:-1]
        is_given = rest[-2] == "to" and _PAID[first] == "-="  # what is paid to somebody is not taken from there
        if paid and not is_given and paid[0] not in ("the", "a", "an") and (len(paid) == 1 or not paid[0].isdigit()):
            yield start, end, (_field(last, own), _PAID[first], *paid)
    if first in ("cost", "costs") and len(rest) in (3, 4) and last.isidentifier():
        yield start, end, (_field(last, own), "-=", rest[-2])
    die = _DIE.fullmatch(last)
    if len(rest) == 5 and first == "let" and rest[3] == "roll" and die:
        yield start, end, ("roll", rest[1], ":", "one", "of", "1", "..", die[1])
    if "do" in rest and words[0] in ("for", "each", "every", "all"):
        at = words.index("do")
        yield (
            0,
            at + (2 if word_at(words, at + 1) == ":" else 1),
            ("each", "player", ":") if "player" in words[:at] else (*words[:at], ":"),
        )


def _behind(words: Sequence[str], word: str) -> tuple[str, ...]:
    """Returns the path after a small word; empty if the line does not contain the word."""
    if word not in words[:-1]:
        return ()
    at = len(words) - words[::-1].index(word)
    return tuple(words[at : end_of_path(words, at)])


def _field(word: str, own: OwnNames) -> str:
    """Returns the number of the file that a word in the singular or the plural names, or the word."""
    return next((one for one in (word, f"{word}s", word.removesuffix("s")) if one in own.numbers), word)


def _names_of_two_words(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `played cards: slot of card`, `played-cards: slot of card`, `phase take trick:`, and for `take trick` among the phases of a round."""
    at = 1 if not headers and words[0] in _WITH_PHASES else 0
    gap = 2 if word_at(words, at + 1) == "-" else 1
    named, second, behind = word_at(words, at), word_at(words, at + gap), word_at(words, at + gap + 1)
    is_declared = (at == 1 or headers in (("each",), ("shared",))) and behind in (":", ",", "=")
    is_called = headers == ("rounds",) and behind == "" and f"{named}_{second}" in own.phases
    are_names = (
        named not in TYPING
        and named.isidentifier()
        and second.isidentifier()
        and named != second
        and named not in _WITH_PHASES
    )
    if are_names and (is_declared or is_called):
        yield at, at + gap + 1, (f"{named}_{second}",)


def _inside(words: Sequence[str], i: int, own: OwnNames) -> Iterator[Edit]:
    """Yields edits of a formula that begin at a word."""
    word, after = words[i], word_at(words, i + 1)
    if word == "then" and after == ":":
        yield i, i + 1, ()
    if word == "between" and i and word_at(words, i + 2) == "and":
        yield i, i + 4, ("in", after, "..", word_at(words, i + 3))
    if (word, after) in (("at", "least"), ("at", "most")) and word_at(words, i + 2).isdigit():
        sign = ">=" if after == "least" else "<="
        thing = word_at(words, i + 3)
        if thing.isidentifier() and not same_name(thing, own.numbers) and (piece := same_name(thing, own.pieces)):
            yield i, i + 4, ("count", "(", implicit_name("own", own, piece, None), ")", sign, words[i + 2])
        if thing.isidentifier():
            yield i, i + 4, (_field(words[i + 3], own), sign, words[i + 2])
        if "until" not in words[:i]:
            yield i, i + 3, (sign, words[i + 2])
    if word == "next" and after == "player":
        is_named = word_at(words, i + 2) in ("after", "of", "from") and word_at(words, i + 3).isidentifier()
        who = words[i + 3] if is_named else words[0] if i == 2 and words[1] == "=" else "me"
        yield i, i + (4 if is_named else 2), ("left", "(", who, ")")
    if word == "with" and i and "=" in words[i:]:
        yield i, len(words), ("where", *("is" if one == "=" else one for one in words[i + 1 :]))
    if word in _BESIDE and after == "to" and i + 2 < len(words):
        end = end_of_path(words, i + 2)
        for start in (i - 1, i):
            yield start, end, ("neighbours", "(", *words[i + 2 : end], ")")
    value = _NAMED_VALUE.fullmatch(word)
    if value and word_at(words, i - 1) in ("=", "is", "not", "("):
        yield i, i + 1, (value[1],)
    if word in ("each", "for") and not word_at(words, i - 1) and "in" in words:
        noun = i + 1 + (after == "each")
        place = words[noun + 1 : noun + 4]
        if word_at(place, 0) == "in" and word_at(place, 1).isidentifier() and word_at(place, 2).isdigit():
            yield i, noun + 4, ("for", "p", "in", words[noun], "where", place[1], "is", place[2])
