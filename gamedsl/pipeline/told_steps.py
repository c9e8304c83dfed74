"""Finds phases without a sentence, and steps that the sentences of phases, rules and the set-up do not mention."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.diagnostics.problem import Problem
from gamedsl.pipeline.said_words import says
from gamedsl.semantics.problems.bare_names import LeftOutOfSentence, PhaseWithoutSentence
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place, walk


def problems_of_steps(decls: Sequence[declarations.Decl], every: Sequence[declarations.Decl]) -> Iterator[Problem]:
    """Yields the problems of `decls`, a part of `every`."""
    starts = _starts(every)
    for decl in decls:
        match decl:
            case declarations.Phase(name=name, body=body) if not body.doc:
                if not _is_told_by_others(body, every):
                    yield PhaseWithoutSentence(name.span, name.text)
            case declarations.Phase(name=name, body=body) | declarations.Rule(name=name, body=body) if body.doc:
                yield from _find_left_out(name.text, body, starts)
            case declarations.Setup(body=body) if body.doc:
                yield from _find_left_out("set-up", body, {})
            case _:
                pass


def _is_told_by_others(body: statements.Suite, every: Sequence[declarations.Decl]) -> bool:
    """Whether a phase only leads to rules and actions that have sentences."""
    told = {decl.name.text for decl in every if isinstance(decl, declarations.Rule) and decl.body.doc}
    match body.body:
        case (statements.CallStmt(call=call),):
            return _function_of(call) in told
        case (statements.Choose(lines=(), menu=statements.Menu(lines=lines)),):
            return all(_function_of(line.call) in told for line in lines)
        case _:
            return False


def _function_of(call: formulas.Expr) -> str:
    of = call.of if isinstance(call, formulas.Apply) else call
    return of.id if isinstance(of, formulas.Name) else ""


def _find_left_out(name: str, body: statements.Suite, starts: Mapping[str, formulas.Expr]) -> Iterator[Problem]:
    """Yields the shuffles, the ends of the match without a reason, and the reset fields that the sentence of a body does not mention."""
    doc = body.doc or ""
    found: set[str] = set()
    for node in walk(body):
        match node:
            case statements.Shuffle() if not _SHUFFLED.search(doc):
                what, word = "a shuffle", "shuffle"
            case statements.EndGame(why=None) if not _ENDED.search(doc):
                what, word = "an end of the match", "ends"
            case statements.Assign(op="=", target=target, value=value) if _is_reset(target, value, starts, doc):
                field = name_of_place(target).replace("_", " ")
                what, word = f"that “{field}” is as at the start again", field
            case _:
                continue
        if what not in found:
            found.add(what)
            yield LeftOutOfSentence(node.span, name, what, word)


_SHUFFLED = re.compile(r"\b(shuffl|mix|random|by lot|by chance)", re.IGNORECASE)
_ENDED = re.compile(r"\b(ends?|ended|over|wins?|won|winner|loses?|lost|last|finish\w*|drawn?)\b", re.IGNORECASE)
_ANEW = re.compile(
    r"\b(again|anew|back|new|next|reset|fresh|clear\w*|empt\w*|begin\w*|start\w*|free|no|none|nothing|nobody|all)\b",
    re.IGNORECASE,
)


def _is_reset(target: formulas.Expr, value: formulas.Expr, starts: Mapping[str, formulas.Expr], doc: str) -> bool:
    """Whether a field that players read of gets the value that it has at the start, and the sentence `doc` does not say so."""
    name = name_of_place(target)
    if starts.get(name) != value or _ANEW.search(doc):
        return False
    return not any(says(doc, word) for word in name.split("_"))


def _starts(every: Sequence[declarations.Decl]) -> Mapping[str, formulas.Expr]:
    """Returns the start values of the fields that have a sentence."""
    return {
        one.name.text: one.start
        for decl in every
        if isinstance(decl, fields.Fields)
        for one in decl.members
        if isinstance(one, fields.Field)
        and one.is_shown
        and one.doc
        and one.start is not None
        and not isinstance(one.start, formulas.FlagLiteral)
    }
