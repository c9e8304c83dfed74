"""Checks `say`: a sentence for the log of the match."""

from __future__ import annotations

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import Optional, Piece, Ranking, Zone
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.choices import OpenBrace
from gamedsl.syntax.tree import statements as written


def say(world: World, node: written.Say, scope: Scope) -> list[source_statements.Stmt]:
    """Builds the sentence, with its values named as in moves and views."""
    if any("{" in text or "}" in text for text in node.texts):
        world.problem(OpenBrace(node.span))
        return []
    values = tuple(_as_collection(world, world.check.formula(value, scope)) for value in node.values)
    if any(is_broken(value) for value in values):
        return []
    return [statements.Say(node.texts, values, world.site(node.span, scope.where))]


def _as_collection(world: World, value: expressions.Expr) -> expressions.Expr:
    """Returns a zone as its content, a ranking as a list."""
    match value.type:
        case Zone(classes, "slot"):
            return expressions.TopPiece(value, Optional(Piece(classes)))
        case Zone() | Optional(Zone()):
            return conversions.as_bag(world, value) or value
        case Ranking():
            return conversions.as_list(world, value)
        case _:
            return value
