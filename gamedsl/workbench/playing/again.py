"""Positions of matches that were played, gone through again to look at what their decisions do not tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl.workbench.playing.jobs import Decision, Job
from gamedsl_interpreter.engine import Engine, Move, Refusal, State

_POSITIONS = 400
"""Positions that are looked at,"""

_DECISIONS = 2_000
"""in so many decisions of the first matches."""


def sampled(matches: Sequence[Sequence[Decision]]) -> Sequence[Sequence[Decision]]:
    """The first matches, in which positions are looked at."""
    return matches[: 1 + sum(length < _DECISIONS for length in accumulate(map(len, matches)))]


def sample(engine: Engine[State], job: Job, taken: Sequence[Sequence[Decision]]) -> Iterator[tuple[State, SeatId]]:
    """Positions that lie evenly in the first matches of a job, whose decisions these are, each with the seat that has to choose. The engine asks for single
    moves, too (`Forced.ASKED`)."""
    stride = max(1, -(-sum(map(len, taken)) // _POSITIONS))
    number = 0
    for index, decisions in enumerate(taken):
        for stop in _stops(engine, job, index, decisions):
            if number % stride == 0:
                yield stop
            number += 1


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
