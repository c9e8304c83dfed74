"""Guesses the intended declaration: `12 rounds:`, `repeat 8 rounds:`, `money = coins`, `track: 12`, `component card x24 in deck:`, `water: max 5, starts at 5`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.problems.wording import indent_rows

_ROUNDS = re.compile(
    r"(?:(?:repeat|for|play|do|loop) )?(?:for )?(\d+) (?:rounds?|turns)|rounds 1 (?:\.\.|to|-) (\d+)|round (?:1 (?:\.\.|to|-) )?(\d+)"
    r"|(?:repeat|loop) (\d+)(?: times)?|(?:(?:a|the|one) )?(?:game|match) (?:has|lasts|takes|is|consists of|of)(?: over)? (\d+) rounds?"
)
_BASE = re.compile(
    r"(?:(?:a |the )?variant (?:(?!of|from)(?P<name>\w+) )?(?:(?:from|for|to|on|extends|based on|of) )?"
    r"|(?:from|extends|extend|expands|inherits|import|include|uses?|(?:is )?based on|base :?) )(?P<base>[a-z]\w*)(?: \. gdl)?(?: :)?"
)
"""A heading that names the rules that a variant builds on."""
_COPIES = re.compile(r"component (\w+) (?:(?:x|times|\*|:|\() )?x?(\d+)(?: (?:x|times|\)))?( in \w+)? :")
_BETWEEN = re.compile(r"(?:between )?(\d+) (?:to|until|and|-|\.\.) (\d+)")
_MOST = re.compile(r"(?:max|maximum|most|up to|at most)(?: of)? (\d+)|(\d+) (?:max|maximum|at most)")
_LEAST = re.compile(r"(?:min|minimum|at least) (\d+)|(\d+) (?:min|minimum)")
_START = re.compile(
    r"(?:starts?|starting|begins?|beginning|initially|initial|default|from|=|:)(?: (?:at|with|from|as|value|=|:))* (\d+)"
)
_OF_NUMBERS = re.compile(
    r"(?:(?:the )?(?:number|amount|count) of [a-z_ ]+ (?=,)|a|an|the|number|integer|int|value|counter|range|and|,|\(|\)|:|=| )*"
)
_MOST_OF_A_NUMBER = "99"
_PLACING = re.compile(r"(?:is |starts |begins |stands )?(?:at|in|on)")
_ROOM = re.compile(r"(?:up to|at most|max|maximum) (\d+) (\w+)")
_UNSEEN = frozenset(["hidden", "secret", "private", "concealed"])
_FACE_DOWN = frozenset(["face down", "facedown"])
_SEEN = frozenset(["open", "public", "visible", "face up", "faceup"])
_REFILLED = re.compile(r"(?:refills?|refilled|reshuffled?|reshuffle) (?:from|with|by)")
_SCORE = "points_won"


def declaration_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames, text: str) -> Iterator[Edit]:
    """Yields the edits for a line that declares something. `headers` open the blocks around it; `text` is the whole text."""
    if word_at(words, 1) == "(" and "=" in words and headers in ((), ("each",), ("shared",)):
        yield 0, 0, ("let",)
    if not headers:
        yield from _at_top(words, own, text)
    elif headers in (("each",), ("shared",)):
        if (
            len(words) == 4
            and words[1] == ":"
            and words[2].isdigit()
            and same_name(words[3], words[:1])
            and not same_name(words[3], own.pieces)
        ):
            yield 2, 4, ("0", "..", max(_MOST_OF_A_NUMBER, words[2], key=int), "=", words[2])
        yield from _zone_with_room(words, own)
        yield from _attributes(words, headers[0])
        if len(words) == 2 and words[0].isdigit():
            yield 0, 2, (words[1], ":", "0", "..", max(_MOST_OF_A_NUMBER, words[0], key=int), "=", words[0])
        yield from _range(words)
        yield from _place(words)


def _at_top(words: Sequence[str], own: OwnNames, text: str) -> Iterator[Edit]:
    line = " ".join(words)
    rounds = _ROUNDS.fullmatch(line.removesuffix(" :").removesuffix(" long"))
    if rounds is not None:
        yield 0, len(words), ("rounds", "up", "to", next(filter(None, rounds.groups())), ":")
    based = _BASE.fullmatch(line)
    if based is not None:
        yield 0, len(words), ("variant", based["name"] or f"my_{based['base']}", "of", based["base"], ":")
    copies = _COPIES.fullmatch(line)
    if copies is not None:
        yield 0, len(words), ("component", copies[2], copies[1], *(copies[3] or "").split(), ":")
    if words[0] == "type" and word_at(words, 2) in (":", "=") and "or" in words[3:]:
        yield 0, len(words), ("type", words[1], ":", *("," if word == "or" else word for word in words[3:]))
    if words[0] == "score" and ":" not in words and len(words) > 1:
        yield 0, 1, ("score", _SCORE, ":")
    yield from _named_value(words, own, text)
    if words[:2] == ["ranking", "by"]:
        yield from _keys(words, own)


def _named_value(words: Sequence[str], own: OwnNames, text: str) -> Iterator[Edit]:
    """Yields edits for `money = coins`, which names a value or scores it, and for `track: 12`, a board with places for a field."""
    name, sign, value = words[0], word_at(words, 1), words[2:]
    if not name.isidentifier() or not value:
        return
    if sign in (":", "=") and len(value) == 1 and value[0].isdigit() and name in own.types_of_fields:
        yield 0, len(words), ("row", name, value[0])
    is_field = name in own.numbers or name in own.flags
    if sign == "=" and not is_field and any(word.isidentifier() for word in value):
        is_used = len(re.findall(rf"\b{name}\b", text)) > 1
        yield 0, 2, ("let", name, "=") if is_used else ("score", name, ":")


def _keys(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `ranking by total, then hand`: each key says its direction, and of a zone the pieces are counted."""
    behind = list(words[2:])
    at = next((i for i, word in enumerate(behind) if word == "ties"), len(behind))
    keys = " ".join(behind[: at - 1] if behind[at:] else behind).replace(", then", "then").replace(" , ", " then ")
    zones = {zone.name for zone in own.zones}
    made: list[str] = []
    for key in keys.split(" then "):
        way, _, of = key.strip().rpartition(" ")
        if way not in ("", "highest", "lowest") or not of.isidentifier():
            return
        made += ["then", way or "highest", *(("count", "(", of, ")") if of in zones else (of,))]
    yield (
        0,
        len(words),
        ("ranking", "by", *made[1:], *((",", *behind[at:]) if behind[at:] else (",", "ties", "shared"))),
    )


def _zone_with_room(words: Sequence[str], own: OwnNames) -> Iterator[Edit]:
    """Yields an edit for `purse: up to 4 gems`: a zone with this capacity."""
    room = _ROOM.fullmatch(" ".join(words[2:]))
    piece = "" if room is None else next((one for one in own.pieces if one in (room[2], room[2].removesuffix("s"))), "")
    if room is not None and piece and word_at(words, 1) == ":":
        yield 2, len(words), ("bag", "of", piece, ",", "up", "to", room[1])


def _attributes(words: Sequence[str], owner: str) -> Iterator[Edit]:
    """Yields an edit for `store: bag of bale, hidden, refill from dust`: the attributes of a zone in other words."""
    first, *attributes = " ".join(words).split(" , ")
    if not attributes or " of " not in first:
        return
    unseen = "seen by owner" if owner == "each" else "seen by nobody"
    said = {**dict.fromkeys(_UNSEEN, unseen), **dict.fromkeys(_FACE_DOWN, "seen by nobody")}
    here = [said.get(one, _REFILLED.sub("refilled from", one)) for one in attributes if one not in _SEEN]
    if here != attributes:
        yield 0, len(words), tuple(" , ".join([first, *here]).split())


def _range(words: Sequence[str]) -> Iterator[Edit]:
    """Yields an edit for `storm = 0 to 6`, `water: max 5, starts at 5`, `coins: number starting at 3`."""
    rest = " ".join(words[1:])
    low, high, start = "", "", ""
    between = _BETWEEN.search(rest)
    if between is not None:
        low, high = between[1], between[2]
        rest = rest.replace(between[0], "", 1)
    most, least = _MOST.search(rest), _LEAST.search(rest)
    for found in (most, least):
        rest = rest if found is None else rest.replace(found[0], "", 1)
    high = high or ("" if most is None else most[1] or most[2])
    low = low or ("0" if least is None else least[1] or least[2])
    begins = _START.search(rest)
    if begins is not None and (high or begins[0][0].isalpha()):
        start = begins[1]
        rest = rest.replace(begins[0], "", 1)
    if not (high or start) or not _OF_NUMBERS.fullmatch(rest):
        return
    high = high or max(_MOST_OF_A_NUMBER, start, key=int)
    yield 0, len(words), (words[0], ":", low, "..", high, "=", start or low)


def _place(words: Sequence[str]) -> Iterator[Edit]:
    """Yields an edit for `tent at Market`: a field with the value where it begins."""
    if words[-1].istitle() and _PLACING.fullmatch(" ".join(words[1:-1])):
        yield 1, len(words), ("=", words[-1])


def component_of_values(name: str, of: str, zone: str | None, own: OwnNames) -> tuple[str, ...]:
    """Returns the lines of a component with a kind for each value of a type."""
    zone = zone or next((one.name for one in own.zones if name in one.pieces and not one.is_own), None)
    where = f" in {zone}" if zone else ""
    return (f"component {name}{where}:", *indent_rows(((of, "count"), (f"each {of}", "1"))))
