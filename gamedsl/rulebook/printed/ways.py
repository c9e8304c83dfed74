"""Tells in a printed book which piece moves how: the cases of a formula without a sentence from which players choose."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import Block, Section, Table, bracket, capital, mark_word, readable, sentence_of_doc
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import function_name, join_items
from gamedsl.rulebook.untold.effects import names_one
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve


def with_ways(say: Formulas, parts: Sequence[Section], decls: Sequence[declarations.Decl]) -> tuple[Section, ...]:
    """Returns the sections of formulas with the tables of those whose cases players choose from, unless the sentences of the rules name every case."""
    behind = {one.name.text: one for one in decls if isinstance(one, fields.Define)}
    said = " ".join(sentence_of_doc(one.body.doc) for one in decls if isinstance(one, declarations.WithBody)).casefold()
    chosen = [behind[name] for name in _chosen_from(decls, behind)]
    found = {
        key_of(one): table
        for one in chosen
        if isinstance(value := one.value, formulas.MatchExpr)
        and not (sentence_of_doc(one.doc) or all(names_one(said, [name]) for name in _cases(value)))
        and (table := _ways_table(say, one, value, behind))
    }
    return tuple(evolve(one, blocks=found[one.tells[0]]) if one.tells[0] in found else one for one in parts)


def _cases(value: formulas.MatchExpr) -> list[str]:
    return [one.id for values, _ in value.arms for one in values if isinstance(one, formulas.Name)]


def _ways_table(
    say: Formulas, decl: fields.Define, value: formulas.MatchExpr, behind: Mapping[str, fields.Define]
) -> tuple[Block, ...]:
    """Returns the table of a formula whose cases are what may be chosen: for each case the sentence of the formula behind it, or what it is called. Formulas
    contain each other, so only the first ones are told. Empty if all cases are alike."""
    own = {param.name.text: param for param in decl.params}
    inner = say.impersonal().binding(*own)
    rows = [
        (join_items([inner.value(one) for one in values], "or"), _result_text(inner, result, behind, own))
        for values, result in value.arms
    ]
    told = {said for _, said in rows}
    return (Table((_subject_text(inner, value.subject, own), _RESULT), tuple(rows)),) if len(told) > 1 else ()


_RESULT = "what may be chosen"


def _chosen_from(decls: Sequence[declarations.Decl], behind: Mapping[str, fields.Define]) -> set[str]:
    """Returns the names of the formulas whose elements players choose from, also of those that another formula only narrows."""
    rules = [one for one in decls if isinstance(one, declarations.WithBody | declarations.PickDecl)]
    picks = [node for node in walk(tuple(rules)) if isinstance(node, statements.PickOf)]
    waiting = [_source_name(one.source) for one in picks]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in behind and name not in found:
            found.add(name)
            waiting.append(_source_name(behind[name].value))
    return found


def _source_name(node: formulas.Expr) -> str:
    """Returns the name of the formula that yields the elements of a list, with or without a condition; empty if it is no single formula."""
    match node:
        case formulas.Filter(source=source):
            return _source_name(source)
        case formulas.Apply():
            return function_name(node)
        case _:
            return ""


def _subject_text(say: Formulas, node: formulas.Expr, params: Mapping[str, fields.Param]) -> str:
    """Names what the cases are about: the attribute, without the piece that has it, or the type of a parameter."""
    match node:
        case formulas.Attribute(name=Ident(name)):
            return mark_word(name)
        case formulas.Name(id) if id in params and isinstance(kind := params[id].type, fields.TypeName):
            return mark_word(kind.name.text)
        case _:
            return say.value(node)


def _result_text(
    say: Formulas, node: formulas.Expr, behind: Mapping[str, fields.Define], params: Collection[str]
) -> str:
    """Tells one case: a formula of the game by its sentence or by its name, with what it gets besides the parameters; others step by step."""
    match node:
        case formulas.Binary("+", left, right):
            first = _result_text(say, left, behind, params).removesuffix(".")
            return f"{first}; {_result_text(say, right, behind, params)}"
        case formulas.Apply(args=args) if (own := behind.get(function_name(node))) is not None:
            more = [say.value(one) for one in args if not (isinstance(one, formulas.Name) and one.id in params)]
            said = sentence_of_doc(own.doc) or capital(readable(own.name.text))
            return f"{said} {bracket(join_items(more))}" if more else said
        case _:
            return say.value(node)
