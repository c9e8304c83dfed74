"""Decisions at which random players draw a move before an `ensure` judges it; the effect of a scripted seat's answers on a plan."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.graph.analysis.trials import ensures_ahead, find_tried_exits
from gamedsl.graph.analysis.walk import exits_of, plans
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Answer, DecisionNode, Plan
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl.graph.model.types import NodeId

MOST_DRAWS = 16
"""The most candidates that a random player draws in vain before it judges all of them."""


def nodes_with_candidates(game: Game) -> frozenset[NodeId]:
    """Returns the decisions at which random players draw among the moves before they are judged, and try only the drawn one.

    Some moves must need a trial. If the inside of a gate "if able" is judged, declining is a move only if everything inside is refused: then a
    move that is no candidate can be legal, so the moves of such a decision are judged first.
    """
    ahead = ensures_ahead(game)
    found = (
        (NodeId(i), node, find_tried_exits(node, ahead))
        for i, node in enumerate(game.nodes)
        if isinstance(node, DecisionNode)
    )
    return frozenset(
        number
        for number, node, tried in found
        if tried and not any(_judges_inside(plan, tried) for plan in plans(node.plan))
    )


def _judges_inside(plan: Plan, tried: frozenset[int]) -> bool:
    """Whether a plan has a gate "if able" that opens an exit whose moves an `ensure` judges."""
    return plan.gate == "if_able" and any(exit in tried and exit != plan.gate_exit for exit, _ in exits_of(plan))


def declines(plan: Plan, name: str, answers: Mapping[str, Answer]) -> bool:
    """Whether a seat with these answers (by name) declines at the gate called `name`: it answers the plan, or a selection of it, with `none` or
    `no`."""
    inner = next(found for found in plans(plan) if found.name == name)
    names = [name, *(part.name for part in inner.parts if isinstance(part, Select | YesNo))]
    return any(answers[n].policy in ("none", "no") for n in names if n in answers)
