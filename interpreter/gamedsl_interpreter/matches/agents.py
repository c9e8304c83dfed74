"""Agents for seats: the two normative random players, and scripted moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from gamedsl.errors import GameDslError
from gamedsl.values import define, field, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Candidates, Engine, Fault, IllegalMove, Move, Refusal, S, State
from gamedsl_interpreter.plans.candidates import MOST_DRAWS
from gamedsl_interpreter.random import Dice


class Agent(Protocol):
    """Chooses moves for a seat. Reports call the agent `name`.

    An agent receives the position of the match with another random stream: what it tries says nothing about later deals and rolls of the
    match. Hidden parts of the position are the real ones. An agent that must not know them reads `engine.view`, and tries moves in
    positions from `engine.sample_world` or `engine.worlds`.
    """

    @property
    def name(self) -> str: ...

    def choose(self, engine: Engine, state: State, seat: int, dice: Dice) -> Move:
        """Returns a complete move of the decision that `seat` has to make now. Any randomness comes from `dice`."""
        ...


@frozen
class Weighed:
    """A complete move with its value: a share of the victory, or points if the player plays for points. `noise`: the likely error of the value."""

    move: Move
    worth: float
    noise: float


@frozen
class Advice:
    """The choice of a player that thinks. `differs` is false if its search saw no difference between any two options, so the choice is random.

    `weighed`: the move first, and then others that were tried much; nothing where the player does not weigh complete moves. `spread`: the standard deviation of
    what matches that were tried were worth: a difference of worths is great or small beside it."""

    move: Move
    differs: bool
    weighed: tuple[Weighed, ...] = ()
    spread: float = 0.0


@runtime_checkable
class Adviser(Agent, Protocol):
    """A player that thinks: it says whether it saw any difference."""

    def advise(self, engine: Engine, state: State, seat: int, dice: Dice) -> Advice:
        """Returns the move that `choose` would return, with the findings of the search."""
        ...


@runtime_checkable
class MixedAgent(Agent, Protocol):
    """An agent that can tell the probability of each move, so that `exploit` need not estimate it."""

    def chances(self, engine: Engine, state: State, seat: int) -> Sequence[float]:
        """Returns the chance of each of `engine.moves(state, seat)`, in their order."""
        ...


@frozen
class RandomMoves:
    """Picks uniformly among the complete moves, with one draw below their number; where an `ensure` judges them, with a draw below the number of candidates
    until one is legal (see `docs/internals/random.md`). Normative."""

    name: str = "random moves"

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        candidates = engine.candidates(state, seat)
        if candidates is not None:
            first = candidates.legal(2)
            if len(first) == 1:
                return first[0]
            number = candidates.count()
            for _ in range(MOST_DRAWS):
                move = candidates.nth(dice.below(number))
                if move is not None:
                    return move
        moves = engine.moves(state, seat)
        return moves[dice.below(len(moves))]


@frozen
class RandomSteps:
    """Picks uniformly among the options of each step in turn, with one draw for each step that has two or more; where an `ensure` judges moves, with a draw
    among the values of the candidates until one can be completed (see `docs/internals/random.md`). Normative."""

    name: str = "random steps"

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        candidates = engine.candidates(state, seat)
        if candidates is None:
            return engine.walk(state, seat, lambda step: step.options[dice.below(len(step.options))].value)
        asked, steps = 0, candidates.taken
        while (opened := candidates.open_step(steps)) is not None:
            before, values = opened
            value, is_asked = _pick_value(candidates, before, values, dice)
            steps = (*before, value)
            asked += is_asked
        # A private decision with one legal move is one question.
        return candidates.first_move(steps, max(1, asked))


def _pick_value(
    candidates: Candidates, before: tuple[int, ...], values: tuple[int, ...], dice: Dice
) -> tuple[int, bool]:
    """Picks uniformly among the values with which a legal move can begin. Also returns whether there are several, so that the value was drawn."""

    def is_able(value: int) -> bool:
        return candidates.leads_on((*before, value))

    able = filter(is_able, values)
    first = next(able)
    if next(able, None) is None:
        return first, False
    for _ in range(MOST_DRAWS):
        value = values[dice.below(len(values))]
        if is_able(value):
            return value, True
    every = list(filter(is_able, values))
    return every[dice.below(len(every))], True


class ScriptEndedError(GameDslError, LookupError):
    """A scripted agent is asked once more than its script has moves."""


@define
class Scripted:
    """Plays the moves that the texts name, one after the other. IllegalMove where one is refused, ScriptEndedError
    after the last."""

    texts: Sequence[str]
    name: str = "script"
    _next: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.texts = arguments.texts("texts", self.texts)

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        if self._next >= len(self.texts):
            raise ScriptEndedError(f"the script ends after {len(self.texts)} moves")
        found = engine.parse_move(state, seat, self.texts[self._next])
        if isinstance(found, Refusal):
            raise IllegalMove(found)
        self._next += 1
        return found


def is_unfinished(engine: Engine[S], state: S) -> bool:
    """Whether some steps of the open decision are taken already."""
    return len(state.bytes) > engine.game.layout.size


def state_ahead(engine: Engine[S], state: S, seat: int, value: int) -> S | None:
    """Returns the state after a step; None if the step completes the move (whose effects may run into a fault)."""
    try:
        ahead = engine.take_step(state, seat, value)
    except Fault:
        return None
    return ahead if is_unfinished(engine, ahead) else None
