"""Examples of the words that cannot be names: for each a line that uses it. Words that begin a statement or declaration have theirs from its class."""

from __future__ import annotations

from gamedsl.syntax.tree import declarations, statements
from gamedsl.syntax.tree.traits import uses_of

INNER_WORDS = {
    "add": "add rule NAME:",
    "and": "a and b",
    "answers": "answers:",
    "any": "any of hand",
    "bag": "bag of card",
    "by": "hand by highest value",
    "copies": "set copies of K in deck = 3",
    "else": "else:",
    "ends": "game ends when C",
    "given": "given:",
    "in": "x in S",
    "is": "x is 3",
    "it": "hand where it is Horse",
    "may": "may choose card: one of hand",
    "me": "p is me",
    "no": "no(deck)",
    "none": "x is none",
    "not": "not C",
    "one": "one of hand",
    "openly": "if openly F:",
    "or": "a or b",
    "pile": "pile of card",
    "players": "players 2 to 4",
    "remove": "remove NAME",
    "replace": "replace rule NAME:",
    "set": "set of card",
    "slot": "slot of card",
    "some": "some of hand",
    "then": "then one:",
    "under": "move card under deck",
    "until": "repeat at most 9 until C:",
    "up": "up to 3 of hand",
    "where": "hand where value > 3",
    "while": "hand while value > 3",
    "yes": "done = yes",
}
"""The words inside forms, and those of changes."""

FORMS = uses_of(declarations.Decl | statements.Stmt)
"""An example for each word that begins a declaration or a statement."""

USES = INNER_WORDS | FORMS
