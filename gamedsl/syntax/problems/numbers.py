"""Mistakes in numbers and quantities: none, too many, or written like another language does."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.wording import PERHAPS, SURE, remove, replace, short
from gamedsl.values import frozen

Counted = Literal["choice", "comprehension", "draw", "given"]
"""The things that a number before `of` may count: pieces to choose or move, elements to combine, pieces in an example."""


@frozen
class Unrounded(SyntaxProblem):
    """A division without `rounded up` or `rounded down`; `span` is the division, `end` the place after it."""

    code = "E0072"
    title = "a division without rounding"
    end: Span

    def explain(self) -> Diagnostic:
        return self._say(
            "a division says how it is rounded",
            "`rounded up` or `rounded down` is missing",
            fixes=(
                replace("write `rounded down` behind it", self.end, " rounded down", PERHAPS),
                replace("write `rounded up` behind it", self.end, " rounded up", PERHAPS),
            ),
        )


@frozen
class NoQuantity(SyntaxProblem):
    """`count of hand`: neither a number nor a word for one; words such as `any` are allowed only in a choice."""

    code = "E0084"
    title = "a word that is no quantity"
    word: str
    of: Counted

    def explain(self) -> Diagnostic:
        if self.of == "choice":
            return self._say(
                f"`{short(self.word)}` does not say how many are chosen",
                "no quantity",
                help="a quantity is `one`, `some` (at least one), `any`, `2`, `up to 2` or `1..2`; `of` follows it",
            )
        if self.of == "draw":
            return self._say(
                f"`{short(self.word)}` is no number of pieces",
                "no number",
                help="like `draw 2 from deck to hand`; all of them go with `move deck to hand`",
            )
        if self.of == "given":
            return self._say(
                f"`{short(self.word)}` is no number of pieces",
                "no number",
                help="like `9 of deck`; which nine they are is left open",
            )
        return self._say(
            f"`{short(self.word)}` is no number of elements",
            "no number",
            help="`x in S` goes through the elements, `x in 2 of S` through the pairs that they make",
        )


@frozen
class AllOf(SyntaxProblem):
    """`move all hand to deck`, `move every card in hand to deck`: `meant` is the line with the name alone, without the words at `place`. It is empty where the line
    can be read: `move all of hand to deck`."""

    code = "E0084"
    title = "a word that is no quantity"
    word: str
    meant: str = ""
    place: Span = NOWHERE

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{short(self.word)}` is too much here",
            "the name alone is all of it",
            help=f"write `{self.meant}`"
            if self.meant
            else "`move hand to deck` moves the whole hand, and nothing is chosen",
            fix=replace(f"write `{self.meant}`", self.place, "", PERHAPS) if self.meant else None,
        )


@frozen
class RangeAlone(SyntaxProblem):
    """`promise: 0..cards`: numbers to choose from, without a word for how many are chosen."""

    code = "E0084"
    title = "a word that is no quantity"
    text: str

    def explain(self) -> Diagnostic:
        start = Span(self.span.source, self.span.start, self.span.start)
        return self._say(
            f"`{short(self.text)}` does not say how many are chosen",
            "numbers to choose from",
            help=f"one number of these is `one of {short(self.text)}`",
            fix=replace("put in `one of`", start, "one of ", PERHAPS),
        )


@frozen
class MissingNumber(SyntaxProblem):
    """`draw from deck to hand`; `span` is the place of the number."""

    code = "E0077"
    title = "a `draw` without number"

    def explain(self) -> Diagnostic:
        return self._say(
            "this `draw` does not say how many",
            "a number is missing",
            help="like `draw 1 from deck to hand`",
            fix=replace("draw one", self.span, " 1", PERHAPS),
        )


@frozen
class PlayersRange(SyntaxProblem):
    """`players 2-4`; `span` is the sign between the numbers."""

    code = "E0079"
    title = "the numbers of players"
    sign: str

    def explain(self) -> Diagnostic:
        return self._say(
            "the numbers of players are joined by `to`",
            f"`{self.sign}` here",
            help="like `players 2 to 4`",
            fix=replace(
                "write `to`",
                self.span,
                " to " if self.sign in "-..," else "to",
                SURE if self.sign in ("-", "..") else PERHAPS,
            ),
        )


@frozen
class PlayersColon(SyntaxProblem):
    code = "E0080"
    title = "`players:`"

    def explain(self) -> Diagnostic:
        return self._say(
            "`players` has no `:` here", help="like `players 2 to 4`", fix=remove("remove it", self.span, SURE)
        )


@frozen
class NumberWithoutUpTo(SyntaxProblem):
    """`repeat 2:`, `rounds 5:`; `number` is the given number; `times` is the place of the word `times` after it, with the blank before the word."""

    code = "E0088"
    title = "a number of passes without `up to`"
    word: str
    number: str
    times: Span | None

    def explain(self) -> Diagnostic:
        edits = (Edit(self.span, " up to"), *(() if self.times is None else (Edit(self.times, ""),)))
        return self._say(
            f"a number of `{self.word}` is said with `up to` or `at most`",
            "`up to` belongs here",
            help=f"`{self.word} up to {self.number}:` ends there, and reaching the bound of `{self.word} at most {self.number}:` is a fault",
            fix=Fix("put in `up to`", edits, PERHAPS),
        )
