"""Players with habits, which lead matches to where random ones never come: hoarders, keepers of specialists, sinkers."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from gamedsl_interpreter.engine import Step
from gamedsl_interpreter.random import Dice

Appetite = Literal["most", "least", "some"]


@frozen
class Habit:
    """`prefers`: answers by their texts, the first one that is offered is taken four times out of five. `appetite`: how much of what can be spent, used
    or walked; `some` is left to chance."""

    name: str
    prefers: tuple[str, ...] = ()
    appetite: Appetite = "some"

    def answer(self, step: Step, dice: Dice) -> int:
        """The value of an option."""
        options = step.options
        if dice.below(5):
            texts = [option.text for option in options]
            liked = next((text for text in self.prefers if text in texts), None)
            if liked is not None:
                return options[texts.index(liked)].value
            if (self.appetite != "some" and step.kind in ("count", "group", "yes_no", "gate")) or step.name == "steps":
                return options[-1 if self.appetite == "most" else 0].value
        return options[dice.below(len(options))].value


RANDOM = Habit("random")
