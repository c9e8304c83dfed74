"""An agent that looks one answer ahead."""

from __future__ import annotations

from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.aims import Aim, aim_text, check_aim
from gamedsl_interpreter.engine import Engine, Move, S
from gamedsl_interpreter.matches.agents import Advice
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.thinking.positions import Positions, is_open, take_steps
from gamedsl_interpreter.thinking.rollouts import Rollouts, rollouts_of

PLAYOUTS = 20
"""Playouts for each option if nothing else is said."""


@frozen
class Greedy:
    """Tries each option of the open step with the same number of random playouts, and takes the option whose playouts have the highest value (any of
    equals). It chooses step by step. For each playout a new determinization is sampled, in which all options are tried.

    `playouts`: for each option. `aim`: what the player plays for (None: that of the game, see `aim_of`). Raises ArgumentError if one of them is wrong.
    """

    playouts: int = PLAYOUTS
    aim: Aim | None = None

    def __attrs_post_init__(self) -> None:
        arguments.whole("playouts", self.playouts, 1)
        if self.aim is not None:
            check_aim(self.aim)

    @property
    def name(self) -> str:
        """The agent as `agent_from` reads it."""
        return f"greedy:{self.playouts}{aim_text(self.aim)}"

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        """See `Agent`. Raises WorldsError if the game hides something that cannot be sampled, and Fault."""
        return self.advise(engine, state, seat, dice).move

    def advise(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Advice:
        """See `Adviser`. Raises WorldsError, Fault."""
        positions = Positions(engine, state, seat, dice.below(1 << 64))
        rollouts = rollouts_of(engine, dice.below(1 << 64), self.aim)
        ahead = [positions.at(number) for number in range(self.playouts)]
        answers: list[int] = []
        seen: set[bool] = set()
        while True:
            values = [option.value for option in engine.step(ahead[0], seat).options]
            best = _best(engine, ahead, seat, values, rollouts)
            if len(values) > 1:
                seen.add(len(best) < len(values))
            answers.append(best[0] if len(best) == 1 else best[dice.below(len(best))])
            ahead = [take_steps(engine, one, seat, answers[-1:]) for one in ahead]
            if not is_open(ahead[0], seat):
                break
        rest = iter(answers)
        return Advice(engine.walk(state, seat, lambda _: next(rest)), seen != {False})


def _best(engine: Engine[S], ahead: list[S], seat: int, values: list[int], rollouts: Rollouts[S]) -> list[int]:
    """Returns the answers whose playouts have the highest value."""
    if len(values) == 1:
        return values
    sums = [
        sum(
            rollouts.at(take_steps(engine, one, seat, [value]), number).worths[seat] for number, one in enumerate(ahead)
        )
        for value in values
    ]
    return [value for value, worth in zip(values, sums, strict=True) if worth == max(sums)]
