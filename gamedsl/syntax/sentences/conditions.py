"""Conditions and sets as sentences say them: `you have at least two gold finds in your hold`, `a reef with a wreck`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.syntax.guessing.own_names import Zone
from gamedsl.syntax.guessing.phrases import implicit_name
from gamedsl.syntax.guessing.told_players import subject_of
from gamedsl.syntax.sentences.scene import Scene, Sort, Word

_NOT = frozenset(
    ["not", "no", "never", "nobody", "without", "none", "isn", "aren", "hasn", "haven", "empty", "free", "unoccupied"]
)
_COMPARISONS = tuple(
    (re.compile(rf"(?<!\S){said}(?!\S)"), sign)
    for said, sign in (
        (r"(?:no|not) (?:more|greater|higher) than (\d+)", "<="),
        (r"(?:no|not) (?:less|fewer|lower) than (\d+)", ">="),
        (r"at least (\d+)", ">="),
        (r"(?:at most|up to) (\d+)", "<="),
        (r"(?:(?:more|greater|higher|larger) than|over|above|exceeds) (\d+)", ">"),
        (r"(?:(?:less|fewer|lower|smaller) than|under|below) (\d+)", "<"),
        (r"(\d+)(?: \S+)? or (?:more|higher|greater|better|above)", ">="),
        (r"(\d+)(?: \S+)? or (?:less|fewer|lower|smaller|below)", "<="),
        (r"(?:reach|reaches|reached) (\d+)", ">="),
        (r"exactly (\d+)", "is"),
    )
)


def text_of(words: Sequence[Word]) -> str:
    """Returns the words with blanks between them."""
    return " ".join(word.said for word in words)


def named(words: Sequence[Word], *sorts: Sort) -> str:
    """Returns the first name of one of these sorts; empty if there is none."""
    return next((word.names[sort] for sort in sorts for word in words if sort in word.names), "")


def quantity(words: Sequence[Word]) -> str:
    """Returns how many are meant: `2`, `up to 2`, `2..3`, `all`, `any`; empty if nothing says so."""
    start = next((i for i, word in enumerate(words) if Sort.COLUMN in word.names), len(words))
    text = text_of(words[:start])
    found = re.search(r"\b(\d+) (?:to|or) (\d+)\b", text)
    if found:
        return f"{found[1]}..{found[2]}"
    found = re.search(r"\b(?:up to|at most) (\d+)\b", text)
    if found:
        return f"up to {found[1]}"
    if re.search(r"\b(?:any number|as many|any)\b", text):
        return "any"
    if re.search(r"\b(?:all|every|everything)\b", text):
        return "all"
    found = re.search(r"\b\d+\b", text)
    return found[0] if found else "1" if re.search(r"\b(?:a|an)\b", text) else ""


def collection(words: Sequence[Word], scene: Scene) -> str:
    """Returns the set that is told: its zone or board, and the conditions on its elements. Empty if nothing is told."""
    own = scene.own
    local = named(words, Sort.LOCAL)
    several = named(words, Sort.SET)
    if several:
        tests = tests_of(words, scene.lets.sets[several], scene)
        return f"{several} where {' and '.join(tests)}" if tests else several
    if beside := _neighbours(words, scene):
        return beside
    # `tools in the shed` are those of the shed, also where players have `tools`.
    zones = [word for word in words if Sort.PIECE not in word.names]
    zone = scene.zone(named(zones, Sort.ZONE) or named(words, Sort.ZONE))
    board = named(words, Sort.BOARD)
    piece = piece_of(words, scene) if zone is None and not board else ""
    part = scene.part(named(words, Sort.PART))
    if local and scene.locals[local].is_many:
        base, of = local, scene.locals[local].of
    elif zone is not None:
        base, of = zone.name, zone.pieces[0]
    elif board or part:
        base = of = board or (part[0] if part else "")
    elif piece:
        base, of = implicit_name("own", own, piece, None), piece
    elif any(word.said.startswith("player") for word in words):
        base, of = "players", "player"
    else:
        return ""
    tests = tests_of(words, of, scene)
    return f"{base} where {' and '.join(tests)}" if tests else base


def piece_of(words: Sequence[Word], scene: Scene) -> str:
    """Returns the component that is told: by its name, by a kind, by a value in its table (`a hawk` for a card whose suit is Hawk), or by the type of what
    tells its kinds apart (`two gems` for tokens of a gem). Empty if there is none, or more than one."""
    own = scene.own
    piece = named(words, Sort.PIECE) or own.kinds.get(named(words, Sort.KIND), "")
    types = (own.types.get(named(words, Sort.VALUE), ""), *(word.names.get(Sort.COLUMN, "") for word in words))
    for type_ in types if not piece else ():
        having = [one for one in own.pieces if type_ in own.columns.get(one, ()) and type_ in own.types.values()]
        if len(having) == 1:
            return having[0]
    return piece


def _neighbours(words: Sequence[Word], scene: Scene) -> str:
    """Returns the places beside the one that is named: `a camp next to your spot`."""
    at = next((i for i, word in enumerate(words) if word.said in _BESIDE), len(words))
    place = named(words[at:], Sort.STANDING)
    local = named(words[at:], Sort.LOCAL)
    board = dict(scene.own.standing).get(place, "") or (scene.locals[local].of if local else "")
    return f"neighbours({place or local})" if board in scene.own.boards else ""


_BESIDE = frozenset(["next", "beside", "near", "adjacent", "neighbouring", "neighboring", "around", "bordering"])


def tests_of(words: Sequence[Word], of: str, scene: Scene) -> list[str]:
    """Returns the conditions that are told of the elements of a component or board."""
    own, columns = scene.own, scene.own.columns.get(of, ())
    tests: list[str] = []
    values: dict[str, list[str]] = {}
    for at, word in enumerate(words):
        is_not = at > 0 and words[at - 1].said in ("not", "non", "no", "except", "but")
        kind, value = word.names.get(Sort.KIND, ""), word.names.get(Sort.VALUE, "")
        local = word.names.get(Sort.LOCAL, "")
        lying = own.placed.get(word.names.get(Sort.PIECE, ""), ("", ""))
        part = scene.part(word.names.get(Sort.PART, "") or (lying[1] if lying[0] == of else ""))
        column = word.names.get(Sort.COLUMN, "") or word.names.get(Sort.OWNED, "")
        test = word.names.get(Sort.TEST, "")
        if test and scene.lets.tests[test] == of:
            tests.append(f"{'not ' if is_not else ''}{test}{'(it)' if test in scene.lets.called else ''}")
        elif local and not scene.locals[local].is_many and scene.locals[local].of in columns:
            tests.append(f"{scene.locals[local].of} is {'not ' if is_not else ''}{local}")
        elif (of, column) in own.marks:
            near = {one.said for one in words[max(0, at - 3) : at + 3]}
            tests.append(f"{column} is {'none' if near & _NOT else 'me' if near & {*_MINE, 'you'} else 'not none'}")
        elif column in own.place_flags and column in own.fields_of.get(of, ()):
            tests.append(f"{'not ' if is_not else ''}{column}")
        elif word.names.get(Sort.BOARD) == of and at and words[at - 1].said in EMPTY and (slot := _slot(of, scene)):
            tests.append(f"no({slot})")
        elif kind and own.kinds[kind] == of and own.types.get(kind) != of:
            tests.append(f"it is {'not ' if is_not else ''}{kind}")
        elif kind and own.kinds[kind] == of:
            values.setdefault("not it" if is_not else "it", []).append(kind)
        elif value and own.types[value] in columns:
            values.setdefault(f"not {own.types[value]}" if is_not else own.types[value], []).append(value)
        elif part is not None and part[0] == of:
            tests.append(_test_of_part(words, at, part[1], scene))
        elif column in columns or column in own.fields_of.get(of, ()):
            found = comparison(words[at:]) or comparison(words[max(0, at - 4) : at + 1])
            digits = next((one.said for one in words[at + 1 : at + 4] if one.said.isdigit()), "")
            if found:
                tests.append(f"{column} {found[0]} {found[1]}")
            elif digits:
                tests.append(f"{column} is {digits}")
    for key, those in values.items():
        name, sign = key.removeprefix("not "), "not " if key.startswith("not ") else ""
        tests.append(f"{name} is {sign}{those[0]}" if len(those) == 1 else f"{name} {sign}in [{', '.join(those)}]")
    return tests


def _slot(board: str, scene: Scene) -> str:
    """Returns the zone that is empty where a place is said to be empty: the only one of its board."""
    zones = [zone.name for of, zone in scene.own.zones_of_places if of == board]
    return zones[0] if len(zones) == 1 else ""


EMPTY = frozenset(["empty", "free", "unoccupied", "vacant"])
"""Words for a place on which nothing lies."""


def _test_of_part(words: Sequence[Word], at: int, part: Zone, scene: Scene) -> str:
    """Returns the condition on what lies on a place: `with a banner of yours`, `with fewer than 2 crates`, `without a banner`."""
    near = words[max(0, at - 3) : at + 3]
    said = {one.said for one in near}
    if found := comparison(words[max(0, at - 4) : at + 1]):
        return f"count({part.name}) {found[0]} {found[1]}"
    if said & _NOT:
        return f"no({part.name})"
    if said & _MINE and part.pieces[0] in scene.own.homes:
        return f"{part.name}.owner is me" if part.form == "slot" else f"some({part.name} where owner is me)"
    return f"some({part.name})"


_MINE = frozenset(["your", "yours", "my", "mine", "own"])


def comparison(words: Sequence[Word]) -> tuple[str, str] | None:
    """Returns the sign and the number of the first comparison."""
    text = text_of(words)
    found = ((match.start(), sign, match[1]) for one, sign in _COMPARISONS if (match := one.search(text)))
    first = min(found, default=None)
    return None if first is None else first[1:]


def condition(words: Sequence[Word], scene: Scene) -> str:
    """Returns the formula of a condition on who acts, or on the table; empty if it is not understood."""
    said = [word.said for word in words]
    if said[:1] and said[0] in _EXACTLY and "".join(said[1:2]).isdigit() and said[2:3] in (["player"], ["players"]):
        asked = condition(words[3:], scene) or " and ".join(tests_of(words[3:], "player", scene))
        return f"count(players where {asked}) is {said[1]}" if asked else ""
    whose, length = subject_of(said)
    if whose in ("some", "no") and len(said) > length:
        asked = condition(words[length:], scene)
        return f"{whose}(players where {asked})" if asked else ""
    for sign in ("or", "and"):
        at = next((i for i, word in enumerate(words) if word.said == sign and 0 < i < len(words) - 1), 0)
        if at:
            both = (condition(words[:at], scene), condition(words[at + 1 :], scene))
            if all(both):
                return f" {sign} ".join(both)
    return _plain_condition(words, scene)


_EXACTLY = frozenset(["only", "exactly", "just"])


def _plain_condition(words: Sequence[Word], scene: Scene) -> str:
    said = frozenset(word.said for word in words)
    is_not = not said.isdisjoint(_NOT)
    found = comparison(words)
    number, seat, flag = named(words, Sort.NUMBER), named(words, Sort.SEAT), named(words, Sort.FLAG)
    digits = next((word.said for word in words if word.said.isdigit()), "")
    is_had = not said.isdisjoint(["have", "has", "had", "with", "own", "owns", "hold", "holds", "there"])
    than = next((i for i, word in enumerate(words) if word.said == "than"), len(words))
    other = named(words[than:], Sort.SEAT)
    if number and other and not found:
        return f"{number} {'>' if 'more' in said else '<'} {other}.{number}"
    if number and (found or digits):
        counts = next((i for i, word in enumerate(words) if word.said == digits), len(words))
        is_first = any(word.names.get(Sort.NUMBER) == number for word in words[counts:])  # `3 houses are lost`
        return f"{number} {' '.join(found or ('>=' if is_had or is_first else 'is', digits))}"
    if seat and not said.isdisjoint(["you", "player", "are", "he"]):
        return f"me is {'not ' if is_not else ''}{seat}"
    if flag:
        return f"not {flag}" if is_not else flag
    if number and (is_not or is_had):
        return f"{number} is 0" if is_not else f"{number} > 0"
    if (asked := _of_local(words, scene)) and not found:
        return (
            f"not {asked}" if is_not and " is " not in asked else asked.replace(" is ", " is not ") if is_not else asked
        )
    if held := _held(words, is_not=is_not, scene=scene):
        return held
    zone = scene.zone(named(words, Sort.ZONE))
    value = named(words, Sort.VALUE)
    many = scene.own.indexed.get(scene.own.types.get(value, ""), "")
    if many and zone is None and not named(words, Sort.PIECE) and (found or digits or is_had):
        sign, digits = found or ((">=", digits) if digits else ("is", "0") if is_not else (">", "0"))
        return f"{many}[{value}] {sign} {digits}"
    if is_not and zone is not None and zone.is_own and {"all", "every", "each"} & said:
        return f"no(players where some({zone.name}))"
    things = collection(words, scene)
    if things and (found or (digits and is_had)):
        return f"count({things}) {' '.join(found or ('>=', digits))}"
    if things and things != "players":
        return f"no({things})" if is_not else f"some({things})"
    if scene.rolled and found:
        return f"{scene.rolled} {found[0]} {found[1]}"
    return f"{scene.rolled} is {digits}" if scene.rolled and digits else ""


def _held(words: Sequence[Word], *, is_not: bool, scene: Scene) -> str:
    """Returns what is asked of a field that holds a value: `the weather is rough`; empty if it is not clear which field is meant."""
    field, value = named(words, Sort.HELD), named(words, Sort.VALUE)
    fields = [name for name, of in scene.own.valued if of == scene.own.types.get(value, "")]
    is_told = field in fields or (len(fields) == 1 and not named(words, Sort.PIECE, Sort.ZONE, Sort.LOCAL))
    if not is_told or {"is", "are", "shows"}.isdisjoint(word.said for word in words):
        return ""
    return f"{field if field in fields else fields[0]} is {'not ' if is_not else ''}{value}"


def _of_local(words: Sequence[Word], scene: Scene) -> str:
    """Returns what is asked of one thing that a name above stands for: `flower is Rose`, `milled(spot)`, `spot.cleared`."""
    local, test, flag = named(words, Sort.LOCAL), named(words, Sort.TEST), named(words, Sort.OWNED)
    place, of = thing_of(words, scene) if not local else (local, scene.locals[local].of)
    if not place or (local and scene.locals[local].is_many):
        return ""
    if test and scene.lets.tests[test] == of:
        return f"{test}({place})" if test in scene.lets.called else f"{place}.{test}"
    if flag in scene.own.place_flags and flag in scene.own.fields_of.get(of, ()):
        return f"{place}.{flag}"
    kind, value = named(words, Sort.KIND), named(words, Sort.VALUE)
    if kind and scene.own.kinds[kind] == of:
        return f"{place} is {kind}"
    column = scene.own.types.get(value, "")
    if value and column == of:
        return f"{place} is {value}"
    return f"{place}.{column} is {value}" if value and column in scene.own.columns.get(of, ()) else ""


def thing_of(words: Sequence[Word], scene: Scene) -> tuple[str, str]:
    """Returns the one place or piece that is told, and its board or component: a choice above, a field that holds a place, the place of a loop."""
    local = named(words, Sort.LOCAL)
    if local and not scene.locals[local].is_many:
        return local, scene.locals[local].of
    said = [word.said for word in words]
    board = named(words, Sort.BOARD)
    standing = [name for name, of in scene.own.standing if of == board] if "you" in said else []
    named_one = named(words, Sort.STANDING) or (standing[0] if len(standing) == 1 else "")
    if named_one:
        return named_one, dict(scene.own.standing)[named_one]
    one = (
        scene.local_of(board)
        if board in said and not {"each", "every", "all", "a", "an", "no", "any"} & {*said}
        else ""
    )
    return (one, board) if one else ("", "")
