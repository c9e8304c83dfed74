"""The surroundings of a sentence, and its words with what they name in the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from gamedsl.syntax.guessing.own_names import OwnNames, Zone, own_names, same_name
from gamedsl.syntax.guessing.phrases import digits_of
from gamedsl.syntax.guessing.sayings import rolled_above
from gamedsl.syntax.recovery.stumble import Stumble
from gamedsl.syntax.sentences.own_lets import OwnLets, own_lets
from gamedsl.values import evolve, frozen


class Sort(Enum):
    """The sorts of things that a word may name."""

    NUMBER = "a field that counts"
    FLAG = "a field that is yes or no"
    SEAT = "a field that holds a player"
    ZONE = "a zone of players or of the table"
    STANDING = "a field that holds a place"
    HELD = "a field that holds a value of a type"
    PART = "a zone of places"
    OWNED = "a field of places"
    BOARD = "a board"
    PIECE = "a component"
    KIND = "a kind"
    VALUE = "a value of a type"
    COLUMN = "a column"
    LOCAL = "a choice, a roll or a loop above"
    TEST = "a formula that is true or false of a player, a place or a piece"
    SET = "a formula of several places or pieces"


@frozen
class Word:
    """A word of a sentence in small letters, a number in digits, with the names that it may stand for. `start` and `end`: its place in the sentence."""

    said: str
    names: dict[Sort, str]
    start: int = 0
    end: int = 0


@frozen
class Local:
    """A name that lines above have bound. `of`: the board, component or type of what it stands for; empty if the text does not show it. `zone`: the zone of
    the table out of which it was chosen; empty if there is none."""

    of: str
    is_many: bool
    zone: str = ""


@frozen
class Scene:
    """The surroundings of a sentence. `awaited`: names that lines below use and that nobody declares. `is_turn`: a player acts. `below`: the rest of the block.
    `rules`: rules that a line may call, with the types of what they take. `scores`: the names of scores. `are_two`: the game has two players, so a player has
    one opponent."""

    own: OwnNames
    lets: OwnLets
    rules: Mapping[str, tuple[str, ...]]
    locals: dict[str, Local]
    awaited: tuple[str, ...]
    rolled: str
    is_turn: bool
    below: str
    scores: tuple[str, ...]
    are_two: bool

    def zone(self, name: str) -> Zone | None:
        """Returns the zone of players or of the table with a name."""
        return _zone(self.own, name)

    def part(self, name: str) -> tuple[str, Zone] | None:
        """Returns the zone of places with a name, behind its board."""
        return next((one for one in self.own.zones_of_places if one[1].name == name), None)

    def local_of(self, thing: str) -> str:
        """Returns the last name above for one thing of a board or component; empty if there is none."""
        return next((name for name, one in reversed(self.locals.items()) if one.of == thing and not one.is_many), "")


def _zone(own: OwnNames, name: str) -> Zone | None:
    return next((zone for zone in own.zones if zone.name == name), None)


def scene_of(s: Stumble, names: str, given: frozenset[str], start: int = -1) -> Scene:
    """Returns the surroundings of a line. `names` is a text with all names that it may use besides those that are `given`."""
    own, lets, text, start = own_names(names), own_lets(names), s.source.text, max(start, s.first[2])
    block = text.rfind("\n", 0, next((found.start() for found in reversed(list(_TOP.finditer(text, 0, start)))), 0))
    head = text[block + 1 :].partition("\n")[0]
    above, below = (
        _in_scope(_QUOTED.sub('""', text[max(0, block) : start]), s.line.column),
        text[start:].partition("\n")[2],
    )
    end = _TOP.search(below)
    below = below[: end.start()] if end else below
    found: dict[str, Local] = {}
    things = {*own.boards, *own.pieces, *own.columns, *own.types_of_fields, "player"}
    for one in _BOUND.finditer(above):
        beside = found.get(one[4] or "")
        near = dict(own.standing).get(one[4] or "", "") if beside is None else beside.of
        of = near if one[3] == "neighbours" and near else _sort(one[3], own, lets)
        if not one[2] and " in " not in one[0] and of not in things:  # `if late: rest`
            continue
        zone = next((zone.name for zone in own.zones if zone.name == one[3] and not zone.is_own), "")
        found[one[1]] = Local(of, one[2] not in ("one", "", None), zone)
    for rule, name in _HEARD.findall(above):
        found |= {name: Local(lets.rules[rule][0], False)} if len(lets.rules.get(rule, ())) == 1 else {}
    for name in _DRAWN.findall(above):
        drawn = _zone(own, name)
        if drawn is not None and drawn.form != "bag":
            found[f"last({name})" if drawn.form == "pile" else name] = Local(drawn.pieces[0], False)
    found |= {name: Local("int", False) for one in _NUMBER.findall(above) for name in one if name}
    found |= {name: Local("player", False) for name in _LET_SEAT.findall(above)}
    found |= {name: Local(of, False) for name in _LET.findall(above) if (of := _board_by_use(name, above + below, own))}
    declared = {*own.fields, *own.rules, *own.actions, *own.boards, *own.pieces, *own.all_columns, *found, *given}
    declared |= {word for parts in own.fields_of.values() for word in parts} | {zone.name for zone in own.zones}
    declared |= {
        *s.machine.tables.words,
        *_NAMED.findall(names),
        *(found.group(1) or found.group(2) for found in _LOOP.finditer(below)),
    }
    awaited = tuple(dict.fromkeys(word for word in _SMALL_NAME.findall(below) if word not in declared))
    is_turn = (
        head.startswith("action ") or (head.startswith("phase ") and "each player" in head) or "each" in s.headers[1:]
    )
    scores = tuple(_SCORE.findall(names))
    if not s.headers:
        told = [name for name in _OF_PLAYER.findall(text) if name not in declared and name != "total"]
        awaited = tuple(dict.fromkeys(told))
    rules = {name: taken for name, taken in lets.rules.items() if re.match(rf"rule {name}\b", head) is None}
    return Scene(
        own,
        lets,
        rules,
        found,
        awaited,
        rolled_above(text, start),
        is_turn,
        below,
        scores,
        _TWO.search(names) is not None,
    )


def _in_scope(above: str, column: int) -> str:
    """Returns the lines above without the blocks that are closed, whose names mean nothing here. What a block of choices asks stays known."""
    kept: list[str] = []
    closed: list[str] = []
    for line in reversed(above.split("\n")):
        depth = len(line) - len(line.lstrip())
        if not line.strip():
            continue
        if depth > column:
            closed.append(line)
            continue
        is_header = bool(closed) and line.rstrip().endswith(":")
        if not closed or _CHOICES.search(line) or not is_header:
            kept += [*closed, line]
        column, closed = depth, []
    return "\n".join(reversed(kept))


_CHOICES = re.compile(r"^ *(?:may )?(?:choose|roll)\b[^:]*:$")
_TOP = re.compile(r"(?m)^\S")
_QUOTED = re.compile(r'"[^"\n]*"')
_SCORE = re.compile(r"(?m)^score (\w+):")
_OF_PLAYER = re.compile(r"\b[A-Z][a-z]+\.([a-z]\w*)\b(?!\()")
_TWO = re.compile(r"(?m)^ +players 2 *$")
_BOUND = re.compile(
    r"(?m)\b([a-z]\w*)(?::| in) +(?:((?:\d+|any|some|one|up|\w+(?:\[\w+\])?\.\w+)\b)[\w. ]*? ?of )?((?:\w+(?:\(\w+\))?\.)*\w+)(?:\((\w+))?"
)
_HEARD = re.compile(r"(?m)^ *whenever (\w+)\((\w+)\)")
_DRAWN = re.compile(r"\bdraw (?:up to )?1 from \w+ to (\w+)")
_LET_SEAT = re.compile(r"\blet (\w+) = [^\n]*\b(?:players|left|right)\b")
_NUMBER = re.compile(r"\b(?:(\w+): one of \d+\.\.|let (\w+) = (?:min|max|count|sum)\()")
_LET = re.compile(r"(?m)^ +let (\w+) =")
_NAMED = re.compile(r"(?m)^(?:let|type|table|option|score|pick|history) (\w+)")
_LOOP = re.compile(r"\b(?:for|let|as|choose|roll) (\w+)|(?m:^ +(\w+):)")
_SMALL_NAME = re.compile(r"(?<![\w.\"])[a-z]\w*(?![\w(]| *=[^=])(?=[^\"\n]*(?:\"[^\"\n]*\"[^\"\n]*)*$)", re.MULTILINE)


def _sort(path: str, own: OwnNames, lets: OwnLets) -> str:
    name = path.rpartition(".")[2]
    zones = (*own.zones, *(zone for _, zone in own.zones_of_places))
    zone = next((zone for zone in zones if zone.name == name), None)
    return lets.sets.get(name, name) if zone is None else zone.pieces[0]


def _board_by_use(name: str, text: str, own: OwnNames) -> str:
    """Returns the board whose place a `let` is: the only one whose places have what is asked of it. Empty if nothing shows it."""
    asked = set(re.findall(rf"\b{name}\.(\w+)", text))
    boards = [board for board in own.boards if asked & own.fields_of[board]]
    return boards[0] if len(boards) == 1 else ""


_WORD = re.compile(r"[A-Za-z][\w-]*|\d+|[,.:;]")
_APOSTROPHE = re.compile(r"['\u2019]s?\b")


def words_of_sentence(text: str, scene: Scene) -> list[Word]:
    """Returns the words of a sentence. Two that make one name are one word."""
    said = list(_WORD.finditer(_APOSTROPHE.sub(lambda found: " " * len(found[0]), text)))
    words: list[Word] = []
    at = 0
    while at < len(said):
        last = at + 1 if at + 1 < len(said) else at
        both = f"{said[at][0]}_{said[last][0]}".lower()
        names = _names(both, scene) if last > at else {}
        if both in _FIRST_PLAYER and len(own := scene.own.seats) == 1:
            names = {Sort.SEAT: own[0]}
        if not names:
            last, both = at, said[at][0].lower()
            names = _names(both, scene)
        words.append(Word(digits_of(both) or both, names, said[at].start(), said[last].end()))
        at = last + 1
    return _with_chosen(words, scene)


_CHOSEN = frozenset(["chosen", "used", "kept", "taken", "picked", "selected", "named", "this", "that"])
_PLACES = frozenset(["place", "space", "row", "field", "square", "spot", "area", "region", "location"])
"""Words for a place of any board."""
_CHOOSING = (("you", "have"), ("you", "just"), ("you",))


_FIRST_PLAYER = frozenset(["starting_player", "start_player", "first_player", "beginning_player"])
"""Words for the player in the only field of the table that holds one."""


def _with_chosen(words: list[Word], scene: Scene) -> list[Word]:
    """Returns a sentence in which `the chosen card` and `the cards you have taken` name a choice above, if only one can be meant."""
    found, said = list(words), [word.said for word in words]
    can = next((at for at in range(1, len(words)) if said[at - 1 : at + 1] == ["you", "can"]), 0)
    if can and said[can + 1 :] in (["pay"], ["pay", "for"], ["buy"]):
        found = [*words[:can], evolve(words[can], said="afford", end=words[-1].end)]
        return _with_chosen(found, scene)
    places = [name for name, one in scene.locals.items() if one.of in scene.own.boards and not one.is_many]
    for at, word in enumerate(words):
        if (
            len(places) == 1
            and word.said in _PLACES
            and not word.names
            and said[max(0, at - 1)] in ("that", "this", "chosen")
        ):
            found[at] = evolve(word, names={Sort.LOCAL: places[0]})
            continue
        thing = word.names.get(Sort.PIECE) or word.names.get(Sort.BOARD)
        those = [name for name, one in scene.locals.items() if one.of == thing and one.is_many is (word.said != thing)]
        you = at + 2 if said[at + 1 : at + 2] in (["that"], ["which"]) else at + 1
        last = you + next((len(one) for one in _CHOOSING if tuple(said[you : you + len(one)]) == one), 0)
        is_behind = last > you and not _CHOSEN.isdisjoint(said[last : last + 1])
        if len(those) == 1 and (is_behind or not _CHOSEN.isdisjoint(said[max(0, at - 1) : at])):
            found[at] = evolve(word, names={Sort.LOCAL: those[0]})
            for i in range(at + 1, last + 1) if is_behind else (at - 1,):
                found[i] = evolve(words[i], said="the", names={})
    return found


def _names(word: str, scene: Scene) -> dict[Sort, str]:
    """Returns what a word may name."""
    own = scene.own
    parts = [zone.name for _, zone in own.zones_of_places]
    owned = [name for board in own.boards for name in own.fields_of[board] if name not in parts]
    kinds = {kind.lower(): kind for kind in own.kinds}
    values = {value.lower(): value for value in own.types if value not in own.kinds}
    found = {
        Sort.NUMBER: same_name(word, own.numbers),
        Sort.FLAG: same_name(word, (*own.flags, *own.shared_flags)),
        Sort.SEAT: same_name(word, own.seats),
        Sort.ZONE: same_name(word, [zone.name for zone in own.zones]),
        Sort.STANDING: same_name(word, [name for name, _ in own.standing]),
        Sort.HELD: same_name(word, [name for name, _ in own.valued]),
        Sort.PART: same_name(word, parts) or next((part for part in parts if part.startswith(f"{word}_")), ""),
        Sort.OWNED: same_name(word, owned) or _inflected(word, [mark for _, mark in own.marks]),
        Sort.BOARD: same_name(word, own.boards),
        Sort.PIECE: same_name(word, own.pieces),
        Sort.KIND: kinds.get(same_name(word, kinds), ""),
        Sort.VALUE: values.get(same_name(word, values), ""),
        Sort.COLUMN: same_name(word, own.all_columns) or _akin(word, own.all_columns),
        Sort.LOCAL: same_name(word, scene.locals),
        Sort.TEST: same_name(word, scene.lets.tests) or _inflected(word, scene.lets.tests),
        Sort.SET: same_name(word, scene.lets.plain_sets),
    }
    found = {sort: name for sort, name in found.items() if name}
    points = same_name(word, scene.scores)
    return found or ({Sort.NUMBER: points} if points else {})


def _akin(verb: str, names: Sequence[str]) -> str:
    """Returns the name of what a verb measures: `weight` for `weighs`."""
    stem = verb.removesuffix("s")
    return next((name for name in names if len(stem) >= _STEM and name.startswith(stem) and verb != stem), "")


def _inflected(word: str, names: Iterable[str]) -> str:
    """Returns the name that is another form of a word: `burns` for `burning`, `founder` for `founded`."""
    stem = _ENDING.sub("", word)
    return next((name for name in names if len(stem) >= _STEM and _ENDING.sub("", name) == stem), "")


_ENDING = re.compile(r"(?:ing|ed|er|es|s|e)$")
_STEM = 4
