"""Checks `end game`, with or without the winners."""

from __future__ import annotations

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.game import Dimension
from gamedsl.graph.model.types import FLAG, ListOf
from gamedsl.semantics.construction.logic import negate
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.semantics.statements.written_limits import own_reason
from gamedsl.syntax.tree import statements as written
from gamedsl.values import evolve


def end_game(world: World, node: written.EndGame, scope: Scope) -> list[source_statements.Stmt]:
    """Checks the end. Which players win is noted before it, because the formula may read locals and who acts."""
    reason = own_reason(world, node.why or f"`{scope.where}` ends the match", node.verdict)
    end = source_statements.EndGame(reason, world.site(node.span, scope.where))
    if node.verdict is None or node.verdict.which is None:
        return [end]
    seats = len(world.seats)
    if world.won_field is None:
        world.won_field = declare_hidden_field(
            world, "won", FLAG, False, (Dimension(world.player, seats, 0),), told="never"
        )
    local = world.local("it", world.player)
    told = world.check.flag(node.verdict.which, evolve(scope, element=local))
    won = told if node.verdict.word == "win" else negate(told)
    note = statements.SetField(world.won_field, (local,), won, end.site)
    everybody = expressions.Const(tuple(range(seats)), ListOf(world.player, seats))
    return [statements.For((local.id,), everybody, (note,)), end]
