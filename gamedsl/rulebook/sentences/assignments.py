"""Describes assignments in plain English: what somebody gets, becomes or loses, where a player goes, and which number rises or falls."""

from __future__ import annotations

import re

from gamedsl.rulebook.model import capital, mark_word, quiet
from gamedsl.rulebook.sentences.english import PERSONS, is_amount, is_called_store, is_noun, is_plural, number_of
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve


def assign_text(say: Formulas, node: statements.Assign) -> str:
    """Describes an assignment as a sentence."""
    node = as_limit(node)
    target = say.value(node.target)
    match node.op:
        case "=" if node.value == formulas.NoneLiteral():
            return _emptying(say, node.target)
        case "+=" if node.value == formulas.Number(0):
            return f"Nothing is added to {target}."
        case "=" if said := _takes(say, node):
            return said
        case "=" if said := _becomes(say, node) or _goes(say, node):
            return said
        case "=" if said := _rises(say, node):
            return said
        case "=" if said := things_had(say, node):
            return f"You now have {said}."
        case "=" if said := _lies_ready(say, node):
            return said
        case "=":
            return f"Set {target} to {yes_or_no(say.value(node.value))}."
        case "+=" | "-=" if said := _gets(say, node):
            return said
        case "+=":
            return f"Add {say.part(node.value)} to {target}."
        case "-=":
            return f"Take {say.part(node.value)} off {target}."


def as_limit(node: statements.Assign) -> statements.Assign:
    """Returns an assignment that changes a number by what its limits leave room for (`coins += min(3, 9 - coins)`) as one that ends at the limit."""
    match node.op, node.value:
        case "+=", formulas.Apply(formulas.Name("min"), (first, second)):
            for room, by in ((first, second), (second, first)):
                match room, by:
                    case _, formulas.Named() | formulas.Comprehension():
                        pass
                    case formulas.Binary("-", limit, of), _ if of == node.target and by != room:
                        more = formulas.Binary("+", node.target, by)
                        return evolve(node, op="=", value=formulas.Apply(formulas.Name("min"), (more, limit)))
                    case _:
                        pass
        case _:
            pass
    return node


def _becomes(say: Formulas, node: statements.Assign) -> str:
    """Says what somebody becomes or does from now on: `You are now the maker.`; empty for assignments of other kinds."""
    match node.target, node.value:
        case formulas.Name(id), formulas.Me() if id in say.names.persons and id not in say.bound and is_noun(id):
            return f"You are now {say.value(node.target)}."
        case formulas.Name(id) as target, value if (
            id in say.names.persons and id not in say.bound and is_noun(id) and not is_plural(id)
        ):
            person, role = say.value(value), say.value(target)
            is_short = person.count(" ") < _LONG and person == quiet(person) and not person.startswith("whether ")
            return f"{capital(person)} becomes {role}." if is_short else f"{capital(role)} is now {person}."
        case formulas.Name(id) | formulas.Attribute(name=Ident(id)) as target, formulas.FlagLiteral(value) if (
            id in say.names.flags and id not in say.bound
        ):
            if value and isinstance(target, formulas.Name) and (state := say.names.states.get(id)):
                return f"Remember that {state}."
            said = say.test(target) if value else say.negate(target)
            is_bare = said.endswith((" is yes", " is no")) or said in (say.value(target), f"not {say.value(target)}")
            if is_bare or " " not in said:
                return ""
            ended = _NOT.sub(r"\1 no longer ", said, count=1)
            return f"{capital(said)} from now on." if value or ended == said else f"{capital(ended)}."
        case _:
            return ""


def _takes(say: Formulas, node: statements.Assign) -> str:
    """Says that something belongs to the acting player now: `The stall of the town is now yours.`, `You are now the builder of the way.`"""
    match node.target, node.value:
        case formulas.Attribute(name=Ident(id)) as target, formulas.Me() if say.names.attributes.get(id) == "player":
            said = say.value(target)
            return f"You are now {said}." if id.endswith(PERSONS) else f"{capital(said)} is now yours."
        case _:
            return ""


def _goes(say: Formulas, node: statements.Assign) -> str:
    """Says that a player goes to a place: `Go to the goal.`; empty for other assignments."""
    match node.target:
        case formulas.Name(id) if id in say.names.positions and id not in say.bound and say.mine:
            return f"Go to {say.value(node.value)}."
        case formulas.Attribute(of, Ident(id)) if id in say.names.positions:
            who = say.part(of)
            return (
                f"Go to {say.value(node.value)}."
                if who == "you"
                else f"{capital(who)} goes to {say.value(node.value)}."
            )
        case _:
            return ""


_LONG = 9
"""The words of a person who is told after the part that he or she takes: `The leader is now the player with the highest …`."""


def _rises(say: Formulas, node: statements.Assign) -> str:
    """Says that a number rises or falls up to a limit: `Raise the price by 1, but to 5 at most.`; empty for other assignments."""
    match node.value:
        case formulas.Apply(formulas.Name("min" | "max" as which), (first, second)):
            pass
        case _:
            return ""
    for changed, limit in ((first, second), (second, first)):
        match changed, which:
            case formulas.Binary("+", of, by), "min" if of == node.target:
                return f"Raise {say.value(of)} by {say.part(by)}, but to {say.part(limit)} at most."
            case formulas.Binary("-", of, by), "max" if of == node.target:
                return f"Lower {say.value(of)} by {say.part(by)}, but to {say.part(limit)} at least."
            case _:
                pass
    return ""


def _gets(say: Formulas, node: statements.Assign) -> str:
    """Says that somebody gets or loses a number of things: `You get 1 token.`; empty if the field is not an amount that players have."""
    match node.target, node.value:
        case (
            (formulas.Name(id) | formulas.Attribute(formulas.Me(), Ident(id))) as target,
            formulas.Number(number),
        ) if id not in say.bound and (say.mine or isinstance(target, formulas.Attribute)):
            person = None
        case formulas.Attribute(formulas.Name(id=who) as person, Ident(id)), formulas.Number(number) if (
            who in say.bound | say.names.persons or who.startswith("this ")
        ):
            pass
        case formulas.Index(formulas.Name(field), (formulas.Name(id),)), formulas.Number(number) if (
            say.mine and _is_store(say, field, id)
        ):
            person = None
        case formulas.Index(
            formulas.Attribute(formulas.Name(id=who) as person, Ident(field)), (formulas.Name(id),)
        ), formulas.Number(number) if who in say.bound | say.names.persons and _is_store(say, field, id):
            pass
        case _:
            return ""
    is_sort = isinstance(node.target, formulas.Index)
    if not (_is_counted(say, id) or is_sort) or number < 1:
        return ""
    things = number_of(id, number)
    if person is None:
        return f"You {'get' if node.op == '+=' else 'lose'} {things}."
    return f"Give {things} to {say.part(person)}." if node.op == "+=" else f"Take {things} from {say.part(person)}."


def things_had(say: Formulas, node: statements.Assign) -> str:
    """Says how many things a player has once a number of them is set: `1 Pepper`; empty for other assignments."""
    match node.target, node.value:
        case formulas.Name(id), formulas.Number(number) if id not in say.bound and _is_counted(say, id):
            pass
        case formulas.Index(formulas.Name(field), (formulas.Name(id),)), formulas.Number(number) if _is_store(
            say, field, id
        ):
            pass
        case _:
            return ""
    return number_of(id, number) if node.op == "=" and number > 0 and say.mine else ""


def _lies_ready(say: Formulas, node: statements.Assign) -> str:
    """Says how many things there are for all at the beginning: `There are 12 stones.`; empty for other assignments."""
    match node.target, node.value:
        case formulas.Name(id), formulas.Number(number) if (
            say.is_set_up and id in say.names.amounts & say.names.shared - say.bound and is_plural(id) and number > 1
        ):
            return f"There are {number_of(id, number)}."
        case _:
            return ""


def _is_counted(say: Formulas, name: str) -> bool:
    """Whether a number of each player says how many things of a name there are."""
    return name in say.names.amounts & say.names.of_players and is_plural(name) and is_noun(name) and is_amount(name)


def _is_store(say: Formulas, field: str, value: str) -> bool:
    """Whether a number of each player says how many things of a sort there are: the wood in `goods[Wood]`, but not the faith in `track[Faith]`."""
    known = any(value in say.names.values.get(sort, ()) for sort in say.names.sorts.get(field, ()))
    is_of_players = field in say.names.amounts & say.names.of_players - say.bound
    return known and is_of_players and is_called_store(field, say.names.sorts[field])


_NOT = re.compile(r"( is| are) not ")


def _emptying(say: Formulas, target: formulas.Expr) -> str:
    """Says that a field holds nothing any more."""
    match target:
        case formulas.Name(id) if id in say.names.of_players and id not in say.bound and say.mine:
            return f"You have no {mark_word(id)} any more."
        case formulas.Name(id):
            return f"There is no {mark_word(id) if id in say.bound else say.word_of_table(id)} any more."
        case formulas.Attribute(of, name):
            return f"{capital(say.part(of))} has no {mark_word(name.text)} any more."
        case _:
            return f"{capital(say.value(target))} is none again."


def yes_or_no(said: str) -> str:
    """Describes a value; a test becomes yes or no."""
    return f"yes if {said.removeprefix('whether ')}, otherwise no" if said.startswith("whether ") else said
