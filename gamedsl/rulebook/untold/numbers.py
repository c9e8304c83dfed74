"""Finds sentences of scores, ends and phases that leave out a number of what they tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.pipeline.said_words import says_number
from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import plain, readable, sentence_of_doc
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.outlines import condition_outline
from gamedsl.rulebook.sentences.selections import clauses
from gamedsl.rulebook.untold.fact import Fact
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk


def end_facts(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[Fact]:
    """Yields what ends of the match mean of which no sentence says a number: `“A snail is home” means that its place is at least 15.`"""
    silent = {name: one for name, one in _members(decls).items() if isinstance(one, fields.Define) and not one.doc}
    for decl in decls:
        if isinstance(decl, declarations.Ends) and decl.condition is not None and decl.doc:
            own = sentence_of_doc(decl.doc).removesuffix(".")
            condition = decl.condition
            while isinstance(condition, formulas.Name) and condition.id in silent:
                condition = silent[condition.id].value
            found = condition_outline(say.impersonal(), condition)
            if not found.steps and tells_number_left_out(own, found.text, condition, decls, say.names.sentences):
                text = f"“{own}” means that {found.text}."
                yield Fact(text, re.compile(re.escape(plain(text))), (key_of(decl),))


def actor_facts(say: Formulas, decls: Sequence[declarations.Decl]) -> Iterator[Fact]:
    """Yields who acts in a phase whose sentence leaves out a number that decides it, and where no sentence names what decides it: `Only players with fewer
    than 5 wounds do this.`, `Only players who are not wet do this.`"""
    for decl in decls:
        match decl:
            case declarations.Phase(each=statements.EachClause(Ident("player"), where=where), body=body) if (
                body.doc and where is not None
            ):
                who = clauses(say.impersonal(), where, True, is_many=True)
                if _is_untold_flag(say, where) or _tells_more(sentence_of_doc(body.doc), who, where, decls):
                    text = f"Only players{who} do this."
                    yield Fact(text, re.compile(re.escape(plain(text))), (key_of(decl),))
            case _:
                pass


def _is_untold_flag(say: Formulas, where: formulas.Expr) -> bool:
    """Whether a condition is a flag of players, or its opposite, and no sentence has the last word of its name in any form."""
    flag = where.operand if isinstance(where, formulas.Unary) else where
    if not isinstance(flag, formulas.Name) or flag.id not in say.names.flags & say.names.of_players:
        return False
    last = _ENDING.sub("", readable(flag.id).rpartition(" ")[2])
    return last not in _FINISHED and re.search(rf"\b{re.escape(last[:_STEM])}", say.names.sentences) is None


_STEM = 5
"""The letters of a word that its other forms share."""
_ENDING = re.compile(r"(?<=\w\w\w)(ed|ing)$")
_FINISHED = frozenset({"done", "finish", "over", "pass", "ready", "stopp"})
"""What players are who have no turn left, without the endings of the words: sentences tell it in many ways."""


def tells_number_left_out(
    own: str, made: str, value: formulas.Expr, decls: Sequence[declarations.Decl], known: str = ""
) -> bool:
    """Whether the text `made` of a formula is easy to read and tells a number that its `own` sentence leaves out, and other sentences too. A sentence with a
    number of its own is trusted: it counts in its own way."""
    counts = any(says_number(own, one) for one in range(2, _MOST))
    return not counts and made.count("(") <= 1 and _tells_more(known, made, value, decls)


def _tells_more(known: str, made: str, value: formulas.Expr, decls: Sequence[declarations.Decl]) -> bool:
    """Whether the text `made` of a formula tells a number that neither a sentence of what it uses nor `known` says."""
    every = _members(decls)
    waiting: list[object] = [value]
    seen: set[str] = set()
    numbers: set[int] = set()
    while waiting:
        nodes = [*walk(waiting.pop())]
        of_places = {id(one) for node in nodes for one in _places(node)}
        numbers |= {one.value for one in nodes if isinstance(one, formulas.Number) and id(one) not in of_places}
        for name in {one.id for one in nodes if isinstance(one, formulas.Name)} & every.keys() - seen:
            seen.add(name)
            used = every[name]
            known += f" {used.doc or ''}"
            if isinstance(used, fields.Define) and not used.doc:
                waiting.append(used.value)
    return any(one > 1 and says_number(made, one) and not says_number(known, one) for one in numbers)


_MOST = 100
"""Larger numbers stand in digits in sentences, if at all."""


def _members(decls: Sequence[declarations.Decl]) -> dict[str, fields.Field | fields.Define]:
    """Returns the fields and formulas of players, boards and the table by their names."""
    found: dict[str, fields.Field | fields.Define] = {}
    for decl in decls:
        every = decl.members if isinstance(decl, fields.Fields) else (decl,)
        found |= {one.name.text: one for one in every if isinstance(one, fields.Field | fields.Define)}
    return found


def _places(node: object) -> tuple[formulas.Arg, ...]:
    """Returns the parts of a formula that only say where something stands."""
    match node:
        case formulas.Index(args=args):
            return args
        case formulas.Binary("..", low, high):
            return (low, high)
        case _:
            return ()
