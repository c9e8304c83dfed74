"""The section on questions that players answer with yes or no: whether to go on, to bet, to pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.statements import YesNo
from gamedsl.values import frozen
from gamedsl.workbench.comparing.words import number_text
from gamedsl.workbench.reporting.courses import Watched
from gamedsl.workbench.reporting.model import ENOUGH, Finding, Grid, Section
from gamedsl.workbench.reporting.pictures import intervals
from gamedsl_interpreter.matches.simulate import wilson

_NAMED = 3
"""The most questions in the findings; the table has all."""

Question = tuple[str, str]
"""The name of the rule or action that asks, and that of the choice."""


@frozen
class _Answers:
    """How often a question was answered, and how often with yes: by all players, and by those who won alone."""

    question: str
    asked: int
    yes: int
    asked_winners: int
    yes_of_winners: int

    @property
    def share(self) -> float:
        return self.yes / self.asked


def answers_section(game: Game, watched: Watched, made: str) -> Section | None:
    """Makes the section; None if no question was answered often enough."""
    found = [one for one in _count(_questions(game), watched) if one.asked >= ENOUGH]
    if not found:
        return None
    found.sort(key=lambda one: -one.asked)
    number = len(watched.decisions)
    shares = [(one.question, one.share, *wilson(Fraction(one.yes), one.asked)) for one in found]
    findings = tuple(
        Finding(f"“{question}” was answered yes in {share:.0%} of {one.asked:,} cases ({low:.0%} to {high:.0%}).")
        for (question, share, low, high), one in list(zip(shares, found, strict=True))[:_NAMED]
    )
    rows = tuple(_row(one, number) for one in found)
    method = (
        f"{made} Only answers where both were possible. Intervals are Wilson's, 95 %, as if all answers were given independently; winners are those who win "
        "alone. Winners answer as they do partly because they are about to win: the last two columns compare, and do not explain."
    )
    grid = Grid(("question", "in a match", "yes", "by winners", "by others"), rows)
    return Section(
        "answers", "How are questions answered?", findings, intervals(shares, "share of yes", 0.5), grid, method
    )


def _questions(game: Game) -> Mapping[Question, str]:
    """Returns the yes-or-no questions of the rules, in their sentences; a choice without a sentence by its name."""
    found: dict[Question, str] = {}
    for node in game.nodes:
        if isinstance(node, DecisionNode | TogetherNode):
            for plan in plans(node.plan):
                for part in plan.parts:
                    if isinstance(part, YesNo):
                        plain = part.ask is not None and "{" not in part.ask
                        found[plan.name, part.name] = part.ask if plain and part.ask else part.name.replace("_", " ")
    return found


def _count(questions: Mapping[Question, str], watched: Watched) -> Iterator[_Answers]:
    """Counts the answers by question; rules that ask in the same words ask the same."""
    counts: dict[str, Counter[tuple[bool, bool]]] = {}
    for outcome, decisions in watched.pairs:
        for one in decisions:
            if one.offered == 1:
                continue
            for choice in one.choices:
                for name, thing in choice.values:
                    question = questions.get((choice.name, name))
                    if question is not None and isinstance(thing, bool):
                        counts.setdefault(question, Counter())[outcome.winners == (one.seat,), thing] += 1
    for question, own in counts.items():
        yield _Answers(
            question,
            own.total(),
            own[True, True] + own[False, True],
            own[True, True] + own[True, False],
            own[True, True],
        )


def _row(one: _Answers, matches: int) -> tuple[str, ...]:
    others = _part(one.yes - one.yes_of_winners, one.asked - one.asked_winners)
    winners = _part(one.yes_of_winners, one.asked_winners)
    return one.question, number_text(one.asked / matches), f"{one.share:.0%}", winners, others


def _part(yes: int, asked: int) -> str:
    return f"{yes / asked:.0%}" if asked else ""
