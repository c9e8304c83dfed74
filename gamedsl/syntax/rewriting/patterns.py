"""Finds the rows of the table whose words stand in a line, with the names of the rules in their slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from gamedsl.syntax.guessing.edits import Edit
from gamedsl.syntax.guessing.own_names import OwnNames, name_of_verb, same_name
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS, digits_of, implicit_name
from gamedsl.syntax.guessing.told_players import find_flag
from gamedsl.syntax.guessing.told_selections import money
from gamedsl.syntax.recovery.lines import WITH_STATEMENTS
from gamedsl.syntax.rewriting.setting import Setting
from gamedsl.syntax.rewriting.table import ROWS, Row, Where
from gamedsl.values import frozen

_WORD = r"[A-Za-z]\w*"
_PATH = rf"{_WORD}(?: \. \w+| \[ [^\[\]]+ \])*"
_SLOTS = {
    "n": rf"(?:\d+|{'|'.join(NUMBER_WORDS)})", "path": _PATH, "value": rf"(?:\d+|{_PATH})", "rest": r".+?", "some": r".+?", "cmp": r"(?:[<>]=?|is)", "sum": r"[*+-]",
    "when": r"(?:after|before)", "open": r"(?:[:(,]|from)", "kind": r"[A-Z]\w*",
    "word": r"(?!(?:some|any|all|one|no|none|not|up)\b)[A-Za-z]\w*", "clause": r"(?:where|from|by|until|in)",
    "die": r"[dDwW]\d{1,3}", "text": r'"\d+"', "sort": r"(?:rule|action|phase|table|let|component|type|score|invariant|setup|ranking)",
}  # fmt: skip
_STRING = re.compile(r'^"')


@frozen
class _Compiled:
    """A row with its pattern, and the words of which one stands in every line that it fits."""

    row: Row
    pattern: re.Pattern[str]
    needs: frozenset[str]


def pattern_steps(words: Sequence[str], setting: Setting) -> Iterator[tuple[int, Edit]]:
    """Yields the steps for a line."""
    yield from ((row.cost, edit) for row, edit in row_edits(words, setting))


def row_edits(words: Sequence[str], setting: Setting) -> Iterator[tuple[Row, Edit]]:
    """Yields the rows that fit in a line, each with its edit."""
    places, present = _places(setting.headers), frozenset(words)
    start = words.index(":") + 1 if ":" in words[:-1] else 0
    is_rule = not setting.headers and words[0] in WITH_STATEMENTS
    for one in _compile():
        is_here = one.row.where in places
        is_behind = is_rule and one.row.where is Where.ORDERS and start > 0
        if not (is_here or is_behind) or (one.needs and one.needs.isdisjoint(present)):
            continue
        starts = dict.fromkeys((0, start)) if one.row.is_anchored and is_here else (0,) if is_here else (start,)
        for at in starts:
            yield from (
                (one.row, (at + first, at + last, new)) for first, last, new in _found(one, words[at:], setting)
            )


def _places(headers: tuple[str, ...]) -> frozenset[Where]:
    """Returns the places in which a line stands."""
    first, last = headers[:1], headers[-1:]
    found = {Where.ANYWHERE}
    if not headers:
        found.add(Where.TOP)
    elif headers in (("each",), ("shared",)):
        found.add(Where.FIELDS)
    elif first == ("example",):
        found.add(Where.GIVEN if last == ("given",) else Where.EXAMPLE)
    elif last[0] in ("variant", "when", "seat"):
        found.add(Where.CHANGES)
    elif last == ("choose",):
        found.add(Where.MENU)
    elif first != ("game",) and first != ("component",) and first != ("type",):
        found.add(Where.ORDERS)
    return frozenset(found)


def _found(one: _Compiled, words: Sequence[str], setting: Setting) -> Iterator[Edit]:
    """Yields the edits for the places in a line at which a row fits."""
    strings = {f'"{i}"': word for i, word in enumerate(words) if _STRING.match(word)}
    text = " ".join(f'"{i}"' if _STRING.match(word) else word for i, word in enumerate(words))
    for found in one.pattern.finditer(text):
        values: dict[str, str] = {}
        for slot, said in found.groupdict().items():
            value = said if said is None else _name(slot.rstrip("0123456789"), said, setting.own)
            if value == "":
                break
            values[slot] = value or ""
        else:
            here = _fill(one.row.here, values, setting)
            if here is not None:
                first = text.count(" ", 0, found.start())
                yield first, first + found[0].count(" ") + 1, tuple(strings.get(word, word) for word in here.split())


def _fill(here: str, values: dict[str, str], setting: Setting) -> str | None:
    """Returns the words of a row with its slots; None if it lacks a name that the rules do not have."""
    piece = next((value for slot, value in values.items() if slot.startswith("piece")), None)
    filled = here
    for slot in re.findall(r"\{(\w+)\}", here):
        value = values.get(slot)
        if value is None:
            value = _implicit(slot, values, setting)
        if value is None:
            value = implicit_name(slot, setting.own, piece, None)
        if not value:
            return None
        filled = filled.replace("{" + slot + "}", value)
    return filled


def _implicit(slot: str, values: dict[str, str], setting: Setting) -> str | None:
    """Returns a name that only rows of this table leave implicit; empty if the rules have none, and None for other slots."""
    own = setting.own
    match slot:
        case "rolled":
            return setting.rolled
        case "last_phase":
            return found[-1] if (found := _phases_of_a_round(setting.names)) else ""
        case "money":
            return money(own)
        case "standing":
            return next((name for name, _ in own.standing), "")
        case "tells":
            return _telling(values, setting)
        case "limit":
            return next((zone.limit for zone in own.zones if zone.name == values.get("zone")), "")
        case "covered" | "shown":
            slots = [
                zone for zone in own.zones if zone.form == "slot" and zone.is_own and values.get("piece") in zone.pieces
            ]
            return next((zone.name for zone in slots if zone.is_hidden == (slot == "covered")), "")
        case "letter":
            return values.get("board", "")[:1]
        case _:
            return None


def _telling(values: dict[str, str], setting: Setting) -> str:
    """Returns how pieces of a zone are told by a kind, or by a value in their table: `it is`, `suit is`. Empty if they are not told by it."""
    own, kind = setting.own, values.get("kind", "")
    pieces = next((zone.pieces for zone in own.zones if zone.name == values.get("zone")), ())
    if own.kinds.get(kind) in pieces:
        return "it is"
    of = own.types.get(kind, "")
    return f"{of} is" if any(of in own.columns.get(piece, ()) for piece in pieces) else ""


def _phases_of_a_round(text: str) -> list[str]:
    """Returns the names below `rounds`."""
    block = _ROUNDS.search(text)
    return [] if block is None else _FIRST_NAME.findall(block[1])


_ROUNDS = re.compile(r"(?m)^rounds\b[^\n]*:[^\n]*\n((?:[ \t]+[^\n]*\n|\n)+)")
_FIRST_NAME = re.compile(r"(?m)^[ \t]+(\w+)")


def _name(slot: str, said: str, own: OwnNames) -> str:
    """Returns the name of the rules for what is said in a slot; empty if there is none."""
    match slot:
        case "n":
            return digits_of(said)
        case "die":
            return said[1:]
        case "held":
            return same_name(said, [piece for zone in own.zones for piece in zone.pieces]) or said
        case "flag":
            return find_flag(said, own)
        case "number":
            return same_name(said, own.numbers)
        case "field":
            return said if said in own.fields else ""
        case "zone":
            return same_name(said, [zone.name for zone in own.zones])
        case "piece":
            return same_name(said, own.pieces)
        case "seat":
            return said if said in own.seats else ""
        case "table":
            return said if said in own.tables else ""
        case "rule":
            return name_of_verb(said, own.rules)
        case "column":
            return _column(said, own)
        case "owned":
            return same_name(said, [name for board in own.boards for name in own.fields_of[board]])
        case "board":
            return said if said in own.boards else ""
        case "part":
            return said if said in (*own.phases, *own.rules, *own.actions) else ""
        case _:
            return said


def _column(said: str, own: OwnNames) -> str:
    """Returns the column that is said, also by its last word: `for_town` for `towns`."""
    one = said.removesuffix("s")
    return same_name(said, own.all_columns) or next(
        (column for column in own.all_columns if column.endswith(f"_{one}")), ""
    )


@cache
def _compile() -> tuple[_Compiled, ...]:
    return tuple(_compile_row(row) for row in ROWS)


def _compile_row(row: Row) -> _Compiled:
    """Compiles a row: alternatives `a|b_c` and slots become groups, and words stand between blanks."""
    parts: list[str] = []
    needs: frozenset[str] = frozenset()
    for word in row.said.split():
        slot = re.fullmatch(r"<(\w+)>", word)
        if slot is not None:
            inside = _SLOTS.get(slot[1].rstrip("0123456789"), _WORD)
            parts.append(f"(?P<{slot[1]}>{inside}) ")
            continue
        choices = word.removeprefix("?").split("|")
        group = f"(?:{'|'.join(re.escape(choice.replace('_', ' ')) for choice in choices)})"
        if word.startswith("?"):
            parts.append(f"(?:{group} )?")
            continue
        parts.append(f"{group} ")
        needs = needs or frozenset(choice.partition("_")[0] for choice in choices)
    text = "".join(parts).removesuffix(" ")
    begin, end = ("^" if row.is_anchored else r"(?<!\S)"), (r"(?= \"\d+\"$|$)" if row.is_whole else r"(?!\S)")
    return _Compiled(row, re.compile(f"{begin}{text}{end}"), needs)
