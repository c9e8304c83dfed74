"""Guesses the intended line where somebody wrote a whole line as they would say it: `set tired to yes`, `choose steps: 1 or 2`, `then Ann has 3 coins`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import DIRECTIONS
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.guessing.phrases import digits_of, implicit_name
from gamedsl.syntax.guessing.quantities import end_of_path

_ASKING = frozenset(["choose", "choice", "pick", "select", "ask", "input", "prompt", "chooses"])
_BEFORE_NUMBERS = frozenset([":", "between", "from", "of", "a", "number", "one", "any", "in"])
_BETWEEN_NUMBERS = frozenset(["or", "and", "to", "..", "-"])
_HAVING = frozenset(["has", "holds", "shows", "contains", "owns", "lie", "lies", "is", "are"])
_YES_OR_NO = (("yes", "/", "no"), ("yes", "or", "no"))
_TIED = frozenset(["tie", "ties", "tied", "tiebreak", "tiebreaker", "draw", "then"])
_FILLING = frozenset(["", "wins", "win", "game", "is", "winner", "and", "tie", "case", "in", "has"])
_KEYS = re.compile(r" , then | then | ; | , | and ")
_SUMS = frozenset(["point", "points", "score", "scores", "vp"])
_ORDER = frozenset([
    "starting", "beginning", "starts", "begins", "with", "from", "by", "at", "the", "each", "every", "all", "player", "players", "in", "turn", "turns", "order",
    "clockwise", "one", "after", "other", "another", "goes", "first", ",", ")", "seat", "seating", "everyone", "everybody", "and", "then", "around", "table",
])  # fmt: skip
_BEGINNING = frozenset(
    ["a", "an", "the", "starts", "start", "starting", "begins", "at", "on", "in", "from", "of", "with", "=", ":"]
)


def plain_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it."""
    if not headers:
        yield from _ranking(words, own)
        yield from _turns(words, own)
    elif headers in (("each",), ("shared",)):
        yield from _fields(words, own)
    elif headers[0] == "example":
        yield from _of_example(words, headers, own)
    else:
        yield from _orders(words, own)


def _ranking(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `highest coins wins`, `the most points win`, `most total wins, ties broken by coins`, `highest total wins, tie: fewest coins`."""
    told = [word for word in words if word not in ("the", "of", "number")]
    why = [word for word in told[-1:] if word[:1] == '"']
    told = told[: len(told) - len(why)]
    at = next(
        (i for i, word in enumerate(told[:8]) if word in ("has", "with") and word_at(told, i + 1) in DIRECTIONS), 0
    )
    if at and {"player", "winner", "whoever", "who"} & set(told[:at]):
        keys = [
            [word for word in part.split(" ") if word not in _FILLING] for part in _KEYS.split(" ".join(told[at + 1 :]))
        ]
        if all(len(key) == 1 or (len(key) == 2 and key[0] in DIRECTIONS) for key in keys):
            made = [("then", DIRECTIONS.get(key[0], "highest"), *_key(key[-1], own)) for key in keys]
            yield (
                0,
                len(words),
                ("ranking", "by", *[word for one in made for word in one][1:], ",", "ties", "shared", *why),
            )
    match told:
        case [way, key, "win" | "wins"] if way in DIRECTIONS:
            yield 0, len(words), ("ranking", "by", DIRECTIONS[way], *_key(key, own), ",", "ties", "shared", *why)
        case [way, key, "win" | "wins", "," | ";" | ".", *tie] if way in DIRECTIONS and _TIED & set(tie):
            *second, last = tie
            least = next((DIRECTIONS[word] for word in second if word in DIRECTIONS), "highest")
            first = ("ranking", "by", DIRECTIONS[way], *_key(key, own))
            yield 0, len(words), (*first, "then", least, *_key(last, own), ",", "ties", "shared", *why)
        case _:
            pass


def _key(word: str, own: OwnNames) -> tuple[str, ...]:
    """Returns the formula by which players are ranked: a field, the number of pieces in a zone, or the sum of the scores for `points`."""
    zone = same_name(word, [zone.name for zone in own.zones if zone.is_own])
    piece = same_name(word, own.pieces)
    zone = zone or next((one.name for one in own.zones if one.is_own and piece in one.pieces), "")
    if zone and word not in own.numbers:
        return ("count", "(", zone, ")")
    is_sum = word in _SUMS and word not in own.numbers and own.has_scores
    return ("total",) if is_sum else (same_name(word, own.numbers) or word,)


def _turns(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `phase market, starting with opener:`, `phase market, in turn order:`, `phase market, clockwise from the opener:`."""
    if words[0] != "phase" or word_at(words, 2) not in (",", "(") or words[-1] != ":":
        return
    told = [word for word in words[3:-1] if word not in _ORDER]
    seats = [word for word in told if word in own.seats]
    if not [word for word in told if word not in own.seats] and len(seats) <= 1 and len(words) > 4:
        yield 2, len(words) - 1, (",", "each", "player", *(("from", *seats) if seats else ()))


def _fields(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `tired: yes/no`, `deck: face down pile of card`, `weather: a die`, `cart: starts on road 1`, `coins: 3 each`."""
    is_end = (
        (word == "," and not word_at(words, i + 1).isdigit()) or word.startswith('"') for i, word in enumerate(words)
    )
    end = next((i for i, is_here in enumerate(is_end) if is_here), len(words))
    told = [word for word in words[2:end] if word not in _BEGINNING]
    match told if word_at(words, 1) == ":" else []:
        case ["die" | "dice" | "d6"]:
            yield 1, end, (":", "1", "..", "6", "=", "1")
        case [number] | [number, "each" | "apiece" | "beginning" | "first"] if number.isdigit() and end > 3:
            yield 1, end, (":", "0", "..", str(max(99, int(number))), "=", number)
        case [number, "per" | "for", "player" | "person"] if number.isdigit():
            yield 1, end, (":", "0", "..", str(max(99, int(number))), "=", number)
        case ["first" | "starting", "player"] | ["player", "1"]:
            yield 1, end, (":", "player", "=", "players", "[", "1", "]")
        case ["nobody" | "none"] | ["player", "or", "nobody" | "none" | "nothing"]:
            yield 1, end, (":", "player", "or", "none", "=", "none")
        case [board, number] if board in own.boards and number.isdigit():
            yield 1, end, (":", board, "=", board, "[", number, "]")
        case [board, row, ",", column] if board in own.boards and row.isdigit() and column.isdigit():
            yield 1, end, (":", board, "=", board, "[", row, ",", column, "]")
        case _:
            pass
    if tuple(words[2:5]) in _YES_OR_NO and word_at(words, 5) in ("", ","):
        yield 1, 5, ("=", "no")
    for side, seen in (("down", (",", "seen", "by", "nobody")), ("up", ())):
        if list(words[2:4]) == ["face", side] and "of" in words:
            yield 2, len(words), (*words[4:], *seen)


def _of_example(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `then Ann has 3 coins`, and in givens for `Ann has 2 Pear`, `Ann has a Pear`."""
    for i, word in enumerate(words[1:], start=1):
        if word in ("x", "*", "times") and word_at(words, i + 1).isdigit() and words[i - 1].istitle():
            yield i - 1, i + 2, (words[i + 1], words[i - 1])
        if word in ("x", "*", "times") and words[i - 1].isdigit() and word_at(words, i + 1).istitle():
            yield i, i + 1, ()
    start = 1 if words[0] == "then" else 0
    if word_at(words, start + 1) in _HAVING and words[start].istitle():
        yield from _had(words, start, own)
    if headers[-1] == "given":
        yield from _lying(words, own)


def _had(words: Sequence[str], start: int, own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `then Ann has 3 coins and 1 jar`, `Ann has 3 coins`: each amount is told of the player."""
    told: list[str] = []
    at = start + 2
    while (count := _count(word_at(words, at))) and (field := same_name(word_at(words, at + 1), own.numbers)):
        told += [*(["and"] if told else []), words[start], ".", field, "is" if start else "=", count]
        if word_at(words, at + 2) not in ("and", ",") or not _count(word_at(words, at + 3)):
            at += 2
            break
        at += 3
    if told and (start or told.count("=") == 1):
        yield start, at, tuple(told)


def _lying(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `Ann has 2 Pear and a Fig`, `the offer shows Baker and Inn`, `Baker is in the offer`: the content of a zone is listed after `:`."""
    end = len(words)
    told = [word for word in words if word not in ("the", "a", "an", "in", "only", "of")]
    if words[0] in ("in", "on") and ":" in told:  # `in the market: Baker and Inn`
        words = told = ["has" if word == ":" else word for word in told]
    verb = next((i for i, word in enumerate(told) if word in _HAVING), 0)
    pieces, whose = told[verb + 1 :], told[:verb]
    if whose and word_at(words, words.index(told[verb]) + 1) == "in":
        pieces, whose = whose, pieces
    listed = [word for word in pieces if word not in ("and", ",")]
    kinds = [word for word in listed if word[:1].isupper()]
    if not verb or not kinds or len(kinds) + sum(bool(digits_of(word)) for word in listed) < len(listed):
        return
    parts: list[str] = []
    for i, word in enumerate(listed):
        if word[:1].isupper():
            count = _count(listed[i - 1]) if i else ""
            parts += [*([","] if parts else []), *([count] if count else []), word]
    zones = {zone.name: zone for zone in own.zones}
    match whose:
        case [zone] if zone in zones:
            yield 0, end, (zone, ":", *parts)
        case [player] if player.istitle():
            yield 0, end, (player, ".", implicit_name("own", own, own.kinds.get(kinds[0]), None), ":", *parts)
        case [player, *_, zone] if player.istitle() and zone in zones:
            yield 0, end, (player, ".", zone, ":", *parts)
        case _:
            pass


def _count(word: str) -> str:
    """Returns the digits of an amount: of a number, or 1 for `a Pear`; empty for other words."""
    return "1" if word in ("a", "an") else digits_of(word)


def _orders(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `set tired to yes`, `if rain > 4, coins -= 1`, `choose steps: 1 or 2`, `choose steps between 1 and 2`."""
    if words[0] == "set" and len(words) > 2:
        end = end_of_path(words, 1)
        if word_at(words, end) in ("to", "=", "as", ":"):
            yield 0, end + 1, (*words[1:end], "=")
    end = end_of_path(words, 0)
    if words[end - 1] in own.numbers and word_at(words, end) in ("+", "-") and "=" not in words:
        is_step = len(words) == end + 2 and words[-1].isdigit()
        yield (end, end + 1, (f"{words[end]}=",)) if is_step else (0, 0, (*words[:end], "="))
    if words[0] == "if" and "," in words and ":" not in words:
        at = words.index(",")
        yield at, at + 1, (":",)
    if words[0] == "choose" and word_at(words, 1).isidentifier():
        yield from _choice_of_number(words, 0, 2, words[1])
    if word_at(words, 1) in ("=", ":") and word_at(words, 2) in _ASKING:
        yield from _choice_of_number(words, 0, 3, words[0])


def _choice_of_number(words: Sequence[str], start: int, at: int, name: str) -> Iterator[Edit]:
    """Yields edits for the numbers of a choice, beginning at a word: `: 1 or 2`, `between 1 and 2`, `from 0 to coins`, `0..coins`."""
    first = at
    while word_at(words, at) in _BEFORE_NUMBERS:
        at += 1
    if words[first:at] == [":"] and word_at(words, at + 1) == "..":
        return  # the line only lacks its `one of`
    low, between, high = word_at(words, at), word_at(words, at + 1), word_at(words, at + 2)
    if not low.isdigit() or between not in _BETWEEN_NUMBERS or not high[:1].isalnum():
        return
    end = end_of_path(words, at + 2)
    are_two = between == "or" and high.isdigit() and int(high) != int(low) + 1
    values = ("[", low, ",", high, "]") if are_two else (low, "..", *words[at + 2 : end])
    yield start, end, ("choose", name, ":", "one", "of", *values)
