"""Describes conditions in plain English, as clauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamedsl.rulebook.model import bracket, mark_name, mark_word, plain
from gamedsl.rulebook.sentences import comparisons, selections
from gamedsl.rulebook.sentences.builtins import test_text
from gamedsl.rulebook.sentences.english import (
    article,
    begins_with_verb,
    condition_of_thing,
    deny,
    is_noun,
    is_plural,
    is_verb,
    split_state,
    statement,
)
from gamedsl.rulebook.sentences.shapes import about_it, as_filter, function_name, is_long, is_loop, join_items
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident

if TYPE_CHECKING:
    from gamedsl.rulebook.sentences.formulas import Formulas

_SHORT = 70
"""The most characters of a condition in the place of its name."""


def condition_text(say: Formulas, node: formulas.Arg, no: int) -> str:
    """Describes a condition as a clause, or its opposite if `no` is 1."""
    match node:
        case formulas.Unary("not", operand):
            return condition_text(say, operand, 1 - no)
        case formulas.FlagLiteral(value):
            return "always" if value != bool(no) else "never"
        case formulas.Binary("and", left, right) if (rest := _without_none_test(left, right)) is not None:
            return condition_text(say, rest, no)
        case formulas.Binary("and" | "or", left, right):
            word = node.op if not no else {"and": "or", "or": "and"}[node.op]
            return f"{_join_side(say, left, word, no)} {word} {_join_side(say, right, word, no)}"
        case formulas.Binary(
            "is" | "is not", formulas.Name() | formulas.Attribute() as left, formulas.FlagLiteral(value)
        ):
            return _flag_is(say, left, value != bool(no) if node.op == "is" else value == bool(no))
        case formulas.Binary(op, left, right) if comparisons.is_comparison(op):
            return comparisons.compare_text(say, op, left, right, no)
        case formulas.Apply():
            return _test_of_call(say, node, no)
        case formulas.Ternary(condition, yes, formulas.FlagLiteral(False)):
            return condition_text(say, formulas.Binary("and", condition, yes), no)
        case formulas.Ternary(condition, yes, other):
            then = condition_text(say, yes, no)
            return bracket(f"if {say.test(condition)}, {then}; otherwise {condition_text(say, other, no)}")
        case formulas.Name(id) if id in say.answers:
            return f"you say {'no' if no else 'yes'}"
        case formulas.Name("human"):
            return f"it is {'not ' if no else ''}a person"
        case formulas.Name(id) if id not in say.bound and id in say.names.of_players and id not in say.inside:
            said = statement("you" if say.mine else "the player", id, no)
            return (
                said
                or _state(say, id, lambda what: f"{say.mine or 'the '}{mark_word(what)}", no)
                or _is_so(say, node, no)
            )
        case formulas.Name(id) if id not in say.bound and (said := meaning(say, id, no)):
            return said
        case formulas.Name(id) if id not in say.bound and (id in say.names.shared or id in say.names.parameters):
            return _flag_of_table(say, node, no)
        case formulas.Attribute(of, name) if not is_long(of):
            said = statement(say.part(of), name.text, no)
            return (
                said
                or _state(say, name.text, lambda what: say.value(formulas.Attribute(of, Ident(what))), no)
                or _is_so(say, node, no)
            )
        case formulas.Name(id) if id not in say.bound and id in say.names.switches:
            return f"the option {mark_name(id)} is {'off' if no else 'on'}"
        case formulas.Attribute(of, name) if said := statement(say.part(of), name.text, no):
            return said
        case _:
            return _is_so(say, node, no)


def _without_none_test(left: formulas.Expr, right: formulas.Expr) -> formulas.Expr | None:
    """Returns a condition without a test that only proves that a value is there, before a comparison of the same value: people compare what is there. None for
    other conditions."""
    match left, right:
        case (
            formulas.Binary("is not", formulas.Apply() as value, formulas.NoneLiteral()),
            formulas.Binary("<" | "<=" | ">" | ">=" | "is", of, _),
        ) if of == value:
            return right
        case formulas.Binary("and", first, second), _ if (rest := _without_none_test(second, right)) is not None:
            return formulas.Binary("and", first, rest)
        case _:
            return None


def _is_so(say: Formulas, node: formulas.Arg, no: int) -> str:
    match node:
        case formulas.Attribute(of, Ident(name)) if (
            name in say.names.attributes and name in say.names.flags and is_noun(name) and not is_long(of)
        ):
            what = f"no {mark_word(name)}" if no else f"{article(name)} {mark_word(name)}"
            return f"{selections.holder(say, of)} has {what}"
        case _:
            pass
    return f"{say.part(node)} is {'no' if no else 'yes'}"


def _state(say: Formulas, name: str, whose: Callable[[str], str], no: int) -> str:
    """Describes a flag about a thing of somebody: `your home is free`; returns an empty text for other names."""
    what, state = split_state(name)
    if not what:
        return ""
    return f"{whose(what)} {'are' if is_plural(what) else 'is'} {'not ' if no else ''}{mark_word(state)}"


def _flag_of_table(say: Formulas, node: formulas.Name, no: int) -> str:
    """Describes a flag of the table: as its sentence says, `it is lone`, `the weather is taken`, `the pump is yes`, or its name alone."""
    id = node.id
    state = say.names.states.get(id, "")
    if said := deny(state) if no else state:
        return said
    said = statement("it", id, no) if begins_with_verb(id) else condition_of_thing(id, no)
    if said:
        return said
    return f"{say.part(node)} is {'no' if no else 'yes'}" if is_noun(id) else f"{'not ' if no else ''}{say.part(node)}"


def meaning(say: Formulas, id: str, no: int = 0) -> str:
    """Describes the meaning of a name without a sentence of its own, if the description is short; otherwise empty."""
    meant = say.names.tests.get(id)
    if meant is None or begins_with_verb(id) or (isinstance(meant, formulas.Binary) and meant.op in ("and", "or")):
        return ""
    said = condition_text(say, meant, no)
    return said if len(plain(said)) <= _SHORT else ""


def _flag_is(say: Formulas, node: formulas.Name | formulas.Attribute, value: bool) -> str:
    """Describes that a flag is yes or no: as a sentence if the flag's name allows one, otherwise with the words "yes" and "no"."""
    said = condition_text(say, node, 0 if value else 1)
    is_bare = said in (say.value(node), f"not {say.value(node)}")
    return f"{say.part(node)} is {'yes' if value else 'no'}" if is_bare else said


def _test_of_call(say: Formulas, node: formulas.Apply, no: int) -> str:
    plain = [arg for arg in node.args if not isinstance(arg, formulas.Named)]
    test = test_text(function_name(node), len(plain))
    match function_name(node), node.args:
        case ("all" | "any") as name, (argument,):
            return _quantify(say, name, argument, no)
        case "all_equal", (formulas.Comprehension() as loop,) if test is not None:
            return test[no].format(say.loop(loop, is_test=False))
        case ("some" | "no") as name, (argument,):
            return comparisons.existing(say, argument, (name == "some") != bool(no))
        case _ if test is not None:
            said = test[no].format(*map(say.part, plain))
            extra = ", ".join(say.value(arg) for arg in node.args if isinstance(arg, formulas.Named))
            return f"{said} {bracket(extra)}" if extra else said
        case _ if said := predicate(say, node, no):
            return said
        case _:
            return _applies(say, node, no)


def _applies(say: Formulas, node: formulas.Apply, no: int) -> str:
    """Describes a test of the game with arguments: `is run applies to these and 3`."""
    args = join_items([say.part(arg) for arg in node.args])
    to = f" to {args}" if node.args else ""
    name = mark_name(function_name(node)) if isinstance(node.of, formulas.Name) else say.value(node.of)
    return f"{name} {'does not apply' if no else 'applies'}{to}"


def _join_side(say: Formulas, node: formulas.Expr, word: str, no: int) -> str:
    inner = node
    flip = no
    while isinstance(inner, formulas.Unary) and inner.op == "not":
        inner, flip = inner.operand, 1 - flip
    said = condition_text(say, node, no)
    if isinstance(inner, formulas.Binary) and inner.op in ("and", "or"):
        own = inner.op if not flip else {"and": "or", "or": "and"}[inner.op]
        return said if own == word else bracket(said)
    return bracket(said) if is_loop(inner) and not _is_of_a_kind(say, inner) else said


def _is_of_a_kind(say: Formulas, node: formulas.Expr) -> bool:
    """Whether a formula asks for a kind of piece in a zone, so that a short clause describes it."""
    match node:
        case formulas.Apply(args=(what,)):
            return bool(say.existence(node) and comparisons.kind_inside(say, what, True))
        case _:
            return False


def predicate(say: Formulas, node: formulas.Apply, no: int) -> str:
    """Describes a test with the words of its name: `it fits`, `c can arrive`; returns an empty text if the name gives no sentence."""
    name = function_name(node)
    if len(node.args) != 1 or isinstance(node.args[0], formulas.Named):
        return ""
    who = say.part(node.args[0])
    if name in say.names.of_players:
        is_said = say.mine and (begins_with_verb(name) or is_verb(name))
        return f"{statement('you', name, no)} {who}" if is_said else ""
    return statement(who, name, no)


def _quantify(say: Formulas, name: str, argument: formulas.Arg, no: int) -> str:
    if not isinstance(argument, formulas.Comprehension):
        every = "all" if name == "all" else "at least one"
        return f"{'not ' if no else ''}{every} of {say.part(argument)} is yes"
    exists = name == "any" if not no else name == "all"
    if exists and (found := as_filter(argument, negated=name == "all")) is not None:
        return comparisons.existing(say, found, is_some=True)
    if name == "any" and (found := as_filter(argument, negated=False)) is not None:
        return comparisons.existing(say, found, is_some=False)
    if name == "all" and not no and (said := _for_every(say, argument)):
        return said
    words = {("all", 0): "every", ("all", 1): "not every", ("any", 0): "at least one", ("any", 1): "no"}
    return say.loop(argument, is_test=True, every=words[name, no])


def _for_every(say: Formulas, node: formulas.Comprehension) -> str:
    """Describes that a test holds for every element. If the test names the element once, the words for all elements take its place: `suit of every card in
    your hand is Hearts`."""
    if isinstance(node.body, formulas.Comprehension) or node.second is not None or node.choose is not None:
        return ""
    source, inner = about_it(node.source, node.var.text), say.binding(node.var.text)
    body = inner.test(node.body)
    match node.body:
        case formulas.Apply(args=(formulas.Attribute(formulas.Name(id), name),)) if (
            say.existence(node.body) == "no" and id == node.var.text and source == formulas.Name("players")
        ):
            return f"every {mark_word(name.text)} is empty"
        case _:
            pass
    if not say.is_plainly_named(node.source):
        return f"for every {mark_word(node.var.text)} of {say.part(source)}, {body}"
    is_short = not isinstance(node.source, formulas.Filter) and " not " not in body and " no " not in body
    var = inner.value(formulas.Name(node.var.text))
    if body.count(var) == 1 and is_short and not is_loop(node.body):
        return body.replace(var, f"every {selections.one(say, source)}")
    return f"for every {selections.one(say, source, node.var.text)}, {body}"
