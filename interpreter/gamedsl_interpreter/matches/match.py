"""One match: agents play a game from the first stop to the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.graph.model.types import SeatId
from gamedsl.values import field, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, Fault, Move, Outcome, S, State
from gamedsl_interpreter.matches.agents import Agent, RandomMoves, RandomSteps, Scripted
from gamedsl_interpreter.random import policy_stream, seed_ahead
from gamedsl_interpreter.things import Choice
from gamedsl_interpreter.wording.moves import LateMove

_LOOK_AT_NOTHING = (RandomMoves, RandomSteps, Scripted)
"""Agents that try no move. They are given the state of the match itself, which costs nothing."""


@frozen
class Played:
    """A move of a match, as text. Moves of a `Match` also have `choices`: the meaning of the text, as things of the game (see `Move`)."""

    seat: SeatId
    text: str
    move: Move | None = field(default=None, eq=False, repr=False)
    """The move itself; None in records."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        return () if self.move is None else self.move.choices


@frozen
class MatchRecord:
    """The record of a match: its deal (seed, index), its moves, and its `outcome` (None while it is not over).

    `decisions` counts the moves, `steps` the questions that were answered for them: see `Move.asked`.
    """

    game: str
    seats: tuple[str, ...]
    seed: int
    index: int
    policies: tuple[str, ...]
    moves: tuple[Played, ...]
    steps: int
    outcome: Outcome | None
    start: str | None = None
    """The start of the rules from which it began; None: the set-up."""
    state: State | None = None
    """The state from which it was continued, with the chance of (seed, index); None: the beginning of the match."""
    final: State | None = field(default=None, eq=False, repr=False)
    """The state in which it ended; None while it is not over, and in records that were read."""

    @property
    def decisions(self) -> int:
        """The number of moves."""
        return len(self.moves)


class MatchFault(GameDslError):
    """The rules caused a fault. `record` is the match that leads to it; `seat` and `text` are the move that failed (if there is one)."""

    def __init__(self, fault: Fault, record: MatchRecord, failing: Played | None) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.record = record
        self.failing = failing


def play_match(
    engine: Engine[S],
    agents: Sequence[Agent],
    seed: int,
    index: int = 0,
    start: str | None = None,
    state: S | None = None,
) -> MatchRecord:
    """Plays match `index` of `seed` to its end; `agents` by seat (scripted seats are never asked). Raises MatchFault;
    agents' errors pass through. Raises ArgumentError for wrong arguments, and for an agent that chooses no move.

    Agents see a state whose later chance is not the match's own (see `Agent`). Where several choose at once they are asked in seat order. `start` names
    a start of the rules. With a `state` the match is played on from there, with the chance of (seed, index), as `Engine.reseeded` describes.
    """
    arguments.engine(engine)
    arguments.agents(engine.game, agents)
    seed, index = arguments.whole("seed", seed), arguments.whole("index", index)
    arguments.one_origin(start, state)
    begun = state
    moves: list[Played] = []
    steps = 0
    failing: Played | None = None

    def record(outcome: Outcome | None, final: State | None = None) -> MatchRecord:
        policies = tuple(agent.name for agent in agents)
        return MatchRecord(
            engine.game.name,
            engine.game.seats,
            seed,
            index,
            policies,
            tuple(moves),
            steps,
            outcome,
            start,
            begun,
            final,
        )

    dice, ahead = policy_stream(seed, index), seed_ahead(seed, index)
    try:
        state = _first_stop(engine, seed, index, start, state)
        while not state.is_over:
            seat = engine.to_act(state)[0]
            agent = agents[seat]
            move = agent.choose(
                cast("Engine", engine), state_for_agent(agent, engine, state, ahead, len(moves)), seat, dice
            )
            if not isinstance(move, Move):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ArgumentError(f"agent `{agent.name}` chose {arguments.describe_value(move)}, which is no Move")
            failing = Played(seat, move.text)
            before, state = state, engine.play(state, seat, move)
            moves.append(failing if move.text else Played(seat, own_move(engine, before, seat, move).text))
            steps += move.asked
            failing = None
        return record(engine.outcome(state), state)
    except Fault as fault:
        raise MatchFault(fault, record(None), failing) from fault


def own_move(engine: Engine[S], state: S, seat: int, move: Move) -> Move:
    """Returns the engine's own move for a legal one: one that a program made of steps may have no text, or that of another move."""
    if isinstance(move, LateMove):
        return move
    named = engine.parse_move(state, seat, move.text)
    if isinstance(named, Move) and named == move:
        return named
    try:
        return next((one for one in engine.moves(state, seat) if one == move), move)
    except Fault:  # there are too many to list
        return move


def state_for_agent(agent: Agent, engine: Engine[S], state: S, ahead: int, number: int) -> S:
    """Returns the state that an agent receives for move `number` of a match: the position with another future, drawn from the seed `ahead`. Raises Fault."""
    return state if isinstance(agent, _LOOK_AT_NOTHING) else engine.reseeded(state, ahead, number)


def _first_stop(engine: Engine[S], seed: int, index: int, start: str | None, state: S | None) -> S:
    """Returns the first stop."""
    if state is not None:
        return engine.reseeded(state, seed, index)
    return engine.initial(seed, index, start)
