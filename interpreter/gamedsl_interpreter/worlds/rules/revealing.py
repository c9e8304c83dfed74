"""Finds decisions that reveal pieces: the selected pieces always move first after the decision, in the sight of all."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis import walk
from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model.expressions import Convert, Expr, Local
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, EffectNode
from gamedsl.graph.model.statements import CallRule, Move, Select, SetLocal
from gamedsl.graph.model.types import LocalId, NodeId


def are_first_to_move(game: Game, node: DecisionNode, exit: int) -> bool:
    """Whether the first pieces that move after an exit are all pieces that were selected on the way to it. True also if none were selected."""
    parts = dict(walk.exits_of(node.plan))[exit]
    chosen = [part for part in parts if isinstance(part, Select) and is_pieces(game.locals[part.local].type)]
    if any(isinstance(part, Select) and part.secret for part in parts) or len(chosen) > 1:
        return False
    return not chosen or _moves_first(game, node.exits[exit], chosen[0].local)


def _moves_first(game: Game, start: NodeId, local: LocalId) -> bool:
    same = {local}
    here = start
    for _ in game.nodes:
        node = game.nodes[here]
        if not isinstance(node, EffectNode):
            return False
        found = _in_block(game, node.body, same)
        if found is not None:
            return found
        here = node.next
    return False


def _in_block(game: Game, effects: Sequence[object], same: set[LocalId]) -> bool | None:
    """Whether the first move moves the pieces of these locals; None if nothing moves."""
    for effect in effects:
        match effect:
            case SetLocal(local, value):
                if _is_one_of(value, same):
                    same.add(local)
                else:
                    same.discard(local)
            case Move(what=what):
                return _is_one_of(what, same)
            case CallRule(rule, _, args):
                routine = next(one for one in game.routines if one.rule == rule)
                inner = {param for param, arg in zip(routine.params, args, strict=True) if _is_one_of(arg, same)}
                found = _in_block(game, routine.body, same | inner)
                if found is not None:
                    return found
            case _:
                if any(_moves_pieces(game, one) for one in walk.statements(effect)):
                    return False
    return None


def _moves_pieces(game: Game, effect: object) -> bool:
    name = type(effect).__name__
    if isinstance(effect, CallRule):
        routine = next(one for one in game.routines if one.rule == effect.rule)
        return any(_moves_pieces(game, one) for one in walk.statements(routine.body))
    return name in {"Move", "SwapZones", "SwapPieces", "Rotate", "Shuffle", "Eliminate"}


def _is_one_of(value: Expr, locals: set[LocalId]) -> bool:
    while isinstance(value, Convert):
        value = value.operand
    return isinstance(value, Local) and value.id in locals
