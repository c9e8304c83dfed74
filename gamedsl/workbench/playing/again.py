"""Replays matches to examine positions for details that their decisions do not record."""

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
"""The number of positions that are examined."""

_DECISIONS = 2_000
"""The number of decisions, in the first matches, over which these positions are spread."""


def sample_matches(matches: Sequence[Sequence[Decision]]) -> Sequence[Sequence[Decision]]:
    """Returns the first matches, whose positions are examined."""
    return matches[: 1 + sum(length < _DECISIONS for length in accumulate(map(len, matches)))]


def sample(engine: Engine[State], job: Job, taken: Sequence[Sequence[Decision]]) -> Iterator[tuple[State, SeatId]]:
    """Yields positions spread evenly over the first matches of a job, whose decisions are `taken`, each with the seat to move. The engine must support
    single moves (`Forced.ASKED`)."""
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
    """Yields the positions of a match at which a seat decides. Unlike `decisions`, they include positions with a single move."""
    state = engine.initial(job.seed, index) if job.start is None else engine.initial(job.seed, index, job.start)
    rest = iter(decisions)
    while not state.is_over:
        seat = engine.to_act(state)[0]
        yield state, seat
        move = _find_move(engine, state, seat, rest)
        if move is None or isinstance(move, Refusal):
            return
        state = engine.play(state, seat, move)


def _find_move(engine: Engine[State], state: State, seat: SeatId, rest: Iterator[Decision]) -> Move | Refusal | None:
    """Returns the move that was played; the only move if there was no choice."""
    step = engine.step(state, seat)
    if step.kind == "only" and not _is_private(engine.game, state):
        return engine.walk(state, seat, lambda _: step.options[0].value)
    told = next(rest, None)
    return None if told is None else engine.parse_move(state, seat, told.text)


def _is_private(game: Game, state: State) -> bool:
    """Whether the position is a private decision, at which the seat is asked even for its only move."""
    number, *_ = Coder(game).decode(state.bytes)
    node = game.nodes[number]
    return isinstance(node, DecisionNode | TogetherNode) and node.is_private
