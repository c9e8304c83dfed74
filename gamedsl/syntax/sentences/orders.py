"""Orders as sentences give them: a verb, its object, and what stands behind its prepositions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gamedsl.syntax.guessing.phrases import implicit_name
from gamedsl.syntax.guessing.told_selections import money, price_of
from gamedsl.syntax.sentences.conditions import collection, named, piece_of, quantity, tests_of, text_of, thing_of
from gamedsl.syntax.sentences.roles import INTO, Roles, roles_of
from gamedsl.syntax.sentences.scene import Local, Scene, Sort, Word
from gamedsl.syntax.sentences.zones import each_place, form_of, order_on, place_of_pieces


def orders(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the lines for an order whose subject is left out, the likeliest first. Where it takes two lines, they stand in one text."""
    is_may = bool(words) and words[0].said == "may"
    at = 1 if is_may else next((i for i, word in enumerate(words) if word.said in VERBS), len(words))
    if at >= len(words):
        return ()
    verb = words[at].said
    then = next((i for i in range(at + 2, len(words)) if _begins_order(words, i)), 0)
    if then and not is_may:
        both = orders(words[:then], scene)[:1], orders(words[then:], scene)[:1]
        if all(both):
            return tuple(f"{first}\n{second}" for first in both[0] for second in both[1])
    roles = roles_of(words[at + 1 :])
    if is_may and verb in scene.rules:
        return ()
    if is_may:
        return _choose(roles, scene, is_optional=True)
    return next((lines for meaning in VERBS.get(verb, ()) if (lines := meaning(verb, roles, scene))), ())


def active(words: Sequence[Word]) -> list[Word]:
    """Returns a sentence in the passive as an order: `lose all crates from the camps in the ruins` for `all crates at the camps are lost in the ruins`."""
    being = next((i for i, word in enumerate(words) if i and word.said in ("is", "are")), 0)
    at = next((i for i in range(being + 1, min(being + 3, len(words))) if words[i].said in PARTICIPLES), 0)
    if not being or not at:
        return []
    subject = list(words[:being])
    place = next((i for i, word in enumerate(subject) if word.said in INTO), len(subject))
    source = [Word("from", {}), *subject[place + 1 :]] if place < len(subject) else []
    return [Word(PARTICIPLES[words[at].said], {}), *subject[:place], *source, *words[at + 1 :]]


PARTICIPLES = {
    "lost": "lose", "moved": "move", "put": "put", "placed": "place", "laid": "lay", "removed": "remove", "discarded": "discard", "returned": "return",
    "shuffled": "shuffle", "mixed": "mix", "drawn": "draw", "dealt": "deal", "taken": "take", "given": "give", "revealed": "reveal", "shown": "show",
    "added": "add", "paid": "pay", "sent": "send", "refilled": "refill", "filled": "fill", "increased": "increase", "reduced": "reduce", "sold": "sell",
}  # fmt: skip


def _begins_order(words: Sequence[Word], at: int) -> bool:
    """Whether another order begins with a verb, which is about something else than the one before."""
    is_next = words[at - 1].said in ("and", "then", "to", ".", ",", ";")
    return (
        is_next and words[at].said in VERBS and at + 1 < len(words) and words[at + 1].said not in ("it", "them", "this")
    )


# ---------------------------------------------------------------- numbers


def _gain(verb: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    return _change("+=", verb, roles, scene)


def _lose(verb: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    return _change("-=", verb, roles, scene)


def _remove(verb: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    """Returns the line for a number of things that are only counted: `remove one flag from your supply`."""
    is_counted = named(roles.what, Sort.NUMBER) and not named(roles.what, Sort.PIECE, Sort.KIND, Sort.ZONE)
    return _lose(verb, roles, scene) if is_counted else ()


_PAYING = frozenset(["pay", "pays", "spend", "spends"])


def _change(sign: str, verb: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    """Returns the line for a number that grows or shrinks: `coins += 2 * count(hand)`."""
    own = scene.own
    owned, board = named(roles.what, Sort.OWNED), named(roles.target, Sort.BOARD)
    if owned and board and owned in own.fields_of[board]:
        than = "" if named(roles.target, Sort.OWNED) else owned
        places, x = collection([*roles.target, *_nouns(than, Sort.OWNED)], scene), board[0]
        return (f"for {x} in {places}: {x}.{owned} {sign} {_digits(roles.what) or '1'}",)
    value = named(roles.what, Sort.VALUE)
    many = own.indexed.get(own.types.get(value, ""), "")
    if many and (digits := _digits(roles.what) or ("1" if "a" in text_of(roles.what).split() else "")):
        return (f"{many}[{value}] {sign} {digits}",)
    number = named(roles.what, Sort.NUMBER) or named([*roles.target, *roles.source], Sort.NUMBER)
    if not number and "point" in text_of(roles.what):
        number = implicit_name("points", own, None, None)
    value = _amount(roles, number, scene)
    if not value and verb in _PAYING:  # `pay the bid`
        number, value = "", number
    number = number or ("" if value.isdigit() else money(own))
    return (f"{number} {sign} {value}",) if number and value and number != value else ()


def risen(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the line for a number that is said to grow or to shrink by itself: `the storm rises by 2`, `all prices fall by 1`."""
    at = next((i for i, word in enumerate(words) if word.said in _RISING or word.said in _FALLING), 0)
    subject, rest = words[:at], words[at + 1 :]
    if not named(subject, Sort.NUMBER, Sort.OWNED) or not at:
        return ()
    if words[at].said in ("go", "goes") and not {"up", "down"} & {word.said for word in rest}:
        return ()
    is_down = words[at].said in _FALLING or (rest[:1] and rest[0].said == "down")
    rest = [word for word in rest if word.said not in ("by", "up", "down")]
    owned = named(subject, Sort.OWNED)
    board = next((one for one in scene.own.boards if owned in scene.own.fields_of[one]), "")
    place, of = thing_of(subject, scene)
    if place and owned in scene.own.fields_of.get(of, ()):
        return (f"{place}.{owned} {'-=' if is_down else '+='} {_digits(rest) or '1'}",)
    if any(word.said == "as" for word in rest):  # `every heap grows by as much as the place grows`
        other = named(rest, Sort.OWNED, Sort.COLUMN)
        is_told = board and other in scene.own.fields_of[board] and other != owned
        sign, x = "-=" if is_down else "+=", board[:1]
        return (f"for {x} in {board}: {x}.{owned} {sign} {x}.{other}",) if is_told else ()
    target = [Word("to", {}), *subject, *_nouns(board, Sort.BOARD)]
    what = [*rest, *_nouns(owned, Sort.OWNED)] if board else rest
    return _change("-=" if is_down else "+=", words[at].said, Roles(what, [], target, [], []), scene)


_RISING = frozenset(["rise", "rises", "grow", "grows", "increase", "increases", "climb", "climbs", "go", "goes"])
_FALLING = frozenset(["fall", "falls", "drop", "drops", "sink", "sinks", "shrink", "shrinks", "decrease", "decreases"])


def _nouns(name: str, sort: Sort) -> list[Word]:
    """Returns a name as the last word of a sentence that does not repeat it; no word for no name."""
    return [Word(name, {sort: name})] if name else []


def _digits(words: Sequence[Word]) -> str:
    return next((word.said for word in words if word.said.isdigit()), "")


def _amount(roles: Roles, number: str, scene: Scene) -> str:
    """Returns the formula for how much: a number, what something has, or one of them for each thing."""
    said = [*roles.equal, *(word for word in roles.what if word.names.get(Sort.NUMBER) != number), *roles.source]
    column = named(said, Sort.COLUMN, Sort.OWNED)
    digits = _digits(roles.what)
    numbers = [name for name, one in scene.locals.items() if one.of == "int"]
    if numbers and re.search(r"\bthat (?:many|much)\b", text_of(roles.what)):
        return numbers[-1]
    counted = named([*roles.each, *roles.what], Sort.LOCAL)
    if (
        counted in scene.locals and scene.locals[counted].of == "int"
    ):  # `2 coins for each of the loaves`, `that many loaves`
        return counted if digits in ("", "1") else f"{digits} * {counted}" if roles.each else digits
    owned = named(roles.each, Sort.OWNED)
    if column and roles.each:
        things = named(roles.each, Sort.LOCAL) or collection(roles.each, scene)
        return f"sum(x.{column} for x in {things})" if things else ""
    if owned and (path := _path(roles.each, owned, scene)):
        return path if digits in ("", "1") else f"{digits} * {path}"
    if roles.each:
        things = collection(roles.each, scene)
        counted = f"count({things})" if things else named(roles.each, Sort.NUMBER)
        return counted if digits in ("", "1") else f"{digits} * {counted}" if counted else ""
    if column and (path := _path(said, column, scene)):
        return path
    zone = scene.zone(named([*roles.what, *roles.source], Sort.ZONE)) if column else None
    if column:  # `the heads of your taken cards`
        is_told = zone is not None and column != zone.name and _has(zone.pieces[0], column, scene)
        return f"sum(x.{column} for x in {zone.name})" if zone is not None and is_told else ""
    of = next((i for i, word in enumerate(roles.what) if word.said == "of"), len(roles.what))
    if named(roles.what[of:], Sort.LOCAL, Sort.PIECE) and (path := _path(roles.what[of:], number, scene)):
        return path
    if roles.equal:
        other = named(roles.equal, Sort.NUMBER)
        things = collection(roles.equal, scene)
        return other or (f"count({things})" if things else "")
    text = f" {text_of(roles.what)} "
    if " half " in text:
        return f"{number} / 2 rounded {'up' if ' up ' in text else 'down'}"
    return digits or ("1" if " a " in text or " an " in text else "")


def _path(words: Sequence[Word], column: str, scene: Scene) -> str:
    """Returns what a thing above has, or several of them have together: `piece.worth`, `sum(x.worth for x in sold)`."""
    local = named(words, Sort.LOCAL)
    has = [name for name, one in scene.locals.items() if _has(one.of, column, scene)]
    many = [name for name in has if scene.locals[name].is_many]
    if local not in has:
        is_many = not {"these", "those", "total", "all", "their"}.isdisjoint(word.said for word in words)
        local = next(iter(reversed(many if is_many and many else has)), "")
    return "" if not local else f"sum(x.{column} for x in {local})" if local in many else f"{local}.{column}"


def _has(of: str, column: str, scene: Scene) -> bool:
    return column in scene.own.columns.get(of, ()) or column in scene.own.fields_of.get(of, ())


def _set(verb: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    """Returns the line for a number that gets a value: `air = 8`; behind *by* it changes by so much. A zone is filled from the deck."""
    words = [*roles.what, *roles.target]
    field, value = named(words, Sort.HELD), named(roles.target, Sort.VALUE)
    if field and (field, scene.own.types.get(value, "")) in scene.own.valued:
        return (f"{field} = {value}",)
    number, zone, digits = named(words, Sort.NUMBER), named(roles.what, Sort.ZONE), _digits(words)
    if number and digits and any(word.said == "by" for word in words):
        return (f"{number} {'-=' if verb in _SHRINKING else '+='} {digits}",)
    if number and digits and roles.target:
        return (f"{number} = {digits}",)
    if not digits or not (zone or roles.source):
        return ()
    zone = zone or next((word.said for word in roles.what if word.said == "it"), "")
    piece = next((one.pieces[0] for one in scene.own.zones if one.name == zone), None)
    deck = named(roles.source, Sort.ZONE) or implicit_name("deck", scene.own, piece, None)
    is_up_to = bool(roles.target) or any(word.said == "up" for word in words)
    return (f"draw {f'up to max(0, {digits} - count({zone}))' if is_up_to else digits} from {deck} to {zone}",)


_SHRINKING = frozenset(["reduce", "decrease", "lower", "reduces", "decreases", "lowers"])


# ---------------------------------------------------------------- pieces


def _move(verb: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    """Returns the lines for pieces that go from one zone to another."""
    own, what = scene.own, roles.what
    until = next((i for i, word in enumerate(what) if word.said == "until"), 0)
    if until:
        rest = [*what[until:], *roles.target]
        piece = named(what, Sort.PIECE)
        zone = named(rest, Sort.ZONE) or implicit_name("own", own, piece or None, None)
        filled = Roles([Word(zone, {Sort.ZONE: zone})], roles.source, [Word("to", {}), *what[until:]], [], [])
        return _set(verb, filled, scene)
    # A piece may be called like the zone in which many of them lie: *the plan* is no pile of `plans`.
    zones = [word for word in what if word.said not in own.pieces]
    kind, whole, many = named(what, Sort.KIND), named(zones, Sort.ZONE), quantity(what)
    piece = piece_of(what, scene)
    local = named(what, Sort.LOCAL)
    # `two gems of the chosen kind`
    local = "" if local and scene.locals[local].of in own.columns.get(piece, ()) else local
    if not local and not many and not whole:
        is_plural = any(word.said != word.names.get(Sort.PIECE, word.said) for word in what)
        those = [name for name, one in reversed(scene.locals.items()) if piece and one.of == piece]
        local = next((name for name in those if scene.locals[name].is_many is is_plural), next(iter(those), ""))
    if not (piece or local or whole or named(what, *Sort)):
        local = _told_by_pronoun(what, scene)
    piece = piece or (scene.locals[local].of if local else "")
    if not (piece or whole or local or roles.source or named(what, Sort.PART)):
        return _stand(roles, scene)
    parts = [word for word in what if Sort.PART in word.names]
    origin = (
        [*roles.source, *parts]
        if roles.source
        else [*parts, *_nouns(local, Sort.LOCAL)]
        if _lies(parts, local, scene)
        else []
    )
    source, form = place_of_pieces(origin, piece, scene)
    loop, target = _target(verb, roles, piece, scene)
    if (each := each_place([*roles.source, *what], piece, scene))[0]:
        loop, source, form = each
    if not target and not (source or whole or piece):
        return _stand(roles, scene)
    if not target:
        return ()
    if local and not source:
        return (f"{loop}move {local} to {target}{order_on(target, scene.locals[local].is_many, scene)}",)
    if not source and roles.source:
        return ()
    if not source:
        source, form = whole, form_of(whole, scene)
    if not source:
        hand = own.homes.get(piece, "") or implicit_name("own", own, piece or None, None)
        is_given = verb in _LEAVING and (scene.is_turn or verb not in _PUTTING) and hand != target
        source = hand if is_given else implicit_name("deck", own, piece or None, None)
        form = form_of(source, scene)
    of = piece or next((zone.pieces[0] for zone in own.zones if zone.name == source), "")
    tests = tests_of(what, of, scene)
    where = f" where {' and '.join(tests)}" if tests else ""
    if form == "slot" or (many in ("", "all", "any") and (whole or many)):
        return (f"{loop}move {source}{where} to {target}{order_on(target, form != 'slot', scene)}",)
    if not many and form != "draw" and any(word.said != word.names.get(Sort.PIECE, word.said) for word in what):
        return (f"{loop}move {source}{where} to {target}{order_on(target, True, scene)}",)
    many = many or "1"
    if form == "draw" and not where and ".." not in many and verb not in _GIVING:
        return (f"{loop}draw {many} from {source} to {target}",)
    if kind and where == f" where it is {kind}":
        return (f"{loop}move {many} {kind} from {source} to {target}",)
    name = next(iter(scene.awaited), "") or ("given_up" if verb in _LEAVING else "taken")
    chosen = f"choose {name}: {'one' if many == '1' else many} of {source}{where}"
    moved = f"move {name} to {target}{order_on(target, many != '1', scene)}"
    lines = (f"{loop}move {many} of {source}{where} to {target}", *(() if loop else (f"{chosen}\n{moved}",)))
    # Where pieces differ, somebody has to say which.
    return lines if sum(one == of for one in own.kinds.values()) < _SOME else lines[::-1]


_SOME = 2


def _lies(parts: Sequence[Word], local: str, scene: Scene) -> bool:
    """Whether pieces are told by the one place on which they lie: `the seeds of the chosen house`."""
    part = scene.part(named(parts, Sort.PART))
    return part is not None and local in scene.locals and scene.locals[local] == Local(part[0], is_many=False)


def _told_by_pronoun(words: Sequence[Word], scene: Scene) -> str:
    """Returns the last choice of pieces above that `it` or `them` stands for; empty if there is none."""
    said = {word.said for word in words}
    those = [
        name for name, one in scene.locals.items() if one.of in scene.own.pieces and one.is_many is ("them" in said)
    ]
    return those[-1] if those and said & {"it", "them"} else ""


def _stand(roles: Roles, scene: Scene) -> tuple[str, ...]:
    """Returns the line for a figure that goes to a place: `place your climber on the chosen camp`, where a field says on which camp a player is."""
    board, local = named(roles.target, Sort.BOARD), named(roles.target, Sort.LOCAL)
    place = local or scene.local_of(board)
    board = board or (scene.locals[local].of if local else "")
    fields = [name for name, of in scene.own.standing if of == board]
    if any(word.said in ("next", "following", "previous") for word in roles.target):
        is_on = len(fields) == 1 and fields[0] in dict(scene.own.walkers) and "previous" not in text_of(roles.target)
        return (f"{fields[0]} += 1",) if is_on else ()
    return (f"{fields[0]} = {place}",) if len(fields) == 1 and place else ()


def _target(verb: str, roles: Roles, piece: str, scene: Scene) -> tuple[str, str]:
    """Returns the beginning of a loop over places, if pieces go to each of them, and where pieces go."""
    words, own = roles.target, scene.own
    board = named(words, Sort.BOARD)
    if board and any(word.said in ("each", "every", "all") for word in words):
        part = scene.part(named(words, Sort.PART)) or scene.part(own.placed.get(piece, ("", ""))[1])
        letter = board[0]
        return (f"for {letter} in {board}: ", f"{letter}.{part[1].name}") if part is not None else ("", "")
    target, _ = place_of_pieces(words, piece, scene)
    out = {word.said for word in (*words, *roles.source)}
    if not target and not {"box", "game"}.isdisjoint(out):
        target = "box"
    if not target and not words and not _OPENLY.isdisjoint(word.said for word in roles.what):
        target = implicit_name("row", own, piece or None, None)
    if not target and (verb in _LEAVING and verb not in _PUTTING):
        target = implicit_name("discards", own, piece or None, None)
    if not target and not words and verb not in _PUTTING:
        target = implicit_name("own", own, piece or None, None)
    return "", target


_OPENLY = frozenset(["open", "openly", "faceup", "out", "visible"])
_GIVING = frozenset(["give", "gives", "pass", "passes"])
_PUTTING = _GIVING | {"put", "puts", "place", "places", "lay", "lays", "send", "sends", "add", "adds"}
_LEAVING = _PUTTING | {
    "discard", "discards", "return", "returns", "remove", "removes", "pay", "pays", "lose", "loses", "sell", "sells", "spend", "spends", "play", "plays",
}  # fmt: skip


def _shuffle(_: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    words = [*roles.what, *roles.target, *roles.source, *roles.equal]
    piles = [zone for zone in scene.own.zones if zone.form == "pile"]
    named_one = scene.zone(named(words, Sort.ZONE))
    piece = named(words, Sort.PIECE)
    fitting = [zone for zone in piles if not piece or piece in zone.pieces]
    pile = named_one if named_one in piles else fitting[0] if len(fitting) == 1 else None
    return () if pile is None else (f"shuffle {pile.name}",)


def _reveal(verb: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    zone = named([*roles.what, *roles.source], Sort.ZONE)
    if named(roles.target, Sort.ZONE):  # `reveal 5 cards from the deck and place them in the market`
        return _move(verb, roles, scene)
    return (f"reveal {zone}",) if zone else ()


def _replace(_: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    """Returns the line that puts other pieces where the last choice was taken from: `replace it with the top card of the deck`."""
    taken = next(((name, one) for name, one in reversed(scene.locals.items()) if one.zone), None)
    if taken is None:
        return ()
    name, local = taken
    deck = named(roles.source, Sort.ZONE) or implicit_name("deck", scene.own, local.of, None)
    return (
        (f"draw {f'count({name})' if local.is_many else '1'} from {deck} to {local.zone}",)
        if deck != local.zone
        else ()
    )


def _roll(_: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    name = named(roles.what, Sort.NUMBER) or next(iter(scene.awaited), "die")
    many = quantity(roles.what)
    is_many = many.isdigit() and many != "1" and "dice" in text_of(roles.what)
    return (f"roll {name}: {many + ' of' if is_many else 'one of'} 1..6",)


def _chosen(_: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    return _choose(roles, scene, is_optional=False)


def _choose(roles: Roles, scene: Scene, *, is_optional: bool) -> tuple[str, ...]:
    """Returns the line for a choice. It has the name that lines below expect."""
    words = [*roles.what, *roles.source, *roles.target]
    piece = named(roles.what, Sort.PIECE)
    place = place_of_pieces([*roles.source, *roles.target], piece, scene)[0] if named(words, Sort.LOCAL) else ""
    tests = tests_of(roles.what, piece, scene)
    things = f"{place}{' where ' * bool(tests)}{' and '.join(tests)}" if place else collection(words, scene)
    many = quantity(roles.what)
    if not things:
        return ()
    thing = piece or named(roles.what, Sort.BOARD) or "chosen"
    name = next(iter(scene.awaited), thing)
    is_tested = any(Sort.TEST in word.names for word in words)
    if not is_tested and not AFFORDING.isdisjoint(word.said for word in words):
        price = _price(name, piece, scene)
        if not price:
            return ()
        things = f"{things} {'and' if ' where ' in things else 'where'} {price}"
    of = {"": "one of", "1": "one of", "any": "any of", "all": "any of"}.get(many, f"{many} of")
    is_may = is_optional and of == "one of"
    return (f"{'may ' if is_may else ''}choose {name}: {of} {things}",)


AFFORDING = frozenset(["afford", "affordable"])


def _price(name: str, piece: str, scene: Scene) -> str:
    """Returns the condition that a piece can be paid: as a line below pays it, or by its column for prices."""
    paid = re.search(rf"\b(\w+) -= {name}\.(\w+)", scene.below)
    column, number = (paid[2], paid[1]) if paid else (price_of(piece, scene.own), money(scene.own))
    return f"{column} <= {number}" if column and number else ""


def _take(_: str, roles: Roles, scene: Scene) -> tuple[str, ...]:
    """Returns a choice where a piece is taken that lines below expect to be chosen."""
    return _choose(roles, scene, is_optional=False) if scene.awaited and roles.source else ()


_Meaning = Callable[[str, Roles, Scene], tuple[str, ...]]


def _verbs() -> dict[str, tuple[_Meaning, ...]]:
    said: tuple[tuple[str, tuple[_Meaning, ...]], ...] = (
        ("choose select name", (_chosen,)),
        ("pick", (_take, _chosen)),
        ("take", (_take, _gain, _move)),
        ("gain get receive earn score collect win", (_gain, _move)),
        ("lose pay spend cost eat use consume burn", (_lose, _move)),
        ("add", (_gain, _move)),
        ("subtract deduct", (_lose,)),
        ("set refill restore reset raise increase reduce decrease fill lower", (_set,)),
        ("remove discard", (_remove, _move)),
        ("draw deal put place move return give pass lay bring send play turn keep sell", (_move,)),
        ("go come", (_move,)),
        ("shuffle mix", (_shuffle,)),
        ("reveal show", (_reveal,)),
        ("replace", (_replace,)),
        ("roll throw", (_roll,)),
    )
    found = {verb: meanings for verbs, meanings in said for verb in verbs.split()}
    return found | {
        f"{verb}{'es' if verb.endswith(('s', 'x', 'sh', 'go')) else 's'}": one for verb, one in found.items()
    }


VERBS = _verbs()
"""Verbs with what they may mean, the likeliest first."""
