"""Lists the material that players need and that the rules do not name as pieces, such as tokens and markers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from gamedsl.rulebook.contents import sentences_in
from gamedsl.rulebook.model import Section, Step, Steps, capital, mark_name, mark_word, plain, readable, sentence_of_doc
from gamedsl.rulebook.sentences.english import article, is_amount, is_called_store, is_noun, plural, with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import data, declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import name_of_place, walk, walk_rules
from gamedsl.values import evolve

PLAYER = fields.TypeName(Ident("player"))


def section_of_needs(say: Formulas, decls: Sequence[declarations.Decl]) -> Section:
    """Lists tokens for things that are counted, figures for things on boards, markers and dice."""
    lines = tuple(
        Step(f"{capital(one)}.")
        for one in (
            *_places(say, decls),
            *_dice(decls),
            *_lots(say, decls),
            *_figures(say, decls),
            *_counters(say, decls),
        )
    )
    return Section("Also needed", (Steps(lines),) if lines else ())


def needs_beside(say: Formulas, decls: Sequence[declarations.Decl], there: Set[str]) -> tuple[str, ...]:
    """Returns the needs besides dice. `there` holds the fields and types whose material is there already; they are left out."""
    left = [
        evolve(
            decl,
            members=tuple(
                one for one in decl.members if not isinstance(one, fields.Field) or one.name.text not in there
            ),
        )
        if isinstance(decl, fields.Fields)
        else decl
        for decl in decls
        if not (isinstance(decl, fields.Fields) and decl.owner is not None and decl.owner.text in there)
    ]
    return tuple(plain(one) for one in (*_places(say, left), *_figures(say, left), *_counters(say, left)))


def _places(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Lists the words of the game that are places on the table, because players stand or pieces lie at each of them."""
    words = {decl.name.text for decl in decls if isinstance(decl, data.EnumType | data.RecordType)}
    stood_on = words & {*say.names.positions.values()}
    yield from (f"a board, or a place on the table, for each {readable(one)}" for one in sorted(stood_on))
    words -= stood_on
    for decl in decls:
        if isinstance(decl, fields.Fields) and decl.owner is not None and decl.owner.text in words:
            zones = (
                one for one in decl.members if isinstance(one, fields.Field) and isinstance(one.type, fields.ZoneType)
            )
            if any(zones):
                yield f"a board, or a place on the table, for each {readable(decl.owner.text)}"


def members(decls: Sequence[declarations.Decl]) -> Iterator[tuple[str, fields.Field]]:
    """Yields the shown fields of one value, each with its owner: `player`, a board or a component, or nothing for the table."""
    for decl in decls:
        if isinstance(decl, fields.Fields):
            owner = "" if decl.owner is None else decl.owner.text
            for one in decl.members:
                if isinstance(one, fields.Field) and one.is_shown and not one.indices:
                    yield owner, one


def is_kept(field: fields.Field) -> bool:
    """Whether a field keeps its value from one round to the next."""
    return not any(isinstance(one, fields.ResetEach) for one in field.attributes)


def is_number(field: fields.Field) -> bool:
    """Whether a field holds a number."""
    return isinstance(field.type, fields.RangeType) or (field.type is None and isinstance(field.start, formulas.Number))


def _type_inside(field: fields.Field) -> fields.TypeExpr | None:
    """Returns the type of a field's content. For an optional field this is the type without none."""
    return field.type.of if isinstance(field.type, fields.OptionalType) else field.type


def _is_secret(field: fields.Field) -> bool:
    return any(isinstance(one, fields.SeenBy) and one.who.text == "owner" for one in field.attributes)


def _stock(field: fields.Field) -> int:
    """Returns the number that a field holds at the beginning, if it can never hold more: a player's stock of things. 0 for other fields."""
    match field:
        case fields.Field(type=fields.RangeType(high=most), start=formulas.Number(first)) if (
            most == first and most > 1 and is_amount(field.name.text)
        ):
            return most
        case _:
            return 0


WRITTEN = ("points", "score")
"""Numbers that players note, and have no tokens for."""


def _counters(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Describes the amounts that are counted with tokens: for players, on boards and pieces, and for all."""
    counted = [
        (owner, one.name.text)
        for owner, one in members(decls)
        if is_kept(one) and is_number(one) and is_noun(one.name.text)
    ]
    laid = [
        plural(one.name.text)
        for owner, one in members(decls)
        if owner in say.names.boards and isinstance(one.start, formulas.FlagLiteral) and is_noun(one.name.text)
    ]
    spots = {decl.name.text for decl in decls if isinstance(decl, data.RecordType)} | {*say.names.boards}
    of_people = {"player"} | {
        one.of.text for one in decls if isinstance(one, declarations.Ranking) and one.of is not None
    }
    things = list(dict.fromkeys(name for owner, name in counted if owner in of_people and name not in laid))
    scores = [name for name in things if name in WRITTEN]
    if scores:
        yield f"pencil and paper, or a board, for {join_items([with_article(name) for name in scores])}"
    stocks = {one.name.text: most for owner, one in members(decls) if owner == "player" and (most := _stock(one))}
    coloured = _in_colours(say, decls)
    for name in things:
        if name in stocks:
            yield f"{stocks[name]} {mark_word(name)}{' in a colour' if name in coloured else ''} for each player"
    things = [name for name in things if name not in (*WRITTEN, *stocks)]
    things += [name for name in _sorts(say, decls) if name not in things]
    secret = {one.name.text for owner, one in members(decls) if owner == "player" and _is_secret(one)}
    if noted := [mark_word(name) for name in things if name in secret]:
        yield f"paper on which each player notes in secret the {join_items(noted)}"
    things = [name for name in things if name not in secret]
    if things == ["tokens"]:
        yield "tokens"
    elif things:
        yield f"tokens, or pencil and paper, for each player’s {join_items([mark_word(name) for name in things])}"
    of_places = [(owner, name) for owner, name in counted if owner in spots]
    yield from (
        f"counters for the {mark_word(name)} of each {mark_word(owner)}"
        for owner, name in of_places
        if name in _MEASURES
    )
    on_places = [mark_word(name) for _, name in of_places if name not in _MEASURES]
    on_places += laid
    coloured_too, sorts = _divided(say, decls, spots)
    if coloured_too:
        yield f"{join_items([mark_word(name) for name in coloured_too])} in a colour for each player"
    on_places += [mark_word(name) for name in sorts if name not in on_places]
    if on_places:
        yield f"tokens for what lies on the board: {join_items(on_places)}"
    yield from _rows_of_markers(decls)
    by_sort = [one for one in counted if one[0] in {*say.names.values} - spots - of_people]
    by_sort += [(sort, one.name.text) for sort, one in prices(say, decls) if one.doc is None]
    for sort in dict.fromkeys(sort for sort, _ in by_sort):
        names = [mark_word(name) for owner, name in by_sort if owner == sort]
        yield f"{'a counter' if len(names) == 1 else 'counters'} for each {mark_word(sort)}’s {join_items(names)}"
    shown = set(_shown_by_dice(decls))
    shared = [name for owner, name in counted if not owner and name not in shown]
    if shared:
        yield f"a counter for {join_items([with_article(name) for name in shared])}"
    yield from _to_note(decls, things, {*say.names.values} | spots)


_MEASURES = frozenset({"depth", "height", "length", "level", "size", "strength", "value", "weight", "width"})
"""What a place has a number of, without having such things."""


def _to_note(decls: Sequence[declarations.Decl], things: Sequence[str], elsewhere: Set[str]) -> Iterator[str]:
    """Yields the numbers of the table, players and pieces whose names are no nouns, so no token can be named for them, with whose they are. Of some `things`
    there are tokens that lie there, such as for `wood_here`. Numbers of places and values, which are `elsewhere`, are seen on the table."""
    noted: dict[str, list[str]] = {}
    for owner, one in members(decls):
        name = one.name.text
        is_seen = owner in elsewhere or readable(name).partition(" ")[0] in things
        if not is_seen and is_kept(one) and is_number(one) and not is_noun(name):
            whose = list(_kinds_with(decls, name)) if owner else ["all"]
            whose = whose or [f"each {mark_word(owner)}"]
            noted.setdefault(join_items(whose), []).append(mark_name(name))
    for those, names in noted.items():
        yield f"pencil and paper to note {join_items(names)} for {those}"


def _kinds_with(decls: Sequence[declarations.Decl], field: str) -> Iterator[str]:
    """Yields the kinds of pieces whose rules use a number of a piece."""
    for decl in decls:
        if isinstance(decl, declarations.KindBlock) and any(
            isinstance(node, formulas.Attribute) and node.name.text == field for node in walk(decl)
        ):
            yield with_article(decl.name.text)


def _divided(
    say: Formulas, decls: Sequence[declarations.Decl], spots: Set[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns what lies on places in the colours of the players, as for `barges[player]: 0..9`, and the values of types of which each place has a number."""
    own: dict[str, None] = {}
    sorts: dict[str, None] = {}
    for decl in decls:
        if not (isinstance(decl, fields.Fields) and decl.owner is not None and decl.owner.text in spots):
            continue
        for one in decl.members:
            match one:
                case fields.Field(indices=(fields.TypeName(of) as index,), is_shown=True, name=name) if is_kept(one):
                    is_flag = isinstance(one.start, formulas.FlagLiteral)
                    if index == PLAYER and (is_number(one) or is_flag) and is_noun(name.text):
                        own[plural(name.text)] = None
                    elif is_number(one):
                        sorts |= dict.fromkeys(map(readable, say.names.values.get(of.text, ())))
                case _:
                    pass
    return tuple(own), tuple(sorts)


def _sorts(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Yields what each player has for the values of a type: the goods of `store[good]: 0..99`, the slips of `slips[snail]: 0..9`."""
    for sort, one in numbers_by_sort(decls):
        if one.doc is None:
            yield from things_by_sort(say, sort, one.name.text)


def things_by_sort(say: Formulas, sort: str, name: str) -> Sequence[str]:
    """Returns the things that a number for each value of a type counts: these values, or what its name says that they are."""
    values = say.names.values.get(sort, ())
    is_named = is_amount(name) and is_noun(name) and not is_called_store(name, (sort,))
    return (name,) if values and is_named else tuple(map(readable, values))


def numbers_by_sort(decls: Sequence[declarations.Decl], of: str = "player") -> Iterator[tuple[str, fields.Field]]:
    """Yields the numbers that each player, or the table if `of` is empty, keeps for each value of a type, with the name of the type."""
    for decl in decls:
        if isinstance(decl, fields.Fields) and ("" if decl.owner is None else decl.owner.text) == of:
            for one in decl.members:
                match one:
                    case fields.Field(indices=(fields.TypeName(sort),), is_shown=True) if is_kept(one) and is_number(
                        one
                    ):
                        yield sort.text, one
                    case _:
                        pass


def prices(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[tuple[str, fields.Field]]:
    """Yields the numbers of the table for each value of a type, such as the price of each good, with the name of the type."""
    for sort, one in numbers_by_sort(decls, of=""):
        if sort in say.names.values and is_noun(one.name.text):
            yield sort, one


def _rows_of_markers(decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Says which markers count along rows, such as the columns of a board, if a sentence says what they count."""
    for decl in decls:
        owner = decl.owner.text if isinstance(decl, fields.Fields) and decl.owner is not None else ""
        for one in decl.members if isinstance(decl, fields.Fields) and owner in ("", "player") else ():
            is_row = isinstance(one, fields.Field) and bool(one.indices) and is_number(one)
            if isinstance(one, fields.Field) and is_row and one.doc and is_noun(one.name.text):
                whose = "" if not owner else ", in a colour for each player"
                yield f"markers for {with_article(one.name.text)}{whose}"


def _figures(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Says which figures stand on boards, and which markers lie before a player."""
    stocks = {one.name.text for owner, one in members(decls) if owner == "player" and _stock(one)}
    for owner, one in members(decls):
        held = _type_inside(one)
        is_place = owner == "player" and one.name.text in say.names.positions
        if isinstance(held, fields.TypeName) and (is_place or held.name.text in say.names.boards):
            if owner == "player":
                yield f"{article(name := figure(one, decls))} {name} for each player"
            elif not owner:
                yield f"a figure for {with_article(one.name.text)}"
        elif owner in ("", "player") and is_shown_by_marker(say, one):
            yield f"a marker for {'each player’s ' if owner else 'the '}{mark_word(one.name.text)}"
        elif held == PLAYER and owner in say.names.boards and plural(one.name.text) not in stocks:
            yield f"{plural(one.name.text) if is_noun(one.name.text) else 'markers'} in a colour for each player"
        elif held == PLAYER and not owner and (thing := _HOLDS.match(sentence_of_doc(one.doc))):
            yield thing[1]
        elif not owner and (turned := _SIDE.match(sentence_of_doc(one.doc))):
            yield turned[1]
        elif held == PLAYER and not owner and one.doc and is_kept(one) and is_noun(one.name.text):
            yield f"a marker for {with_article(one.name.text)}"


def is_shown_by_marker(say: Formulas, field: fields.Field) -> bool:
    """Whether a field always has one value of a type of words, which something on the table has to show: `weather: sky = Sunny`."""
    match field:
        case fields.Field(type=fields.TypeName(of), start=formulas.Name(value)):
            return is_noun(field.name.text) and value in say.names.values.get(of.text, ())
        case _:
            return False


def _in_colours(say: Formulas, decls: Sequence[declarations.Decl]) -> frozenset[str]:
    """Returns the plurals of figures on places of a board that belong to players: the colour of a figure shows its owner."""
    return frozenset(
        plural(one.name.text)
        for owner, one in members(decls)
        if owner in say.names.boards and _type_inside(one) == PLAYER
    )


def figure(field: fields.Field, decls: Sequence[declarations.Decl]) -> str:
    """Returns the word for the figure that a place's field stands for: the field's name if a sentence of the rules uses it, such as `pawn`; otherwise
    `figure`."""
    name = readable(field.name.text)
    pattern = re.compile(rf"\b({re.escape(name)}|{re.escape(plural(name))})\b", re.IGNORECASE)
    return name if is_noun(name) and any(map(pattern.search, sentences_in(decls))) else "figure"


_HOLDS = re.compile(r"Who (?:has|holds) (the [^.,;:]+)")
"""The sentence of a field that says what its player holds."""

_SIDE = re.compile(r"The side of (the \w+ (?:card|tile|token|marker|board))\b")
"""The sentence of a field that says which side of a thing lies up."""


def _dice(decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Says how many dice are rolled at once, by the number of their sides."""
    sides: dict[int, int] = {}
    for node in walk_rules(decls):
        if isinstance(node, statements.Roll):
            own: dict[int, int] = {}
            for line in node.lines:
                for pick in line.picks if isinstance(line, statements.Selection) else ():
                    match pick:
                        case statements.PickOf(
                            quantity, formulas.Binary("..", formulas.Number(1), formulas.Number(high))
                        ):
                            many = quantity.number.value if isinstance(quantity.number, formulas.Number) else 1
                            own[high] = own.get(high, 0) + many
                        case _:
                            pass
            sides = {high: max(own.get(high, 0), sides.get(high, 0)) for high in (*sides, *own)}
    for high, many in sides.items():
        yield (
            "a die"
            if (many, high) == (1, _USUAL)
            else f"a die with {high} sides"
            if many == 1
            else (f"{many} dice{'' if high == _USUAL else f' with {high} sides each'}")
        )


def _lots(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Describes what people draw lots for: chance chooses it, but it is no number, no piece and no player."""
    drawn: dict[str, None] = {}
    for node in walk_rules(decls):
        for line in node.lines if isinstance(node, statements.Roll) else ():
            for pick in line.picks if isinstance(line, statements.Selection) else ():
                match pick:
                    case statements.PickOf(source=formulas.Binary("..") | formulas.Name("players")):
                        pass
                    case statements.PickOf(source=source) if isinstance(line, statements.Selection):
                        names = {one.id for one in walk(source) if isinstance(one, formulas.Name)}
                        if not names & say.names.zones and is_noun(line.name.text):
                            drawn[line.name.text] = None
                    case _:
                        pass
    if drawn:
        yield f"lots, or slips of paper, for {join_items([with_article(name) for name in drawn])}"


def _shown_by_dice(decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Yields the number of the table that a die shows, because the die is rolled for nothing else and nothing else changes the number."""
    changed = {name_of_place(node.target) for node in walk_rules(decls) if isinstance(node, statements.Assign)}
    rolls = [node for node in walk_rules(decls) if isinstance(node, statements.Roll)]
    match rolls:
        case [statements.Roll(lines=(statements.Selection(name=name),))] if name.text not in changed:
            yield name.text
        case _:
            pass


_USUAL = 6
"""The sides of a die that needs no description."""
