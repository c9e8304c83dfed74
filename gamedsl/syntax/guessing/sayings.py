"""Guesses the intended line where pieces, zones and ends are said as people say them: `hand contains Weed`, `number of Weed in hand`, `all players lose if C`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from gamedsl.syntax.guessing.change_slips import CHANGING
from gamedsl.syntax.guessing.declared_lines import declaration_edits
from gamedsl.syntax.guessing.edits import Edit, NearLine, readable_lines, word_at
from gamedsl.syntax.guessing.english_lines import english_edits, in_plain_words
from gamedsl.syntax.guessing.foreign_words import DIRECTIONS, sign_of_deed
from gamedsl.syntax.guessing.listed_things import listed_edits
from gamedsl.syntax.guessing.own_names import OwnNames, own_names, same_name
from gamedsl.syntax.guessing.plain_lines import plain_edits
from gamedsl.syntax.guessing.quantities import FUNCTIONS, end_of_call, quantity_edits
from gamedsl.syntax.guessing.spoken_changes import change_edits
from gamedsl.syntax.guessing.spoken_orders import order_edits
from gamedsl.syntax.guessing.told_names import name_edits
from gamedsl.syntax.guessing.told_orders import told_order_edits
from gamedsl.syntax.guessing.told_players import conditions, told_edits
from gamedsl.syntax.guessing.told_selections import selection_edits
from gamedsl.syntax.lines import Token
from gamedsl.syntax.machine import Machine

_HOLDS = frozenset(["contains", "contain", "has", "have", "holds", "includes"])
_ARTICLES = frozenset(["a", "an", "any", "one"])
_ONE = frozenset(["1", "a", "an", "one"])
_ALL = frozenset(["all", "every", "each", "any"])
_EXCEPT = frozenset(["except", "but", "besides"])
_BEGINNING = frozenset(["starting", "beginning", "starts", "begins"])
_EVENTS = frozenset(["when", "on", "after", "upon"])
_FACE_DOWN = (", face down", " face down", ", facedown", ", hidden from all")
_SECRET = (", hidden", ", secret", ", private", ", concealed")
_OPEN = (", face up", " face up", ", faceup", ", open", ", visible", ", public")
_COUNTED = frozenset(["count", "no", "some", "sum", "first", "last", "only"])
_BEFORE_VALUES = frozenset([
    "=", "+=", "-=", "+", "-", "*", "if", "and", "or", "not", "until", "when", "where", "is", "<", ">", "<=", ">=", "(",
])  # fmt: skip
"""Words and signs behind which a value stands."""
_NO_PARTS = frozenset(["top", "bottom", "bag", "pile", "slot", "one", "any", "some", "all", "copies", *FUNCTIONS])
"""Words that say something else before `of` than what a thing has."""
_SELECTION = re.compile(r"(?m)^[ \t]*(?:choose |may choose )?(\w+):[^\n#\"]*\bof\b")
_ROLL = re.compile(r"(?m)^[ \t]*(?:[^\n#\"]*: )?roll (\w+):")
_RESULTS = {"win": "win", "wins": "win", "lose": "lose", "loses": "lose"}


_MOST_LINES = 3
"""The most lines for one saying."""


def guess_sayings(
    machine: Machine, tokens: Sequence[Token], height: int, headers: tuple[str, ...], text: str
) -> tuple[NearLine, ...]:
    """Returns the lines for words as people say them that can be read, the likeliest first. `headers` open the blocks around it; `text` is the whole text."""
    words, own = [token[1] for token in tokens], own_names(text)
    chosen = chosen_above(text, tokens[0][2])

    def edits_of(line: Sequence[str]) -> Iterator[Edit]:
        return saying_edits(line, headers, own, text, chosen)

    edits = chain(
        edits_of(words),
        _in_plain_words(words, own, edits_of),
    )
    found: dict[tuple[str, ...], NearLine] = {}
    for line in readable_lines(machine, tokens, height, edits, is_slip=True):
        found.setdefault(tuple(token[1] for token in line.tokens), line)
        if len(found) == _MOST_LINES:
            break
    if words[0] == "phase" and "most" not in words:
        bounded = [(0, len(words), (*line[:-1], ",", "at", "most", "100", ":")) for line in found if "until" in line]
        found |= {line.words: line for line in readable_lines(machine, tokens, height, bounded, is_slip=True)}
    return tuple(found.values())


def chosen_above(text: str, place: int) -> str:
    """Returns the name of the last thing that is chosen above a place; empty if there is none."""
    above = _SELECTION.findall(text, 0, place)
    return above[-1] if above else ""


def rolled_above(text: str, place: int) -> str:
    """Returns the name of the last roll above a place; empty if there is none."""
    above = _ROLL.findall(text, 0, place)
    return above[-1] if above else ""


def saying_edits(
    line: Sequence[str], headers: tuple[str, ...], own: OwnNames, text: str, chosen: str
) -> Iterator[Edit]:
    """Yields the edits of all sayings that a line may hold. `headers` open the blocks around it; `text` is the whole text."""
    return chain(
        _changed(line, own, text) if headers[-1:] and headers[-1] in CHANGING else (),
        () if headers else listed_edits(line, own),
        told_order_edits(line, headers, own, text),
        selection_edits(line, headers, own),
        name_edits(line, headers, own),
        declaration_edits(line, headers, own, text),
        told_edits(line, headers, own),
        plain_edits(line, headers, own),
        english_edits(line, headers, own, chosen),
        _edits(line, headers, own),
        order_edits(line, headers, own),
    )


def _changed(line: Sequence[str], own: OwnNames, text: str) -> Iterator[Edit]:
    """Yields the edits of a line of change; behind `add` and `replace` also those of the declaration, as it would stand alone."""
    yield from change_edits(line, own, text)
    if line[0] in ("add", "replace") and len(line) > 1:
        for edits in (declaration_edits(line[1:], (), own, text), order_edits(line[1:], (), own)):
            yield from ((first + 1, last + 1, new) for first, last, new in edits)


def _in_plain_words(
    words: Sequence[str], own: OwnNames, edits_of: Callable[[Sequence[str]], Iterator[Edit]]
) -> Iterator[Edit]:
    """Yields the edits for a line rewritten without articles, with digits, and with names as the file spells them."""
    line = in_plain_words(words, own)
    if line and line != list(words):
        if any(word not in words and not word.isdigit() for word in line):  # otherwise one small word is better
            yield 0, len(words), tuple(line)
        for start, end, more in edits_of(line):
            yield 0, len(words), (*line[:start], *more, *line[end:])
        for first, last, new in conditions(line, own):
            yield 0, len(words), (*line[:first], *new, *line[last:])


def _edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    if headers in (("each",), ("shared",)):
        yield from _declarations(words, headers[0], own)
    yield from _heads(words, headers)
    yield from _best(words)
    yield from _condition_last(words)
    yield from _caps(words)
    for i in range(len(words)):
        yield from _inside(words, i, own)
    yield from quantity_edits(words)


def _is_kind(word: str) -> bool:
    return word[:1].isupper()


def _heads(words: Sequence[str], headers: tuple[str, ...]) -> Iterator[Edit]:
    """Yields edits for the first line of a block: `each player except me:`, `phase a, all players:`, `each Mill when in built:`, `when sow:` in the block of a
    kind."""
    if (
        words[0] == "phase"
        and word_at(words, 2) == ","
        and word_at(words, 3) in _ALL
        and word_at(words, 4) in ("player", "players")
    ):
        yield 3, 5, ("each", "player")
    begin = next((i for i, word in enumerate(words) if word in _BEGINNING), 0)
    if "player" in words[:begin] and word_at(words, begin + 1) in ("with", "from", "by", "at"):
        yield begin, begin + 2, ("from",)
    if words[0] == "each" and word_at(words, 2) in _EXCEPT and word_at(words, 3) in ("me", "you"):
        yield 0, 4, ("for", "p", "in", "players", "where", "it", "is", "not", "me")
    if words[0] == "each" and word_at(words, 2) in ("when", "while", "if") and word_at(words, 3) == "in":
        yield 2, 3, ()
    if words[0] == "each" and word_at(words, 2) == "in" and word_at(words, 4) in ("or", "and"):
        yield 3, 5, (words[3], ",")
    if headers == ("each",) and words[0] in _EVENTS:
        yield 0, 1, ("whenever",)


def _declarations(words: Sequence[str], owner: str, own: OwnNames) -> Iterator[Edit]:
    """Yields edits for fields and zones: `score: 0`, `hand: cards, hidden`, `market: 4 cards, face up`, `deck: pile of card, face down`."""
    name, what = words[0], list(words[2:])
    if word_at(words, 1) != ":" or not what:
        return
    if len(what) == 1 and what[0].isdigit():
        yield 0, 3, ("points" if name == "score" else name, ":", "0", "..", str(max(99, int(what[0]))), "=", what[0])
    place = 1 if what[0].isdigit() or what[0] in _ARTICLES else 0
    if what[place : place + 1] and what[place].isidentifier() and word_at(what, place + 1) in ("", ",", "face"):
        form = "slot" if place and what[0] in _ONE else "bag"
        what[: place + 1] = [form, "of", same_name(what[place], own.pieces) or what[place].removesuffix("s")]
    nobody = ("seen", "by", "owner" if owner == "each" else "nobody")
    for said, here in ((_FACE_DOWN, ("seen", "by", "nobody")), (_SECRET, nobody), (_OPEN, ())):
        ending = next((one for one in said if " ".join(what).endswith(one)), "")
        if ending:
            what = [*" ".join(what).removesuffix(ending).split(), *((",", *here) if here else ())]
    if what != list(words[2:]):
        yield 2, len(words), tuple(what)


def _best(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `player with highest bid: …`, `player with most points loses 1 point`, `points += 1 to player with highest bid`."""
    at = next((i for i, word in enumerate(words) if word == "player" and word_at(words, i + 1) in ("with", "has")), -1)
    way, key = DIRECTIONS.get(word_at(words, at + 2)), word_at(words, at + 3)
    if at < 0 or way is None or not key.isidentifier():
        return
    first = ("as", "first", "(", "players", "by", way, key, ")")
    does, number, field = (word_at(words, at + i) for i in (4, 5, 6))
    if at == 0 and (sign := sign_of_deed(does)) and number.isdigit() and field.isidentifier():
        named = key if key.removesuffix("s") == field.removesuffix("s") else field
        yield 0, 7, (*first, ":", named, sign, number)
    if at == 0 or (at == 1 and words[0] in ("the", "for")):
        yield 0, at + 4, first
    if at > 1 and words[at - 1] in ("to", "of", "for"):
        yield 0, len(words), (*first, ":", *words[: at - 1])


def _condition_last(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `pot = 0 if a is b`: the condition must come before the statement."""
    at = words.index("if") if "if" in words else 0
    if (
        at
        and "else" not in words
        and (word_at(words, 1) in ("=", "+=", "-=") or words[0] in ("move", "draw", "shuffle"))
    ):
        yield 0, len(words), ("if", *words[at + 1 :], ":", *words[:at])


def _caps(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `coins max 9`, `coins = max 9`, `coins += 2, max 9`: a number that does not grow beyond another one."""
    bound = words[-2] if len(words) > 2 and words[-1].isdigit() else ""
    if bound not in ("max", "min") or not words[0].isidentifier() or words[1] not in (bound, "=", "+=", "-="):
        return
    given = list(words[2:-2]) if words[1] != bound else []
    if given[-1:] == [","]:
        del given[-1]
    value = [words[0], words[1][0], *given] if words[1] in ("+=", "-=") else given or [words[0]]
    yield 0, len(words), (words[0], "=", "min" if bound == "max" else "max", "(", *value, ",", words[-1], ")")


def _inside(words: Sequence[str], i: int, own: OwnNames) -> Iterator[Edit]:
    """Yields edits of a formula that begin at a word."""
    word, after = words[i], word_at(words, i + 1)
    if (
        word in ("all", "everybody", "everyone")
        and after in _RESULTS
        and i + 2 == len(words)
        and word_at(words, i - 1) in ("", ":")
    ):
        yield i, i + 2, ("end", "game", ",", "all", _RESULTS[after])
    if word == "round" and after == "number":
        yield i, i + 2, ("round",)
    if word == "player" and after in ("with", "has") and word_at(words, i + 2) in DIRECTIONS and i:
        end = end_of_call(words, i + 3)
        yield i, end, ("first", "(", "players", "by", DIRECTIONS[words[i + 2]], *words[i + 3 : end], ")")
    if word in _HOLDS and i:
        kind = i + 2 if after in _ARTICLES else i + 1
        if _is_kind(word_at(words, kind)):
            yield i - 1, kind + 1, (words[kind], "in", words[i - 1])
    if word in _COUNTED and after.isidentifier() and word_at(words, i - 1) in _BEFORE_VALUES:
        yield i, i + 2, (word, "(", after, ")")
    if words[0] in ("choose", "may") and word == "yes" and i == 1 and list(words[i:]) == ["yes", "or", "no"]:
        yield i, i + 3, ("again", ":", "may")
    if word == "yes" and after == "or" and word_at(words, i + 2) == "no" and word_at(words, i - 1) == ":":
        yield i, i + 3, ("may",)
    if word in _HOLDS and after.isdigit() and i and _is_kind(word_at(words, i + 2)):
        yield i - 1, i + 3, ("count", "(", words[i - 1], "where", "it", "is", words[i + 2], ")", ">=", after)
    if _is_kind(word) and after == "is" and word_at(words, i + 2) == "in":
        yield i + 1, i + 2, ()
    if word == "number" and after == "of" and word_at(words, i + 3) == "in" and word_at(words, i + 4).isidentifier():
        column = own.types.get(words[i + 2], "") if words[i + 2] not in own.kinds else ""
        what = ("where", column or "it", "is", words[i + 2]) if _is_kind(words[i + 2]) else ()
        yield i, i + 5, ("count", "(", words[i + 4], *what, ")")
    if word == "of" and _is_kind(after) and word_at(words, i - 2) == "(":
        yield i, i + 1, ("where", "it", "is")
    if word in ("top", "bottom"):
        of = i + 1 if after == "of" else i + 2
        if word_at(words, of) == "of" and word_at(words, of + 1).isidentifier():
            yield i, of + 2, ("last" if word == "top" else "first", "(", words[of + 1], ")")
    is_part = word.isidentifier() and word not in _NO_PARTS and not _is_kind(word_at(words, i + 2))
    if is_part and after == "of" and word_at(words, i - 1) in _BEFORE_VALUES:
        yield i, i + 3, (word_at(words, i + 2), ".", word)
    if word == "in" and after.isdigit() and word_at(words, i + 2) == "to" and word_at(words, i + 3).isdigit():
        yield i + 1, i + 4, (after, "..", words[i + 3])
