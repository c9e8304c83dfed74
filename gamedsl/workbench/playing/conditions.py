"""Which conditions of moves are in the way of any: positions of matches are gone through again, with a note of what is asked there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from gamedsl.graph.analysis.walk import plans, reachable, statements
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, EffectNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Ensure, Requirement
from gamedsl.graph.model.types import SiteId
from gamedsl.values import frozen
from gamedsl.workbench.playing.again import sample, sampled
from gamedsl.workbench.playing.jobs import Decision, Job
from gamedsl_interpreter.engine import Engine, Forced, State
from gamedsl_interpreter.fastest import fastest
from gamedsl_interpreter.noted import Noted

_NODES = 3_000
"""Nodes of the search for moves at each position."""


@frozen
class Asked:
    """What was found at so many positions of so many matches: the lines of conditions that were asked there, and of those that were in the way."""

    positions: int
    matches: int
    asked: frozenset[SiteId]
    refused: frozenset[SiteId]


def conditions(game: Game) -> dict[SiteId, str]:
    """The requirements of the moves of a Game, and when lines of menus are offered: names by lines."""
    found: dict[SiteId, str] = {}
    for number in reachable(lambda at: game.nodes[at], (game.start,)):
        node = game.nodes[number]
        if isinstance(node, DecisionNode | TogetherNode):
            found |= {site: name for plan in plans(node.plan) for site, name in _of_plan(plan)}
        elif isinstance(node, EffectNode):
            found |= {one.site: one.name for one in statements(node) if isinstance(one, Ensure)}
    for routine in game.routines:
        found |= {one.site: one.name for one in statements(routine.body) if isinstance(one, Ensure)}
    return found


def _of_plan(plan: Plan) -> Iterator[tuple[SiteId, str]]:
    if plan.offered_if is not None:
        yield plan.site, plan.name
    yield from ((part.site, part.name) for part in plan.parts if isinstance(part, Requirement))


class _Noting(Engine[State], Protocol):
    """What both executors are."""

    def note_conditions(self, state: State, seat: int, noted: Noted, most: int) -> None: ...


def asked(job: Job, matches: Sequence[Sequence[Decision]]) -> Asked:
    """Goes through the first matches of a job again, whose decisions these are, and looks at positions that lie evenly in them."""
    engine = cast("_Noting", fastest(job.chosen.engine.game, forced=Forced.ASKED).engine)
    taken = sampled(matches)
    noted, positions = Noted(), 0
    for state, seat in sample(engine, job, taken):
        engine.note_conditions(state, seat, noted, _NODES)
        positions += 1
    return Asked(positions, len(taken), frozenset(noted.asked), frozenset(noted.refused))
