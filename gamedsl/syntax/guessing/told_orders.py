"""Guesses the intended line where an order is told as in a rulebook, with words that the names of the text explain: `pay the value of leaf`, `an adjacent tile`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import CHANGES, DIRECTIONS, PUTTING, sign_of_deed
from gamedsl.syntax.guessing.near_lines import count_words
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.guessing.phrases import digits_of, implicit_name
from gamedsl.syntax.guessing.quantities import end_of_path
from gamedsl.syntax.guessing.told_selections import DIFFERENT, PER, money

_NO_SUBJECTS = frozenset(["player", "players", "you", "i", "everyone", "everybody", "each", "all", "they", "it"])
_BESIDE = frozenset(["adjacent", "neighbouring", "neighboring"])
_SMALL = frozenset(["a", "an", "the", "any", "one", "of", "from", "your"])
_INTO = frozenset(["in", "into", "to", "on", "onto"])
_FACES = frozenset(["face", "up", "open", "openly", "faceup"])
_DRAWING = frozenset(["turn", "flip", "lay", "deal", "reveal", "put", "place", "draw", "take"])
_KEEPING = frozenset(["keep", "take", "claim", "gain", "get"])
_ARTICLES = frozenset(["a", "an", "the", "one", "1"])
_GOING = frozenset(["move", "go", "walk", "step", "travel"])
_TOGETHER = frozenset(["simultaneously", "together", "secretly", "simultaneous"])


def told_order_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames, text: str) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it; `text` is the whole text."""
    if headers[:1] == ("setup",):
        yield from _laid_out(words, own)
    if headers:
        yield from _gains(words, own, text)
        yield from _payments(words, own)
        yield from _named_seat(words, own, text)
        yield from _selections(words, own)
        yield from _steps(words, own)
        yield from _put_there(words, own)
        yield from _drawn(words, own)
        yield from _kept(words, own)
        yield from _laid_down(words, own)
    if headers[-1:] == ("choose",):
        yield from _bracketed(words, own)
    yield from _kinds(words, own)
    yield from _emptiness(words, own)
    yield from _turns_of_all(words)


def _laid_out(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `place 4 leaves face up in market` in a set-up, where nobody chooses."""
    at = next((i for i, word in enumerate(words) if word in _INTO), 0)
    start = 0 if words[0] in PUTTING else 1
    number = word_at(words, start + 1)
    piece = same_name(word_at(words, start + 2), own.pieces)
    count = digits_of(number)
    is_known = word_at(words, start) in PUTTING and piece and _FACES.issuperset(words[start + 3 : at])
    if is_known and count and at + 2 == len(words):
        yield start, len(words), ("draw", count, "from", implicit_name("deck", own, piece, None), "to", words[-1])


def _laid_down(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `place lamp face down`: the lamp moves into the slot for such a piece."""
    if words[0] in PUTTING and list(words[2:]) in (["face", "down"], ["face", "up"]):
        slots = [zone for zone in own.zones if zone.form == "slot" and zone.is_own and words[1] in zone.pieces]
        fitting = [zone.name for zone in slots if zone.is_hidden == (words[3] == "down")]
        if len(fitting) == 1:
            yield 0, len(words), ("move", words[1], "to", fitting[0])


def _put_there(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `the market gets 4 leaves`, `lamp goes to bid`, where `market` and `bid` are zones."""
    zones = [zone.name for zone in own.zones]
    match [word for word in words if word not in ("the", "a", "your")]:
        case [zone, "gets" | "receives", number, noun] if zone in zones and number.isdigit():
            if piece := same_name(noun, own.pieces):
                yield 0, len(words), ("draw", number, "from", implicit_name("deck", own, piece, None), "to", zone)
        case ["move", *what, "on" | "onto" | "into" | "in", zone] if what and zone in zones:
            yield 0, len(words), ("move", *what, "to", zone)
        case [name, "goes", "to" | "into" | "in" | "on", zone] if zone in zones:
            yield 0, len(words), ("move", name, "to", zone)
        case _:
            pass


def _drawn(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `turn over 3 contracts from orders to offer`, `lay out 4 cards from deck face up in market`."""
    zones = [zone.name for zone in own.zones]
    told = [
        word
        for word in words
        if word not in ("the", "over", "out", "up", "face", "openly", "top", "of", "cards", "tiles")
    ]
    match told:
        case [verb, number, *noun, "from", source, "to" | "into" | "onto" | "on" | "in", to] if verb in _DRAWING:
            count = digits_of(number)
            is_known = len(noun) < 2 and source in zones and to in zones
            if is_known and count and (not noun or same_name(noun[0], own.pieces)):
                yield 0, len(words), ("draw", count, "from", source, "to", to)
        case [verb, number, noun, *_, "to" | "into" | "onto" | "on" | "in" | "as", to] if (
            verb in _DRAWING and to in zones
        ):
            piece = same_name(noun, own.pieces)
            count = digits_of(number)
            if piece and count:
                yield 0, len(words), ("draw", count, "from", implicit_name("deck", own, piece, None), "to", to)
        case _:
            pass


def _kept(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `keep the contract`, `take it` where a piece was chosen: it goes into the zone of the player."""
    told = [word for word in words if word not in ("the", "your")]
    piece = told[1] if len(told) == 2 and told[0] in _KEEPING and told[1] in own.pieces else ""
    if piece:
        hand = implicit_name("own", own, piece, None)
        for zone in dict.fromkeys((hand, *(one.name for one in own.zones if one.is_own and piece in one.pieces))):
            yield 0, len(words), ("move", piece, "to", zone)


def _steps(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `move to goal`, where one field holds the place of a player."""
    if (
        words[0] in _GOING
        and word_at(words, 1) == "to"
        and len(own.standing) > 0
        and end_of_path(words, 2) == len(words)
    ):
        yield 0, len(words), (own.standing[0][0], "=", *words[2:])


def _bracketed(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `brew (at least 2 leaves)` among the options of a menu."""
    match words:
        case [name, "(", "at", "least", number, noun, ")"] if number.isdigit():
            field, piece = same_name(noun, own.numbers), same_name(noun, own.pieces)
            counted = ("count", "(", implicit_name("own", own, piece, None), ")") if piece else (field,)
            if field or piece:
                yield 0, len(words), (name, "if", *counted, ">=", number)
        case _:
            pass


def _emptiness(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields edits for `if market not empty`, `when market is empty`."""
    zones = [zone.name for zone in own.zones]
    for i, word in enumerate(words):
        if word != "empty":
            continue
        start = i - 1
        is_not = word_at(words, start) == "not"
        start -= is_not
        start -= word_at(words, start) in ("is", "are")
        if word_at(words, start) in zones:
            yield start, i + 1, ("some" if is_not else "no", "(", words[start], ")")


def _gains(words: Sequence[str], own: OwnNames, text: str) -> Iterator[Edit]:
    """Yields an edit for `the winner gains 2 fame`, where `winner` is a name of the text."""
    start = 1 if words[0] == "the" else 0
    end = end_of_path(words, start)
    field, verb = same_name(words[-1], own.numbers), word_at(words, end)
    is_named = words[start] not in _NO_SUBJECTS and count_words(text)[words[start]] > 1
    sign = sign_of_deed(verb)
    if field and sign and is_named and len(words) > end + 2:
        yield 0, len(words), (*words[start:end], ".", field, sign, *words[end + 1 : -1])


def _payments(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `pay the value of leaf`, `pay leaf.value`, `gain the reward of the contract`: the amount is paid in the game's money, unless the
    players have a number with the column's name."""
    amount = [word for word in words[1:] if word not in ("the", "its", "their")]
    if words[0] not in CHANGES.keys() - {"lose"} or not amount or (len(amount) > 1 and amount[-1] in own.numbers):
        return
    column = amount[-1] if "." in amount else amount[0]
    field = same_name(column, own.numbers) or money(own)
    if not field or (same_name(amount[-1], own.numbers) and "." not in amount):
        return
    if word_at(amount, 1) == "of" and len(amount) == 3:
        yield 0, len(words), (field, CHANGES[words[0]], amount[2], ".", amount[0])
    if word_at(amount, 1) == "." and end_of_path(amount, 0) == len(amount):
        yield 0, len(words), (field, CHANGES[words[0]], *amount)


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


def _turns_of_all(words: Sequence[str]) -> Iterator[Edit]:
    """Yields an edit for `phase auction, all players simultaneously:`."""
    last = word_at(words, len(words) - 2)
    is_at_once = last in _TOGETHER or list(words[-5:-1]) == ["at", "the", "same", "time"]
    if (
        words[0] == "phase"
        and word_at(words, 2) == ","
        and is_at_once
        and words[-1] == ":"
        and {"player", "players", "everyone", "everybody", "all"} & set(words[3:])
    ):
        yield 3, len(words), ("each", "player", "together", ":")
