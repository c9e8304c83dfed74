"""Which conditions of moves are in the way of any: positions of matches are gone through again, with a note of what is asked there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Protocol, cast

from gamedsl.graph.analysis.walk import plans, reachable, statements
from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, EffectNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Ensure, Requirement
from gamedsl.graph.model.types import SeatId, SiteId
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Decision, Job
from gamedsl_interpreter.engine import Engine, Forced, Move, Refusal, State
from gamedsl_interpreter.fastest import fastest
from gamedsl_interpreter.noted import Noted

_POSITIONS = 400
"""Positions that are looked at,"""

_DECISIONS = 2_000
"""in so many decisions of the first matches."""

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
    lengths = list(accumulate(map(len, matches)))
    taken = matches[: 1 + sum(length < _DECISIONS for length in lengths)]
    stride = max(1, -(-sum(map(len, taken)) // _POSITIONS))
    noted, positions, number = Noted(), 0, 0
    for index, decisions in enumerate(taken):
        for state, seat in _stops(engine, job, index, decisions):
            if number % stride == 0:
                engine.note_conditions(state, seat, noted, _NODES)
                positions += 1
            number += 1
    return Asked(positions, len(taken), frozenset(noted.asked), frozenset(noted.refused))


def _stops(
    engine: Engine[State], job: Job, index: int, decisions: Sequence[Decision]
) -> Iterator[tuple[State, SeatId]]:
    """The positions of a match at which somebody has a decision, those with a single move too, which the decisions leave out."""
    state = engine.initial(job.seed, index) if job.start is None else engine.initial(job.seed, index, job.start)
    rest = iter(decisions)
    while not state.is_over:
        seat = engine.to_act(state)[0]
        yield state, seat
        move = _played(engine, state, seat, rest)
        if move is None or isinstance(move, Refusal):
            return
        state = engine.play(state, seat, move)


def _played(engine: Engine[State], state: State, seat: SeatId, rest: Iterator[Decision]) -> Move | Refusal | None:
    """What was played; the only move where nobody was asked."""
    step = engine.step(state, seat)
    if step.kind == "only" and not _is_private(engine.game, state):
        return engine.walk(state, seat, lambda _: step.options[0].value)
    told = next(rest, None)
    return None if told is None else engine.parse_move(state, seat, told.text)


def _is_private(game: Game, state: State) -> bool:
    """Whether who has to choose is asked even for the only move."""
    number, *_ = Coder(game).decode(state.bytes)
    node = game.nodes[number]
    return isinstance(node, DecisionNode | TogetherNode) and node.is_private
