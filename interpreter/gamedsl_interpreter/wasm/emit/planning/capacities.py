"""Gives how much room the moves of a Game need: elements of an offer, values of a step, steps of a move, from the types of the offers."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Select

LEAST = 1024
"""The least room, whatever the types say."""
MOST = 1 << 16
"""The most room. If play needs more, the reference executor does that step."""
_MOST_STEPS = 1 << 14


def most_offered(game: Game, part: Select) -> int:
    """Gives how many elements a selection may offer: all that its types allow."""
    return _limit(MOST, max((_elements(game, source) for source in part.sources), default=0))


def values(game: Game) -> int:
    """Gives how many values a step may have."""
    return max(
        (most_offered(game, part) for plan in _plans(game) for part in plan.parts if isinstance(part, Select)),
        default=LEAST,
    )


def steps(game: Game) -> int:
    """Gives how many steps a move may have."""
    return _limit(_MOST_STEPS, max((_steps(game, plan) for plan in _tops(game)), default=0))


def _steps(game: Game, plan: Plan) -> int:
    own = sum(
        most_offered(game, part) if isinstance(part, Select) and part.quantity != "one" and _is_large(game, part) else 1
        for part in plan.parts
    )
    return 2 + own + max((_steps(game, line) for line in plan.menu or ()), default=0)


def _is_large(game: Game, part: Select) -> bool:
    return most_offered(game, part) > LEAST


def _elements(game: Game, source: Expr) -> int:
    kinds = len(game.kinds)
    match source.type:
        case types.SetOf(of):
            return _scale(game, of)
        case types.ListOf(of, most) | types.Ranking(of, most):
            return min(most, _scale(game, of))
        case types.Bag(of):
            return _scale(game, of)
        case types.Pieces(_, most):
            return min(most, kinds * sum(len(zone.start) for zone in game.zones))
        case _:
            return kinds


def _scale(game: Game, of: types.Type) -> int:
    """Gives the number of different values of a type; the limit if they cannot be counted."""
    match of:
        case types.Int(low, high):
            return high - low + 1
        case types.Enum(_, size) | types.Position(_, size) | types.Player(size) | types.Row(_, size):
            return size
        case types.Kind():
            return len(game.kinds)
        case types.Flag() | types.Direction():
            return LEAST
        case _:
            return MOST


def _limit(most: int, number: int) -> int:
    return max(LEAST, min(most, number))


def _plans(game: Game) -> list[Plan]:
    return [inner for plan in _tops(game) for inner in plans(plan)]


def _tops(game: Game) -> list[Plan]:
    decisions = [node.plan for node in game.nodes if isinstance(node, DecisionNode | TogetherNode)]
    return [*decisions, *(question.plan for question in game.questions)]
