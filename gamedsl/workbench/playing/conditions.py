"""Which conditions of moves are in the way of any: positions of matches are gone through again, with a note of what is asked there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.analysis.walk import plans, reachable, statements
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, EffectNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Ensure, Requirement
from gamedsl.graph.model.types import SiteId
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Decision, Job
from gamedsl_interpreter.engine import Forced, Refusal
from gamedsl_interpreter.reference.decisions.search import Noted
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState

_POSITIONS = 1_000
"""Positions that are looked at."""

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


def asked(job: Job, matches: Sequence[Sequence[Decision]]) -> Asked:
    """Goes through the first matches of a job again, whose decisions these are, and looks at positions that lie evenly in them."""
    engine = ReferenceEngine(job.chosen.engine.game, forced=Forced.ASKED)
    stride = max(1, -(-sum(map(len, matches)) // _POSITIONS))
    noted, positions, number = Noted(), 0, 0
    for index, decisions in enumerate(matches):
        for state, seat in _stops(engine, job, index, decisions):
            if number % stride == 0:
                engine.note_conditions(state, seat, noted, _NODES)
                positions += 1
            number += 1
    return Asked(positions, len(matches), frozenset(noted.asked), frozenset(noted.refused))


def _stops(
    engine: ReferenceEngine, job: Job, index: int, decisions: Sequence[Decision]
) -> Iterator[tuple[ReferenceState, int]]:
    """The positions of a match at which somebody has a decision, those with a single move too, which the decisions leave out."""
    state = engine.initial(job.seed, index) if job.start is None else engine.initial(job.seed, index, job.start)
    rest = iter(decisions)
    while not state.is_over:
        seat = engine.to_act(state)[0]
        yield state, seat
        move = engine.parse_move(state, seat, text) if (text := _text(engine, state, seat, rest)) else None
        if move is None or isinstance(move, Refusal):
            return
        state = engine.play(state, seat, move)


def _text(engine: ReferenceEngine, state: ReferenceState, seat: int, rest: Iterator[Decision]) -> str | None:
    """What was played; the only move where nobody was asked."""
    node = engine.game.nodes[state.node]
    is_told = isinstance(node, DecisionNode | TogetherNode) and node.is_private
    if is_told or engine.step(state, seat).kind != "only":
        return next((one.text for one in rest), None)
    return engine.moves(state, seat)[0].text
