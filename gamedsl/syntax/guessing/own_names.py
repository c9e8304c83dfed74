"""Finds the names of a text's zones, pieces, numbers and seats by its lines, because a text with a mistake has no complete tree."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from gamedsl.values import frozen

_FIELD = re.compile(r"\s+(\w+)(\[[^\]]*\])?[ \t]*(?::[ \t]*([^=,#]*))?(?:=[ \t]*([^,#]*))?")
_ZONE = re.compile(r"(pile|bag|slot) of ([a-z]\w*(?: or \w+)*)")
_CHOICE = re.compile(r"^[ \t]+(?:choose |may choose |choose if able )?(\w+):[^\n#\"]*\bof\b")
_PAID = re.compile(r"\b(?:price|cost|fee)\s*<=\s*(?:me\.)?(\w+)|\b(\w+)\s*-=\s*\w+\.(?:price|cost|fee)\b")
_SELECTED = re.compile(r"(?m)^[ \t]+(?:choose |may choose |choose if able |roll )?(\w+):[^\n#\"]*\bof\b")
_TABLES = re.compile(r"(?m)^[ \t]*(?:add |replace )?table (\w+)")
_ADDED = re.compile(r"(?m)^    (?:add|replace) (.*(?:\n        .*)*)")
"""A declaration in a variant, with the deeper lines below it."""
_HOMES = re.compile(r"(?m)^component (\w+) each player in (\w+)")
_NUMBERED = re.compile(r":\s*\d+\s*\.\.")
"""The end of the head of a component whose kinds have numbers."""
_CROSSED = re.compile(r"\bby (\w+)")
"""The type by whose values a table of pieces is crossed: `component 60 card by colour`."""
_LAYER = re.compile(r"^ +(\w+):[ \t]*$")
_QUOTED = re.compile(r'"[^"\n]*"')


@frozen
class Zone:
    """A zone with the components that may lie in it. `is_own`: every player has one. `is_hidden`: some seat does not see its content. `limit`: how many it
    holds; empty if there is no bound. `refill`: the zone from which it is refilled; empty if there is none."""

    name: str
    form: str
    pieces: tuple[str, ...]
    is_own: bool
    is_hidden: bool
    limit: str = ""
    refill: str = ""


@frozen
class OwnNames:
    """The names of one text, each sort in source order."""

    pieces: tuple[str, ...]
    zones: tuple[Zone, ...]
    numbers: tuple[str, ...]
    """Fields of players that hold a number, then those of the table."""
    flags: tuple[str, ...]
    """Fields of players that are yes or no."""
    shared_flags: tuple[str, ...]
    """Fields of the table that are yes or no."""
    seats: tuple[str, ...]
    """Fields of the table that hold a player."""
    marks: tuple[tuple[str, str], ...]
    """Boards with a field that may hold a player."""
    phases: tuple[str, ...]
    walkers: tuple[tuple[str, str], ...]
    """Fields that hold a place on a `row` or a `ring`, each with that word."""
    boards: tuple[str, ...]
    standing: tuple[tuple[str, str], ...]
    """Fields that hold a place of a board, each with the name of the board."""
    valued: tuple[tuple[str, str], ...]
    """Fields of players and of the table that hold a value of a type, each with this type."""
    types_of_fields: frozenset[str]
    """Names that stand as types of fields."""
    actions: dict[str, tuple[str, ...]]
    """Actions with the names of their choices."""
    columns: dict[str, tuple[str, ...]]
    """Components and types with the names of the columns of their tables."""
    kinds: dict[str, str]
    """Kinds in the tables of components, each with its component."""
    spelling: dict[str, str]
    """Kinds and values in small letters, each as it is written."""
    rules: tuple[str, ...]
    fields: tuple[str, ...]
    """All fields of players, then those of the table."""
    place_flags: tuple[str, ...]
    """Fields of places that are yes or no."""
    fields_of: dict[str, frozenset[str]]
    """Components, types and boards with what each of their things has: columns and fields."""
    indexed: dict[str, str]
    """Fields with a value for each value of a type, by that type."""
    types: dict[str, str]
    """Values and kinds, each with its type or component."""
    tables: tuple[str, ...]
    homes: dict[str, str]
    """Components that every player has, each with the zone in which its pieces begin."""
    zones_of_places: tuple[tuple[str, Zone], ...]
    """Zones of the places of boards, each behind its board."""
    chosen: frozenset[str]
    """Names of selections."""
    paying: tuple[str, ...]
    """Numbers with which prices are paid."""
    has_scores: bool
    """Whether points are added up at the end."""

    @property
    def placed(self) -> dict[str, tuple[str, str]]:
        """Components whose pieces lie on a board, each with the board and the zone of its places."""
        return {piece: (of, zone.name) for of, zone in self.zones_of_places for piece in zone.pieces}

    @property
    def all_columns(self) -> tuple[str, ...]:
        """The columns of all tables."""
        return tuple(column for columns in self.columns.values() for column in columns)


def same_name(word: str, names: Iterable[str]) -> str:
    """Returns the name that equals a word, in the singular or the plural; empty if there is none."""
    known = set(names)
    forms = (word, word.removesuffix("s"), f"{word}s", word.removesuffix("es"))
    uncommon = [f"{word[: -len(many)]}{one}" for many, one in _PLURALS if word.endswith(many)]
    return next((form for form in (*forms, *uncommon) if form in known), "")


def name_of_verb(verb: str, names: Iterable[str]) -> str:
    """Returns the name that a verb is, also in the third person: `carry` for `carries`; empty if it is none."""
    return next((name for name in names if verb in (name, f"{name}s", f"{name}es", f"{name[:-1]}ies")), "")


_PLURALS = (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("men", "man"))
"""Endings of plurals that are more than an `s`, each with that of the singular."""


@lru_cache(maxsize=2)
def own_names(text: str) -> OwnNames:
    """Finds the names of a text."""
    pieces: list[str] = []
    phases: list[str] = []
    boards: dict[str, str] = {}
    fields: list[tuple[str, str, str, str, str]] = []
    actions: dict[str, tuple[str, ...]] = {}
    columns: dict[str, tuple[str, ...]] = {}
    kinds: dict[str, str] = {}
    values: list[str] = []
    types: dict[str, str] = {}
    indexed: dict[str, str] = {}
    rules: list[str] = []
    layers: dict[str, list[str]] = {}
    typed: set[str] = set()
    board = ""
    has_scores = False
    table = ""
    crossed: re.Match[str] | None = None
    owner = action = ""
    for line in _with_added(_QUOTED.sub("", text)).split("\n"):
        words = re.findall(r"\w+", line.partition("#")[0])
        if words and not line[0].isspace():
            owner = _owner(words)
            if owner in typed:  # things of a type lie on the table like places
                boards.setdefault(owner, "type")
            action = words[1] if words[0] == "action" and len(words) > 1 else ""
            if action:
                actions[action] = ()
            if words[0] == "component":
                pieces += [word for word in words[1:] if not word.isdigit()][:1]
                if _NUMBERED.search(line):
                    columns[pieces[-1]] = ("number",)
                crossed = _CROSSED.search(line)
            if words[0] == "rule":
                rules += words[1:2]
            if words[0] == "type":
                values += [word for word in words[2:] if word[0].isupper()]
                typed |= {*words[1:2]}
                types |= dict.fromkeys(words[2:], "".join(words[1:2]))
            has_scores = has_scores or words[0] == "score"
            table = words[1] if words[0] == "type" and len(words) > 1 else ""
            if words[0] == "phase":
                phases += words[1:2]
            if words[0] in ("grid", "row", "ring", "graph"):
                boards |= dict.fromkeys(words[1:2], words[0])
                board = next(iter(words[1:2]), "")
                if words[2:3] == ["by"]:  # the edges of a graph
                    boards |= dict.fromkeys(words[3:4], words[0])
        elif words[:1] == ["add"] and words[1:2] in (["phase"], ["rule"]):
            (phases if words[1] == "phase" else rules).extend(words[2:3])
        elif words[:1] == ["let"] and pieces and owner == "component":
            # What each piece has by a formula is named like a column.
            columns[pieces[-1]] = (*columns.get(pieces[-1], ()), *words[1:2])
        elif words and (table or (pieces and owner == "component")):
            columns.setdefault(table or pieces[-1], (*words, *((crossed[1],) if crossed and not table else ())))
            if owner == "component" and words[0][0].isupper():
                kinds.setdefault(words[0], pieces[-1])
            values += [word for word in words[:1] if word[0].isupper()]
            types.setdefault(words[0], table or pieces[-1])
        elif action:
            actions[action] += tuple(_CHOICE.findall(line))
        elif words and owner == "board":
            layers.setdefault(board, []).extend(_LAYER.findall(line))
        elif words and owner:
            found = _FIELD.match(line)
            if found:
                if found[2] and found[2][1:-1].isidentifier():
                    indexed.setdefault(found[2][1:-1], found[1])
                fields.append((owner, found[1], (found[3] or "").strip(), (found[4] or "").strip(), line))
    listed = {*types.values()}.difference(pieces, boards)
    tracks = {name for name, word in boards.items() if word in ("row", "ring")}
    own = [one for one in fields if one[0] == "player"]
    table_fields = [one for one in fields if one[0] == "shared"]
    return OwnNames(
        tuple(pieces),
        tuple(zone for one in (*table_fields, *own) for zone in _zones(*one)),
        tuple(name for _, name, type_, start, _ in (*own, *table_fields) if _is_number(type_, start)),
        tuple(name for _, name, type_, start, _ in own if _is_flag(type_, start)),
        tuple(name for _, name, type_, start, _ in table_fields if _is_flag(type_, start)),
        tuple(name for _, name, type_, _, _ in table_fields if type_.split(" ")[0] == "player"),
        tuple((of, name) for of, name, type_, _, _ in fields if of in boards and type_.split(" ")[0] == "player"),
        tuple(phases),
        tuple(
            (name, boards[of])
            for _, name, type_, _, _ in (*own, *table_fields)
            if (of := type_.split(" ")[0]) in tracks
        ),
        tuple(boards),
        tuple((name, of) for _, name, type_, _, _ in (*own, *table_fields) if (of := type_.split(" ")[0]) in boards),
        tuple((name, of) for _, name, type_, _, _ in (*own, *table_fields) if (of := type_.split(" ")[0]) in listed),
        frozenset(type_.split(" ")[0] for _, _, type_, _, _ in fields),
        actions,
        columns,
        kinds,
        {name.lower(): name for name in (*values, *kinds)},
        tuple(rules),
        tuple(name for _, name, _, _, _ in (*own, *table_fields)),
        tuple(name for of, name, type_, start, _ in fields if of in boards and not type_ and start in ("no", "yes")),
        {
            of: frozenset(
                [*columns.get(of, ()), *layers.get(of, ()), *(name for owner, name, _, _, _ in fields if owner == of)]
            )
            for of in (*columns, *boards)
        },
        indexed,
        types,
        tuple(_TABLES.findall(text)),
        dict(_HOMES.findall(text)),
        tuple((of, zone) for of, *zone_ in fields if of in boards for zone in _zones(of, *zone_)),
        frozenset(_SELECTED.findall(text)),
        tuple(name for found in _PAID.findall(text) for name in found if name),
        has_scores,
    )


def _with_added(text: str) -> str:
    """Returns a text in which the declarations that a variant adds stand as in a game."""
    return _ADDED.sub(lambda added: added[1].replace("\n    ", "\n"), text)


def _owner(words: list[str]) -> str:
    """Returns the owner of the fields below a line in the first column."""
    if words[0] in ("shared", "component"):
        return words[0]
    if words[0] in ("grid", "row", "ring", "graph"):
        return "board"
    return words[1] if words[0] == "each" and len(words) > 1 else ""


def _zones(owner: str, name: str, type_: str, start: str, line: str) -> tuple[Zone, ...]:
    found = _ZONE.match(type_)
    if found is None:
        return ()
    limit = re.search(r"\bup to (\w+)", line)
    refill = re.search(r"\brefilled from (\w+)", line)
    is_hidden = "seen by" in line or "top seen" in line
    return (
        Zone(
            name,
            found[1],
            tuple(found[2].split(" or ")),
            owner == "player",
            is_hidden,
            limit[1] if limit else "",
            refill[1] if refill else "",
        ),
    )


def _is_flag(type_: str, start: str) -> bool:
    return type_ == "flag" or (not type_ and start in ("no", "yes"))


def _is_number(type_: str, start: str) -> bool:
    return bool(re.match(r"-?\d+\.\.|int\b", type_)) or (not type_ and bool(re.match(r"-?\d+$", start)))
