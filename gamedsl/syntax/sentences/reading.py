"""Reads a sentence of a rulebook: cuts off its conditions and its subject, reads the order, and says whether the line names all that was named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.diagnostics.model import Edit, Fix, FixLevel
from gamedsl.source import Span
from gamedsl.syntax.problems.forms import write_lines
from gamedsl.syntax.recovery.stumble import Stumble
from gamedsl.syntax.sentences.conditions import EMPTY, condition, named, text_of
from gamedsl.syntax.sentences.headers import header, negated
from gamedsl.syntax.sentences.orders import AFFORDING, PARTICIPLES, VERBS, active, orders, risen
from gamedsl.syntax.sentences.refusals import refusal
from gamedsl.syntax.sentences.scene import Scene, Sort, Word, scene_of, words_of_sentence
from gamedsl.syntax.sentences.states import called, state
from gamedsl.syntax.sentences.top_lines import WAYS, top_line
from gamedsl.values import frozen

_NOWHERE = re.compile(r"\bmove (?:all )?(\S+) to \1(?![\w.])")
"""A move to where things are."""
_SENTENCE = re.compile(r"[A-Za-z][\w ,;.:'\u2019\u2013-]*")
_INNER = re.compile(r"(?:whenever|rule|else|for|if|each|as)\b[^:(\n\"]*(?:\([^)\n]*\))?[^:\n\"]*: (?=\S)")
"""The head of a block whose only line stands behind it."""
_FEWEST = 2
_MOST_UNKNOWN = 1


@frozen
class Reading:
    """A line that a sentence may mean. `unsaid`: the part of the sentence that the line does not say; empty if it says all."""

    fix: Fix
    unsaid: str


def read_sentence(s: Stumble, names: str, given: frozenset[str]) -> tuple[Reading, ...]:
    """Returns the lines for a sentence, the likeliest first. `names` is a text with all names that it may use besides those that are `given`."""
    text = s.source.text[s.first[2] :].partition("\n")[0].partition("#")[0].rstrip()
    scene = scene_of(s, names, given)
    found: tuple[str, ...] = ()
    words: list[Word] = []
    head, sign, body = text.partition(":")
    if s.headers and sign and _is_sentence(head):
        words = words_of_sentence(head, scene)
        found = tuple(one for one in (header(words, scene),) if one)
        text = head if found and body else text
    if not found and _is_sentence(text):
        words = words_of_sentence(text, scene)
        while words and words[-1].said in (".", ":"):
            words.pop()
        found = _lines(words, scene) if s.headers else top_line(words, scene)
    below = _INNER.match(text) if not found else None
    head, whole = "", text
    if below and _is_sentence(text[below.end() :]):  # `rule keep(card): put the card into your hand`
        head, text = below[0], text[below.end() :]
        scene = scene_of(s, names, given, s.first[2] + below.end())
        words = words_of_sentence(text, scene)
        found = _lines(words, scene)
    span = Span(s.source.name, s.first[2], s.first[2] + len(whole))
    readings: list[Reading] = []
    for one in found:
        if _NOWHERE.search(one) or (head and "\n" in one):
            continue
        lines = f"{one}:".replace("::", ":").split("\n") if text.endswith(":") else one.split("\n")
        lines[0] = f"{head}{lines[0]}"
        written = ("\n" + " " * s.line.column).join(lines)
        fix = Fix(f"write {write_lines(lines)}", (Edit(span, written),), FixLevel.PERHAPS)
        readings.append(Reading(fix, _unsaid(words, one, scene, text)))
    return tuple(readings)


def _is_sentence(text: str) -> bool:
    return _SENTENCE.fullmatch(text) is not None and text.count(" ") >= _FEWEST - 1


def _unsaid(words: Sequence[Word], line: str, scene: Scene, text: str) -> str:
    """Returns the part of a sentence from the first word that a line lacks to the last one; empty if the line has all names and numbers, and hardly any
    other word is unknown."""
    here = frozenset(re.findall(r"\w+", line))
    chosen = {scene.locals[name].of for name in here if name in scene.locals}
    calls = {part for rule in scene.rules if rule in here for part in (rule, *rule.split("_"))}
    missing: list[Word] = []
    unknown: list[Word] = []
    for at, word in enumerate(words):
        if word.names.get(Sort.PIECE) in chosen or word.said in calls or (word.said in AFFORDING and "<=" in line):
            continue
        is_verb = word.said in VERBS and word.names.keys() == {Sort.STANDING}
        piece = word.names.get(Sort.PIECE, "")
        is_lying = bool(calls) or any(piece in zone.pieces and zone.name in here for zone in scene.own.zones)
        names = {
            sort: name
            for sort, name in word.names.items()
            if name != piece and not (sort in (Sort.ZONE, Sort.PART) and piece and is_lying)
        }
        if names.keys() - {Sort.PIECE, Sort.BOARD} and not is_verb:
            is_roller = Sort.SEAT in word.names and line.startswith("roll ")
            if here.isdisjoint(word.names.values()) and word.said not in _SMALL and not is_roller:
                missing.append(word)
        elif word.said == "can" and at > 1 and words[at - 2].said in ("that", "which") and " where " not in line:
            missing.append(word)
        elif word.said.isdigit():
            if word.said not in here and word.said != "1":
                missing.append(word)
        elif "\nelse: " in line and word.said in ("cannot", "otherwise", "possible"):
            continue
        elif not word.names and word.said not in {*_SMALL, *VERBS, *PARTICIPLES, *scene.rules, *here}:
            is_narrower = bool(words[at + 1 : at + 2]) and not {Sort.PIECE, Sort.BOARD}.isdisjoint(words[at + 1].names)
            # `discard your hand and all the spells`
            is_second = any(one.said == "and" for one in words[max(0, at - 3) : at])
            is_empty = word.said in EMPTY and "no(" in line
            (missing if (is_narrower or is_second) and not is_empty else unknown).append(word)
    if not missing and len(unknown) <= _MOST_UNKNOWN:
        return ""
    lost = sorted((*missing, *unknown), key=lambda word: word.start)
    return text[lost[0].start : lost[-1].end]


_SMALL = frozenset([",", ".", ";", ":"]) | frozenset(
    re.findall(
        r"\w+",
        """the a an your yours you their they his he her she its it them one this that these those must should then now first next finally afterwards and or of from
        to into onto in on at under with for as equal each every all any number everyone everybody player players who which has have is are be been may up over
        top back again out if when there much many more less fewer least most than also immediately only face open hidden facedown faceup down dice
        by left right becomes become new point points game wins win winner tied tie ties breaks rounds round match lasts played soon somebody nobody someone
        anyone total same die chosen but never times long while whoever without having until longer no not half rounded neighbour ends end highest lowest
        still already once just simply remaining same away later need needs own opponent other goes counts way
        openly aside after which reach reaches reached""",
    )
)
"""Words that name nothing."""
_AFTERWARDS = (("from", "now", "on"), ("for", "good"), ("at", "once"), ("of", "your", "choice"), ("in", "turn"))
"""Words behind a sentence that say nothing here."""
_BEFORE = frozenset(
    ["then", "now", "first", "next", "finally", "afterwards", "and", "also", ",", "must", "should", "immediately"]
)


def _lines(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the lines for a sentence in a phase, an action or a rule."""
    while words and words[0].said in _BEFORE:
        words = words[1:]
    tail = next((len(one) for one in _AFTERWARDS if tuple(word.said for word in words[-len(one) :]) == one), 0)
    words = words[: len(words) - tail]
    if refused := refusal(words, scene):
        return (refused,)
    if instead := _instead(words, scene):
        return (instead,)
    for asked, rest in _conditions(words, scene):
        rest, bound = _without_bound(rest)
        if rest[:1] and rest[0].said == "for" and len(rest) > 1 and rest[1].said in ("each", "every"):
            comma = next((i for i, word in enumerate(rest) if word.said == ","), 0)
            rest = [*rest[comma + 1 :], *rest[:comma]]
        zone = re.search(r"\((\w+)", asked)
        if zone is not None and scene.zone(zone[1]) is not None:
            rest = [Word(zone[1], {Sort.ZONE: zone[1]}) if word.said == "it" else word for word in rest]
        told = tuple(line for one in (_told(rest, scene) if rest else ()) if (line := _bounded(one, bound)))
        if told:
            return tuple(_below(f"if {asked}:", one) for one in told) if asked else told
    return ()


def _instead(words: Sequence[Word], scene: Scene) -> str:
    """Returns the lines for an order with another one for who cannot follow it: `Pay a coin. If you cannot, return a pony to the box.`"""
    said = [word.said for word in words]
    starts = ((at, len(one)) for at in range(2, len(said)) for one in _CANNOT if (*said[at : at + len(one)],) == one)
    at, length = next(starts, (0, 0))
    while at and said[at - 1] in (".", ",", ";", "or", "and"):
        at, length = at - 1, length + 1
    if not at:
        return ""
    first, second = (orders(part, scene)[:1] for part in (words[:at], words[at + length :]))
    if not first or not second or "\n" in f"{first[0]}{second[0]}":
        return ""
    paid, moved = _PAID.fullmatch(first[0]), _MOVED.match(first[0])
    asked = f"{paid[1]} >= {paid[2]}" if paid else f"count({moved[2]}) >= {moved[1]}" if moved else ""
    return f"if {asked}: {first[0]}\nelse: {second[0]}" if asked else ""


_CANNOT = (
    *(("if", who, "cannot") for who in ("you", "he", "she", "they", "it")),
    *(("if", who, "can", "t") for who in ("you", "he", "she", "they", "it")),
    ("if", "this", "is", "not", "possible"),
    ("if", "that", "is", "not", "possible"),
    ("if", "not", "possible"),
    ("otherwise",),
)
"""Words for what happens if an order cannot be followed."""
_PAID = re.compile(r"([\w.\[\]]+) -= (\w+)")
_MOVED = re.compile(r"move (\d+) of (.+?) to ")


def _without_bound(words: Sequence[Word]) -> tuple[Sequence[Word], tuple[str, str]]:
    """Returns a sentence without the bound behind it (`, but never more than 30`), and this bound: its function and its number."""
    found = _BOUND.search(text_of(words))
    if found is None:
        return words, ("", "")
    return words[: found.string.count(" ", 0, found.start()) + 1], ("min" if found["most"] else "max", found["bound"])


_BOUND = re.compile(
    r" (?:, (?:but )?|but |(?:up )?to an? )(?:(?:you|it|they|he|she|can|may|must|never|not|no|have|has|get|be|go|rise|grow|fall|drop|sink|is) )*"
    r"(?:(?P<most>more than|above|over|beyond|higher than|at most|up to|(?:maximum|limit)(?: of)?)"
    r"|less than|fewer than|below|under|lower than|at least|minimum(?: of)?) (?P<bound>\d+)$"
)


def _bounded(line: str, bound: tuple[str, str]) -> str:
    """Returns a line with the bound of what it changes; empty if it changes no number in this direction."""
    function, number = bound
    found = _CHANGE.fullmatch(line)
    if not function:
        return line
    if found is None or (found["sign"] == "+") is not (function == "min"):
        return ""
    return f"{found['of']} = {function}({found['of']} {found['sign']} {found['value']}, {number})"


_CHANGE = re.compile(r"(?P<of>[\w.\[\]]+) (?P<sign>[+-])= (?P<value>.+)")


def _below(header: str, lines: str) -> str:
    """Returns lines under a header, on its line if there is one."""
    return f"{header} {lines}" if "\n" not in lines else "\n    ".join([header, *lines.split("\n")])


def _conditions(words: Sequence[Word], scene: Scene) -> Iterator[tuple[str, Sequence[Word]]]:
    """Yields the conditions that a sentence may have, each with the other words; nothing if its condition is not understood."""
    first = words[0].said if words else ""
    if first in ("if", "when", "once") or (first == "on" and words[1:2] and words[1].said in ("a", "an")):
        signs = [at for at in range(2, len(words)) if words[at].said in (",", "then", ":")]
        starts = [
            at for at in range(3, len(words)) if words[at].said in (*_STARTING, *VERBS) and words[at - 1].said != "may"
        ]
        for at in (*signs, *starts):
            asked = condition(words[1:at], scene)
            if asked:
                yield asked, words[at + (at in signs) :]
        return
    at = next((i for i in range(2, len(words)) if words[i].said in ("if", "when", "unless")), 0)
    asked = condition(words[at + 1 :], scene) if at else ""
    if asked or not at:
        yield (negated(asked) if at and words[at].said == "unless" else asked), words[:at] if at else words


_STARTING = frozenset(["you", "it", "the", "each", "every", "all", "they", "everybody", "everyone"])
"""Words with which what follows a condition may begin."""


def _told(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the lines for a sentence without its condition: the order, for whom its subject says."""
    said = [word.said for word in words]
    leaves = next((i for i, one in enumerate(said) if one in ("leave", "leaves") and "game" in said[i:]), 0)
    if leaves:
        return orders([Word("remove", {}), *words[:leaves], Word("to", {}), Word("box", {})], scene)
    if made := called(words, scene) or state(words, scene):
        return made
    is_set = "is" in said and not _NEW.isdisjoint(said)
    if "becomes" in said or "become" in said or is_set:
        return _becoming(words, scene)
    if changed := risen(words, scene):
        return changed
    if turned := active(words):
        return orders(turned, scene)
    passed = named(words[:3], Sort.SEAT)
    side = next((_SIDES[one] for one in said if one in _SIDES), "")
    if passed and side and not _PASSING.isdisjoint(said) and not named(words, Sort.ZONE, Sort.NUMBER, Sort.PIECE):
        return (f"{passed} = {side}({passed})",)
    piece = named(words[:3], Sort.PIECE)
    if not _MANY.isdisjoint(said[:2]) and not _RETURNING.isdisjoint(said) and piece in scene.own.homes:
        return _sent_home(piece, scene)
    whole = named(words[:3], Sort.ZONE)
    if whole and not _GETTING.isdisjoint(said[:3]):
        verb = next(i for i, one in enumerate(said) if one in _GETTING)
        return orders([Word("draw", {}), *words[verb + 1 :], Word("to", {}), *words[:verb]], scene)
    if said[0] in _MANY and Sort.BOARD in words[1].names:
        verb = next((i for i, word in enumerate(words) if word.said in VERBS), 0)
        return orders([words[verb], *words[verb + 1 :], Word("to", {}), *words[:verb]], scene) if verb else ()
    goes = next((i for i, one in enumerate(said[1:7], 1) if one in _GOING), 0)
    if goes and (said[0] not in _MANY or named(words[1:goes], Sort.PIECE, Sort.ZONE)):
        return orders([Word("move", {}), *words[:goes], *words[goes + 1 :]], scene)
    become = named(words[2:], Sort.SEAT)
    if become and said[0] in ("you", "i") and (*said[:2],) in _BEING_IT:
        return (f"{become} = me",)
    flag = named(words, Sort.FLAG)
    if flag and (*said[:2],) in _BEING_IT:
        return (f"{flag} = {'no' if 'longer' in said or 'not' in said else 'yes'}",)
    if said[-1:] and (players := next((i for i, one in enumerate(said[:4]) if one == "players"), 0)):
        asked = condition([Word("have", {}), *words[:players]], scene)
        lines = orders(words[players + 1 :], scene) if asked else ()
        if lines:
            return tuple(
                _below(f"if {asked}:" if scene.is_turn else f"each player where {asked}:", one) for one in lines
            )
    if said[:1] and (said[0] in _MANY or (said[0] in ("a", "any") and said[1:2] == ["player"])):
        return _for_each(words, scene)
    verb = next((i for i, word in enumerate(words) if word.said in VERBS and not (i and words[i - 1].said == "the")), 0)
    subject = words[:verb]
    if not any(word.said in VERBS for word in words) and Sort.PIECE in (
        sort for word in words[:3] for sort in word.names
    ):
        return orders([Word("move", {}), *words], scene)  # `two guests from the quay sit down on the bench`
    seat = named(subject, Sort.SEAT)
    side = next((one for one in ("left", "right") if one in said[:verb]), "")
    lines = orders(_from_verb(words, verb), scene)
    local = named(subject, Sort.LOCAL)
    seat = seat or (local if local in scene.locals and scene.locals[local].of == "player" else "")
    who = f"{side}({seat or 'me'})" if side else seat
    return (
        tuple(f"{who}.{one}" if one.partition(" ")[0] in scene.own.numbers else f"as {who}: {one}" for one in lines)
        if who
        else lines
    )


def _sent_home(piece: str, scene: Scene) -> tuple[str, ...]:
    """Returns the line that brings all pieces of a component from the board to their owners."""
    if piece not in scene.own.placed:
        return ()
    board, zone = scene.own.placed[piece]
    home = f"owner.{scene.own.homes[piece]}"
    part = scene.part(zone)
    if part is not None and part[1].form == "slot":
        return (f"for x in {board}: move x.{zone} to x.{zone}.{home}",)
    return (f"for y in {board}: for x in y.{zone}: move x to x.{home}",)


_BEING_IT = (
    ("you", "are"),
    ("you", "become"),
    ("he", "is"),
    ("i", "am"),
    ("it", "is"),
    ("it", "becomes"),
    ("you", "stay"),
    ("you", "remain"),
)
_RANDOM = frozenset(["random", "randomly", "chance", "lot", "lots"])
_NEW = _RANDOM | {"new"}
_RETURNING = frozenset(["return", "returns", "go", "goes", "come", "comes"])
_GOING = frozenset(["go", "goes", "come", "comes"])
_GETTING = frozenset(["gets", "receives"])
_PASSING = frozenset(["pass", "passes", "goes", "moves", "wanders", "hand", "give"])
_SIDES = {"left": "left", "right": "right", "next": "left", "previous": "right", "neighbour": "left"}
_MANY = frozenset(["each", "every", "all", "everybody", "everyone", "whoever", "players"])
_WHO = frozenset(["who", "that", "with", "having", "whoever", "without"])


def _from_verb(words: Sequence[Word], verb: int) -> Sequence[Word]:
    """Returns the words of a sentence without its subject; `may` belongs to the verb."""
    may = next((i for i, word in enumerate(words[: max(verb, 2) + 1]) if word.said == "may"), None)
    return words[verb if may is None else may :]


def _for_each(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the lines for what each player does; where a player acts already, for this one."""
    who = next((i for i, word in enumerate(words[:4]) if word.said in _WHO), None)
    if who is None:
        lines = tuple(_PASSED.sub(r"rotate \1 \2", one) for one in orders(_from_verb(words[1:], 0), scene))
        if lines and lines[0].startswith("rotate "):
            return () if scene.is_turn else lines
        return lines if scene.is_turn else tuple(_below("each player:", one) for one in lines)
    for at in range(len(words) - 2, who + 1, -1):
        if words[at].said not in VERBS or words[at].said in ("has", "have"):
            continue
        asked = condition([Word("have", {}), *words[who + (words[who].said != "without") : at]], scene)
        lines = orders(words[at:], scene) if asked else ()
        if lines:
            header = f"if {asked}:" if scene.is_turn else f"each player where {asked}:"
            return tuple(_below(header, one) for one in lines)
    return ()


_PASSED = re.compile(r"move (\w+) to (left|right)\(me\)\.\1(?:, in any order)?$")
"""What each player passes on goes round at once: with one move after the other, the second player would pass on what the first one gave."""


def _becoming(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the line for `the player to the left of the captain becomes the new captain`, `the air becomes 8`."""
    at = next(i for i, word in enumerate(words) if word.said in ("becomes", "become", "is"))
    subject, value = words[:at], words[at + 1 :]
    seat, number, flag = named(value, Sort.SEAT), named(subject, Sort.NUMBER), named(value, Sort.FLAG)
    said = [word.said for word in subject]
    side = next((one for one in ("left", "right") if one in said), "left" if "next" in said else "")
    way = next((WAYS[one] for one in said if one in WAYS), "")
    if seat and way and number:
        return (f"{seat} = first(players by {way} {number})",)
    local = named(subject, Sort.LOCAL)
    if seat and local and scene.locals[local].of == "player":
        return (f"{seat} = {local}",)
    whose = named(words, Sort.SEAT)
    if whose and not _RANDOM.isdisjoint(word.said for word in words):
        name = next(iter(scene.awaited), f"new_{whose}")
        return (f"roll {name}: one of players\n{whose} = {name}",)
    if seat and (side or "you" in said):
        return (f"{seat} = {side}({named(subject, Sort.SEAT) or seat})" if side else f"{seat} = me",)
    held, to = named(subject, Sort.HELD), named(value, Sort.VALUE)
    if held and (held, scene.own.types.get(to, "")) in scene.own.valued:
        return (f"{held} = {to}",)
    found = named(value, Sort.LOCAL, Sort.NUMBER) or next((word.said for word in value if word.said.isdigit()), "")
    if number and found:
        return (f"{number} = {found}",)
    return (f"{flag} = yes",) if flag and "you" in said else ()
