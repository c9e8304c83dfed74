"""Matches as lists of numbers: for each open step, the number of the option that is taken. Changing the list gives another match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gamedsl.graph.model.types import SeatId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Fault, Move, Outcome, Refusal, State, Step
from gamedsl_interpreter.matches.agents import state_ahead
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.random import policy_stream

Pick = Callable[[Step], int]
"""Chooses the option of a step, by number from 0. It raises EnoughError to end the match."""

Look = Callable[[State], object]
"""Receives every position at which play stops."""


class EnoughError(Exception):
    """Ends an attempt: its choices are used up."""


@frozen
class Attempt:
    """A match up to a fault, to its end, or to the point where its choices are used up. `choices` are the numbers of the taken options; `failing` is the
    move that caused the fault."""

    seed: int
    index: int
    start: str | None
    choices: tuple[int, ...]
    moves: tuple[Played, ...]
    failing: Played | None
    fault: Fault | None
    outcome: Outcome | None

    @property
    def length(self) -> int:
        """The number of moves, including the one that failed."""
        return len(self.moves) + (self.failing is not None)


def attempt(
    engine: Engine[State], seed: int, index: int, start: str | None, pick: Pick, look: Look | None = None
) -> Attempt:
    """Plays match `index` of a seed."""
    choices: list[int] = []
    moves: list[Played] = []
    failing: Played | None = None

    def take(step: Step) -> int:
        number = pick(step) % len(step.options)
        choices.append(number)
        return step.options[number].value

    def make(fault: Fault | None, outcome: Outcome | None) -> Attempt:
        return Attempt(seed, index, start, tuple(choices), tuple(moves), failing, fault, outcome)

    try:
        state = engine.initial(seed, index, start)
        while not state.is_over:
            if look is not None:
                look(state)
            seat = SeatId(engine.to_act(state)[0])
            move = engine.walk(state, seat, take)
            failing = Played(seat, move.text)
            state = engine.play(state, seat, move)
            moves.append(failing)
            failing = None
        if look is not None:
            look(state)
        return make(None, engine.outcome(state))
    except Fault as fault:
        return make(fault, None)
    except EnoughError:
        return make(None, None)


def make_pick(choices: Sequence[int]) -> Pick:
    """Makes a function that takes these options one after the other, then raises EnoughError."""
    left = iter(choices)

    def pick(_: Step) -> int:
        number = next(left, None)
        if number is None:
            raise EnoughError
        return number

    return pick


def curious(seed: int, index: int, taken: dict[tuple[str, str, str, str], int]) -> Pick:
    """Takes the option that was taken least so far, in this match and in earlier ones: `taken` counts it, by decision, step, thing and option."""
    dice = policy_stream(seed, index)

    def pick(step: Step) -> int:
        counts = [taken.get((step.decision, step.name, step.about, option.text), 0) for option in step.options]
        # One in three answers is random, so that frequent options also occur in combination.
        rare = (
            [at for at, count in enumerate(counts) if count == min(counts)] if dice.below(3) else [*range(len(counts))]
        )
        at = rare[dice.below(len(rare))]
        key = (step.decision, step.name, step.about, step.options[at].text)
        taken[key] = taken.get(key, 0) + 1
        return at

    return pick


def find_numbers(
    engine: Engine[State], seed: int, index: int, start: str | None, moves: Sequence[Played]
) -> tuple[int, ...]:
    """Finds the numbers of the options that make these moves, as far as the moves are legal. The set-up or the last move may cause a fault."""
    choices: list[int] = []
    try:
        state = engine.initial(seed, index, start)
        for played in moves:
            move = engine.parse_move(state, played.seat, played.text)
            if isinstance(move, Refusal):
                break
            choices += _numbers(engine, state, played.seat, move)
            state = engine.play(state, played.seat, move)
    except Fault:
        pass  # The caller plays these numbers, and sees the fault itself.
    return tuple(choices)


def moves_asked_for(engine: Engine[State], found: Attempt, moves: Sequence[Played]) -> tuple[Played, ...]:
    """Leaves out the moves for which an engine that makes forced moves itself would not ask. The set-up or the last move may cause a fault."""
    kept: list[Played] = []
    seed, index, start = found.seed, found.index, found.start
    try:
        state = engine.initial(seed, index, start)
        for played in moves:
            if state.is_over or played.seat not in engine.to_act(state):
                continue
            move = engine.parse_move(state, played.seat, played.text)
            if isinstance(move, Refusal):
                continue
            kept.append(played)
            state = engine.play(state, played.seat, move)
    except Fault:
        pass  # `found` has it.
    return tuple(kept)


def _numbers(engine: Engine[State], state: State, seat: SeatId, move: Move) -> Iterator[int]:
    """Yields the options that lead to a move. Moves are in the order of the options, and each option stands for one or more moves."""
    ahead: State | None = state
    while ahead is not None:
        number, ahead = _option_of(engine, ahead, seat, move)
        yield number


def _option_of(engine: Engine[State], state: State, seat: SeatId, move: Move) -> tuple[int, State | None]:
    """Finds the option of the open step that leads to a move, and the state after it (None: it completes the move)."""
    left = engine.moves(state, seat).index(move)
    for number, option in enumerate(engine.step(state, seat).options):
        ahead = state_ahead(engine, state, seat, option.value)
        stands_for = 1 if ahead is None else len(engine.moves(ahead, seat))
        if left < stands_for:
            return number, ahead
        left -= stands_for
    raise AssertionError("every move begins with one of the options")
