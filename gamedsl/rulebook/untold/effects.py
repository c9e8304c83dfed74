"""Finds sentences of actions that leave out what the action costs or brings: then the steps stand below the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from gamedsl.rulebook.model import plain_sentence, readable
from gamedsl.rulebook.names import Names
from gamedsl.rulebook.sentences.english import plural, singular
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place, walk

_WORDS_FOR_EACH = 3
"""The words that a sentence has at least for each choice, condition and effect, if it tells them all."""


def leaves_out_effects(names: Names, decl: declarations.Rule) -> bool:
    """Whether the sentence of a rule is too short for all that the rule does, and names some cost or gain of players nowhere."""
    said = plain_sentence(decl.body.doc).casefold()
    is_short = len(said.split()) < _WORDS_FOR_EACH * sum(isinstance(node, _PARTS) for node in walk(decl.body))
    return bool(said) and is_short and not all(map(partial(_names_one, said), _amounts(names, decl.body)))


_PARTS = (
    statements.Selection,
    statements.RequireStmt,
    statements.EnsureStmt,
    statements.Assign,
    statements.Move,
    statements.Draw,
)
"""What a sentence has to tell of a rule."""


def _amounts(names: Names, body: statements.Suite) -> Iterator[tuple[str, ...]]:
    """Yields, for each number of players that a rule changes, the words by which a sentence may name it."""
    seen: set[str] = set()
    for node in walk(body):
        if not isinstance(node, statements.Assign):
            continue
        target = node.target
        of, args = (target.of, target.args) if isinstance(target, formulas.Index) else (target, ())
        name = name_of_place(of) if isinstance(of, formulas.Name | formulas.Attribute) else ""
        if name in seen or name not in names.amounts & names.of_players:
            continue
        seen.add(name)
        by = [one.id for one in args if isinstance(one, formulas.Name)]
        yield (name, *by, *names.sorts.get(name, ()))


def _names_one(said: str, words: Iterable[str]) -> bool:
    """Whether a sentence has one of some words."""
    return any(_is_named(said, word) for word in words)


def _is_named(said: str, name: str) -> bool:
    words = {readable(name).casefold(), singular(name).casefold(), plural(name).casefold()}
    return any(re.search(rf"\b{re.escape(word)}\b", said) for word in words)
