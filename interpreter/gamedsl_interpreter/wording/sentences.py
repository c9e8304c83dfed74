"""The sentences that the rules say: each form of texts and types is kept once, so a fact needs only its number."""

from __future__ import annotations

from typing import TypeAlias

from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.statements import Say
from gamedsl.graph.model.types import Type
from gamedsl.values import frozen

Form: TypeAlias = tuple[tuple[str, ...], tuple[Type, ...]]
"""The texts of a sentence, and the types of the values between them."""


@frozen
class Sentences:
    """All forms of one Game, in the order of its nodes and routines."""

    forms: tuple[Form, ...]

    def number(self, said: Say) -> int:
        """Returns the number of the sentence's form."""
        return self.forms.index(_form(said))


def sentences(game: Game) -> Sentences:
    """Collects the sentences of a Game."""
    bodies = (*game.nodes, *(routine.body for routine in game.routines))
    said = (stmt for body in bodies for stmt in statements(body) if isinstance(stmt, Say))
    return Sentences(tuple(dict.fromkeys(_form(stmt) for stmt in said)))


def _form(said: Say) -> Form:
    return said.texts, tuple(value.type for value in said.values)
