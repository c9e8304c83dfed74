"""Facts about choices that are refused: the sentences with which rules refuse an action or one of its choices, where the text does not state the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import readable, sentence_of_doc, small
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.rulebook.untold.effects import numbers_left_out
from gamedsl.rulebook.untold.fact import Fact
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.walk import walk, walk_in_order


def refusal_facts(decls: Sequence[declarations.Decl]) -> Iterator[Fact]:
    """Yields the reasons that make an action with a sentence impossible: `Not possible if you have no snare left.` Reasons with a number that this sentence
    does not say stand as they are: `Three slips of a snail are enough.`"""
    for decl in decls:
        if isinstance(decl, declarations.Rule) and decl.is_action and (own := sentence_of_doc(decl.body.doc)):
            whys = [
                sentence_of_doc(node.why)
                for node in walk_in_order(decl.body)
                if isinstance(node, statements.RequireStmt) and node.why and _is_about_one(node.condition)
            ]
            untold = [
                small(why.removesuffix("."))
                for why in dict.fromkeys(whys)
                if _IS_STATE.fullmatch(why) and not _is_said(why, own)
            ]
            if untold:
                yield Fact(f"Not possible if {join_items(untold, 'or')}.", _NEVER, (key_of(decl),), is_local=True)
            for why in _limits(decl):
                yield Fact(why, re.compile(re.escape(why)), (key_of(decl),), is_local=True)
            for node in walk_in_order(decl.body):
                if isinstance(node, statements.Selection) and (demand := _demand(node)) and not _is_said(demand, own):
                    said = re.compile(re.escape(demand.removeprefix(f"The {readable(node.name.text)} ")))
                    yield Fact(demand, said, (key_of(decl),), is_local=True)


def _limits(decl: declarations.Rule) -> Iterator[str]:
    """Yields the reasons of an action with a number that its sentence does not say."""
    own = sentence_of_doc(decl.body.doc)
    for node in walk_in_order(decl.body):
        if isinstance(node, statements.Selection | statements.RequireStmt | statements.EnsureStmt):
            why = sentence_of_doc(node.why)
            if numbers_left_out(why, own) and _IS_STATE.fullmatch(why) is None:
                yield why


def _is_about_one(condition: formulas.Expr) -> bool:
    """Whether a condition asks for one thing, so that its refusal states it completely. Not so for several things, or for a sum over several places."""
    return not any(
        isinstance(node, formulas.Ternary)
        or (
            isinstance(node, formulas.Binary)
            and (node.op in ("and", "or") or (node.op in ("+", "-") and not _has_number(node)))
        )
        for node in walk(condition)
    )


def _has_number(node: formulas.Binary) -> bool:
    return isinstance(node.left, formulas.Number) or isinstance(node.right, formulas.Number)


def _demand(node: statements.Selection) -> str:
    """Returns a sentence that a chosen thing must fulfil, with its name: `The first field must touch a sown one.`; empty for other sentences."""
    found = _IS_DEMAND.fullmatch(sentence_of_doc(node.why))
    return "" if found is None else f"The {readable(node.name.text)} {found[1]}"


_IS_DEMAND = re.compile(r"It ((?:must|may|can|cannot) [^.;:]+\.)")
_IS_STATE = re.compile(
    r"(There (is|are)|You (have|are|cannot)|Nobody|Nothing|Somebody|No|All|That would|Another|(The|An?) ([\w’']+ )+(is|are|has|have))\b(?!.*\bonly\b)[^.;:]*\."
)
"""A refusal that says what is so, and not what should be done."""
_NEVER = re.compile(r"\bNot possible\b")


def _is_said(why: str, text: str) -> bool:
    """Whether a text states a refusal: it has at least half of the longer words of the sentence. A text with a price states that somebody must be able to
    pay."""
    if _CANNOT_PAY.match(why) and _HAS_PRICE.search(text):
        return True
    longer = [word[:_STEM] for word in re.findall(r"\w+", why.casefold()) if len(word) >= _STEM]
    words = [word for word in longer if word not in _EMPTY]
    found = [word for word in words if re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE)]
    return len(found) * 2 >= len(words) and bool(found or not longer)


_STEM = 5
"""The letters of a word that its other forms share, and the fewest of one that matters."""
_EMPTY = frozenset({"there", "canno"})
"""Beginnings of words that say nothing about what is refused."""
_CANNOT_PAY = re.compile(r"You cannot (pay|afford)\b")
_HAS_PRICE = re.compile(r"\b(costs?|pays?|prices?|spends?)\b", re.IGNORECASE)
