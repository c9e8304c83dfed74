"""Describes selections in words: `the pieces in your hand whose symbol is Horse`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gamedsl.rulebook.model import mark_word, plain, readable
from gamedsl.rulebook.names import WHOLES
from gamedsl.rulebook.sentences.english import (
    PERSONS,
    article,
    is_noun,
    is_plural,
    names_place,
    plural,
    relative,
    singular,
)
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import name_of_place
from gamedsl.values import evolve, frozen

if TYPE_CHECKING:
    from gamedsl.rulebook.sentences.formulas import Formulas


@frozen
class Noun:
    """The words for a collection's elements: `piece`, `pieces` and ` in your hand`."""

    one: str
    many: str
    tail: str = ""
    is_person: bool = False
    is_thing: bool = False
    """Whether the elements are known and are no players: then things of each player stay yours inside the selection."""
    of: str = ""
    """The board or component that the elements belong to, if there is one."""


def noun_of(say: Formulas, source: formulas.Expr) -> Noun:
    """Returns the noun for the elements of a collection."""
    match source:
        case formulas.Name("players"):
            return Noun("player", "players", is_person=True)
        case formulas.Binary("..", low, high):
            return Noun("number", "numbers", f" from {say.part(low)} to {say.part(high)}", is_thing=True)
        case formulas.Name("playing"):
            return Noun("player", "players", " still in the game", is_person=True)
        case formulas.Name(id) if id in say.bound or id in say.names.zones:
            pass
        case formulas.Name(id) if id in say.names.maps:
            return Noun(mark_word(id), plural(id), is_thing=True, of=id)
        case formulas.Name(id) if id in say.names.boards:
            if not is_plural(id) and not _is_whole(id):
                return Noun(mark_word(id), plural(id), is_thing=True, of=id)
            return Noun("place", "places", f" of {mark_word(id)}", is_thing=True, of=id)
        case formulas.Name(id) if id in say.names.components:
            return Noun("kind", "kinds", f" of {mark_word(id)}", is_thing=True, of=id)
        case formulas.Name(id) if id in say.names.values:
            return Noun(mark_word(id), plural(id), is_thing=True)
        case formulas.Name(id) if isinstance(listed := say.names.lists.get(id), formulas.Filter):
            noun = noun_of(say, listed.source)
            return evolve(noun, many="those" if noun.one == "one" else noun.many, tail=f" in {say.part(source)}")
        case formulas.Apply(formulas.Name("neighbours"), (place, *ways)):
            towards = f" towards {join_items([say.part(one) for one in ways])}" if ways else ""
            board = next((one for one in say.names.boards if len(say.names.boards) == 1), "")
            return Noun("neighbour", "neighbours", f" of {say.part(place)}{towards}", is_thing=True, of=board)
        case formulas.Name("box") if "box" not in say.bound:
            return Noun("piece", "pieces", " in the box", is_thing=True)
        case formulas.Apply(formulas.Name(id)) if isinstance(listed := say.names.lists.get(id), formulas.Filter):
            noun = noun_of(say, listed.source)
            if noun.one != "one":
                return evolve(noun, tail=f" in {say.part(source)}")
        case formulas.Attribute(name=Ident(id)) if isinstance(listed := say.names.lists.get(id), formulas.Filter):
            return evolve(noun_of(say, listed.source), tail=f" in {say.part(source)}")
        case _:
            pass
    if say.is_zone(source):
        piece = say.names.pieces.get(name_of_place(source), "piece")
        where = f" in {say.part(source)}"
        return Noun(say.names.single(piece), say.names.several(piece), where, is_thing=True, of=piece)
    return Noun("one", "those", f" of {say.part(source)}")


_LINES = re.compile(
    "belt|chain|circle|circuit|course|field|file|ladder|lane|line|path|rim|ring|river|road|row|stair|street|table|track|wheel"
)
"""Words for all places of a board together, which are no words for one of them."""


def _is_whole(board: str) -> bool:
    return board in WHOLES or _LINES.fullmatch(board) is not None


def holder(say: Formulas, of: formulas.Expr) -> str:
    """Describes what has an attribute. A place is told by its own word, not by that for the piece that stands there: `the landing of your boat`."""
    match of:
        case formulas.Name(id) | formulas.Attribute(name=Ident(id)) if id not in say.bound:
            board = say.names.positions.get(id, id)
            if id not in {board, plural(board)} and is_noun(id) and not names_place(id) and not is_plural(board):
                return f"the {mark_word('place' if _is_whole(board) else board)} of {say.part(of)}"
        case _:
            pass
    return say.part(of)


def selection_text(say: Formulas, node: formulas.Filter) -> str:
    """Describes the result of a selection as a noun."""
    return f"{'' if noun_of(say, node.source).many == 'those' else 'the '}{many(say, node)}"


def many(say: Formulas, node: formulas.Expr) -> str:
    """Describes several elements: `pieces in your hand whose symbol is Horse`."""
    noun, clause = _parts(say, node, is_many=True)
    return f"{noun.many}{noun.tail}{clause}"


def one(say: Formulas, node: formulas.Expr, name: str = "") -> str:
    """Describes one element: `piece in your hand whose symbol is Horse`; with a `name`: `piece c in your hand`."""
    noun, clause = _parts(say, node, is_many=False)
    return f"{noun.one}{f' {mark_word(name)}' if name else ''}{noun.tail}{clause}"


def _parts(say: Formulas, node: formulas.Expr, is_many: bool) -> tuple[Noun, str]:
    if not isinstance(node, formulas.Filter):
        return noun_of(say, node), ""
    noun = noun_of(say, node.source)
    if node.name is not None:
        own = mark_word(node.name.text)
        named_noun = evolve(noun, one=own if noun.one == "one" else f"{noun.one} {own}", many=f"{noun.many} {own}")
        return named_noun, f" where {say.binding(node.name.text).test(node.condition)}"
    if noun.is_thing and node.condition == _MINE and "owner" not in say.bound and noun.one != "one":
        return evolve(noun, one=f"{noun.one} of yours", many=f"your {noun.many}"), ""
    return noun, clauses(_inside(say, noun), node.condition, noun.is_person, is_many)


_MINE = formulas.Binary("is", formulas.Name("owner"), formulas.Me())
"""The condition that something belongs to the acting player."""


def _inside(say: Formulas, noun: Noun) -> Formulas:
    return say.among_things(noun.of) if noun.is_thing else say.impersonal()


def clauses(say: Formulas, condition: formulas.Expr, is_person: bool, is_many: bool, of_me: bool = False) -> str:
    """Describes a condition as clauses: ` whose symbol is Horse and that are not Drake`. `of_me`: the sentence is about the acting player."""
    parts = list(conjuncts(condition))
    said = [_clause(say, part, is_person, is_many, of_me) for part in parts]
    if (len(said) > 1 and not all(map(_is_plain, parts))) or any(text.startswith("where ") for text in said):
        return f" where {say.test(condition)}"
    having = [text for text in said if text.startswith("with")]
    others = [text for text in said if not text.startswith("with")]
    return "".join(f" {text}" for text in (" and ".join(having), " and ".join(others)) if text)


def conjuncts(node: formulas.Expr) -> Iterator[formulas.Expr]:
    """Yields the parts of a condition that are joined by `and`."""
    match node:
        case formulas.Binary("and", left, right):
            yield from conjuncts(left)
            yield from conjuncts(right)
        case _:
            yield node


def _is_plain(node: formulas.Expr) -> bool:
    """Whether the end of the condition stays clear when something follows it."""
    inner = node
    while isinstance(inner, formulas.Unary) and inner.op == "not":
        inner = inner.operand
    return not isinstance(inner, formulas.Binary) or inner.op not in ("and", "or")


def _clause(say: Formulas, node: formulas.Expr, is_person: bool, is_many: bool, of_me: bool, no: int = 0) -> str:
    match node:
        case formulas.Unary("not", operand):
            return _clause(say, operand, is_person, is_many, of_me, 1 - no)
        case formulas.Binary("or", left, right) if not no:
            first, second = (_clause(say, side, is_person, is_many, of_me) for side in (left, right))
            if not any(text.startswith("where ") for text in (first, second)):
                return f"{first} or {second}"
        case formulas.Binary("is" | "is not", left, formulas.FlagLiteral(value)) if _own(say, left, of_me):
            return _clause(say, left, is_person, is_many, of_me, int((value != (node.op == "is")) != bool(no)))
        case formulas.Binary("in" | "not in" as op, formulas.It(), formulas.Name(id)) if (
            id in say.names.components and id not in say.bound
        ):
            is_one = (op == "in") != bool(no)
            what = say.names.several(id) if is_many else f"{article(say.names.single(id))} {say.names.single(id)}"
            return f"that {'are' if is_many else 'is'} {'' if is_one else 'not '}{what}"
        case formulas.Binary() if special := _special_clause(say, node, of_me, no):
            return special
        case formulas.Binary("is" | "is not" as op, left, formulas.Me()) if (
            (own := _own(say, left, of_me)) and say.names.attributes.get(plain(own)) == "player"
        ) and not plain(own).endswith(PERSONS):
            return f"whose {own} is {'' if (op == 'is') != bool(no) else 'not '}yours"
        case formulas.Binary(op, left, right) if say.is_comparison(op):
            said = say.comparison(op, right, no)
            if isinstance(left, formulas.It) or (of_me and isinstance(left, formulas.Me)):
                verb = said.replace("is", "are", 1) if is_many else said
                return f"{'who' if is_person else 'that'} {verb}"
            if own := _own(say, left, of_me):
                return f"whose {own} {said}"
        case formulas.Apply(args=(formulas.Name() | formulas.Attribute() as what,)) if (
            word := say.existence(node)
        ) and _own(say, what, of_me):
            id = name_of_place(what)
            is_there = (word == "some") != bool(no)
            if say.is_filled_by_its_piece(id):
                return f"{'with' if is_there else 'without'} {article(id)} {say.word_of(id)}"
            verb = "are" if is_plural(id) else "is"
            return f"whose {mark_word(id)} {verb} {'not ' if is_there else ''}empty"
        case formulas.Name("human") if is_person:
            verb = "are people" if is_many else "is a person"
            return f"who {verb.replace(' ', ' not ', 1) if no else verb}"
        case formulas.Apply(formulas.Name(id), (formulas.It(),)) if id in say.names.parameters and (
            said := say.predicate(node, no)
        ):
            return (
                f"{'who' if is_person else 'that'} {said.removeprefix('it ')}"
                if said.startswith("it ")
                else f"where {said}"
            )
        case formulas.Name() | formulas.Attribute() if own := _own(say, node, of_me):
            who = "who" if is_person else "that"
            if said := relative(plain(own), no, is_many):
                return f"{who} {said}"
            return f"{'without' if no else 'with'} {own}"
        case _:
            pass
    return f"where {say.negate(node) if no else say.test(node)}"


def is_condition(node: formulas.Expr) -> bool:
    """Whether a formula is a comparison, so that what meets it comes first in an order."""
    return isinstance(node, formulas.Binary) and node.op in _COMPARISONS


_COMPARISONS = frozenset(("is", "is not", "in", "not in", "<", "<=", ">", ">=", "and", "or"))


def order_text(say: Formulas, node: formulas.Sort) -> str:
    """Describes an order in which conditions come first: `first those who are the captain, then by lowest points`."""
    noun = noun_of(say, node.source)
    inner = _inside(say, noun) if node.name is None else say.binding(node.name.text)
    parts: list[str] = []
    for key in node.keys:
        if is_condition(key.value):
            no = 0 if key.direction == "highest" else 1
            negated = formulas.Unary("not", key.value) if no else key.value
            parts.append(f"first those{clauses(inner, negated, noun.is_person, is_many=True)}")
        else:
            parts.append(f"by {inner.key_text(key)}")
    return ", then ".join(parts)


def _special_clause(say: Formulas, node: formulas.Binary, of_me: bool, no: int) -> str:
    """Describes comparisons that have a shorter clause: `with at least 3 points`, `with Queen in hand`; returns an empty text for others."""
    is_so = (node.op in ("is", "in")) != bool(no)
    match node:
        case formulas.Binary("in" | "not in", left, formulas.Name() | formulas.Attribute() as right) if own := _own(
            say, right, of_me
        ):
            return f"{'with' if is_so else 'without'} {say.part(left)} in {own}" if say.is_zone(right) else ""
        case formulas.Binary("is" | "is not", formulas.Name() | formulas.Attribute() as left, formulas.NoneLiteral()):
            own = _own(say, left, of_me)
            return f"{'without' if is_so else 'with'} {article(plain(own))} {own}" if own else ""
        case formulas.Binary(
            _, formulas.Apply(formulas.Name("count"), (formulas.Name() | formulas.Attribute() as left,))
        ) if _own(say, left, of_me):
            said = say.negate(node) if no else say.test(node)
            return (
                f"with {said.partition(' ')[2].partition(' ')[2]}"
                if said.startswith(("there are ", "there is "))
                else ""
            )
        case formulas.Binary(op, left, formulas.Number()) if (own := _own(say, left, of_me)) and is_plural(plain(own)):
            what = mark_word(singular(plain(own))) if node.right == formulas.Number(1) else own
            return f"with {say.describe_number(op, no)} {say.value(node.right)} {what}"
        case formulas.Binary("is" | "is not", formulas.Attribute(of, name), right) if (
            own := _own(say, of, of_me)
        ) and not isinstance(right, formulas.FlagLiteral):
            if name.text == "owner":
                verb = "belongs" if is_so else "does not belong"
                return f"whose {own} {verb} to {say.part(right)}"
            if say.is_zone(of) or plain(own) in say.names.slots:
                value = say.part(right)
                attribute = readable(name.text)
                is_named = plain(value).endswith(f"\u00a0{attribute}") or plain(value).startswith(f"the {attribute} ")
                has = "has" if is_named else f"has the {mark_word(name.text)}"
                has = has if is_so else f"has another {mark_word(name.text)} than"
                id = name_of_place(of)
                return f"whose {say.word_of(id) if say.is_told_with_pieces(id) else own} {has} {value}"
            return ""
        case _:
            return ""


def _own(say: Formulas, node: formulas.Expr, of_me: bool) -> str:
    """Returns the attribute if it belongs to the element itself, else an empty text."""
    match node:
        case formulas.Attribute(formulas.It(), name):
            return mark_word(name.text)
        case formulas.Attribute(formulas.Me(), name) if of_me:
            return mark_word(name.text)
        case formulas.Name(id) if id not in say.bound and (
            id in say.inside or (not say.mine and id in say.names.of_players)
        ):
            return mark_word(id)
        case formulas.Name(id) if id not in say.bound and not say.mine and id in say.names.attributes:
            return mark_word(id)
        case _:
            return ""
