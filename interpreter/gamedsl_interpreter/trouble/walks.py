"""Walks of random players as data: a match that one of them, or several one after the other, have made can be played again, move by move."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model.types import SeatId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Fault, State
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.wasm.bulk.playouts import Policy


@frozen
class Walk:
    """The first `decisions` decisions of a random player, who draws from the policy stream `index` of a seed."""

    policy: Policy
    index: int
    decisions: int


def moves_of(engine: Engine[State], seed: int, start: str | None, walks: Sequence[Walk]) -> tuple[Played, ...]:
    """Plays walks one after the other, in the match with the index of the first one, and returns the moves, up to a fault if the last walk causes one."""
    moves: list[Played] = []
    try:
        index = walks[0].index
        state = engine.initial(seed, index, start)
        for walk in walks:
            agent, dice = walk.policy.agent, policy_stream(seed, walk.index)
            for _ in range(walk.decisions):
                if state.is_over:
                    break
                seat = SeatId(engine.to_act(state)[0])
                move = agent.choose(engine, state, seat, dice)
                moves.append(Played(seat, move.text))
                state = engine.play(state, seat, move)
    except Fault:
        pass  # The caller replays these moves, and finds the fault there.
    return tuple(moves)
