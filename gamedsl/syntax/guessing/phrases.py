"""Recognises lines as rulebooks write them: finds the phrase of the table, and its line in this language with the names of the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from gamedsl.graph.analysis.number_words import WORDS
from gamedsl.syntax.guessing.own_names import OwnNames, Zone, same_name
from gamedsl.syntax.guessing.phrase_table import CONDITIONS, PHRASES, Phrase, Place
from gamedsl.values import frozen

_LONGEST = 24
"""The most words of a phrase in the table."""

NUMBER_WORDS = {word: number for number, word in enumerate(WORDS) if number}
_NUMBERS = {"a": 1, "an": 1} | NUMBER_WORDS
_LEFT_OUT = frozenset(["the", "your", "his", "her", "their", "its", "my", "our"])
_WHO_ACTS = re.compile(
    r"(you|he|she|they|player|((active|current|acting) player)|that player)( (must|should|has to|have to|now|then))? "
)
_DUTY = re.compile(r"(must|now|then|finally|first|next ,?|afterwards) ")

_SLOT = re.compile(r"<(\w+)>")
_PATTERNS = {
    "n": r"\d{1,9}|" + "|".join(_NUMBERS),
    "piece": r"[A-Za-z]\w*",
    "field": r"victory points|[A-Za-z]\w*",
    "zone": r"draw pile|draw deck|discard pile|hand cards|[A-Za-z]\w*",
    "walker": r"[A-Za-z]\w*",
    "lap": r"[A-Za-z]\w*",
    "steps": r"\d{1,9}|[A-Za-z]\w*",
    "name": r"[A-Za-z]\w*",
    "if": r".+?",
    "do": r".+?",
}
_SAMPLES = {
    "piece": "card", "field": "coins", "zone": "hand", "deck": "deck", "discards": "discards", "row": "row", "own": "hand", "source": "deck",
    "n": "1", "points": "points", "flag": "passed", "seat": "starter", "board": "cell", "mark": "mark", "phase": "turns",
    "walker": "place", "lap": "place",
}  # fmt: skip
"""Sample names for a file that has none of the sort."""

_SAME_ZONES = {
    "draw pile": "deck", "draw deck": "deck", "deck": "deck", "stock": "deck", "talon": "deck", "discard pile": "discards", "discard": "discards",
    "discards": "discards", "hand": "own", "hands": "own", "hand cards": "own", "cards": "own",
}  # fmt: skip
"""Names of zones in rulebooks, and the slot that finds the file's own zone."""

_PIECES = frozenset(["card", "tile", "piece", "token", "counter", "stone", "chip", "meeple", "cube", "domino", "disc"])
_FIGURES = _PIECES | {"pawn", "figure", "marker"}
_DECKS = ("deck", "stock", "draw_pile", "talon", "sack", "supply")
_POSITIONS = ("position", "place", "space", "spot", "square")
_POINTS = ("points", "score", "victory_points", "vp", "glory", "fame")


def digits_of(word: str) -> str:
    """Returns the digits of a number, which may be a word: `2` for `two`; empty for other words."""
    return word if word.isdigit() else str(NUMBER_WORDS.get(word, ""))


@frozen
class Said:
    """The translation of a phrase: its lines, and the place in a file where they belong. `is_own`: all names in them are names of the file."""

    lines: tuple[str, ...]
    place: Place
    is_own: bool


def find_phrase(words: Sequence[str], own: OwnNames, *, is_header: bool) -> Said | None:
    """Returns the lines with the meaning of these words, if they are a phrase of the table. `is_header`: a block follows."""
    if not 1 <= len(words) <= _LONGEST:
        return None
    found: Said | None = None
    for text in _forms(words):
        for said in _readings(text, own, is_header):
            if said.is_own:
                return said
            found = found or said
    return found


def _forms(words: Sequence[str]) -> Iterator[str]:
    """Yields the words without articles; then without the acting player."""
    plain = [words[0].lower(), *words[1:]]
    text = " ".join(word for word in plain if word not in _LEFT_OUT).removesuffix(" .")
    yield text
    rest = _DUTY.sub("", text, count=1) if _DUTY.match(text) else text
    if rest != text:
        yield rest
    who = _WHO_ACTS.match(rest)
    if who:
        verb, _, others = rest[who.end() :].partition(" ")
        for one in dict.fromkeys((verb, verb.removesuffix("s"), verb.removesuffix("es"))):
            yield f"{one} {others}".strip()


def _readings(text: str, own: OwnNames, is_header: bool) -> Iterator[Said]:
    for place, patterns, here in _table(text.partition(" ")[0]):
        if is_header != (place in (Place.HEADER, Place.PHASE)) or not _has_walker(here, own):
            continue
        match = _compile_pattern(patterns).fullmatch(text)
        filled = None if match is None else _Filled.of(match.groupdict(), own)
        if filled is not None:
            lines = tuple(filled.line(line) for line in here.split("\n"))
            yield Said(lines, place, filled.is_own or _declares(here))


def _has_walker(here: str, own: OwnNames) -> bool:
    """Whether the text has a field of the sort that a line sets: a place on a `row`, which has an end, or on a board without an end. If the text has
    neither, the second form is shown."""
    on_row = any(board == "row" for _, board in own.walkers)
    return on_row if "{walker}" in here else "{lap}" not in here or not on_row or len(_laps(own)) > 0


def _laps(own: OwnNames) -> list[str]:
    """Returns the fields that hold a place on a ring, or the number of one."""
    return [name for name, board in own.walkers if board != "row"] + [n for n in _POSITIONS if n in own.numbers]


def _declares(here: str) -> bool:
    """Whether a line declares the name that it mentions."""
    return here.startswith(("component ", "{field}: ", "{own}: ", "{zone}: ", "{zone2}: "))


@cache
def _compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compiles a pattern of the table to a regular expression: a slot is a group of its name."""
    spaced = _SLOT.sub(lambda slot: f"(?P<{slot[1]}_>{_PATTERNS[slot[1].rstrip('23')]})", pattern)
    return re.compile(spaced)


@lru_cache(maxsize=64)
def _table(first: str) -> tuple[tuple[Place, str, str], ...]:
    """Returns the rows that may begin with a word."""
    return tuple((row.place, row.said, row.here) for row in PHRASES if _may_begin(row, first))


def _may_begin(row: Phrase, first: str) -> bool:
    """Whether a word can begin a row: its first word, or one of the alternatives there; a slot may be anything."""
    head = row.said
    if head[0] == "<":
        return True
    if head[0] != "(":
        return head.partition(" ")[0].partition("(")[0] == first
    return first in re.findall(r"\w+", head) or "<" in head[: head.index(")")] or head[head.index(")") :][1:2] == "?"


# ---------------------------------------------------------------- slots


_MOVE = re.compile(r"\bmove .* (?:to|under) (?:left\(me\)\.|right\(me\)\.)?(\w+)$")
"""A line that moves pieces; if several go onto a pile, their order must be given."""


@frozen
class _Filled:
    """The values of the slots of a phrase."""

    values: dict[str, str]
    own: OwnNames
    is_own: bool

    @classmethod
    def of(cls, slots: dict[str, str | None], own: OwnNames) -> _Filled | None:
        """Fills the slots with the names of the file; None if one of them does not fit."""
        values: dict[str, str] = {}
        is_own = True
        for slot, word in slots.items():
            if word is None:
                continue
            value, known = _value(slot.rstrip("_").rstrip("23"), word, own)
            if value is None:
                return None
            values[slot.rstrip("_")] = value
            is_own = is_own and known
        return cls(values, own, is_own)

    def line(self, template: str) -> str:
        piles = [zone.name for zone in self.own.zones if zone.form == "pile"]
        source = zone if "{source}" in template and (zone := self.values.get("zone")) in piles else None
        line = re.sub(r"\{(\w+)\}", lambda slot: self._name(slot[1], source), template)
        line = line.replace(" 1 * ", " ")
        moved = _MOVE.search(line)
        is_pile = moved is not None and any(zone.name == moved[1] and zone.form == "pile" for zone in self.own.zones)
        return f"{line}, in any order" if is_pile and self.values.get("n") != "1" else line

    def _name(self, slot: str, source: str | None) -> str:
        """Returns the name in a slot. `source`: the pile that is told as the source of pieces, which is not where they go."""
        if slot == "source" and source is not None:
            return source
        if slot in self.values:
            return self.values[slot]
        return implicit_name(
            slot, self.own, self.values.get("piece"), self.values.get("zone") if source is None else None
        )


def _value(sort: str, word: str, own: OwnNames) -> tuple[str | None, bool]:
    """Returns the name here for a word in a slot, and whether that is a name of the file."""
    match sort:
        case "n" | "steps":
            return str(_NUMBERS.get(word, word)), True
        case "piece":
            return _piece(word, own)
        case "field":
            return _number(word, own)
        case "zone":
            return _zone(word, own)
        case "walker" | "lap":
            return _walker(sort, word, own)
        case "if":
            return _condition(word, own)
        case "do":
            said = find_phrase(word.split(" "), own, is_header=False)
            if said is None or said.place is not Place.RULE or len(said.lines) > 1:
                return None, False
            return "".join(said.lines), said.is_own
        case _:
            return word, True


def _piece(word: str, own: OwnNames) -> tuple[str | None, bool]:
    found = same_name(word, own.pieces)
    if found:
        return found, found == word or word not in own.numbers
    if word.removesuffix("s") not in _PIECES:
        return None, False
    return own.pieces[0] if len(own.pieces) == 1 else word.removesuffix("s"), False


def _number(word: str, own: OwnNames) -> tuple[str | None, bool]:
    found = same_name(word.replace(" ", "_"), own.numbers)
    if found:
        return found, True
    if word.istitle() or same_name(word, [*own.pieces, *own.all_columns, *[zone.name for zone in own.zones]]):
        return None, False
    points = next((name for name in _POINTS if name in own.numbers), None)
    if points and word in ("point", "points", "victory points", "vp"):
        return points, True
    return f"{word.replace(' ', '_')}", False


def _zone(word: str, own: OwnNames) -> tuple[str | None, bool]:
    found = same_name(word, [zone.name for zone in own.zones])
    if found and (found == word or word not in own.chosen):
        return found, True
    if word in _SAME_ZONES:
        known = implicit_name(_SAME_ZONES[word], own, None, None)
        return (word.replace(" ", "_"), False) if known == "box" else (known, bool(own.zones))
    return None, False


def _walker(slot: str, word: str, own: OwnNames) -> tuple[str | None, bool]:
    """Returns the field for the position of something: the named field, or the only such field if its piece is named."""
    fields = (
        [name for name, board in own.walkers if board == "row"] if slot == "walker" else [*_laps(own), *own.numbers]
    )
    named = same_name(word, fields)
    if named:
        return named, True
    if word in dict(own.walkers) or not (same_name(word, own.pieces) or word.removesuffix("s") in _FIGURES):
        return None, False
    return implicit_name(slot, own, None, None), len(own.walkers) == 1


def condition_here(text: str, own: OwnNames) -> str | None:
    """Returns the formula of a condition as people say it (`the deck is empty`), if it is in the table."""
    return _condition(" ".join(word for word in text.split() if word not in _LEFT_OUT), own)[0]


def _condition(text: str, own: OwnNames) -> tuple[str | None, bool]:
    found: str | None = None
    for pattern, here in CONDITIONS:
        match = _compile_pattern(pattern).fullmatch(text)
        filled = None if match is None else _Filled.of(match.groupdict(), own)
        if filled is not None:
            if filled.is_own:
                return filled.line(here), True
            found = found or filled.line(here)
    return found, False


# ---------------------------------------------------------------- what is not said


def implicit_name(slot: str, own: OwnNames, piece: str | None, zone: str | None) -> str:
    """Returns the name that the phrase leaves implicit: the source of pieces, their owner, or the counted thing."""
    shared = [one for one in own.zones if not one.is_own and (piece is None or piece in one.pieces)]
    held = [one for one in own.zones if one.is_own and (piece is None or piece in one.pieces)]
    found: str | None = None
    match slot:
        case "deck":
            found = _find_zone(shared, _DECKS) or _first(shared, is_hidden=True)
            if found is None and piece is not None and len(shared) == 1:
                found = shared[0].name
        case "source":
            named = next((one.name for one in shared if one.name == zone), None)
            found = named or implicit_name("deck", own, piece, None)
        case "discards":
            found = _find_zone(shared, ("discards", "discard", "discard_pile", "used", "waste"))
            refills = [one.refill for one in own.zones if one.refill and (piece is None or piece in one.pieces)]
            found = found or next((one for one in refills), None)
            found = found or next((one.name for one in shared if "discard" in one.name), None) or "box"
        case "row":
            found = _find_zone(shared, ("row", "market", "display", "table_row", "shop")) or _first(
                shared, is_hidden=False
            )
        case "own":
            named = next((one.name for one in held if one.name == zone), None)
            roomy = [one for one in held if one.form != "slot"] or held
            open_ones = [one.name for one in shared if not one.is_hidden] if piece is not None and not held else []
            found = (
                named
                or _find_zone(held, ("hand",))
                or _first(roomy, is_hidden=True)
                or _first(roomy, is_hidden=False)
                or (open_ones[0] if len(open_ones) == 1 else None)
            )
        case "zone":
            found = implicit_name("own", own, piece, None)
        case "piece":
            of = next((one for one in own.zones if one.name == zone), None)
            found = of.pieces[0] if of is not None else next(iter(own.pieces), None)
        case "points":
            found = next((name for name in _POINTS if name in own.numbers), None) or next(iter(own.numbers), None)
        case "flag":
            found = next(iter(own.flags), None)
        case "seat":
            found = next(iter(own.seats), None)
        case "board" | "mark":
            pair = next(iter(own.marks), None)
            found = None if pair is None else pair[slot == "mark"]
        case "phase":
            found = next(iter(own.phases), None)
        case "walker":
            found = next((name for name, board in own.walkers if board == "row"), None)
        case "lap":
            found = next(iter(_laps(own)), None)
        case _:
            found = None
    return found or _SAMPLES[slot]


def _find_zone(zones: Sequence[Zone], names: Sequence[str]) -> str | None:
    return next((name for name in names if name in [zone.name for zone in zones]), None)


def _first(zones: Sequence[Zone], *, is_hidden: bool) -> str | None:
    return next((zone.name for zone in zones if zone.is_hidden is is_hidden), None)
