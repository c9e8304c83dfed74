"""Finds out which conditions of moves ever refuse one, by replaying positions of matches and recording the conditions that are evaluated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from gamedsl.graph.analysis.walk import plans, reachable, statements
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, EffectNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Ensure, Requirement
from gamedsl.graph.model.types import SiteId
from gamedsl.values import frozen
from gamedsl.workbench.playing.again import sample, sample_matches
from gamedsl.workbench.playing.jobs import Decision, Job
from gamedsl_interpreter.engine import Engine, Forced, State
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.noted import Noted

_NODES = 3_000
"""The most nodes of the search for moves at each position."""


@frozen
class Asked:
    """The result of examining positions: the numbers of positions and of matches, the lines of conditions that were evaluated, and the lines of conditions
    that refused a move."""

    positions: int
    matches: int
    asked: frozenset[SiteId]
    refused: frozenset[SiteId]


def conditions(game: Game) -> dict[SiteId, str]:
    """Returns the conditions of the moves of a Game, requirements and offers of menu lines: their names by line."""
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
    """The method that both executors have for this purpose."""

    def note_conditions(self, state: State, seat: int, noted: Noted, most: int) -> None: ...


def examine(job: Job, matches: Sequence[Sequence[Decision]]) -> Asked:
    """Replays the first matches of a job, whose decisions are `matches`, and examines positions spread evenly over them."""
    engine = cast("_Noting", fastest(job.chosen.engine.game, forced=Forced.ASKED).engine)
    taken = sample_matches(matches)
    noted, positions = Noted(), 0
    for state, seat in sample(engine, job, taken):
        engine.note_conditions(state, seat, noted, _NODES)
        positions += 1
    return Asked(positions, len(taken), frozenset(noted.asked), frozenset(noted.refused))
