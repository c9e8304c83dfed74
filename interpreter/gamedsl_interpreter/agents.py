"""Who plays a seat: the two normative random players, and scripts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from gamedsl.errors import GameDslError
from gamedsl.values import define, field, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, Fault, IllegalMove, Move, Refusal, S, State, Step
from gamedsl_interpreter.random import Dice


class Agent(Protocol):
    """Chooses for a seat. `name` stands in reports.

    The state that an agent is given has the position of the match and another future: whatever it tries, chance deals and rolls otherwise than it
    will in the match. What is hidden in the position is as it is. An agent that must not know it looks at `engine.view`, and tries moves in
    positions of `engine.sample_world` or `engine.worlds`.
    """

    @property
    def name(self) -> str: ...

    def choose(self, engine: Engine, state: State, seat: int, dice: Dice) -> Move:
        """A complete move of the decision that `seat` has to make now; any randomness comes from `dice`."""
        ...


@frozen
class RandomMoves:
    """Uniform over the complete moves: one draw below their number. Normative."""

    name: str = "random moves"

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        moves = engine.moves(state, seat)
        return moves[dice.below(len(moves))]


@frozen
class RandomSteps:
    """Uniform over the options of each step in turn: one draw for each step with two or more. Normative."""

    name: str = "random steps"

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        return engine.walk(state, seat, lambda step: step.options[dice.below(len(step.options))].value)


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


def walk(engine: Engine[S], state: S, seat: int, pick: Callable[[Step], int]) -> Move:
    """`Engine.walk` by the other methods of Engine, for executors that have no quicker way."""
    questions = 0
    while True:
        questions += 1
        value = pick(engine.step(state, seat))
        ahead = _ahead(engine, state, seat, value)
        if ahead is None:
            move = _last(engine, state, seat, value)
            return Move(move.steps, move.text, questions, move.choices)
        state = ahead


def is_unfinished(engine: Engine[S], state: S) -> bool:
    """Whether some steps of the open decision are taken already."""
    return len(state.bytes) > engine.game.layout.size


def _last(engine: Engine[S], state: S, seat: int, value: int) -> Move:
    """The move that the option `value` of the open step completes: moves are ordered as the options are, each option
    standing for one or more."""
    before = 0
    for option in engine.step(state, seat).options:
        if option.value == value:
            return engine.moves(state, seat)[before]
        ahead = _ahead(engine, state, seat, option.value)
        before += 1 if ahead is None else len(engine.moves(ahead, seat))
    raise AssertionError("the value is one of the options")


def _ahead(engine: Engine[S], state: S, seat: int, value: int) -> S | None:
    """The state after a step; None if the step completes the move (whose effects may run into a fault)."""
    try:
        ahead = engine.take_step(state, seat, value)
    except Fault:
        return None
    return ahead if is_unfinished(engine, ahead) else None
