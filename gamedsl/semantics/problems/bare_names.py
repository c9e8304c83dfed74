"""Places where people would read the words of the file: ends, questions, lines of the log and phases without a sentence of their own, or with one that leaves
something out, and fields of the machinery."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Label
from gamedsl.diagnostics.problem import Problem
from gamedsl.source import NOWHERE, Span
from gamedsl.values import frozen

_LONG = 40
"""A longer condition is not repeated in the help."""


@frozen
class EndWithoutSentence(Problem):
    """An end of the match without a sentence: players read the name of its reason."""

    code = "I0911"
    title = "an end without a sentence"
    shown: str

    def explain(self) -> Diagnostic:
        condition = self.shown if len(self.shown) <= _LONG and "\n" not in self.shown else "…"
        return self._say(
            f"players read `{self.shown}` as the reason why the match is over",
            "no sentence",
            help=f'write the reason behind it: `game ends when {condition} "Why the match is over."`',
        )


@frozen
class QuestionWithoutSentence(Problem):
    """A choice without a question: players read its name."""

    code = "I0912"
    title = "a question that is only a name"
    name: str
    question: str
    """A question that fits the sort of choice."""

    def explain(self) -> Diagnostic:
        return self._say(
            f"players are asked “{self.name.replace('_', ' ')}?”",
            "no question",
            help=f'write the question behind it, in the words of the game: `{self.name}: …, ask "{self.question}"`',
        )


@frozen
class ChoiceWithoutSentence(Problem):
    """A choice without a sentence for logs: they show its names. `selections` are those that all players see."""

    code = "I0913"
    title = "a choice that logs tell by names"
    name: str
    selections: tuple[str, ...]
    said_later: Span = NOWHERE
    """A `say` of the same block that stands below what the choice does."""

    def explain(self) -> Diagnostic:
        if self.said_later != NOWHERE:
            return self._say(
                f"logs tell this choice as “{self.name}” with what was chosen, and then what it does",
                "its sentence comes later",
                others=(Label(self.said_later, "the sentence"),),
                help="put the sentence directly below the choice, above the first line that changes something",
            )
        chosen = " and ".join(f"{{{name}}}" for name in self.selections) or self.name.replace("_", " ")
        return self._say(
            f"logs tell this choice as “{self.name}” with what was chosen",
            "no sentence",
            help=f'say directly below what was done: `say "{{me}} chooses {chosen}."`',
        )


@frozen
class FormulaWithoutSentence(Problem):
    """A formula that rulebooks cannot tell in one sentence."""

    code = "I0914"
    title = "a formula that needs a sentence"
    name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"rulebooks tell “{self.name.replace('_', ' ')}” in parts with letters, as a formula",
            "no sentence",
            help=f'write what it means to players behind it: `let {self.name} = … "What it means."`',
        )


@frozen
class MachineryShown(Problem):
    """A field that players see although it is meaningful only to the rules: a shared flag without a sentence, or a number with many digits."""

    code = "I0915"
    title = "a field of the machinery that is shown"
    name: str
    is_flag: bool

    def explain(self) -> Diagnostic:
        sentence = ', or say behind it what it means: `"…"`' if self.is_flag else ""
        what = "as yes or no, and no sentence says what it means" if self.is_flag else "with all its digits"
        return self._say(
            f"players see “{self.name}” {what}",
            "on the table and in logs",
            help=f"if only the rules use it, write `, not shown` behind it{sentence}",
        )


@frozen
class PhaseWithoutSentence(Problem):
    """A phase that rulebooks tell by its steps."""

    code = "I0916"
    title = "a phase without a sentence"
    name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"rulebooks tell “{self.name.replace('_', ' ')}” by its steps, one by one",
            "no sentence",
            help="write below it what happens, and why: a text in quotation marks in the first line of its block",
        )


@frozen
class LeftOutOfSentence(Problem):
    """A deed of a phase, a rule or the set-up that its sentence does not mention: `what` names it, `word` should be in the sentence."""

    code = "I0917"
    title = "a sentence that leaves something out"
    name: str
    what: str
    word: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"the sentence of “{self.name.replace('_', ' ')}” leaves out {self.what}",
            "players do not read of it",
            help=f"say so in its sentence, with a word such as “{self.word}”",
        )


@frozen
class NumberWithoutSentence(Problem):
    """A number or a value in an end or a score with a sentence, which no sentence of the rules names. `where` says what it decides."""

    code = "I0918"
    title = "a number that no sentence names"
    message = "no sentence of the rules names {what}, which decides {where}"
    label = "players do not read of it"
    help = "say it in the sentence: in a printed rulebook, the sentence stands for the formula"
    what: str
    where: str
