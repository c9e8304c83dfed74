"""Mistakes in forms: parts that are missing, turned or too many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from gamedsl.diagnostics.meant import Meant
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.source import Span
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.wording import PERHAPS, SURE, insert_word, list_terminals, remove, replace, short
from gamedsl.values import frozen


@frozen
class EqualsInCondition(SyntaxProblem):
    code = "E0070"
    title = "`=` in a condition"

    def explain(self) -> Diagnostic:
        return self._say(
            "a condition compares with `is`", "`=` sets a value", fix=replace("write `is`", self.span, "is", SURE)
        )


@frozen
class Chained(SyntaxProblem):
    """`a < b < c`; `middle` is the text of b if it is one word or number."""

    code = "E0073"
    title = "a chained comparison"
    middle: str | None

    def explain(self) -> Diagnostic:
        at = Span(self.span.source, self.span.start, self.span.start)
        return self._say(
            "comparisons cannot be chained",
            "a second comparison",
            help="join two comparisons with `and`",
            fix=None
            if self.middle is None
            else replace(f"put in `and {short(self.middle)}`", at, f"and {self.middle} ", SURE),
        )


@frozen
class NoLeftSide(SyntaxProblem):
    """`where not in city`: `word` has no left side to compare with; `element` must be added at `place` if a filter is meant."""

    code = "E0087"
    title = "a comparison without its left side"
    word: str
    place: Span
    element: str | None

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.word}` has nothing on its left",
            "what is compared?",
            help="write both sides" if self.element is None else f"the element of the filter is `{self.element}`",
            fix=None
            if self.element is None
            else replace(f"put in `{self.element}`", self.place, f"{self.element} ", PERHAPS),
        )


@frozen
class MissingComma(SyntaxProblem):
    """A missing comma; `span` is the place in front of `word`."""

    code = "E0022"
    title = "a missing `,`"
    word: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"a `,` is missing before `{self.word}`",
            "`,` belongs here",
            fix=replace("put in `,`", self.span, ",", SURE),
        )


@frozen
class SentenceBeforeElse(SyntaxProblem):
    """A sentence between two alternatives; `cut` is the part of the text to remove in order to move the sentence to `to`; None if there is a sentence
    already."""

    code = "E0086"
    title = "a sentence in front of `else`"
    text: str
    cut: Span
    to: Span | None

    def explain(self) -> Diagnostic:
        if self.to is None:
            return self._say(
                "a selection has one sentence, behind its last alternative",
                "a second one",
                help="keep one of them: it is read whichever alternative the player is offered",
            )
        return self._say(
            "the sentence stands behind the last `else`",
            "another alternative follows",
            help="move it to the end: it is read whichever alternative the player is offered",
            fix=Fix("move it to the end", (Edit(self.cut, ""), Edit(self.to, f" {self.text}")), SURE),
        )


_LAWS = {"require": "require enough: coins >= 3", "ensure": "ensure king_safe: not in_check"}
"""A line with a name for each word that states a condition of an action."""


@frozen
class NamelessChoice(SyntaxProblem):
    """`choose one of S`: the choice has no name; `span` is the place of the name."""

    code = "E0074"
    title = "a choice or a condition without a name"
    word: str

    def explain(self) -> Diagnostic:
        law = self.word.removesuffix(" that")
        if law in _LAWS:
            here = "a name and `:` belong here" + (", not `that`" if self.word != law else "")
            help = f"like `{_LAWS[law]}`: a refusal gives this name, or the sentence behind it"
            return self._say(f"what is {law}d needs a name", here, help=help)
        example = "roll first: one of players" if self.word == "roll" else "choose card: one of hand"
        return self._say("what is chosen needs a name", "the name and `:` belong here", help=f"like `{example}`")


@frozen
class DeedInChoice(SyntaxProblem):
    """`nap: energy += 1` below `choose one:`, where only the name of an action may stand. `deed` is empty if its statements are on deeper lines; `end` is
    the file's end.

    `can_be_named`: not a word of the language. `in_list`: below `choose one:`, not below `choose:`, where things are chosen.
    """

    code = "E0024"
    title = "an action written where it is chosen"
    name: str
    deed: str
    end: Span
    can_be_named: bool
    in_list: bool

    def explain(self) -> Diagnostic:
        message, label = "what an option does stands in an action of its own", "only the name stands here"
        name = self.name if self.can_be_named else "NAME"
        action = f"action {name}: {self.deed or '…'}"
        if self.can_be_named and self.in_list and self.deed:
            edits = (Edit(self.span, name), Edit(self.end, f"\n\n{action}\n"))
            return self._say(message, label, fix=Fix(f"write `{name}` here, and declare `{action}`", edits, PERHAPS))
        reserved = () if self.can_be_named else (f"`{self.name}` is a word of the language: choose another name",)
        where = "below `choose one:`" if self.can_be_named or not self.in_list else "here"
        return self._say(
            message, label, help=(*reserved, f"write `{name}` {where}, and `{action}` in the first column")
        )


@frozen
class MissingOf(SyntaxProblem):
    """`one hand`; `span` is the place where `of` belongs."""

    code = "E0075"
    title = "a missing `of`"
    quantity: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`of` is missing after `{self.quantity}`",
            "`of` belongs here",
            help="like `one of hand` or `2 of hand`",
            fix=insert_word("put in `of`", self.span, "of", self.quantity),
        )


@frozen
class NoCase(SyntaxProblem):
    """`x = 1`, `x for x in S`, or an early `else` among the values of a `match`."""

    code = "E0085"
    title = "something that is no value of a `match`"
    message = "this cannot be a value of a `match`"
    label = "a plain value is wanted"
    help = "like `match gem(Ruby: 3, Emerald, Crown: 2, else: 1)`; `else` comes last"


@frozen
class MissingPart(SyntaxProblem):
    """A statement without `word` and the words after it: `move x` without `to`."""

    code = "E0076"
    title = "a statement without its place"
    statement: str
    word: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"this `{self.statement}` does not say {_PLACES[self.word]}",
            f"`{self.word} ...` is missing",
            help=f"like `{_EXAMPLES[self.statement]}`",
        )


@frozen
class ForOf(SyntaxProblem):
    code = "E0078"
    title = "`for ... of`"

    def explain(self) -> Diagnostic:
        return self._say("`for` goes through a set with `in`", fix=replace("write `in`", self.span, "in", SURE))


@frozen
class EmptyBrackets(SyntaxProblem):
    """`rule f():`; a rule without parameters has no brackets."""

    code = "E0083"
    title = "empty brackets"

    def explain(self) -> Diagnostic:
        return self._say("a rule without parameters has no brackets", fix=remove("remove them", self.span, SURE))


@frozen
class CompareAsSet(SyntaxProblem):
    """`x is 3` as a statement."""

    code = "E0071"
    title = "`is` as a statement"

    def explain(self) -> Diagnostic:
        return self._say(
            "a value is set with `=`", "`is` only compares", fix=replace("write `=`", self.span, "=", PERHAPS)
        )


@frozen
class SetAgain(SyntaxProblem):
    """A `let` name that is set a second time in the same rule."""

    code = "E0057"
    title = "a `let` name that is set again"
    name: str
    first: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.name}` is set a second time",
            "a `let` name keeps its value",
            others=(Label(self.first, "named here"),),
            help=f"use a new name, or make `{self.name}` a field under `shared:` or `each player:`",
        )


@frozen
class SaidTwice(SyntaxProblem):
    """A part of the heading of a component or a grid that is written twice."""

    code = "E0058"
    title = "a part said twice"
    message = "`{part}` stands twice in this heading"
    label = "the second one"
    help = "keep one of them"
    part: Literal["each", "by", "in", "back", "other side", "called", "eight neighbours", "columns", "rows"]


@frozen
class Unfitting(SyntaxProblem):
    """Words that do not fit at their place; `wanted` are the terminals that would.

    `found` is empty at the end of a line, `after` is the word before it, empty at the start of a line. `meant` are the lines that were probably meant, the
    likeliest first. `is_told`: they are lines for words as people say them, so that their form is right even if a name in them is not.
    """

    code = "E0059"
    title = "something that does not fit"
    found: str
    after: str
    wanted: tuple[str, ...]
    meant: tuple[Meant, ...] = ()
    is_told: bool = False

    def explain(self) -> Diagnostic:
        message = f"`{short(self.found)}` does not fit here" if self.found else "this line ends too early"
        behind = f"after `{short(self.after)}` comes " if self.after else "here comes "
        wanted = behind + list_terminals(self.wanted)
        if not self.meant:
            return self._say(message, help=wanted)
        first = self.meant[0]
        like = f"something like `{first.shown}` would fit here, but {{flaw}}"
        either = ", or the same with `or`" if self.found == "," and first.words.strip() == "and" else ""
        return self._say(
            message,
            help=f"did you mean `{first.shown}`{either}?",
            fixes=tuple(fix for one in self.meant for fix in one.fixes),
            otherwise=(like, wanted) if self.is_told else (wanted,),
        )


@frozen
class InWords(SyntaxProblem):
    """A line in the words of rulebooks: `said`. `lines` express it in this language, at `place`; `is_own`: they use names of the file, not example names.

    `indent` is the column of the line if the lines may stand there, and None if they belong elsewhere.
    """

    code = "E0044"
    title = "a sentence of a rulebook"
    said: str
    lines: tuple[str, ...]
    place: Place
    is_own: bool
    indent: int | None
    others: tuple[str, ...] = ()
    """Other lines that say it, if these do not work."""

    def explain(self) -> Diagnostic:
        written = write_lines([line for line in self.lines if line])
        like = "" if self.is_own else " something like"
        where = f"{_STANDS[self.place]}, " if self.indent is None else ""
        text = ("\n" + " " * (self.indent or 0)).join(self.lines)
        return self._say(
            f"`{short(self.said)}` is written in another way here",
            help=f"{where}write{like} {written}",
            fixes=tuple(
                replace(f"write {line}", self.span, new, PERHAPS)
                for line, new in ((written, text), *((f"`{one}`", one) for one in self.others))
                if self.is_own and self.indent is not None
            ),
            otherwise=(f"something like {written} would fit here, but {{flaw}}", _PHRASES),
        )


_PHRASES = "`docs/how-to/phrases` has the forms for 150 sentences"


@frozen
class PlainSentence(SyntaxProblem):
    """A line that is an English sentence, but no phrase of the table. `forms` are lines of the language that resemble its words."""

    code = "E0045"
    title = "an English sentence"
    forms: tuple[str, ...]

    def explain(self) -> Diagnostic:
        forms = " or ".join(f"`{form}`" for form in self.forms)
        near = (f"what happens is written in other words here, something like {forms}",) if self.forms else ()
        return self._say(
            "this is an English sentence, and no line of this language",
            "nothing is read here",
            help=(
                *near,
                f"what players only read stands in quotes; {_PHRASES}",
            ),
        )


def write_lines(lines: Sequence[str]) -> str:
    """Returns lines for a sentence: `a` and below it `b`, or, for a line of the block that the line above opens, indented below it."""
    told = f"`{lines[0].strip()}`"
    for above, line in pairwise(lines):
        place = "indented below it" if _indent(line) > _indent(above) else "below it"
        told += f" and {place} `{line.strip()}`"
    return told


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


_STANDS = {
    Place.RULE: "in a phase, an action or a rule",
    Place.HEADER: "in a phase, an action or a rule",
    Place.TOP: "in the first column",
    Place.PHASE: "in the first column",
    Place.GAME: "below `game`",
    Place.FIELDS: "below `each player:`",
    Place.SHARED: "below `shared:`",
}
"""The blocks or places in which each sort of line belongs."""

_PLACES = {"to": "where to", "from": "from where", "with": "with what"}

_EXAMPLES = {
    "move": "move card to hand",
    "draw": "draw 1 from deck to hand",
    "swap": "swap card with left(me).card",
    "award": "award glory from prizes to crews by highest men, ties shared rounded up",
}
