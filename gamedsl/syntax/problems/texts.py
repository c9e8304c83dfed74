"""Mistakes of a text as a whole: too many, too deep, too long."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.values import frozen


@frozen
class TooMany(SyntaxProblem):
    """The number of problems that were found but not reported; a text full of them is not read to its end."""

    code = "E0001"
    title = "more problems than are shown"
    count: int

    def explain(self) -> Diagnostic:
        noun = "problem" if self.count == 1 else "problems"
        return self._say(f"and {self.count} more {noun}", help="put the ones above right first")


@frozen
class TooDeep(SyntaxProblem):
    """Blocks, brackets or operators are nested more than `limit` times."""

    code = "E0002"
    title = "something is nested too deep"
    message = "this is nested more than {limit} levels deep"
    label = "too deep here"
    help = "move inner parts into a rule or a `let` of their own"
    limit: int


@frozen
class LongLine(SyntaxProblem):
    """A line of more than `limit` words, or a whole text of more than `limit` characters: it is not read."""

    code = "E0003"
    title = "a line or a text is too long"
    limit: int
    of: Literal["words", "characters"] = "words"

    def explain(self) -> Diagnostic:
        if self.of == "characters":
            return self._say(
                f"this text has more than {self.limit} characters, and is not read",
                help="put rows into CSV files, and what deviates into variants",
            )
        return self._say(f"this line has more than {self.limit} words", help="break it into several lines")
