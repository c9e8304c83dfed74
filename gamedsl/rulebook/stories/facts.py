"""Tells facts of an example in sentences: `Ann has 2 coins and 3 wood, and the leader is Bob.`"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from gamedsl.rulebook.model import capital, mark_name, mark_word, plain, readable, set_off
from gamedsl.rulebook.sentences.comparisons import is_number
from gamedsl.rulebook.sentences.english import (
    article,
    begins_with_verb,
    condition_of_thing,
    deny,
    is_adjective,
    is_amount,
    is_noun,
    is_plural,
    one_of,
)
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.selections import conjuncts
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.walk import name_of_place


def sentence_of_facts(say: Formulas, facts: Iterable[formulas.Expr], lead: str = "", *, is_inside: bool = False) -> str:
    """Returns one sentence after a lead, such as `Now`; empty if there are no facts. Consecutive facts about the same player are joined. `is_inside`: the
    sentence has already begun, so only names keep a capital letter."""
    parts = [_fact(say, part) for fact in facts for part in conjuncts(fact)]
    if not say.names.has_program:
        parts = [part for part in parts if not _is_of_program(part)]
    if not parts:
        return ""
    said = [f"{head}{join_items([rest for _, rest in same])}" for head, same in _join(parts)]
    if (alike := _alike(said)) is not None:
        said = [alike]
    comma = "," if any(" and " in one or ", " in one for one in said) else ""
    text = f"{comma} and ".join(said) if len(said) <= _FEW else "; ".join(said)
    told = f"{lead} {text}".strip()
    return f"{told if is_inside else capital(told)}."


def _is_of_program(told: tuple[str, str]) -> bool:
    """Whether a fact is about a variable of the rules that has no words for people, such as `climbing is no`."""
    return _YES_OR_NO.search(plain(told[1])) is not None


_EXACT = re.compile(r"(?<=there is )exactly (?=1 )|(?<=there are )exactly (?=\d)")
"""Nobody takes a number in an example for less than it is."""
_YES_OR_NO = re.compile(r" is (yes|no)$")
_FEW = 2
"""The most facts that `and` joins."""


def _alike(said: list[str]) -> str | None:
    """Joins equal statements about several players: `Ann has 12 points, Bob 15 and Dan none`; None if they are not about the same thing."""
    found = [_HAS.fullmatch(one) for one in said]
    of = [(one[1], one[2], plain(one[3]).removesuffix("s")) for one in found if one is not None]
    if not len(of) == len(said) > _FEW or len({what for _, _, what in of}) > 1 or plain(said[0])[-1] != "s":
        return None
    others = [f"{who} {'none' if number == 'no' else '1' if number == 'a' else number}" for who, number, _ in of[1:]]
    return join_items([said[0], *others])


_HAS = re.compile(r"(.+?) has (no|an?|[0-9]+) (.+)")


def _join(parts: list[tuple[str, str]]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for head, same in groupby(parts, key=lambda part: part[0]):
        found = list(same)
        yield from [(head, found)] if head else [("", [one]) for one in found]


def _fact(say: Formulas, fact: formulas.Expr) -> tuple[str, str]:
    """Returns the beginning of a fact that others may share, and the rest."""
    match fact:
        case formulas.Binary("is", formulas.Attribute(of, name), value) if name.text in say.names.scores and is_number(
            value
        ):
            return f"{say.part(of)} scores ", f"{say.value(value)} for {mark_name(name.text)}"
        case formulas.Binary("is", formulas.Attribute(of, name), value) if _is_counted(say, name.text) and is_number(
            value
        ):
            return f"{say.part(of)} has ", _number_of(say, value, name.text)
        case formulas.Binary("is", formulas.Attribute(of, name), value) if (
            name.text in say.names.amounts and name.text.endswith("ed") and is_adjective(name.text) and is_number(value)
        ):
            return f"{say.part(of)} has ", f"{readable(name.text)} {say.value(value)}"
        case formulas.Binary(
            "is", formulas.Name() | formulas.Attribute() as left, formulas.Index(formulas.Name(board)) as place
        ) if board in say.names.boards and (who := _standing(say, left)):
            return "", f"{who} is on {say.value(place)}"
        case formulas.Binary("is", formulas.Name(id) as left, formulas.Name(person)) if (
            id in say.names.persons and person in say.names.people and is_noun(id)
        ):
            return f"{mark_name(person)} is ", say.value(left)
        case formulas.Binary("is", formulas.Name(id) as left, formulas.Name(person)) if (
            id in say.names.holders and person in say.names.people
        ):
            return f"{mark_name(person)} has ", say.value(left)
        case formulas.Binary("is", formulas.Name() | formulas.Attribute() | formulas.Index() as left, right) if (
            say.is_zone(left) or isinstance(right, formulas.ListLiteral)
        ):
            return "", _content(say, left, right)
        case formulas.Name(id) | formulas.Unary("not", formulas.Name(id)) if (
            id in say.names.flags - say.names.of_players and not begins_with_verb(id) and not condition_of_thing(id, 0)
        ):
            is_so = isinstance(fact, formulas.Name)
            state = say.names.states.get(id, "")
            return "", (state if is_so else deny(state)) or f"{mark_name(id)} is {'yes' if is_so else 'no'}"
        case _:
            return "", _EXACT.sub("", say.test(fact), count=1)


def _standing(say: Formulas, place: formulas.Name | formulas.Attribute) -> str:
    """Returns the piece or player whose place a field holds: `Ann` for Ann.spot, `the dog`; empty for other fields."""
    match place:
        case formulas.Attribute(formulas.Name(id) as of, name) if id in say.names.people and name.text in _SPOTS:
            return say.value(of)
        case formulas.Name(id) if id in say.names.shared and is_noun(id):
            return say.value(place)
        case _:
            return ""


_SPOTS = ("spot", "place", "position", "at", "stands")
"""The names of fields for the places of players."""


def _is_counted(say: Formulas, name: str) -> bool:
    return name in say.names.amounts and is_amount(name)


def _number_of(say: Formulas, value: formulas.Expr, name: str) -> str:
    """Describes an amount: `no coins`, `1 coin`, `2 coins`."""
    match value:
        case formulas.Number(0):
            return f"no {mark_name(name)}"
        case formulas.Number(1):
            return set_off(one_of(name))
        case _:
            return f"{say.value(value)} {mark_name(name)}"


def _piece_of(say: Formulas, place: formulas.Expr, item: formulas.Arg) -> str:
    """Describes what lies in a place. Pieces of a player, which rules call by the player's name, are told as pieces: `a worker of Ann`."""
    piece = say.names.pieces.get(name_of_place(place), "")
    match item:
        case formulas.Name(id) if piece and id in say.names.people and name_of_place(place) in say.names.slots:
            return f"{say.value(item)}’s"
        case formulas.Name(id) if piece and id in say.names.people:
            return f"{article(say.names.single(piece))} {say.names.single(piece)} of {say.value(item)}"
        case formulas.SomeOf(number, name) if piece and name.text in say.names.people:
            things = say.names.single(piece) if number == 1 else say.names.several(piece)
            return f"{number} {things} of {mark_word(name.text)}"
        case _:
            return say.value(item)


def _content(say: Formulas, place: formulas.Expr, value: formulas.Expr) -> str:
    """Describes the content of a place: `Rose and 2 Lily are in your hand`. The verb agrees with the pieces, because labels may change the name of the
    place."""
    items = value.items if isinstance(value, formulas.ListLiteral) else (value,)
    items = tuple(item for item in items if item != formulas.NoneLiteral())
    where, verb = say.value(place), "are" if is_plural(name_of_place(place)) else "is"
    if not items:
        return f"{where} {verb} empty"
    said = join_items([_piece_of(say, place, item) for item in items])
    if not say.is_zone(place) or name_of_place(place) in say.names.slots:
        return f"{where} {verb} {said}"
    is_one = len(items) == 1 and not isinstance(items[0], formulas.SomeOf)
    return f"{said} {'is' if is_one else 'are'} in {where}"
