"""Describes what players, the table and the values of types have at the beginning, and who begins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from gamedsl.graph.analysis.number_words import number_in_words
from gamedsl.pipeline.said_words import says_number
from gamedsl.rulebook.box.tokens import (
    PLAYER,
    WRITTEN,
    figure,
    is_kept,
    is_number,
    is_shown_by_marker,
    members,
    numbers_by_sort,
    prices,
    things_by_sort,
)
from gamedsl.rulebook.model import Step, capital, mark_name, mark_word, readable, sentence_of_doc
from gamedsl.rulebook.sentences.english import (
    is_amount,
    is_noun,
    is_plural,
    names_place,
    number_of,
    plural,
    with_article,
)
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.moves import EVERYBODY
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place, walk


def first_amounts(say: Formulas, decls: Sequence[declarations.Decl], told: str) -> Iterator[Step]:
    """Yields the possessions of each player at the beginning, the shared ones, and the places of figures, unless the sentence `told` of the set-up says it, or
    the set-up replaces them."""
    replaced = _replaced_at_first(decls)
    kept = [
        (owner, one)
        for owner, one in members(decls)
        if is_kept(one) and not _says_start(told, one) and one.name.text not in replaced
    ]
    numbers = [
        (owner, one) for owner, one in kept if is_number(one) and not sentence_of_doc(one.doc).startswith(_COUNTS)
    ]
    amounts = [
        one for owner, one in numbers if owner == "player" and is_amount(one.name.text) and not _begins_at(one, 0)
    ]
    if found := [amount for one in amounts if (amount := _amount(one))]:
        yield Step(f"Each player begins with {join_items(found)}.")
    for owner, one in numbers:
        if _begins_above(one) and one not in amounts and (text := _beginning(say, owner, one)):
            yield Step(text)
    yield from _scales_at_first(say, decls, told, replaced)
    for owner, one in kept:
        match owner, one:
            case "", fields.Field(type=fields.TypeName(board), start=formulas.Index() as place) if (
                board.text in say.names.boards
            ):
                yield Step(f"{capital(with_article(one.name.text))} starts on {say.value(place)}.")
            case "player", fields.Field(type=fields.TypeName()) if (
                one.name.text in say.names.positions and not _TELLS_PLACE.search(told)
            ):
                if start := _first_place(say, one, plural(figure(one, decls)), told):
                    yield Step(start)
            case "player" | "", fields.Field(start=formulas.Name(value)) if is_shown_by_marker(say, one):
                whose = f"Each player’s {mark_word(one.name.text)}" if owner else capital(with_article(one.name.text))
                yield Step(f"{whose} is {mark_word(value)} at first.")
            case _:
                pass


def _replaced_at_first(decls: Sequence[declarations.Decl]) -> set[str]:
    """Returns the names of numbers to which the set-up of every match gives another value."""
    found: set[str] = set()
    for decl in decls:
        for node in decl.body.body if isinstance(decl, declarations.Setup) else ():
            match node:
                case statements.Each(clause, suite) if clause == EVERYBODY:
                    inside = suite.body
                case _:
                    inside = (node,)
            found |= {
                one.target.id
                for one in inside
                if isinstance(one, statements.Assign) and one.op == "=" and isinstance(one.target, formulas.Name)
            }
            found |= _replaced_for_all(node)
    return found


def _replaced_for_all(node: statements.Stmt) -> set[str]:
    """Returns the names of numbers to which a loop over all values of a type gives another value: `for l in log: mark[l] = 1`."""
    match node:
        case statements.For(names=(name,), source=formulas.Name(), body=suite):
            return {
                one.target.of.id
                for one in suite.body
                if isinstance(one, statements.Assign)
                and one.op == "="
                and isinstance(one.target, formulas.Index)
                and isinstance(one.target.of, formulas.Name)
                and one.target.args == (formulas.Name(name.text),)
            }
        case _:
            return set()


def _beginning(say: Formulas, owner: str, field: fields.Field) -> str:
    """Says at which number something begins; empty for numbers of places and pieces."""
    start = say.value(field.start or formulas.Number(0))
    if not owner and is_plural(field.name.text):
        return f"There are {start} {mark_word(field.name.text)}."
    name = capital(with_article(field.name.text))
    if owner == "player":
        name = f"Each player’s {mark_word(field.name.text)}"
    elif owner in say.names.values:
        name = f"{name} of each {mark_word(owner)}"
    elif owner:
        return ""
    return f"{name} {_begin([field.name.text])} at {start}."


def _begin(names: Sequence[str]) -> str:
    return "begin" if len(names) > 1 or is_plural(names[0]) else "begins"


def _scales_at_first(
    say: Formulas, decls: Sequence[declarations.Decl], told: str, replaced: Set[str]
) -> Iterator[Step]:
    """Says at which number of the table each value of a type begins, such as the price of each good, unless the set-up names it."""
    found: dict[tuple[str, int], list[str]] = {}
    for of, one in prices(say, decls):
        if isinstance(one.start, formulas.Number) and one.name.text not in replaced and not _says_start(told, one):
            found.setdefault((of, one.start.value), []).append(one.name.text)
    for (of, start), names in found.items():
        those = capital(join_items([with_article(name) for name in names]))
        yield Step(f"{those} of each {mark_word(of)} {_begin(names)} at {start}.")


def _first_place(say: Formulas, field: fields.Field, figures: str, told: str) -> str:
    """Says where the figures of the players start: all on one place, or one here and another there; empty where it is told, or is not so simple."""
    match field.start:
        case formulas.Index() as place:
            return f"All {figures} start on {say.value(place)}."
        case formulas.Name(place) if f" {readable(place)}" not in told:
            where = "in" if say.names.positions[field.name.text] in say.names.boards else "at"
            return f"All {figures} start {where} {mark_word(place)}."
        case formulas.Ternary(yes=formulas.Index() as first, no=formulas.Index() as second, condition=condition):
            is_by_seat = any(isinstance(one, formulas.Name) and one.id in _SEATS for one in walk(condition))
            if not is_by_seat or say.names.most_players > 2:
                return ""
            return f"One of the {figures} starts on {say.value(first)}, the other on {say.value(second)}."
        case _:
            return ""


_SEATS = frozenset({"me", "number", "P1", "P2"})
"""Names by which a formula tells two players apart."""


def nothing_yet(say: Formulas, decls: Sequence[declarations.Decl], told: str) -> str:
    """Names the goods that nobody has at the beginning, unless the sentence `told` of the set-up says it."""
    if _HAS_NONE.search(told):
        return ""
    given = {name_of_place(node.target) for node in _changes_at_first(decls)}
    goods = [
        readable(one.name.text)
        for owner, one in members(decls)
        if owner == "player" and is_kept(one) and one.start == formulas.Number(0)
        if isinstance(one.type, fields.RangeType) and one.type.low == 0 and is_amount(one.name.text)
        if one.name.text not in given
        and not _says_start(told, one)
        and not sentence_of_doc(one.doc).startswith(_COUNTS)
    ]
    goods = [name for name in (*goods, *_sorts_of_none(say, decls)) if " " not in name and name not in WRITTEN]
    return f"Nobody has {join_items([mark_word(name) for name in goods], 'or')} yet." if goods else ""


def _says_start(told: str, field: fields.Field) -> bool:
    """Whether a sentence names a field, or says that players begin with this number of something."""
    if not names_place(field.name.text) and re.search(
        rf"\b{re.escape(readable(field.name.text))}", told, re.IGNORECASE
    ):
        return True
    number = field.start.value if isinstance(field.start, formulas.Number) else 0
    return number > 1 and _BEGINS_WITH.search(told) is not None and says_number(told, number)


_BEGINS_WITH = re.compile(r"\b(begins?|starts?) (at|with|on)\b|\bgets?\b|\breceives?\b|\btakes?\b")
"""Words of a set-up that says what players have at the beginning."""
_HAS_NONE = re.compile(r"\b(nobody has|has no|have no|nothing|nobody holds)\b|\bempty\b", re.IGNORECASE)
"""Words of a set-up that says what nobody has yet."""


def _sorts_of_none(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Yields the values of a type whose amount is 0 for each player at the beginning, such as goods: `store[good]: 0..99 = 0`."""
    for sort, one in numbers_by_sort(decls):
        if one.start == formulas.Number(0):
            given = _given_of(decls, one.name.text)
            if one.name.text not in given:
                names = {readable(name) for name in given}
                yield from (name for name in things_by_sort(say, sort, one.name.text) if name not in names)


def _given_of(decls: Sequence[declarations.Decl], field: str) -> set[str]:
    """Returns the values of which the set-up gives players some; the name of the field itself if only the match shows which."""
    found: set[str] = set()
    for node in _changes_at_first(decls):
        match node.target:
            case formulas.Index(of, (formulas.Name(value),)) if name_of_place(of) == field:
                found.add(value if value[:1].isupper() else field)
            case target if name_of_place(target) == field:
                found.add(field)
            case _:
                pass
    return found


def _changes_at_first(decls: Sequence[declarations.Decl]) -> Iterator[statements.Assign]:
    for decl in decls:
        if isinstance(decl, declarations.Setup):
            yield from (node for node in walk(decl) if isinstance(node, statements.Assign))


def _begins_at(field: fields.Field, number: int) -> bool:
    return field.start == formulas.Number(number)


def _begins_above(field: fields.Field) -> bool:
    """Whether a number that the book shows to players is more than 0 at the beginning, and does not count pieces on the table."""
    is_above = isinstance(field.start, formulas.Number) and field.start.value > 0
    return is_above and is_noun(field.name.text) and not sentence_of_doc(field.doc).startswith(_COUNTS)


_COUNTS = "How many "
"""How the sentence of a number begins that counts what lies on the table: nobody gets it."""


_TELLS_PLACE = re.compile(r"\b(begins?|starts?|stands?|put|place) (\w+ )*(at|on|in) ", re.IGNORECASE)
"""Words of a set-up that says where players begin."""


def marker_text(decls: Sequence[declarations.Decl], told: str) -> str:
    """Returns the sentence that somebody has to be the dealer, or to have another marker, unless the sentence `told` of the set-up names this marker."""
    for owner, one in members(decls):
        name = readable(one.name.text)
        if not owner and is_kept(one) and _is_first_marker(one) and f" {name}" not in f" {told.casefold()}":
            does = _WHO_DOES.match(sentence_of_doc(one.doc))
            if does is None:
                return f"Decide by lot who is {with_article(name)}."
            what = re.sub(r"\b(the|this) (round|hand|deal)\b", r"the first \2", does[1])
            return f"Decide by lot who {what} ({with_article(name)})."
    return ""


_WHO_DOES = re.compile(r"Who ((?:begins|starts|leads|bids|deals|plays)\b[^.;:,]*)")
"""The sentence of a marker that says what its player does."""


def has_first_marker(decls: Sequence[declarations.Decl]) -> bool:
    """Whether some player has a marker at the beginning, such as the dealer's."""
    return any(not owner and is_kept(one) and _is_first_marker(one) for owner, one in members(decls))


def _is_first_marker(field: fields.Field) -> bool:
    match field:
        case fields.Field(type=kind, start=formulas.Index(formulas.Name("players"))):
            return kind == PLAYER and bool(field.doc) and is_noun(field.name.text)
        case _:
            return False


def _amount(field: fields.Field) -> str:
    """Returns an amount at the beginning: `4 coins`; empty if it is no number."""
    if not isinstance(field.start, formulas.Number):
        return ""
    shown = next((one for one in field.attributes if isinstance(one, fields.ShownAs)), None)
    number = field.start.value
    if shown is not None:
        return f"{number_in_words(shown.text, shown.several or shown.text, number)} ({mark_name(field.name.text)})"
    return number_of(field.name.text, number)
