"""Describes comparisons in words: `there are fewer than 3 pieces in your hand`, `all of them are equal in value`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.rulebook.model import mark_name, mark_word
from gamedsl.rulebook.names import is_test
from gamedsl.rulebook.sentences import selections
from gamedsl.rulebook.sentences.english import PERSONS, article, is_amount, is_noun, is_plural, statement
from gamedsl.rulebook.sentences.shapes import function_name, is_long, is_plain_sum, join_items
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import name_of_place

if TYPE_CHECKING:
    from gamedsl.rulebook.sentences.formulas import Formulas

_COMPARED = {
    "is": ("is", "is not"),
    "is not": ("is not", "is"),
    "in": ("is in", "is not in"),
    "not in": ("is not in", "is in"),
    "<": ("is less than", "is at least"),
    "<=": ("is at most", "is more than"),
    ">": ("is more than", "is at most"),
    ">=": ("is at least", "is less than"),
}
_NUMBERED = {
    "is": ("exactly", "not exactly"),
    "is not": ("not exactly", "exactly"),
    "<": ("fewer than", "at least"),
    "<=": ("at most", "more than"),
    ">": ("more than", "at most"),
    ">=": ("at least", "fewer than"),
}
"""The words for comparing a number of things."""
_EQUAL = {"is", "is not"}
_ORDERS = {"<", "<=", ">", ">="}
_SOME = {("is not", 0), (">", 0), (">=", 1)}
_NONE = {("is", 0), ("<=", 0), ("<", 1)}


def is_comparison(op: str) -> bool:
    """Whether an operator compares."""
    return op in _COMPARED


def compare_text(say: Formulas, op: str, left: formulas.Expr, right: formulas.Expr, no: int) -> str:
    """Describes a comparison as a clause; with `no`, its opposite."""
    if said := _special(say, op, left, right, no):
        return said
    if op in ("is", "is not") and is_test(left) and is_test(right) and not isinstance(right, formulas.FlagLiteral):
        return f"{say.test(left)} exactly if {say.test(right) if (op == 'is') != bool(no) else say.negate(right)}"
    said = comparison(say, op, right, no)
    is_name = isinstance(left, formulas.Name | formulas.Attribute)
    called = function_name(left) if isinstance(left, formulas.Apply) else name_of_place(left)
    # Calls of built-in functions have words of their own.
    called = called if name_of_place(left) or called in say.names.parameters else ""
    if isinstance(left, formulas.Me) or (is_plural(called) and (is_name or op in _ORDERS or is_number(right))):
        said = said.replace("is", "are", 1)
    if isinstance(left, formulas.Me) and isinstance(right, formulas.Apply) and function_name(right) == "leaders":
        said = said.replace(" in ", " among ", 1)
    return f"{_side(say, left)} {said}"


def is_number(node: formulas.Expr) -> bool:
    """Whether a formula is a number as written or a calculation."""
    return isinstance(node, formulas.Number | formulas.Divide | formulas.Binary) or (
        isinstance(node, formulas.Unary) and node.op == "-"
    )


def number_phrase(op: str, no: int) -> str:
    """Returns the words of a comparison before a number of things: `at least`."""
    return _NUMBERED[op][no]


def comparison(say: Formulas, op: str, right: formulas.Expr, no: int = 0) -> str:
    """Describes a comparison without its left side: `is at least 3`, `is not Horse or Boat`."""
    is_in = (op == "in") != bool(no)
    match right:
        case formulas.ListLiteral(items) if items and op in ("in", "not in"):
            return f"is {'' if is_in else 'not '}{join_items([say.part(item) for item in items], 'or')}"
        case formulas.Apply(formulas.Name("ends"), (line,)) if op in ("in", "not in"):
            return f"is {'' if is_in else 'not '}an end of {say.part(line)}"
        case formulas.Binary("..") if op in ("in", "not in"):
            return f"is {'' if is_in else 'not '}from {say.value(right)}"
        case _:
            return f"{_COMPARED[op][no]} {_side(say, right)}"


def existing(say: Formulas, what: formulas.Arg, is_some: bool) -> str:
    """Describes whether a collection has elements: `there is no piece in your hand whose symbol is Horse`, `your hand is not empty`."""
    match what:
        case formulas.Filter() if not is_some and (said := _every(say, what)):
            return said
        case formulas.Filter() if said := kind_inside(say, what, is_some):
            return said
        case formulas.Filter():
            said = f"there is {'at least one' if is_some else 'no'} {selections.one(say, what)}"
            return said.replace("is no one ", "is none ").replace("at least one one ", "at least one ")
        case formulas.Name(id) if id not in say.bound and is_plural(id) and _are_players(say.names.lists.get(id)):
            return f"there are {'' if is_some else 'no '}{mark_word(id)}"
        case formulas.Leading() | formulas.Comprehension():
            return f"there is {'at least one' if is_some else 'none'} of {say.value(what)}"
        case formulas.Name(id) | formulas.Attribute(name=Ident(id)) if (
            say.is_filled_by_its_piece(id) and id not in say.bound
        ):
            if said := _none_text(say, what, not is_some):
                return said
            said = say.impersonal().value(what) if isinstance(what, formulas.Name) else say.value(what)
            return f"there is {'a' if is_some else 'no'} {said.removeprefix('the ')}"
        case _:
            name = name_of_place(what) if not isinstance(what, formulas.Named | formulas.Comprehension) else ""
            is_many = is_plural(name) or (say.is_told_with_pieces(name) and name not in say.names.slots)
            verb = "are" if is_many else "is"
            return f"{say.part(what)} {verb} {'not ' if is_some else ''}empty"


def kind_inside(say: Formulas, what: formulas.Arg, is_some: bool) -> str:
    """Describes that a kind of piece lies in a zone: `Ace is in your hand`; returns an empty text for other selections."""
    match what:
        case formulas.Filter(source, formulas.Binary("is", formulas.It(), formulas.Name(kind) as one), None) if (
            say.is_zone(source) and kind[:1].isupper() and kind not in say.bound
        ):
            return f"{say.value(one)} is {'' if is_some else 'not '}in {say.part(source)}"
        case _:
            return ""


def _every(say: Formulas, what: formulas.Filter) -> str:
    """Describes that no element fails a condition: `every hand is empty`, `every player is done`; empty for other conditions."""
    if what.name is not None:
        return ""
    one = selections.one(say, what.source)
    match what.condition:
        case formulas.Apply(args=(formulas.Name(id),)) as call if say.existence(call) == "some" and _is_own(
            say, what, id
        ):
            return f"every {mark_word(id)} is empty" if what.source == formulas.Name("players") else ""
        case formulas.Unary("not", formulas.Name(id)) if _is_own(say, what, id):
            return statement(f"every {one}", id, 0)
        case formulas.Binary(">", formulas.Name(id), formulas.Number(0)) if _is_own(say, what, id):
            return f"no {one} has any {mark_word(id)}" if is_amount(id) else f"the {mark_word(id)} of every {one} is 0"
        case _:
            return ""


def _are_players(group: formulas.Expr | None) -> bool:
    """Whether a group with a name is of players."""
    return isinstance(group, formulas.Filter) and group.source == formulas.Name("players")


def _is_own(say: Formulas, what: formulas.Filter, id: str) -> bool:
    """Whether a name in a selection belongs to its elements."""
    return id not in say.bound and id in (
        say.names.of_players if what.source == formulas.Name("players") else say.names.attributes
    )


def _special(say: Formulas, op: str, left: formulas.Expr, right: formulas.Expr, no: int) -> str:
    """Describes comparisons with a special form; returns an empty text for others."""
    match left, right:
        case formulas.Apply(formulas.Name("count"), (what,)), _ if op in _NUMBERED:
            return _count_text(say, what, op, right, no)
        case formulas.Apply(formulas.Name("times"), (history,)), formulas.Number(value) if op in _NUMBERED:
            noted = f"noted in {say.part(history)}"
            if (op, value) in _SOME | _NONE:
                return f"the present position is {'' if _are_some(op, value, no) else 'not '}{noted}"
            often = "once" if value == 1 else f"{value} times"
            return f"the present position is {noted} {_NUMBERED[op][no]} {often}"
        case formulas.Name(id) | formulas.Attribute(name=Ident(id)), formulas.Number(value) if (
            op in _NUMBERED and id in say.names.amounts and id not in say.bound and is_amount(id)
        ):
            many = f"{_NUMBERED[op][no]} {value}"
            if (op, value) in _SOME | _NONE:
                many = "any" if _are_some(op, value, no) else "no"
            return _possession(say, left, f"{many} {mark_word(id)}")
        case formulas.Name(id), formulas.Name(value) if (
            id in say.names.options and id not in say.bound and op in _EQUAL
        ):
            return f"the option {mark_name(id)} is {'' if (op == 'is') != bool(no) else 'not '}{mark_name(value)}"
        case formulas.Attribute(of, Ident("owner")), formulas.Me() if op in _EQUAL:
            return f"{say.part(of)} is {'' if (op == 'is') != bool(no) else 'not '}yours"
        case formulas.Attribute(name=Ident(id)), formulas.Me() if (
            op in _EQUAL and say.names.attributes.get(id) == "player" and id not in say.names.of_players
        ):
            is_so = "" if (op == "is") != bool(no) else "not "
            return f"you are {is_so}{say.part(left)}" if id.endswith(PERSONS) else f"{say.part(left)} is {is_so}yours"
        case _, formulas.NoneLiteral() if op in ("is", "is not"):
            return _none_text(say, left, (op == "is") != bool(no))
        case formulas.Apply(formulas.Name("mod"), (of, formulas.Number(step))), formulas.Number(rest) if (
            op in ("is", "is not") and step > 1
        ):
            return _remainder_text(say, of, step, rest, (op == "is") != bool(no))
        case formulas.Name("humans"), formulas.Number(value) if op in _NUMBERED:
            return f"there {'is' if value == 1 else 'are'} {_NUMBERED[op][no]} {_people(value)}"
        case formulas.Name("round"), formulas.Number(value) if op in ("is", "is not") and "round" not in say.bound:
            return f"this is {'' if (op == 'is') != bool(no) else 'not '}round {value}"
        case formulas.Apply(formulas.Name("leaders"), (formulas.Sort(source, keys, name),)), _ if (
            op == "is" and source == right
        ):
            equal = ", ".join(say.within(name).part(key.value) for key in keys)
            return f"{'not ' if no else ''}all of {say.part(source)} are equal in {equal}"
        case _:
            return ""


def _possession(say: Formulas, left: formulas.Expr, what: str) -> str:
    """Says how many things somebody has: `you have at least 3 coins`; empty if the left side is not an amount that players have."""
    match left:
        case formulas.Name(id) if id in say.names.of_players and id not in say.inside:
            return f"{'you have' if say.mine else 'the player has'} {what}"
        case formulas.Attribute(formulas.Me()):
            return f"you have {what}"
        case formulas.Attribute(of):
            return f"{say.part(of)} has {what}"
        case _:
            return ""


def _none_text(say: Formulas, left: formulas.Expr, is_none: bool) -> str:
    """Describes that a field holds nothing, or something: `there is no leader`, `s has a pirate`; returns an empty text for other formulas."""
    match left:
        case formulas.Name(id) if id not in say.bound and id in say.names.of_players and say.mine:
            return f"you have {'no' if is_none else article(id)} {mark_word(id)}"
        case formulas.Name(id) if id not in say.bound and id in say.names.shared and id not in say.names.parameters:
            return f"there is {'no' if is_none else article(id)} {say.word_of_table(id)}"
        case formulas.Name(id) if id in say.bound and is_noun(id):
            return f"there is {'no' if is_none else article(id)} {mark_word(id)}"
        case formulas.Attribute(formulas.It() | formulas.Name() as of, name):
            return f"{selections.holder(say, of)} has {'no' if is_none else article(name.text)} {mark_word(name.text)}"
        case _:
            return ""


_ROUNDS = 3


def _remainder_text(say: Formulas, of: formulas.Arg, step: int, rest: int, is_so: bool) -> str:
    """Describes a test of a remainder: `this is round 1, 5, 9 and so on`, `your sum is even`."""
    if isinstance(of, formulas.Name) and of.id == "round" and "round" not in say.bound:
        first = [(rest or step) + step * at for at in range(_ROUNDS)]
        return f"this is {'' if is_so else 'not '}round {', '.join(map(str, first))} and so on"
    if rest == 0 and step > 2:
        return f"{say.part(of)} is {'' if is_so else 'not '}divisible by {step}"
    if step == 2:
        return f"{say.part(of)} is {'even' if (rest == 0) == is_so else 'odd'}"
    return ""


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number} people"


def _are_some(op: str, number: int, no: int) -> bool:
    return ((op, number) in _SOME) != bool(no)


def _count_text(say: Formulas, what: formulas.Arg, op: str, right: formulas.Expr, no: int) -> str:
    """Describes a comparison with a number of things; returns an empty text if the sentence would be too long."""
    if isinstance(what, formulas.Comprehension | formulas.Named) or is_long(right):
        return ""
    if isinstance(right, formulas.Apply | formulas.Ternary | formulas.Attribute):
        return ""
    is_filter = isinstance(what, formulas.Filter)
    noun = selections.noun_of(say, what.source if isinstance(what, formulas.Filter) else what)
    if isinstance(right, formulas.Number) and (op, right.value) in _SOME | _NONE:
        return existing(say, what, _are_some(op, right.value, no))
    is_one = right == formulas.Number(1)
    if noun.one == "one":
        said = (selections.many(say, what) if is_filter else f"in {say.part(what)}").removeprefix("those ")
        said = said.removeprefix("in those ")
    else:
        said = selections.one(say, what) if is_one else selections.many(say, what)
    return f"there {'is' if is_one else 'are'} {_NUMBERED[op][no]} {say.value(right)} {said}"


def _side(say: Formulas, node: formulas.Expr) -> str:
    """Describes a side of a comparison; sums need no brackets there."""
    match node:
        case formulas.Binary("+" | "-" | "*") | formulas.ListLiteral():
            return say.value(node)
        case formulas.Apply() if function_name(node) == "mod" or is_plain_sum(node):
            return say.value(node)
        case _:
            return say.part(node)
