"""What people would read in the words of the file: ends, questions and lines of the log that have no sentence of their own."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import Problem
from gamedsl.values import frozen


@frozen
class EndWithoutSentence(Problem):
    """An end of the match whose reason players read as it stands in the file."""

    code = "I0911"
    title = "an end without a sentence"
    shown: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"players read `{self.shown}` as the reason why the match is over",
            "no sentence",
            help='write the reason behind it: `game ends when heap is 0 "The heap is empty."`',
        )


@frozen
class QuestionWithoutSentence(Problem):
    """A choice for which players are asked by its name."""

    code = "I0912"
    title = "a question that is only a name"
    name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"players are asked “{self.name}?”",
            "no question",
            help='write the question behind it: `choose number: one of 1..3, ask "How many do you take?"`',
        )


@frozen
class ChoiceWithoutSentence(Problem):
    """A choice that logs tell by names."""

    code = "I0913"
    title = "a choice that logs tell by names"
    name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"logs tell this choice as “{self.name}” with what was chosen",
            "no sentence",
            help='say directly below what was done: `say "{me} takes {number} stones."`',
        )
